import type Stripe from 'stripe';
import { processorCalls, ResponseTimeout } from './processor-calls.ts';

/** Timeout of one request, which may be retried twice with the same idempotency key. */
const requestTimeoutMs = 10_000;
const retries = 2;

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
  const ask = processorCalls(isOutage);
  return { stripe, ask: (work) => ask(() => work(stripe)) };
}

function connectionOf({ hostname, port }: URL) {
  return { host: hostname, port, protocol: 'http' } as const;
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
