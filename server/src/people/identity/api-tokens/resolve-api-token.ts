import { maxDeletionsWithoutStepUp } from '@reprise/contract/people/identity/step-up';
import { permissionsOf } from '@reprise/contract/permissions';
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import type { Caller } from '../../../platform/http/endpoint.ts';
import { stepUpRequired } from '../../../platform/recent-authentication.ts';
import { minuteMs } from '../../../platform/time.ts';
import { users } from '../identity.tables.ts';
import { callerColumns } from '../sessions/caller-columns.ts';
import { tokenHash } from '../sessions/token-hash.ts';
import { apiTokens } from './api-tokens.tables.ts';

/**
 * Returns the caller of an API token, or null if it is expired or revoked. Read for every call, like a session. The
 * caller has the permissions that both the token and its maker have, and never a recent authentication.
 */
export async function resolveApiToken(
  deps: Pick<Deps, 'db' | 'now'>,
  secret: string,
): Promise<Caller | null> {
  const [row] = await deps.db
    .select({
      id: apiTokens.id,
      tokenName: apiTokens.name,
      prefix: apiTokens.prefix,
      permissions: apiTokens.permissions,
      expiresAt: apiTokens.expiresAt,
      lastUsedAt: apiTokens.lastUsedAt,
      ...callerColumns,
    })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(eq(apiTokens.token, tokenHash(secret)));
  const now = deps.now();
  if (row?.status !== 'active' || row.role !== 'admin' || row.expiresAt <= now) return null;
  await markUsed(deps, row, now);
  const { id, tokenName, prefix, userId, role, name, email, emailVerified } = row;
  const held = permissionsOf(row.staffRoles);
  const permissions = new Set(row.permissions.filter((permission) => held.has(permission)));
  const token = { id, label: `${tokenName} (${prefix}…)` };
  return { userId, role, permissions, name, email, emailVerified, sessionId: '', provedAt: null, token };
}

/** Updates `lastUsedAt` at most once a minute; only the first of many concurrent calls writes. */
async function markUsed(
  { db }: Pick<Deps, 'db'>,
  { id, lastUsedAt }: { id: string; lastUsedAt: Date | null },
  now: Date,
): Promise<void> {
  const minuteAgo = new Date(now.getTime() - minuteMs);
  if (lastUsedAt && lastUsedAt > minuteAgo) return;
  const isDue = or(isNull(apiTokens.lastUsedAt), lt(apiTokens.lastUsedAt, minuteAgo));
  await db
    .update(apiTokens)
    .set({ lastUsedAt: now })
    .where(and(eq(apiTokens.id, id), isDue));
}

/** Counts rows that a token is about to delete; throws STEP_UP_REQUIRED past ten a day, because it can never step up. */
export async function countTokenDeletions(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  tokenId: string,
  count: number,
): Promise<void> {
  const today = now().toISOString().slice(0, 10);
  const soFar = sql`case when ${apiTokens.deletedOn} = ${today} then ${apiTokens.deletions} else 0 end`;
  const [row] = await db
    .update(apiTokens)
    // `least` keeps rejected calls from overflowing the column.
    .set({
      deletions: sql`least(${soFar} + ${count}, ${maxDeletionsWithoutStepUp + 1})`,
      deletedOn: today,
    })
    .where(eq(apiTokens.id, tokenId))
    .returning({ deletions: apiTokens.deletions });
  if (!row || row.deletions > maxDeletionsWithoutStepUp) throw stepUpRequired();
}
