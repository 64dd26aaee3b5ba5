import { Problem } from '@reprise/contract/problem';
import { and, eq, ne } from 'drizzle-orm';
import type { Queryable } from '../platform/database.ts';
import type { Caller } from '../platform/endpoint.ts';
import { sessions } from './identity.tables.ts';

/** Ends one of the caller's own sessions; somebody else's is not there. */
export async function endSession(db: Queryable, { userId }: Caller, sessionId: string): Promise<void> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
    .returning({ id: sessions.id });
  if (ended.length === 0) throw new Problem('NOT_FOUND', 'There is no such session.');
}

export async function endOtherSessions(db: Queryable, { userId, sessionId }: Caller): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)));
}
