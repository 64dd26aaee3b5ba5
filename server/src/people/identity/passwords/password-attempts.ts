import { Problem } from '@reprise/contract/problem';
import { RateLimiterDrizzle } from 'rate-limiter-flexible';
import type { Deps } from '../../../deps.ts';
import type { Db } from '../../../platform/database/database.ts';
import { perHandle } from '../../../platform/database/prepared.ts';
import { rateLimits } from '../../../platform/http/rate-limit/rate-limits.tables.ts';
import { hourSeconds } from '../../../platform/time.ts';
import { tokenHash } from '../sessions/token-hash.ts';

// Counters are in the database, shared by all processes. An attempt is counted before its password is checked and
// uncounted if it was correct: concurrent attempts would otherwise exceed the limit together.

const quarterHour = 15 * 60;
const counter = (keyPrefix: string, duration: number) =>
  perHandle(
    (db) =>
      new RateLimiterDrizzle({
        storeClient: db,
        schema: rateLimits,
        keyPrefix,
        // `penalty` returns the count past `points` as well, so the limits are compared here.
        points: 1,
        duration,
        // The rate limiters of the API delete expired rows of this table.
        clearExpiredByTimeout: false,
      }),
  );

const currentPasswords = counter('current-password', quarterHour);
const signIns = counter('wrong-sign-in', hourSeconds);
const signInLinks = counter('sign-in-link', hourSeconds);
const emailChanges = counter('email-change', hourSeconds);

const maxCurrentPasswords = 10;
const maxWrongSignIns = 50;
const maxSignInLinks = 3;
const maxEmailChanges = 3;

/** Throws RATE_LIMITED after ten wrong current passwords of a user within 15 minutes, over all forms. */
export async function countCurrentPassword(db: Db, userId: string): Promise<void> {
  const { consumedPoints } = await currentPasswords(db).penalty(userId);
  if (consumedPoints <= maxCurrentPasswords) return;
  const message = 'Too many wrong passwords. Please try again in 15 minutes.';
  throw new Problem('RATE_LIMITED', message, { retryAfterSeconds: quarterHour });
}

export async function uncountCurrentPassword(db: Db, userId: string): Promise<void> {
  await currentPasswords(db).reward(userId);
}

type AttemptDeps = Pick<Deps, 'db' | 'environment'>;

/** `isExceeded`: past 50 attempts on an email within the hour; `isFirstExceeded`: attempt 51. */
export type SignInAttempts = { isExceeded: boolean; isFirstExceeded: boolean };

/** Counts a sign-in attempt on an email, whether or not it has an account, over all clients. */
export async function countSignInAttempt(
  { db, environment }: AttemptDeps,
  email: string,
): Promise<SignInAttempts> {
  if (environment.rateLimit === 'off') return { isExceeded: false, isFirstExceeded: false };
  const { consumedPoints } = await signIns(db).penalty(tokenHash(email));
  return {
    isExceeded: consumedPoints > maxWrongSignIns,
    isFirstExceeded: consumedPoints === maxWrongSignIns + 1,
  };
}

/** Uncounts an attempt with the correct password. */
export async function uncountSignInAttempt({ db, environment }: AttemptDeps, email: string): Promise<void> {
  if (environment.rateLimit !== 'off') await signIns(db).reward(tokenHash(email));
}

/** Resets the count after a change of password. */
export async function resetSignInAttempts(db: Db, email: string): Promise<void> {
  await signIns(db).delete(tokenHash(email));
}

/** Counts a sign-in link to be mailed; returns false past three within the hour. */
export async function countSignInLink(db: Db, userId: string): Promise<boolean> {
  const { consumedPoints } = await signInLinks(db).penalty(userId);
  return consumedPoints <= maxSignInLinks;
}

/** Counts a mail to a pending address; returns false past three within the hour. */
export async function countEmailChangeMail(db: Db, userId: string): Promise<boolean> {
  const { consumedPoints } = await emailChanges(db).penalty(userId);
  return consumedPoints <= maxEmailChanges;
}
