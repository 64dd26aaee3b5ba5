import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { queueSecurityNotice } from '../../notifications/security-notices.ts';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { recoveryCodes } from '../identity.tables.ts';
import { tokenHash } from '../sessions/token-hash.ts';

const howMany = 10;

/** Without i, l, o and u: what is copied from paper is read as it was written. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz';

/** Replaces all recovery codes of a user. Handed out here, the only time that they are known. */
export async function makeRecoveryCodes(tx: Tx, userId: string, now: Date): Promise<string[]> {
  const codes = Array.from({ length: howMany }, newCode);
  await dropRecoveryCodes(tx, userId);
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ id: newId('rcv'), userId, code: hashOf(code), createdAt: now })));
  return codes;
}

/** Uses up a recovery code; false if it is not one of the user's. */
export async function takeRecoveryCode(tx: Tx, userId: string, typed: string): Promise<boolean> {
  const used = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.code, hashOf(typed))))
    .returning({ id: recoveryCodes.id });
  return used.length > 0;
}

export async function dropRecoveryCodes(tx: Tx, userId: string): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

export function countRecoveryCodes(db: Queryable, userId: string): Promise<number> {
  return db.$count(recoveryCodes, eq(recoveryCodes.userId, userId));
}

/** Tells the user by mail that one of their codes was used, and how many are left. */
export async function noticeRecoveryCode(
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  userId: string,
  now: Date,
): Promise<void> {
  const left = await countRecoveryCodes(tx, userId);
  await queueSecurityNotice(tx, deps, userId, { notice: 'recovery-code-used', detail: String(left) }, now);
}

/** 80 random bits in four groups: `7k2m-…`. */
function newCode(): string {
  const characters = Array.from(randomBytes(16), (byte) => letters[byte & 31]).join('');
  return characters.replace(/.{4}(?=.)/g, '$&-');
}

function hashOf(typed: string): string {
  const read = typed.toLowerCase().replace(/o/g, '0').replace(/[il]/g, '1');
  return tokenHash(read.replace(/[^0-9a-z]/g, ''));
}
