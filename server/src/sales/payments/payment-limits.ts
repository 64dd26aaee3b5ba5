import { Problem } from '@reprise/contract/problem';
import { RateLimiterDrizzle, RateLimiterRes } from 'rate-limiter-flexible';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Environment } from '../../platform/environment.ts';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { boundFor } from '../../platform/http/network-prefix.ts';
import { emailKey, uncountShared } from '../../platform/http/rate-limit/rate-limit.ts';
import { rateLimits } from '../../platform/http/rate-limit/rate-limits.tables.ts';
import { hourSeconds, minuteSeconds } from '../../platform/time.ts';
import type { OrderRow } from '../orders/orders.queries.ts';

/** Maximum payments started per account or network. */
const starts = { points: 20, duration: 10 * minuteSeconds };
/** Maximum declined cards per counter. A network may be a household; an order belongs to one person. */
const declines = {
  order: { points: 10, duration: hourSeconds },
  guest: { points: 10, duration: hourSeconds },
  account: { points: 20, duration: hourSeconds },
  network: { points: 20, duration: hourSeconds },
};

/** Source of a payment. `network` is null for an account with a verified email. */
type Payer = Pick<OrderRow, 'id' | 'userId' | 'email'> & { network: string | null };

export type PaymentLimits = {
  /** Counts a payment before it is opened; throws TOO_MANY_ATTEMPTS past the limit or after too many declines. */
  countStart(payer: Payer): Promise<void>;
  /** Counts an attempt before it is made, so that parallel attempts cannot exceed the limit. */
  countTry<T>(payer: Payer, attempt: () => Promise<T>, isDecline: (error: unknown) => boolean): Promise<T>;
  /** Counts a decline reported by the processor; returns true when the payment should be ended. */
  countDecline(payer: Payer): Promise<boolean>;
};

const unlimited: PaymentLimits = {
  countStart: async () => {},
  countTry: (_payer, attempt) => attempt(),
  countDecline: async () => false,
};

/** Limits against card testing, counted in the database so that all processes share them. */
export function createPaymentLimits({
  db,
  environment,
}: {
  db: Db;
  environment: Environment;
}): PaymentLimits {
  if (environment.rateLimit === 'off') return unlimited;
  const limiter = (keyPrefix: string, limit: { points: number; duration: number }) =>
    new RateLimiterDrizzle({ storeClient: db, schema: rateLimits, keyPrefix, ...limit });
  const started = limiter(startsPrefix, starts);
  const declined = Object.fromEntries(
    Object.entries(declines).map(([kind, limit]) => [kind, limiter(`declines-${kind}`, limit)]),
  ) as Record<keyof typeof declines, RateLimiterDrizzle>;

  return {
    countStart: async (payer) => {
      for (const counter of countersOf(payer)) {
        const counted = await declined[counter.kind].get(counter.key);
        if (counted && counted.consumedPoints >= maxDeclines(counter)) throw tooManyDeclines();
      }
      const widest = widestOf(payer);
      if ((await countUp(started, startKey(widest))) > boundOf(widest, starts.points)) throw tooManyStarts();
    },
    countTry: async (payer, attempt, isDecline) => {
      const counters = countersOf(payer);
      // Narrowest counter first, stopping there: rejected attempts at one order must not use up its network's limit.
      for (const counter of counters) {
        if ((await countUp(declined[counter.kind], counter.key)) > maxDeclines(counter))
          throw tooManyDeclines();
      }
      let isDeclined = false;
      try {
        return await attempt();
      } catch (error) {
        isDeclined = isDecline(error);
        throw error;
      } finally {
        if (!isDeclined) for (const { kind, key } of counters) await declined[kind].reward(key);
      }
    },
    countDecline: async (payer) => {
      let isTooMany = false;
      for (const counter of countersOf(payer)) {
        const consumed = await countUp(declined[counter.kind], counter.key);
        if (consumed >= maxDeclines(counter)) isTooMany = true;
      }
      return isTooMany;
    },
  };
}

type LimitCounter = { kind: keyof typeof declines; key: string };

/**
 * Returns the payer's counters, widest last. An email counts per network, so that a stranger elsewhere cannot block
 * its owner; an account with a verified email is counted alone.
 */
function countersOf({ id, userId, email, network }: Payer): LimitCounter[] {
  const order: LimitCounter = { kind: 'order', key: id };
  const guest: LimitCounter = { kind: 'guest', key: `${network ?? 'account'} ${emailKey(email)}` };
  if (network === null) return [order, userId === null ? guest : { kind: 'account', key: userId }];
  return [order, ...(userId === null ? [guest] : []), { kind: 'network', key: network }];
}

function widestOf(payer: Payer): LimitCounter {
  const counters = countersOf(payer);
  return counters[counters.length - 1] as LimitCounter;
}

const boundOf = ({ kind, key }: LimitCounter, bound: number) =>
  kind === 'network' ? boundFor(key, bound) : bound;
const maxDeclines = (counter: LimitCounter) => boundOf(counter, declines[counter.kind].points);

const startsPrefix = 'payment-starts';
const startKey = ({ kind, key }: LimitCounter) => `${kind} ${key}`;

/** Takes a payment that succeeded out of the count of started ones: an office may buy as much as it pays for. */
export async function uncountStart(tx: Tx, payer: Payer): Promise<void> {
  await uncountShared(tx, startsPrefix, startKey(widestOf(payer)));
}

async function countUp(limiter: RateLimiterDrizzle, key: string): Promise<number> {
  try {
    return (await limiter.consume(key)).consumedPoints;
  } catch (error) {
    if (error instanceof RateLimiterRes) return error.consumedPoints;
    throw error;
  }
}

/** Returns the network a payment counts for; null for an account with a verified email. */
export function networkOfPayer({ caller, network }: Pick<CallContext, 'caller' | 'network'>): string | null {
  return caller?.emailVerified ? null : network;
}

function tooManyDeclines(): Problem {
  return new Problem(
    'TOO_MANY_ATTEMPTS',
    'Too many payments were declined. Wait an hour, then try again, or contact us.',
    { retryAfterSeconds: hourSeconds },
  );
}

function tooManyStarts(): Problem {
  return new Problem(
    'TOO_MANY_ATTEMPTS',
    'Too many payments were started. Wait a few minutes, then try again.',
    {
      retryAfterSeconds: starts.duration,
    },
  );
}
