import type { TwoFactorSetup } from '@reprise/contract/people/identity/sign-in';
import type { TwoFactorState } from '@reprise/contract/people/identity/two-factor';
import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { readSettings } from '../../../foundations/settings/settings.queries.ts';
import { decryptField, encryptField } from '../../../platform/crypto/encrypted-field.ts';
import type { Keyring } from '../../../platform/crypto/keyring.ts';
import type { Queryable, Tx } from '../../../platform/database/database.ts';
import { minuteMs } from '../../../platform/time.ts';
import { twoFactors } from '../identity.tables.ts';
import type { UserRow } from '../user.queries.ts';
import { newTotpSecret, timeStepOfCode, totpUri } from './one-time-code.ts';
import {
  consumeRecoveryCode,
  countRecoveryCodes,
  createRecoveryCodes,
  deleteRecoveryCodes,
} from './recovery-codes.ts';

type FactorRow = typeof twoFactors.$inferSelect;
type SecretDeps = Pick<Deps, 'secret'>;

/** Three of a million codes are valid at any moment, so ten attempts per 15 minutes make guessing hopeless. */
const maxFailures = 10;
const failureWindowMs = 15 * minuteMs;

/** Returns the associated data of a user's encrypted secret. */
export const secretContext = (userId: string) => `two-factor ${userId}`;

export async function hasSecondFactor(db: Queryable, userId: string): Promise<boolean> {
  const [factor] = await db
    .select({ secret: twoFactors.secret })
    .from(twoFactors)
    .where(eq(twoFactors.userId, userId));
  return factor !== undefined && factor.secret !== null;
}

/** Returns true if the settings require a second factor; they concern administrators only. */
export async function needsSecondFactor(db: Queryable, role: UserRow['role']): Promise<boolean> {
  return role === 'admin' && (await readSettings(db)).twoFactorAuth;
}

export async function readTwoFactorState(
  db: Queryable,
  { userId, role }: { userId: string; role: UserRow['role'] },
): Promise<TwoFactorState> {
  const [factor] = await db.select().from(twoFactors).where(eq(twoFactors.userId, userId));
  return {
    since: factor?.secret ? (factor.setUpAt?.toISOString() ?? null) : null,
    recoveryCodesLeft: factor?.secret ? await countRecoveryCodes(db, userId) : 0,
    required: await needsSecondFactor(db, role),
  };
}

/**
 * Stores and returns a new secret, pending until its first code. It replaces an earlier pending one, which someone else
 * may have seen; the secret in use stays valid until that code.
 */
export async function offerSecret(
  tx: Tx,
  { secret: key }: SecretDeps,
  { id: userId, email }: Pick<UserRow, 'id' | 'email'>,
): Promise<TwoFactorSetup> {
  const secret = newTotpSecret();
  const pendingSecret = encryptField(key, secretContext(userId), secret);
  await tx
    .insert(twoFactors)
    .values({ userId, pendingSecret })
    .onConflictDoUpdate({ target: twoFactors.userId, set: { pendingSecret } });
  const { storeName } = await readSettings(tx);
  return { secret, address: totpUri(secret, storeName, email) };
}

/** Result of checking a code. The caller commits also after a wrong code, because the transaction counts it. */
export type CodeVerdict = 'code' | 'recovery code' | 'wrong' | 'too many';

/** Checks and uses up a TOTP or recovery code; each is accepted once. */
export async function consumeCode(
  tx: Tx,
  { secret }: SecretDeps,
  userId: string,
  code: string,
  now: Date,
): Promise<CodeVerdict> {
  const factor = await lockFactor(tx, userId);
  if (!factor?.secret) return 'wrong';
  if (failuresOf(factor, now) >= maxFailures) return 'too many';
  const step = findTimeStep(secret, userId, factor.secret, code, now);
  if (step !== null && step > (factor.lastStep ?? 0)) {
    await writeFactor(tx, userId, { lastStep: step, failures: 0, failingSince: null });
    return 'code';
  }
  if (await consumeRecoveryCode(tx, userId, code)) {
    await writeFactor(tx, userId, { failures: 0, failingSince: null });
    return 'recovery code';
  }
  await countFailure(tx, factor, now);
  return 'wrong';
}

/** Puts a pending secret in use with its first correct code, and creates recovery codes. */
export async function confirmSecret(
  tx: Tx,
  { secret }: SecretDeps,
  userId: string,
  code: string,
  now: Date,
): Promise<{ verdict: CodeVerdict; recoveryCodes: string[] }> {
  const failed = (verdict: CodeVerdict) => ({ verdict, recoveryCodes: [] });
  const factor = await lockFactor(tx, userId);
  if (!factor?.pendingSecret) return failed('wrong');
  if (failuresOf(factor, now) >= maxFailures) return failed('too many');
  const step = findTimeStep(secret, userId, factor.pendingSecret, code, now);
  if (step === null) {
    await countFailure(tx, factor, now);
    return failed('wrong');
  }
  const confirmed = { pendingSecret: null, lastStep: step, failures: 0, failingSince: null, setUpAt: now };
  await writeFactor(tx, userId, { secret: factor.pendingSecret, ...confirmed });
  return { verdict: 'code', recoveryCodes: await createRecoveryCodes(tx, userId, now) };
}

/** Throws for a code that was not accepted; call it after the transaction that counted it. */
export function assertCodeAccepted(
  verdict: CodeVerdict,
  problemCode: 'VALIDATION_ERROR' | 'INVALID_CREDENTIALS',
): void {
  if (verdict === 'too many') {
    const message = 'Too many wrong codes. Please try again in 15 minutes.';
    throw new Problem('RATE_LIMITED', message, { retryAfterSeconds: failureWindowMs / 1000 });
  }
  if (verdict !== 'wrong') return;
  const message = 'This code is incorrect. Enter the code that your app shows now.';
  throw new Problem(problemCode, message, { errors: [{ field: 'code', message }] });
}

/** Deletes the second factor, pending or in use, and its recovery codes; returns true if one was in use. */
export async function deleteSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  await deleteRecoveryCodes(tx, userId);
  const deleted = await tx
    .delete(twoFactors)
    .where(eq(twoFactors.userId, userId))
    .returning({ secret: twoFactors.secret });
  return deleted.some(({ secret }) => secret !== null);
}

/** Locks the factor, so that only one of two concurrent calls with the same code succeeds. */
async function lockFactor(tx: Tx, userId: string): Promise<FactorRow | undefined> {
  const [factor] = await tx.select().from(twoFactors).where(eq(twoFactors.userId, userId)).for('update');
  return factor;
}

async function writeFactor(tx: Tx, userId: string, changes: Partial<FactorRow>): Promise<void> {
  await tx.update(twoFactors).set(changes).where(eq(twoFactors.userId, userId));
}

function findTimeStep(
  key: Keyring,
  userId: string,
  encrypted: string,
  code: string,
  now: Date,
): number | null {
  const digits = code.replace(/[\s-]/g, '');
  if (!/^\d{6}$/.test(digits)) return null;
  return timeStepOfCode(decryptSecret(key, userId, encrypted), digits, now);
}

/** Throws UNAVAILABLE without the key that encrypted the secret; recovery codes need no key. */
function decryptSecret(key: Keyring, userId: string, encrypted: string): string {
  try {
    return decryptField(key, secretContext(userId), encrypted);
  } catch {
    const message =
      'Codes cannot be checked because the encryption key of this shop has changed. Use a recovery code.';
    throw new Problem('UNAVAILABLE', message);
  }
}

function failuresOf({ failures, failingSince }: FactorRow, now: Date): number {
  const isRecent = failingSince !== null && now.getTime() - failingSince.getTime() < failureWindowMs;
  return isRecent ? failures : 0;
}

async function countFailure(tx: Tx, factor: FactorRow, now: Date): Promise<void> {
  const before = failuresOf(factor, now);
  const failingSince = before === 0 ? now : factor.failingSince;
  await writeFactor(tx, factor.userId, { failures: before + 1, failingSince });
}
