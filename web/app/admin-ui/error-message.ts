import { Problem } from '@reprise/contract/problem';

/** Returns the message of a Problem, or the fallback for internal errors and missing responses. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof Problem && error.code !== 'INTERNAL' ? error.message : fallback;
}
