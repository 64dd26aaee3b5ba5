import { asc, eq } from 'drizzle-orm';
import { users } from '../../people/identity/identity.tables.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { returnEvents } from './returns.tables.ts';

/** Returns the timeline of a case, the oldest in front, with the names of staff. */
export async function readReturnEvents(db: Queryable, returnId: string) {
  const rows = await db
    .select({ event: returnEvents, actor: users.name })
    .from(returnEvents)
    .leftJoin(users, eq(users.id, returnEvents.actorId))
    .where(eq(returnEvents.returnId, returnId))
    .orderBy(asc(returnEvents.createdAt), asc(returnEvents.id))
    .limit(500);
  return rows.map(({ event: { id, kind, detail, createdAt }, actor }) => ({
    id,
    kind,
    detail,
    actor,
    createdAt: createdAt.toISOString(),
  }));
}
