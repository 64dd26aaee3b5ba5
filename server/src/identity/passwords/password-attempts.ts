import { Problem } from '@reprise/contract/problem';
import { RateLimiterDrizzle } from 'rate-limiter-flexible';
import type { Deps } from '../../deps.ts';
import type { Db } from '../../platform/database/database.ts';
import { perHandle } from '../../platform/database/prepared.ts';
import { rateLimits } from '../../platform/http/rate-limits.tables.ts';
import { tokenHash } from '../sessions/token-hash.ts';

// Counters in the database, so that all processes share them. An attempt is counted before its password is checked and
// uncounted when it was right: attempts at the same moment cannot slip past the bound together.

const quarterHour = 15 * 60;
const hour = 60 * 60;

const counter = (keyPrefix: string, duration: number) =>
  perHandle(
    (db) =>
      new RateLimiterDrizzle({
        storeClient: db,
        schema: rateLimits,
        keyPrefix,
        // The bounds are compared here, because only `penalty` tells the count also past them.
        points: 1,
        duration,
        // The limiters of the API remove expired rows of this table.
        clearExpiredByTimeout: false,
      }),
  );

const currentPasswords = counter('current-password', quarterHour);
const signIns = counter('wrong-sign-in', hour);
const signInLinks = counter('sign-in-link', hour);
const emailChanges = counter('email-change', hour);

const maxCurrentPasswords = 10;
const maxWrongSignIns = 50;
const maxSignInLinks = 3;
const maxEmailChanges = 3;

/** Throws RATE_LIMITED after ten wrong current passwords of a user in a quarter of an hour, whatever asks for them. */
export async function countCurrentPassword(db: Db, userId: string): Promise<void> {
  const { consumedPoints } = await currentPasswords(db).penalty(userId);
  if (consumedPoints <= maxCurrentPasswords) return;
  const message = 'Too many wrong passwords. Please wait a quarter of an hour and try again.';
  throw new Problem('RATE_LIMITED', message, { retryAfterSeconds: quarterHour });
}

export async function uncountCurrentPassword(db: Db, userId: string): Promise<void> {
  await currentPasswords(db).reward(userId);
}

type Counted = Pick<Deps, 'db' | 'environment'>;

/** `isExceeded`: this is at least attempt 51 of the hour on an e-mail; `isFirstExceeded`: exactly that one. */
export type SignInAttempts = { isExceeded: boolean; isFirstExceeded: boolean };

/** Counts a sign-in attempt on an e-mail, known or not, from wherever it comes. */
export async function countSignInAttempt(
  { db, environment }: Counted,
  email: string,
): Promise<SignInAttempts> {
  if (environment.rateLimit === 'off') return { isExceeded: false, isFirstExceeded: false };
  const { consumedPoints } = await signIns(db).penalty(tokenHash(email));
  return {
    isExceeded: consumedPoints > maxWrongSignIns,
    isFirstExceeded: consumedPoints === maxWrongSignIns + 1,
  };
}

/** The password of this attempt was right. */
export async function uncountSignInAttempt({ db, environment }: Counted, email: string): Promise<void> {
  if (environment.rateLimit !== 'off') await signIns(db).reward(tokenHash(email));
}

/** Earlier guesses say nothing about a new password. */
export async function forgetSignInAttempts(db: Db, email: string): Promise<void> {
  await signIns(db).delete(tokenHash(email));
}

/** Counts a sign-in link to be mailed; false when the user got three within the hour. */
export async function takeSignInLink(db: Db, userId: string): Promise<boolean> {
  const { consumedPoints } = await signInLinks(db).penalty(userId);
  return consumedPoints <= maxSignInLinks;
}

/** Counts a mail to a pending address; false when the user caused three within the hour. */
export async function takeEmailChangeMail(db: Db, userId: string): Promise<boolean> {
  const { consumedPoints } = await emailChanges(db).penalty(userId);
  return consumedPoints <= maxEmailChanges;
}
