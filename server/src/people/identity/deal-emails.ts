import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { users } from './identity.tables.ts';

/** Ends the deal mails of a user; returns since when they were on, or null if they were off. */
export async function endDealEmails(tx: Tx, userId: string): Promise<Date | null> {
  const [user] = await tx
    .select({ since: users.dealEmailsSince })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  if (!user?.since) return null;
  await tx.update(users).set({ dealEmailsSince: null }).where(eq(users.id, userId));
  return user.since;
}

/** Restores ended deal mails with their start time; returns false if they are on or the user was deleted. */
export async function restoreDealEmails(tx: Tx, userId: string, since: Date): Promise<boolean> {
  const restored = await tx
    .update(users)
    .set({ dealEmailsSince: since })
    .where(and(eq(users.id, userId), isNull(users.dealEmailsSince)))
    .returning({ id: users.id });
  return restored.length > 0;
}
