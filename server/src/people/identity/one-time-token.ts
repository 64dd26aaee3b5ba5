import { Problem } from '@reprise/contract/problem';
import { and, eq, gt, inArray, lte } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import { signatureOf } from '../../platform/crypto/signed-id.ts';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import { newId, randomToken } from '../../platform/database/new-id.ts';
import { dayMs, hourMs } from '../../platform/time.ts';
import { verifications } from './identity.tables.ts';
import { tokenHash } from './sessions/token-hash.ts';

/** Mailed tokens: how long each lives, and the page that its link opens. */
const mailed = {
  'password-reset': { lifetime: hourMs, page: 'reset-password' },
  invitation: { lifetime: 7 * dayMs, page: 'reset-password' },
  'verify-email': { lifetime: 48 * hourMs, page: 'verify-email' },
  'sign-in-link': { lifetime: hourMs / 4, page: 'login' },
  'email-change': { lifetime: 48 * hourMs, page: 'verify-email' },
} as const;
/** The second-factor token is not mailed but returned after the right password. */
const purposes = { ...mailed, 'second-factor': { lifetime: hourMs / 4 } } as const;

export type MailedPurpose = keyof typeof mailed;
export const mailedPurposes = Object.keys(mailed) as MailedPurpose[];
type TokenPurpose = keyof typeof purposes;
const allPurposes = Object.keys(purposes) as TokenPurpose[];

/** Returns the `identifier` of a user's tokens for one purpose. */
const identifierOf = (purpose: TokenPurpose, userId: string) => `${purpose}:${userId}`;

/** Returns a token that is not mailed: its row id and a random secret, of which the row stores the hash. */
export async function issueToken(
  tx: Tx,
  purpose: 'second-factor',
  userId: string,
  now: Date,
): Promise<string> {
  const id = newId('vrf');
  const secret = randomToken(32);
  await storeToken(tx, purpose, userId, { id, secret }, now);
  return `${id}.${secret}`;
}

/**
 * Returns the id of a token to be mailed. The token is derived from the id and the application secret by
 * `readMailedToken`, so that no job or table contains it.
 */
export async function issueMailedToken(
  tx: Tx,
  { secret }: Pick<Deps, 'secret'>,
  purpose: MailedPurpose,
  userId: string,
  now: Date,
): Promise<string> {
  const id = newId('vrf');
  await storeToken(tx, purpose, userId, { id, secret: mailedSecret(secret, purpose, id) }, now);
  return id;
}

/** Returns the user and the token to mail; null once it was used, revoked or has expired. */
export async function readMailedToken(
  { db, secret, now }: Pick<Deps, 'db' | 'secret' | 'now'>,
  purpose: MailedPurpose,
  id: string,
): Promise<{ userId: string; token: string } | null> {
  // The key may have been rotated since the token was issued.
  for (const current of secret.all) {
    const token = `${id}.${mailedSecret({ ...secret, current }, purpose, id)}`;
    const userId = await findTokenOwner(db, purpose, token, now());
    if (userId !== null) return { userId, token };
  }
  return null;
}

function mailedSecret(secret: Keyring, purpose: MailedPurpose, id: string): string {
  return signatureOf(secret, `mailed ${purpose}`, id);
}

async function storeToken(
  tx: Tx,
  purpose: TokenPurpose,
  userId: string,
  { id, secret }: { id: string; secret: string },
  now: Date,
): Promise<void> {
  const identifier = identifierOf(purpose, userId);
  const isOwn = eq(verifications.identifier, identifier);
  await tx.delete(verifications).where(and(isOwn, lte(verifications.expiresAt, now)));
  await tx.insert(verifications).values({
    id,
    identifier,
    value: tokenHash(secret),
    expiresAt: new Date(now.getTime() + purposes[purpose].lifetime),
    createdAt: now,
    updatedAt: now,
  });
}

/** Returns the mailed link. The token is in the URL fragment, which browsers do not send. */
export function tokenLink(publicUrl: string, purpose: MailedPurpose, token: string): string {
  return `${publicUrl}/${mailed[purpose].page}#token=${token}`;
}

/** Returns the number of unused tokens sent to a user in the last hour. */
export function countLatestTokens(
  db: Queryable,
  purpose: TokenPurpose,
  userId: string,
  now: Date,
): Promise<number> {
  const isOwn = eq(verifications.identifier, identifierOf(purpose, userId));
  return db.$count(verifications, and(isOwn, gt(verifications.createdAt, new Date(now.getTime() - hourMs))));
}

/** Returns the user of a valid token; null when it is wrong, used, expired or for another purpose. */
export async function findTokenOwner(
  db: Queryable,
  purpose: TokenPurpose,
  token: string,
  now: Date,
): Promise<string | null> {
  const [id = '', secret = ''] = token.split('.', 2);
  const [row] = await db
    .select({ identifier: verifications.identifier })
    .from(verifications)
    .where(
      and(
        eq(verifications.id, id),
        eq(verifications.value, tokenHash(secret)),
        gt(verifications.expiresAt, now),
      ),
    );
  const prefix = identifierOf(purpose, '');
  return row?.identifier.startsWith(prefix) ? row.identifier.slice(prefix.length) : null;
}

/** Revokes a user's tokens for these purposes. */
export async function revokeTokens(
  tx: Tx,
  userId: string,
  revoked: TokenPurpose[] = allPurposes,
): Promise<void> {
  const identifiers = revoked.map((purpose) => identifierOf(purpose, userId));
  await tx.delete(verifications).where(inArray(verifications.identifier, identifiers));
}

export function expiredLink(): Problem {
  const message = 'This link has expired or was already used. Please request a new one.';
  return new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'token', message }] });
}
