import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { orders } from './orders.tables.ts';

/**
 * Assigns the guest orders placed with this address to a user and revokes their access tokens. Call only for a
 * verified address; orders of deleted accounts stay unassigned.
 */
export async function claimOrders(tx: Tx, userId: string, email: string): Promise<void> {
  await tx
    .update(orders)
    .set({ userId, accessVersion: sql`${orders.accessVersion} + 1` })
    .where(and(eq(orders.email, email), isNull(orders.userId), eq(orders.eraseWhenClosed, false)));
}
