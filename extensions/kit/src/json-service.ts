import { Problem } from '@reprise/contract/problem';
import { createCircuitBreaker } from './circuit-breaker.ts';

type JsonAnswer = { status: number; json: unknown };

export type JsonService = {
  /** Sends a request and returns its answer, `{}` for an empty one; throws UNAVAILABLE if there is none, or a 5xx or 429. */
  send(url: string, init: RequestInit): Promise<JsonAnswer>;
  /** Returns the problem UNAVAILABLE, which names the service. */
  unavailable(cause?: unknown): Problem;
};

/**
 * Creates the client of a service outside of the shop, one per process: a service that is away must not delay each call,
 * so that after three failures it is left alone for 30 seconds.
 */
export function jsonService(
  name: string,
  { timeoutMs, retryAfterSeconds }: { timeoutMs: number; retryAfterSeconds: number },
): JsonService {
  const breaker = createCircuitBreaker({ after: 3, cooldownMs: 30_000 });
  const unavailable = (cause?: unknown) =>
    new Problem('UNAVAILABLE', `${name} does not answer at the moment. Try again in a moment.`, {
      retryAfterSeconds,
      cause,
    });
  return {
    unavailable,
    async send(url, init) {
      if (breaker.remainingCooldown(performance.now()) > 0) throw unavailable();
      try {
        const signal = AbortSignal.timeout(timeoutMs);
        const response = await fetch(url, { ...init, redirect: 'error', signal });
        const text = await response.text();
        if (response.status >= 500 || response.status === 429) throw new Error(`${name}: ${response.status}`);
        const json: unknown = text === '' ? {} : JSON.parse(text);
        breaker.succeeded();
        return { status: response.status, json };
      } catch (cause) {
        breaker.failed(performance.now());
        throw unavailable(cause);
      }
    },
  };
}
