import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { orders } from './orders.tables.ts';

/**
 * Gives a user the orders that guests placed with this address. To be called only when the user has shown
 * that the address is theirs. The tokens given out for them end. What a deleted account left behind stays nobody's.
 */
export async function claimOrders(tx: Tx, userId: string, email: string): Promise<void> {
  await tx
    .update(orders)
    .set({ userId, accessVersion: sql`${orders.accessVersion} + 1` })
    .where(and(eq(orders.email, email), isNull(orders.userId), eq(orders.eraseWhenClosed, false)));
}
