import type { OpenSession } from '@reprise/contract/people/identity/profile';
import { and, desc, eq, gt } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { sessions } from '../identity.tables.ts';
import { deviceName } from './device-name.ts';

/** Returns a user's open sessions: the caller's own first, then the most recently seen. */
export async function listSessions(
  db: Queryable,
  { userId, sessionId }: { userId: string; sessionId: string | null },
  now: Date,
): Promise<OpenSession[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
    .limit(maxShown);
  return rows
    .map(({ id, userAgent, createdAt, lastSeenAt }) => ({
      id,
      device: deviceName(userAgent ?? ''),
      current: id === sessionId,
      signedInAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    }))
    .sort((a, b) => Number(b.current) - Number(a.current));
}

const maxShown = 100;
