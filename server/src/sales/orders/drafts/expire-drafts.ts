import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database/database.ts';
import { expireRows, type RetentionSteps } from '../../../platform/database/retention-step.ts';
import { draftOrders } from './draft-orders.tables.ts';

/** Deletes drafts that ended before a time; their orders stay. */
export const expireDrafts = (before: string): RetentionSteps => ({
  'draft orders': expireRows(
    (limit) => sql`delete from ${draftOrders} where id in
      (select id from ${draftOrders} where expires_at < ${before} limit ${limit})`,
  ),
});

/** Deletes the drafts for this email. */
export async function eraseGuestFromDrafts(tx: Tx, email: string): Promise<void> {
  await tx.delete(draftOrders).where(eq(draftOrders.email, email));
}
