import type { TwoFactorSetup } from '@reprise/contract/identity/identity';
import type { TwoFactorState } from '@reprise/contract/identity/two-factor';
import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { decryptField, encryptField } from '../../platform/crypto/encrypted-field.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import { readSettings } from '../../settings/settings.queries.ts';
import { twoFactors } from '../identity.tables.ts';
import type { UserRow } from '../user.queries.ts';
import { newTotpSecret, stepOfCode, totpAddress } from './one-time-code.ts';
import {
  countRecoveryCodes,
  dropRecoveryCodes,
  makeRecoveryCodes,
  takeRecoveryCode,
} from './recovery-codes.ts';

type FactorRow = typeof twoFactors.$inferSelect;
type WithSecret = Pick<Deps, 'secret'>;

/** A million codes, three of them right at any moment: ten tries each quarter of an hour lead nowhere. */
const maxFailures = 10;
const failuresCountMs = 15 * 60_000;

/** Where a user's secret is kept; part of its encryption. */
export const placeOfSecret = (userId: string) => `two-factor ${userId}`;

export async function hasSecondFactor(db: Queryable, userId: string): Promise<boolean> {
  const [found] = await db
    .select({ secret: twoFactors.secret })
    .from(twoFactors)
    .where(eq(twoFactors.userId, userId));
  return found !== undefined && found.secret !== null;
}

/** The store's setting speaks of administrators; everybody else may have one. */
export async function needsSecondFactor(db: Queryable, role: UserRow['role']): Promise<boolean> {
  return role === 'admin' && (await readSettings(db)).twoFactorAuth;
}

export async function readTwoFactorState(
  db: Queryable,
  { userId, role }: { userId: string; role: UserRow['role'] },
): Promise<TwoFactorState> {
  const [found] = await db.select().from(twoFactors).where(eq(twoFactors.userId, userId));
  return {
    since: found?.secret ? (found.setUpAt?.toISOString() ?? null) : null,
    recoveryCodesLeft: found?.secret ? await countRecoveryCodes(db, userId) : 0,
    required: await needsSecondFactor(db, role),
  };
}

/**
 * A new secret, shown to its owner. It replaces any that was shown and not confirmed: somebody else may have seen
 * that one. The one in use stays in use until a code of the new one comes.
 */
export async function offerSecret(
  tx: Tx,
  { secret: key }: WithSecret,
  { id: userId, email }: Pick<UserRow, 'id' | 'email'>,
): Promise<TwoFactorSetup> {
  const secret = newTotpSecret();
  const pendingSecret = encryptField(key, placeOfSecret(userId), secret);
  await tx
    .insert(twoFactors)
    .values({ userId, pendingSecret })
    .onConflictDoUpdate({ target: twoFactors.userId, set: { pendingSecret } });
  const { storeName } = await readSettings(tx);
  return { secret, address: totpAddress(secret, storeName, email) };
}

/** Verdict on a typed code. The caller lets the transaction commit either way: wrong ones are counted. */
export type CodeVerdict = 'code' | 'recovery code' | 'wrong' | 'too many';

/** Takes a code of the factor in use: one of the app, never twice, or a recovery code. */
export async function takeCode(
  tx: Tx,
  { secret }: WithSecret,
  userId: string,
  typed: string,
  now: Date,
): Promise<CodeVerdict> {
  const factor = await lockFactor(tx, userId);
  if (!factor?.secret) return 'wrong';
  if (failuresOf(factor, now) >= maxFailures) return 'too many';
  const step = stepIn(secret, userId, factor.secret, typed, now);
  if (step !== null && step > (factor.lastStep ?? 0)) {
    await writeFactor(tx, userId, { lastStep: step, failures: 0, failingSince: null });
    return 'code';
  }
  if (await takeRecoveryCode(tx, userId, typed)) {
    await writeFactor(tx, userId, { failures: 0, failingSince: null });
    return 'recovery code';
  }
  await countFailure(tx, factor, now);
  return 'wrong';
}

/** The first right code of an offered secret puts it in use and makes recovery codes. */
export async function confirmSecret(
  tx: Tx,
  { secret }: WithSecret,
  userId: string,
  typed: string,
  now: Date,
): Promise<{ verdict: CodeVerdict; recoveryCodes: string[] }> {
  const refused = (verdict: CodeVerdict) => ({ verdict, recoveryCodes: [] });
  const factor = await lockFactor(tx, userId);
  if (!factor?.pendingSecret) return refused('wrong');
  if (failuresOf(factor, now) >= maxFailures) return refused('too many');
  const step = stepIn(secret, userId, factor.pendingSecret, typed, now);
  if (step === null) {
    await countFailure(tx, factor, now);
    return refused('wrong');
  }
  const fresh = { pendingSecret: null, lastStep: step, failures: 0, failingSince: null, setUpAt: now };
  await writeFactor(tx, userId, { secret: factor.pendingSecret, ...fresh });
  return { verdict: 'code', recoveryCodes: await makeRecoveryCodes(tx, userId, now) };
}

/** The sentence for a code that was not taken; call it after the transaction that counted it. */
export function refuseCode(verdict: CodeVerdict, code: 'VALIDATION_ERROR' | 'INVALID_CREDENTIALS'): void {
  if (verdict === 'too many') {
    const message = 'Too many wrong codes. Please wait a quarter of an hour and try again.';
    throw new Problem('RATE_LIMITED', message, { retryAfterSeconds: failuresCountMs / 1000 });
  }
  if (verdict !== 'wrong') return;
  const message = 'This code is not right. Enter the one your app shows now.';
  throw new Problem(code, message, { errors: [{ field: 'code', message }] });
}

/** Taken away with its recovery codes, also what was only offered. Says whether there was one in use. */
export async function dropSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  await dropRecoveryCodes(tx, userId);
  const dropped = await tx
    .delete(twoFactors)
    .where(eq(twoFactors.userId, userId))
    .returning({ secret: twoFactors.secret });
  return dropped.some(({ secret }) => secret !== null);
}

/** Locked, so that one code sent twice at the same moment is taken once. */
async function lockFactor(tx: Tx, userId: string): Promise<FactorRow | undefined> {
  const [factor] = await tx.select().from(twoFactors).where(eq(twoFactors.userId, userId)).for('update');
  return factor;
}

async function writeFactor(tx: Tx, userId: string, changes: Partial<FactorRow>): Promise<void> {
  await tx.update(twoFactors).set(changes).where(eq(twoFactors.userId, userId));
}

function stepIn(key: Keyring, userId: string, sealed: string, typed: string, now: Date): number | null {
  const digits = typed.replace(/[\s-]/g, '');
  if (!/^\d{6}$/.test(digits)) return null;
  return stepOfCode(openSecret(key, userId, sealed), digits, now);
}

/** Without its key the shop can check no code of an app; recovery codes need no key. */
function openSecret(key: Keyring, userId: string, sealed: string): string {
  try {
    return decryptField(key, placeOfSecret(userId), sealed);
  } catch {
    const message = 'Codes cannot be checked because the key of this shop has changed. Use a recovery code.';
    throw new Problem('UNAVAILABLE', message);
  }
}

function failuresOf({ failures, failingSince }: FactorRow, now: Date): number {
  const counts = failingSince !== null && now.getTime() - failingSince.getTime() < failuresCountMs;
  return counts ? failures : 0;
}

async function countFailure(tx: Tx, factor: FactorRow, now: Date): Promise<void> {
  const before = failuresOf(factor, now);
  const failingSince = before === 0 ? now : factor.failingSince;
  await writeFactor(tx, factor.userId, { failures: before + 1, failingSince });
}
