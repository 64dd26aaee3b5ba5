import type { AccountAccess } from '@reprise/contract/people/identity/account-links';
import { and, desc, eq, notInArray } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../platform/database/database.ts';
import { apiTokens } from '../api-tokens/api-tokens.tables.ts';
import { endApiTokens } from '../api-tokens/end-api-tokens.ts';
import { passkeyChallenges, passkeys } from '../identity.tables.ts';
import { listPasskeyRows } from '../passkeys/verify-passkey.ts';
import { listSessions } from '../sessions/session.queries.ts';
import { isStartingEmpty } from '../start-empty.ts';
import { hasSecondFactor } from '../two-factor/second-factor.ts';
import type { UserRow } from '../user.queries.ts';

export type KeptAccess = { passkeys?: string[] | undefined; apiTokens?: string[] | undefined };

const maxListed = 100;

/**
 * Returns what opens an account besides its password, for the person with a mailed link. Of an unconfirmed address it
 * lists nothing: a stranger may have chosen the names.
 */
export async function readAccountAccess(db: Queryable, user: UserRow, now: Date): Promise<AccountAccess> {
  const { id, emailVerified } = user;
  const common = { canKeep: emailVerified, startsEmpty: await isStartingEmpty(db, user) };
  if (!emailVerified) return { passkeys: [], apiTokens: [], sessions: [], twoFactor: false, ...common };
  const tokens = await db
    .select()
    .from(apiTokens)
    .where(eq(apiTokens.userId, id))
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id))
    .limit(maxListed);
  const toShown = <Row extends { createdAt: Date; lastUsedAt: Date | null }>(row: Row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  });
  return {
    passkeys: (await listPasskeyRows(db, id)).map(toShown),
    apiTokens: tokens.map(toShown),
    sessions: await listSessions(db, { userId: id, sessionId: null }, now),
    twoFactor: await hasSecondFactor(db, id),
    ...common,
  };
}

/** Removes passkeys and API tokens of a user unless `keep` names them: an attacker may have added them. */
export async function endOtherAccess(tx: Tx, userId: string, keep: KeptAccess = {}): Promise<void> {
  await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.userId, userId));
  const isEnded = notInArray(passkeys.id, keep.passkeys ?? []);
  await tx.delete(passkeys).where(and(eq(passkeys.userId, userId), isEnded));
  await endApiTokens(tx, userId, keep.apiTokens);
}
