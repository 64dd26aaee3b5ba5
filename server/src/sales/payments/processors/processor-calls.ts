import { Problem } from '@reprise/contract/problem';
import { createCircuitBreaker } from '@reprise/extension/circuit-breaker';
import { secondMs } from '../../../platform/time.ts';

/** Timeout of a call with all its attempts, for the waiting customer. */
const totalTimeoutMs = 24 * secondMs;
const cooldownMs = 30 * secondMs;

/**
 * Returns a function that calls a processor, one per process and account. It throws PAYMENT_UNAVAILABLE if the processor
 * does not respond and, after five such calls, for 30 seconds without calling it; errors that are no outage pass through.
 */
export function processorCalls(isOutage: (error: unknown) => boolean = () => true) {
  const breaker = createCircuitBreaker({ after: 5, cooldownMs });
  return async <T>(work: () => Promise<T>): Promise<T> => {
    const remainingMs = breaker.remainingCooldown(performance.now());
    if (remainingMs > 0) throw unavailable(Math.ceil(remainingMs / secondMs));
    try {
      const response = await withTimeout(work());
      breaker.succeeded();
      return response;
    } catch (error) {
      if (!isOutage(error)) {
        breaker.succeeded();
        throw error;
      }
      breaker.failed(performance.now());
      throw unavailable(10, error);
    }
  };
}

/** A timed-out call may still take effect: retries must use the same idempotency key. */
async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ResponseTimeout()), totalTimeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

export class ResponseTimeout extends Error {
  override message = 'The payment processor did not respond in time.';
}

export function unavailable(retryAfterSeconds: number, cause?: unknown): Problem {
  return new Problem(
    'PAYMENT_UNAVAILABLE',
    'Payment is not available at the moment. You were not charged; please try again in a moment.',
    { retryAfterSeconds, cause },
  );
}
