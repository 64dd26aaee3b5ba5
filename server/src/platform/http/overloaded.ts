import { Problem } from '@reprise/contract/problem';

export function overloaded(retryAfterSeconds: number, cause?: unknown): Problem {
  return new Problem('OVERLOADED', 'The shop is very busy. Please try again in a moment.', {
    retryAfterSeconds,
    cause,
  });
}
