import { Problem } from '@reprise/contract/problem';
import type Stripe from 'stripe';
import { type CircuitBreaker, createCircuitBreaker } from '../../platform/circuit-breaker.ts';

/** One try may take so long, and two more may follow with the same key. */
const tryMs = 10_000;
const retries = 2;
/** What a shopper is let wait for, all tries together. */
const patienceMs = 24_000;
const restMs = 30_000;

export type StripeAccess = { secretKey: string; apiUrl: string | undefined };

export type StripeClient = {
  stripe: Stripe;
  /** Calls Stripe; throws PAYMENT_UNAVAILABLE where it does not answer, and at once while it is known not to. */
  ask<T>(work: (stripe: Stripe) => Promise<T>): Promise<T>;
};

// One per key and process: it holds open connections and remembers whether Stripe answers.
let current: { name: string; client: StripeClient } | undefined;

export async function stripeClient(access: StripeAccess): Promise<StripeClient> {
  const name = `${access.secretKey} ${access.apiUrl ?? ''}`;
  if (current?.name !== name) current = { name, client: await connect(access) };
  return current.client;
}

/** The library is large and only loaded where there are keys. */
async function connect({ secretKey, apiUrl }: StripeAccess): Promise<StripeClient> {
  const { default: StripeSdk } = await import('stripe');
  const stripe = new StripeSdk(secretKey, {
    maxNetworkRetries: retries,
    timeout: tryMs,
    telemetry: false,
    appInfo: { name: 'Reprise' },
    ...(apiUrl && standIn(new URL(apiUrl))),
  });
  const breaker = createCircuitBreaker({ after: 5, restMs });
  return { stripe, ask: (work) => ask(stripe, breaker, work) };
}

function standIn({ hostname, port }: URL) {
  return { host: hostname, port, protocol: 'http' } as const;
}

async function ask<T>(
  stripe: Stripe,
  breaker: CircuitBreaker,
  work: (stripe: Stripe) => Promise<T>,
): Promise<T> {
  const rest = breaker.restsFor(performance.now());
  if (rest > 0) throw unavailable(Math.ceil(rest / 1000));
  try {
    const answer = await withinPatience(work(stripe));
    breaker.succeeded();
    return answer;
  } catch (error) {
    if (!isOutage(error)) {
      breaker.succeeded();
      throw error;
    }
    breaker.failed(performance.now());
    throw unavailable(10, error);
  }
}

/** A call that is given up may still have its effect: whoever repeats it uses the same key. */
async function withinPatience<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new NoAnswer()), patienceMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

class NoAnswer extends Error {
  override message = 'Stripe did not answer in time.';
}

const outages = new Set([
  'StripeConnectionError',
  'StripeAPIError',
  'StripeRateLimitError',
  'StripeAuthenticationError',
  'StripePermissionError',
]);

function isOutage(error: unknown): boolean {
  return error instanceof NoAnswer || outages.has((error as { type?: string }).type ?? '');
}

export function unavailable(retryAfterSeconds: number, cause?: unknown): Problem {
  return new Problem(
    'PAYMENT_UNAVAILABLE',
    'Payment is not available at the moment. Nothing was charged; please try again in a moment.',
    { retryAfterSeconds, cause },
  );
}
