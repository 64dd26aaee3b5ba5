import { asc, eq, sql } from 'drizzle-orm';
import { products } from '../../catalog/catalog.tables.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { DeviceLine } from '../../units/in-orders/bindings.ts';
import { orderItems } from '../orders.tables.ts';

/** Line of an order: how it was sold and how its product is tracked now. */
export type StockLine = DeviceLine & {
  name: string;
  /** True if devices fill the line. */
  hasDevices: boolean;
  /** True while its product exists. */
  exists: boolean;
  /** Units among the quantity that are not there: no device is owed for them. */
  short: number;
  /** Units refunded that are not back in stock. */
  refundedOnly: number;
};

/** Returns the lines of an order with the units that are not back in stock, by product id: the lock order of stock. */
export async function readStockLines(db: Queryable, orderId: string): Promise<StockLine[]> {
  const rows = await db
    .select({
      itemId: orderItems.id,
      productId: orderItems.productId,
      name: orderItems.name,
      quantity: sql<number>`${orderItems.quantity} - ${orderItems.returnedQuantity}`,
      short: orderItems.shortQuantity,
      refundedOnly: sql<number>`${orderItems.refundedQuantity} - ${orderItems.returnedQuantity}`,
      tracking: orderItems.tracking,
      now: products.tracking,
    })
    .from(orderItems)
    .leftJoin(products, eq(products.id, orderItems.productId))
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.productId));
  return rows.map(({ tracking, now, ...line }) => ({
    ...line,
    hasDevices: tracking === 'serial',
    isTracked: now === 'serial',
    exists: now !== null,
  }));
}

/** Lines that devices fill, with the units that devices are owed for. */
export const withDevices = (lines: StockLine[]) =>
  lines
    .filter(({ hasDevices }) => hasDevices)
    .map((line) => ({ ...line, quantity: line.quantity - line.short }));
