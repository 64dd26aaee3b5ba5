import { Problem } from '@reprise/contract/problem';

/** Returns the problem of a payment processor that does not answer. */
export function unavailable(retryAfterSeconds: number, cause?: unknown): Problem {
  return new Problem(
    'PAYMENT_UNAVAILABLE',
    'Payment is not available at the moment. You were not charged; please try again in a moment.',
    { retryAfterSeconds, cause },
  );
}
