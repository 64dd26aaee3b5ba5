import { Problem } from '@reprise/contract/problem';
import { and, eq, gt, inArray, lte } from 'drizzle-orm';
import type { Queryable, Tx } from '../platform/database.ts';
import { newId, randomToken } from '../platform/new-id.ts';
import { verifications } from './identity.tables.ts';
import { tokenHash } from './token-hash.ts';

const hour = 60 * 60 * 1000;

/**
 * What a proof allows, and for how long. The second factor's is not mailed: whoever gave the right password gets it,
 * for the code that is due next.
 */
const lifetimes = {
  'password-reset': hour,
  invitation: 7 * 24 * hour,
  'verify-email': 48 * hour,
  'second-factor': hour / 4,
} as const;
type ProofPurpose = keyof typeof lifetimes;
type MailedPurpose = Exclude<ProofPurpose, 'second-factor'>;
const everyPurpose = Object.keys(lifetimes) as ProofPurpose[];

const pages: Record<MailedPurpose, string> = {
  'password-reset': 'reset-password',
  invitation: 'reset-password',
  'verify-email': 'verify-email',
};

/** The proofs of one user for one purpose: whoever holds one may do that for this user, once and in time. */
const nameOf = (purpose: ProofPurpose, userId: string) => `${purpose}:${userId}`;

/** A proof is the id of its row and a secret; the row holds the secret's hash only. */
export async function issueProof(tx: Tx, purpose: ProofPurpose, userId: string, now: Date): Promise<string> {
  const id = newId('vrf');
  const secret = randomToken(32);
  const identifier = nameOf(purpose, userId);
  const own = eq(verifications.identifier, identifier);
  await tx.delete(verifications).where(and(own, lte(verifications.expiresAt, now)));
  await tx.insert(verifications).values({
    id,
    identifier,
    value: tokenHash(secret),
    expiresAt: new Date(now.getTime() + lifetimes[purpose]),
    createdAt: now,
    updatedAt: now,
  });
  return `${id}.${secret}`;
}

/** The address that is mailed. The proof stands behind the #, which browsers keep to themselves. */
export function proofLink(publicUrl: string, purpose: MailedPurpose, proof: string): string {
  return `${publicUrl}/${pages[purpose]}#token=${proof}`;
}

/** How many proofs a user was sent within the last hour and may still use. */
export function countLatestProofs(
  db: Queryable,
  purpose: ProofPurpose,
  userId: string,
  now: Date,
): Promise<number> {
  const own = eq(verifications.identifier, nameOf(purpose, userId));
  return db.$count(verifications, and(own, gt(verifications.createdAt, new Date(now.getTime() - hour))));
}

/** Whose proof this is; null when it is wrong, used, too old or for another purpose. */
export async function findProofOwner(
  db: Queryable,
  purpose: ProofPurpose,
  proof: string,
  now: Date,
): Promise<string | null> {
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
  const prefix = nameOf(purpose, '');
  return found?.identifier.startsWith(prefix) ? found.identifier.slice(prefix.length) : null;
}

/** No proof that was handed out to this user for these purposes works any more. */
export async function withdrawProofs(
  tx: Tx,
  userId: string,
  purposes: ProofPurpose[] = everyPurpose,
): Promise<void> {
  const names = purposes.map((purpose) => nameOf(purpose, userId));
  await tx.delete(verifications).where(inArray(verifications.identifier, names));
}

export function deadLink(): Problem {
  const message = 'This link has expired or was used already. Please ask for a new one.';
  return new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'token', message }] });
}
