import { and, eq, gt, lte } from 'drizzle-orm';
import type { Queryable, Tx } from '../platform/database.ts';
import { newId, randomToken } from '../platform/new-id.ts';
import { verifications } from './identity.tables.ts';
import { tokenHash } from './token-hash.ts';

const hour = 60 * 60 * 1000;

/** The proofs of one user: whoever holds one may choose that user's password, once and within an hour. */
const purposeOf = (userId: string) => `password-reset:${userId}`;

/** A proof is the id of its row and a secret; the row holds the secret's hash only. */
export async function issueProof(tx: Tx, userId: string, now: Date): Promise<string> {
  const id = newId('vrf');
  const secret = randomToken(32);
  const own = eq(verifications.identifier, purposeOf(userId));
  await tx.delete(verifications).where(and(own, lte(verifications.expiresAt, now)));
  await tx.insert(verifications).values({
    id,
    identifier: purposeOf(userId),
    value: tokenHash(secret),
    expiresAt: new Date(now.getTime() + hour),
    createdAt: now,
    updatedAt: now,
  });
  return `${id}.${secret}`;
}

/** The address that is mailed. The proof stands behind the #, which browsers keep to themselves. */
export function proofLink(publicUrl: string, proof: string): string {
  return `${publicUrl}/reset-password#token=${proof}`;
}

/** How many proofs of a user still work. */
export function countProofs(db: Queryable, userId: string, now: Date): Promise<number> {
  const live = and(eq(verifications.identifier, purposeOf(userId)), gt(verifications.expiresAt, now));
  return db.$count(verifications, live);
}

/** Whose password a proof may change; null when it is wrong, used or too old. */
export async function findProofOwner(db: Queryable, proof: string, now: Date): Promise<string | null> {
  const [id = '', secret = ''] = proof.split('.', 2);
  const [found] = await db
    .select({ identifier: verifications.identifier })
    .from(verifications)
    .where(
      and(
        eq(verifications.id, id),
        eq(verifications.value, tokenHash(secret)),
        gt(verifications.expiresAt, now),
      ),
    );
  return found?.identifier.slice(purposeOf('').length) ?? null;
}

/** No proof that was handed out for this user works any more. */
export async function withdrawProofs(tx: Tx, userId: string): Promise<void> {
  await tx.delete(verifications).where(eq(verifications.identifier, purposeOf(userId)));
}
