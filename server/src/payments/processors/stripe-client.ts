import type Stripe from 'stripe';
import { type CircuitBreaker, createCircuitBreaker } from '../../platform/circuit-breaker.ts';
import { unavailable } from './unavailable.ts';

/** Timeout of one request, which may be retried twice with the same idempotency key. */
const requestTimeoutMs = 10_000;
const retries = 2;
/** Timeout of all attempts together, for the waiting customer. */
const totalTimeoutMs = 24_000;
const cooldownMs = 30_000;

export type StripeAccess = { secretKey: string; apiUrl: string | undefined };

export type StripeClient = {
  stripe: Stripe;
  /**
   * Calls Stripe; throws PAYMENT_UNAVAILABLE when it does not respond, immediately while the circuit breaker is open.
   */
  ask<T>(work: (stripe: Stripe) => Promise<T>): Promise<T>;
};

// One client per key and process, since it keeps connections and the circuit breaker's state.
let current: { name: string; client: StripeClient } | undefined;

export async function stripeClient(access: StripeAccess): Promise<StripeClient> {
  const name = `${access.secretKey} ${access.apiUrl ?? ''}`;
  if (current?.name !== name) current = { name, client: await connect(access) };
  return current.client;
}

/** Loads the large library only when keys are set. */
async function connect({ secretKey, apiUrl }: StripeAccess): Promise<StripeClient> {
  const { default: StripeSdk } = await import('stripe');
  const stripe = new StripeSdk(secretKey, {
    maxNetworkRetries: retries,
    timeout: requestTimeoutMs,
    telemetry: false,
    appInfo: { name: 'Reprise' },
    ...(apiUrl && connectionOf(new URL(apiUrl))),
  });
  const breaker = createCircuitBreaker({ after: 5, cooldownMs });
  return { stripe, ask: (work) => ask(stripe, breaker, work) };
}

function connectionOf({ hostname, port }: URL) {
  return { host: hostname, port, protocol: 'http' } as const;
}

async function ask<T>(
  stripe: Stripe,
  breaker: CircuitBreaker,
  work: (stripe: Stripe) => Promise<T>,
): Promise<T> {
  const remainingMs = breaker.remainingCooldown(performance.now());
  if (remainingMs > 0) throw unavailable(Math.ceil(remainingMs / 1000));
  try {
    const response = await withTimeout(work(stripe));
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

class ResponseTimeout extends Error {
  override message = 'Stripe did not respond in time.';
}

const outages = new Set([
  'StripeConnectionError',
  'StripeAPIError',
  'StripeRateLimitError',
  'StripeAuthenticationError',
  'StripePermissionError',
]);

function isOutage(error: unknown): boolean {
  return error instanceof ResponseTimeout || outages.has((error as { type?: string }).type ?? '');
}
