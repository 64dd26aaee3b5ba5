import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { queueSecurityNotice } from '../../../foundations/notifications/security-notices.ts';
import type { Queryable, Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { recoveryCodes } from '../identity.tables.ts';
import { tokenHash } from '../sessions/token-hash.ts';

const codeCount = 10;

/** Crockford's base 32, without i, l, o and u, which are easily confused on paper. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Replaces all recovery codes of a user and returns the new ones, of which only hashes are stored. */
export async function createRecoveryCodes(tx: Tx, userId: string, now: Date): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, newCode);
  await deleteRecoveryCodes(tx, userId);
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ id: newId('rcv'), userId, code: hashOf(code), createdAt: now })));
  return codes;
}

/** Deletes a used recovery code; returns false if it is not one of the user's. */
export async function consumeRecoveryCode(tx: Tx, userId: string, code: string): Promise<boolean> {
  const used = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.code, hashOf(code))))
    .returning({ id: recoveryCodes.id });
  return used.length > 0;
}

export async function deleteRecoveryCodes(tx: Tx, userId: string): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

export function countRecoveryCodes(db: Queryable, userId: string): Promise<number> {
  return db.$count(recoveryCodes, eq(recoveryCodes.userId, userId));
}

/** Mails the user that a recovery code was used, and how many are left. */
export async function notifyRecoveryCodeUse(
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  userId: string,
  now: Date,
): Promise<void> {
  const remaining = await countRecoveryCodes(tx, userId);
  await queueSecurityNotice(
    tx,
    deps,
    userId,
    { notice: 'recovery-code-used', detail: String(remaining), subject: userId },
    now,
  );
}

/** Returns 80 random bits in four groups, such as `7k2m-…`. */
function newCode(): string {
  const characters = Array.from(randomBytes(16), (byte) => alphabet[byte & 31]).join('');
  return characters.replace(/.{4}(?=.)/g, '$&-');
}

function hashOf(code: string): string {
  const normalized = code.toLowerCase().replace(/o/g, '0').replace(/[il]/g, '1');
  return tokenHash(normalized.replace(/[^0-9a-z]/g, ''));
}
