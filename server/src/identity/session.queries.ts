import type { OpenSession } from '@reprise/contract/identity';
import { and, desc, eq, gt } from 'drizzle-orm';
import type { Queryable } from '../platform/database.ts';
import type { Caller } from '../platform/endpoint.ts';
import { deviceName } from './device-name.ts';
import { sessions } from './identity.tables.ts';

/** Where somebody is signed in: this session first, then the last seen. */
export async function listSessions(db: Queryable, caller: Caller, now: Date): Promise<OpenSession[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, caller.userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));
  return rows
    .map(({ id, userAgent, createdAt, lastSeenAt }) => ({
      id,
      device: deviceName(userAgent ?? ''),
      current: id === caller.sessionId,
      signedInAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    }))
    .sort((a, b) => Number(b.current) - Number(a.current));
}
