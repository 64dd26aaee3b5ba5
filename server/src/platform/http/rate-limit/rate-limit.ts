import { createHash } from 'node:crypto';
import type { RateClass } from '@reprise/contract/endpoint';
import { Problem } from '@reprise/contract/problem';
import { and, eq, gt, sql } from 'drizzle-orm';
import { RateLimiterDrizzle, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Db, Tx } from '../../database/database.ts';
import { hourSeconds, minuteSeconds } from '../../time.ts';
import { networkPrefix } from '../network-prefix.ts';
import { rateLimits } from './rate-limits.tables.ts';

/** Calls allowed per address; durations in seconds. */
const perAddress: Record<RateClass, { points: number; duration: number; shared: boolean }> = {
  read: { points: 1200, duration: minuteSeconds, shared: false },
  page: { points: 300, duration: minuteSeconds, shared: false },
  search: { points: 60, duration: minuteSeconds, shared: false },
  report: { points: 60, duration: minuteSeconds, shared: false },
  event: { points: 60, duration: minuteSeconds, shared: false },
  suggestion: { points: 120, duration: minuteSeconds, shared: false },
  write: { points: 300, duration: minuteSeconds, shared: false },
  webhook: { points: 6000, duration: minuteSeconds, shared: false },
  upload: { points: 60, duration: minuteSeconds, shared: true },
  lookup: { points: 10, duration: minuteSeconds, shared: true },
  signIn: { points: 30, duration: minuteSeconds, shared: true },
  signUp: { points: 20, duration: hourSeconds, shared: true },
  recovery: { points: 20, duration: hourSeconds, shared: true },
  message: { points: 10, duration: hourSeconds, shared: true },
};

/** Calls allowed per API token. */
const perToken = { points: 300, duration: minuteSeconds };

/** Calls with the form of an API token per address, so that guesses cannot flood the database. */
const tokensPerAddress = { points: 6000, duration: minuteSeconds };

/** Sign-ins allowed per account and address. */
const perAccount = { points: 5, duration: minuteSeconds };

export type RateLimit = {
  /** Counts a call from an address; throws RATE_LIMITED past the limit of its class. */
  countCall(rate: RateClass, ip: string): Promise<void>;
  /** Counts a call with an API token before the token is looked up. */
  countTokenLookup(ip: string): Promise<void>;
  /** Counts a call of a valid API token; strict classes also count by address. */
  countToken(tokenId: string, rate: RateClass, ip: string): Promise<void>;
  /** Counts a sign-in attempt on an account. */
  countSignIn(email: string, ip: string): Promise<void>;
};

export const noRateLimit: RateLimit = {
  countCall: async () => {},
  countTokenLookup: async () => {},
  countToken: async () => {},
  countSignIn: async () => {},
};

/** Counts strict limits in the database, so that all processes share them; generous ones in memory. */
export function createRateLimit(db: Db): RateLimit {
  const shared = (keyPrefix: string, limit: Limit) => sharedLimiter(db, keyPrefix, limit);
  const limiters = Object.fromEntries(
    Object.entries(perAddress).map(([rate, { shared: inDatabase, ...limit }]) => [
      rate,
      inDatabase ? shared(rate, limit) : new RateLimiterMemory({ keyPrefix: rate, ...limit }),
    ]),
  );
  const signIns = shared('account', perAccount);
  const tokens = new RateLimiterMemory({ keyPrefix: 'token', ...perToken });
  const tokenLookups = new RateLimiterMemory({ keyPrefix: 'token-lookup', ...tokensPerAddress });
  return {
    countCall: (rate, ip) => consume(limiters[rate], networkPrefix(ip)),
    countTokenLookup: (ip) => consume(tokenLookups, networkPrefix(ip)),
    countToken: async (tokenId, rate, ip) => {
      await consume(tokens, tokenId);
      if (perAddress[rate].shared) await consume(limiters[rate], networkPrefix(ip));
    },
    countSignIn: (email, ip) => consume(signIns, `${emailKey(email)}|${networkPrefix(ip)}`),
  };
}

/** Returns the key of a counter for an email: a hash, so that the table contains no personal data. */
export function emailKey(email: string): string {
  return createHash('sha256').update(email.trim().toLowerCase()).digest('base64url');
}

type Limit = { points: number; duration: number };

/** Creates a limit shared by all processes; the returned function throws RATE_LIMITED above it. */
export function createSharedLimit(db: Db, keyPrefix: string, limit: Limit): (key: string) => Promise<void> {
  const limiter = sharedLimiter(db, keyPrefix, limit);
  return (key) => consume(limiter, key);
}

/** Takes one call out of a shared limit, in the transaction that shows it to be no abuse. */
export async function uncountShared(tx: Tx, keyPrefix: string, key: string): Promise<void> {
  await tx
    .update(rateLimits)
    .set({ points: sql`${rateLimits.points} - 1` })
    .where(and(eq(rateLimits.key, `${keyPrefix}:${key}`), gt(rateLimits.points, 0)));
}

function sharedLimiter(db: Db, keyPrefix: string, limit: Limit): RateLimiterDrizzle {
  return new RateLimiterDrizzle({ storeClient: db, schema: rateLimits, keyPrefix, ...limit });
}

async function consume(limiter: RateLimiterMemory | RateLimiterDrizzle | undefined, key: string) {
  try {
    await limiter?.consume(key);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw new Problem('RATE_LIMITED', 'Too many requests. Please wait a moment and try again.', {
      retryAfterSeconds: Math.max(1, Math.ceil(error.msBeforeNext / 1000)),
    });
  }
}
