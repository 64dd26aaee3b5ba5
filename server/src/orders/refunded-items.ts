import type { OrderItemInput } from '@reprise/contract/cart';
import type { Order } from '@reprise/contract/orders/order';
import { Problem } from '@reprise/contract/problem';
import { and, eq, sql } from 'drizzle-orm';
import { bookDevices, changeSoldCounts, putBackStock } from '../catalog/stock/change-stock.ts';
import type { Deps } from '../deps.ts';
import type { Tx } from '../platform/database/database.ts';
import { releaseSurplus } from '../units/in-orders/follow-order.ts';
import { readStockLines, withDevices } from './devices/stock-lines.ts';
import type { OrderRow } from './orders.queries.ts';
import { orderItems } from './orders.tables.ts';
import { bookOwed, lowerShort, type ShortUnits } from './shortages/short-lines.ts';

/** Units of one product in a refund, with the name they were sold by. */
export type RefundedItem = { productId: string; name: string; quantity: number };

/** Returns the requested units; throws unless each product of the order has as many left to refund. */
export function planRefundedItems({ items }: Order, requested: OrderItemInput[]): RefundedItem[] {
  const ids = requested.map(({ product }) => product);
  if (new Set(ids).size < ids.length) throw invalid('Each product can be refunded once at a time.');
  return requested.map(({ product, quantity }) => {
    const item = items.find((line) => line.product.id === product);
    if (!item) throw invalid('A refunded product is not in the order.');
    const { name } = item.product;
    const left = item.quantity - (item.refundedQuantity ?? 0);
    if (quantity > left) throw invalid(`Only ${left} of ${name} can still be refunded.`);
    return { productId: product, name, quantity };
  });
}

type Refunding = { order: Pick<OrderRow, 'id' | 'status'>; isRestocked: boolean; actorId: string };

/** Marks units of a locked, paid order as refunded and, if asked, returns them to stock. */
export async function storeRefundedItems(
  tx: Tx,
  { now, alerts }: Pick<Deps, 'now' | 'alerts'>,
  refunded: RefundedItem[],
  { order, isRestocked, actorId }: Refunding,
): Promise<void> {
  const orderId = order.id;
  const short = isRestocked ? await lowerShort(tx, await linesOf(tx, orderId, refunded)) : [];
  for (const { productId, quantity } of refunded) {
    await changeRefunded(tx, orderId, productId, {
      refunded: quantity,
      returned: isRestocked ? quantity : 0,
    });
  }
  if (!isRestocked) return;
  const at = now();
  await putBackStock(tx, refunded, { orderId, reason: 'return', actorId, now: at, alerts });
  await bookOwed(tx, short, { orderId, actorId, now: at, alerts });
  const unsold = refunded.map(({ productId, quantity }) => ({ productId, change: -quantity }));
  if (order.status !== 'cancelled') await changeSoldCounts(tx, unsold);
  await followReturn(tx, refunded, { orderId, actorId, now: at, alerts });
}

async function linesOf(tx: Tx, orderId: string, refunded: RefundedItem[]): Promise<ShortUnits[]> {
  const units = new Map(refunded.map(({ productId, quantity }) => [productId, quantity]));
  const lines = await readStockLines(tx, orderId);
  return lines.map((line) => ({ line, units: units.get(line.productId) ?? 0 }));
}

/**
 * Moves the devices of returned units: packed ones are on sale again; those that had left, and units sold before their
 * product was tracked by device, are not in stock until they are listed.
 */
async function followReturn(
  tx: Tx,
  returned: RefundedItem[],
  change: { orderId: string; actorId: string; now: Date; alerts: Deps['alerts'] },
): Promise<void> {
  const ids = new Set(returned.map(({ productId }) => productId));
  const lines = (await readStockLines(tx, change.orderId)).filter(({ productId }) => ids.has(productId));
  const left = await releaseSurplus(tx, withDevices(lines), change);
  const offSale = lines
    .filter(({ isTracked }) => isTracked)
    .map(({ productId, hasDevices }) => {
      const units = returned.find((item) => item.productId === productId)?.quantity ?? 0;
      return { productId, change: -(hasDevices ? (left.get(productId) ?? 0) : units) };
    });
  await bookDevices(tx, offSale, change);
}

/** Makes units refundable again after their refund has failed; those that are back in stock stay marked. */
export async function revertRefundedItems(tx: Tx, orderId: string, refunded: RefundedItem[]): Promise<void> {
  for (const { productId, quantity } of refunded) {
    await changeRefunded(tx, orderId, productId, { refunded: -quantity, returned: 0 });
  }
}

/** Forgets the refunded units of an order that is reopened and is to be paid in full again. */
export async function clearRefundedItems(tx: Tx, orderId: string): Promise<void> {
  await tx
    .update(orderItems)
    .set({ refundedQuantity: 0, returnedQuantity: 0 })
    .where(sql`${orderItems.orderId} = ${orderId} and ${orderItems.refundedQuantity} > 0`);
}

async function changeRefunded(
  tx: Tx,
  orderId: string,
  productId: string,
  change: { refunded: number; returned: number },
): Promise<void> {
  await tx
    .update(orderItems)
    .set({
      refundedQuantity: sql`${orderItems.refundedQuantity} + ${change.refunded}`,
      returnedQuantity: sql`${orderItems.returnedQuantity} + ${change.returned}`,
    })
    .where(and(eq(orderItems.orderId, orderId), eq(orderItems.productId, productId)));
}

function invalid(message: string): Problem {
  return new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'items', message }] });
}
