import { Problem } from '@reprise/contract/problem';
import { and, eq, notInArray } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { recordAudit, recordAudits } from '../../../foundations/audit/record-audit.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { apiTokens } from './api-tokens.tables.ts';

/** Deletes the token, so that its next call is rejected in every process. */
export async function revokeApiToken({ db }: Pick<Deps, 'db'>, id: string, actorId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const [row] = await tx.delete(apiTokens).where(eq(apiTokens.id, id)).returning();
    if (!row) throw new Problem('NOT_FOUND', 'This token does not exist.');
    const before = { name: row.name, prefix: row.prefix };
    await recordAudit(tx, { actorId, action: 'revoke token', subject: `token ${id}`, before });
  });
}

/** Deletes one of a user's tokens, reported as not theirs; returns false if it is gone. */
export async function revokeApiTokenOf(tx: Tx, userId: string, id: string): Promise<boolean> {
  const isReported = and(eq(apiTokens.id, id), eq(apiTokens.userId, userId));
  const [row] = await tx.delete(apiTokens).where(isReported).returning();
  if (!row) return false;
  const before = { name: row.name, prefix: row.prefix };
  await recordAudit(tx, { actorId: userId, action: 'revoke token', subject: `token ${id}`, before });
  return true;
}

/** Deletes the tokens of a user who is banned or demoted, or whose account may be an attacker's, except those in `spared`. */
export async function endApiTokens(tx: Tx, userId: string, spared: string[] = []): Promise<void> {
  const isEnded = and(eq(apiTokens.userId, userId), notInArray(apiTokens.id, spared));
  const rows = await tx.delete(apiTokens).where(isEnded).returning();
  if (rows.length === 0) return;
  await recordAudits(
    tx,
    rows.map(({ id, name, prefix }) => ({
      actorId: null,
      action: 'revoke token',
      subject: `token ${id}`,
      before: { name, prefix },
    })),
  );
}
