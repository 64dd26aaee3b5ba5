import { type ApiToken, maxApiTokens } from '@reprise/contract/people/identity/api-tokens';
import { desc, eq } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { users } from '../identity.tables.ts';
import { apiTokens } from './api-tokens.tables.ts';

export async function listApiTokens(db: Queryable): Promise<ApiToken[]> {
  const rows = await db
    .select({ token: apiTokens, maker: users.name })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id))
    .limit(maxApiTokens);
  return rows.map(({ token, maker }) => toApiToken(token, maker));
}

export function toApiToken(row: typeof apiTokens.$inferSelect, makerName: string): ApiToken {
  const { id, name, prefix, permissions, userId, createdAt, expiresAt, lastUsedAt } = row;
  return {
    id,
    name,
    prefix,
    permissions,
    maker: { id: userId, name: makerName },
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
