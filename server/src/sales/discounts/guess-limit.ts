import { Problem } from '@reprise/contract/problem';
import { RateLimiterDrizzle, RateLimiterRes } from 'rate-limiter-flexible';
import type { Deps } from '../../deps.ts';
import { plainNetwork } from '../../platform/http/network-prefix.ts';
import { rateLimits } from '../../platform/http/rate-limit/rate-limits.tables.ts';
import { minuteSeconds } from '../../platform/time.ts';

/** Refused codes per network; past them no code is looked up. */
const guesses = { points: 20, duration: 10 * minuteSeconds };

/** Runs a call that looks a code up, and counts it if the code is refused. */
export type LimitGuesses = <T>(network: string, call: () => Promise<T>) => Promise<T>;

/** Limits how many codes a network can guess, counted in the database so that all processes share it. */
export function createGuessLimit({ db, environment }: Pick<Deps, 'db' | 'environment'>): LimitGuesses {
  if (environment.rateLimit === 'off') return (_network, call) => call();
  const limiter = new RateLimiterDrizzle({
    storeClient: db,
    schema: rateLimits,
    keyPrefix: 'discount-guesses',
    ...guesses,
  });
  return async (network, call) => {
    // No header may make guesses free or widen their bound.
    const key = plainNetwork(network);
    // Counted before the code is read, so that parallel guesses cannot exceed the limit.
    await consume(limiter, key);
    let isRefused = false;
    try {
      return await call();
    } catch (error) {
      isRefused = isCodeRefused(error);
      throw error;
    } finally {
      if (!isRefused) await limiter.reward(key);
    }
  };
}

function isCodeRefused(error: unknown): boolean {
  return error instanceof Problem && (error.errors ?? []).some(({ field }) => field === 'discountCode');
}

async function consume(limiter: RateLimiterDrizzle, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const message = 'Too many codes were tried. Wait a few minutes, then try again.';
    throw new Problem('RATE_LIMITED', message, {
      retryAfterSeconds: Math.max(1, Math.ceil(error.msBeforeNext / 1000)),
      errors: [{ field: 'discountCode', message }],
    });
  }
}
