import { asc, eq, inArray, sql } from 'drizzle-orm';
import { products } from '../../../catalog/products/products.tables.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { DeviceLine } from '../../../workshop/units/in-orders/bindings.ts';
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

/** Returns the lines of an order with the units that are neither back in stock nor replaced, by product id: the lock order of stock. */
export async function readStockLines(db: Queryable, orderId: string): Promise<StockLine[]> {
  return (await readStockLinesOf(db, [orderId])).get(orderId) ?? [];
}

/** Returns the lines of several orders by the id of the order, as `readStockLines` does. */
export async function readStockLinesOf(db: Queryable, orderIds: string[]): Promise<Map<string, StockLine[]>> {
  const rows = await db
    .select({
      orderId: orderItems.orderId,
      itemId: orderItems.id,
      productId: orderItems.productId,
      name: orderItems.name,
      quantity: sql<number>`${orderItems.quantity} - ${orderItems.returnedQuantity} - ${orderItems.replacedQuantity}`,
      short: orderItems.shortQuantity,
      refundedOnly: sql<number>`${orderItems.refundedQuantity} - ${orderItems.returnedQuantity}`,
      tracking: orderItems.tracking,
      now: products.tracking,
    })
    .from(orderItems)
    .leftJoin(products, eq(products.id, orderItems.productId))
    .where(inArray(orderItems.orderId, orderIds))
    .orderBy(asc(orderItems.productId));
  const byOrder = [...Map.groupBy(rows, ({ orderId }) => orderId)];
  return new Map(
    byOrder.map(([id, ofOrder]) => [
      id,
      ofOrder.map(({ orderId: _id, tracking, now, ...line }) => ({
        ...line,
        hasDevices: tracking === 'serial',
        isTracked: now === 'serial',
        exists: now !== null,
      })),
    ]),
  );
}

/** Lines that devices fill, with the units that devices are owed for. */
export const withDevices = (lines: StockLine[]) =>
  lines
    .filter(({ hasDevices }) => hasDevices)
    .map((line) => ({ ...line, quantity: line.quantity - line.short }));
