import { Problem } from '@reprise/contract/problem';
import { and, eq, ne } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { inTransaction, type Queryable } from '../../../platform/database/database.ts';
import type { Caller } from '../../../platform/http/endpoint.ts';
import { sessions } from '../identity.tables.ts';

/** Ends one of the caller's sessions; throws NOT_FOUND for another user's. */
export async function endSession(db: Queryable, { userId }: Caller, sessionId: string): Promise<void> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
    .returning({ id: sessions.id });
  if (ended.length === 0) throw new Problem('NOT_FOUND', 'This session does not exist.');
}

export async function endOtherSessions(db: Queryable, { userId, sessionId }: Caller): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)));
}

/** Ends one session of a user, or all of them without `sessionId`; returns the number of sessions ended. */
export async function endUserSessions(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  actorId: string,
  sessionId?: string,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const isChosen = sessionId === undefined ? undefined : eq(sessions.id, sessionId);
    const ended = await tx
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), isChosen))
      .returning({ id: sessions.id });
    if (ended.length === 0 && isChosen) throw new Problem('NOT_FOUND', 'This session does not exist.');
    if (ended.length > 0) {
      const after = { sessions: ended.length };
      await recordAudit(tx, { actorId, action: 'end sessions', subject: `user ${userId}`, after });
    }
    return ended.length;
  });
}
