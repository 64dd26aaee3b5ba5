import { eq, sql } from 'drizzle-orm';
import {
  bookDevices,
  bookReplaced,
  changeSoldCounts,
  putBackStock,
  readSerial,
} from '../../../catalog/products/stock/change-stock.ts';
import type { Deps } from '../../../deps.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { endBindings } from '../../../workshop/units/in-orders/bindings.ts';
import type { OrderRow } from '../orders.queries.ts';
import { orderItems } from '../orders.tables.ts';

type Change = { actorId: string; now: Date } & Pick<Deps, 'alerts'>;

/** A device and the line that it fills. */
export type BoundDevice = { unitId: string; itemId: string };

/** Takes devices in hand over from their customer: another one is sent, so that their lines owe none. */
export async function takeOver(
  tx: Tx,
  devices: readonly BoundDevice[],
  by: { now: Date; actorId: string },
  endedAs: 'replaced' | 'returned' = 'replaced',
): Promise<void> {
  for (const { itemId } of devices) {
    await tx
      .update(orderItems)
      .set({ replacedQuantity: sql`${orderItems.replacedQuantity} + 1` })
      .where(eq(orderItems.id, itemId));
  }
  await endBindings(
    tx,
    devices.map(({ unitId }) => ({ id: unitId })),
    endedAs,
    by,
  );
}

/** Units of a paid line that were replaced before, and whose replacement came back or was never sent. */
export type ReplacedUnits = {
  itemId: string;
  productId: string;
  quantity: number;
  /** The replacement that came back; null if the first device was taken over and nothing was sent. */
  device: BoundDevice | null;
  isCounted: boolean;
};

type Refunding = Change & {
  order: Pick<OrderRow, 'id' | 'status' | 'isTestPaid'>;
  /** False if the line counts the units as refunded already. */
  isRefunded: boolean;
  /** True if their products count them as sold. */
  isSold: boolean;
};

/**
 * Marks replaced units of a locked, paid order as refunded and returned. The first device is the shop's since its
 * replacement was settled, so that the paid line stops owing nothing for it and counts it as returned instead.
 */
export async function storeReplacedRefund(
  tx: Tx,
  { itemId, productId, quantity, device, isCounted }: ReplacedUnits,
  { order, isRefunded, isSold, ...by }: Refunding,
): Promise<void> {
  const change = { ...by, orderId: order.id };
  if (device) await takeOver(tx, [device], by, 'returned');
  await tx
    .update(orderItems)
    .set({
      ...(!isCounted && { replacedQuantity: sql`${orderItems.replacedQuantity} - ${quantity}` }),
      refundedQuantity: sql`greatest(${orderItems.refundedQuantity} + ${isRefunded ? quantity : 0}, ${orderItems.returnedQuantity} + ${quantity})`,
      returnedQuantity: sql`${orderItems.returnedQuantity} + ${quantity}`,
    })
    .where(eq(orderItems.id, itemId));
  await putBackStock(tx, [{ productId, quantity }], { ...change, reason: 'return' });
  if (isSold) await changeSoldCounts(tx, [{ productId, change: -quantity }], order);
  if (isCounted) return bookReplaced(tx, { productId, change: -quantity }, change);
  // The device is not in stock until it is listed.
  const isTracked = (await readSerial(tx, [productId])).has(productId);
  if (isTracked) await bookDevices(tx, [{ productId, change: -quantity }], change);
}
