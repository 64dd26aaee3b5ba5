import { eq } from 'drizzle-orm';
import { lockStock } from '../../catalog/products/stock/change-stock.ts';
import type { Tx } from '../../platform/database/database.ts';
import { orderItems } from './orders.tables.ts';

/**
 * Locks all products of an order, and `others`, in id order. Needed before a change of some of them that may end the
 * order: its end counts the sales of all, and two orders that lock the rest then could deadlock.
 */
export async function lockProductsOfOrder(
  tx: Tx,
  orderId: string,
  others: readonly string[] = [],
): Promise<void> {
  const rows = await tx
    .select({ productId: orderItems.productId })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId));
  await lockStock(tx, [...new Set([...rows.map(({ productId }) => productId), ...others])]);
}
