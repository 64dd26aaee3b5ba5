import { Problem } from '@reprise/contract/problem';
import type { OrderItemInput } from '@reprise/contract/sales/cart';
import type { Order } from '@reprise/contract/sales/orders/order';
import { and, eq, sql } from 'drizzle-orm';
import { bookDevices, changeSoldCounts, putBackStock } from '../../catalog/products/stock/change-stock.ts';
import type { Deps } from '../../deps.ts';
import type { Tx } from '../../platform/database/database.ts';
import { releaseSurplus } from '../../workshop/units/in-orders/follow-order.ts';
import { isPaid } from './amount-due.ts';
import { readStockLines, type StockLine, withDevices } from './devices/stock-lines.ts';
import { lockProductsOfOrder } from './lock-products-of-order.ts';
import type { OrderRow } from './orders.queries.ts';
import { orderItems } from './orders.tables.ts';
import { readSent } from './parcels/parcels.queries.ts';
import { bookOwed, lowerShort, type ShortUnits, setShort } from './shortages/short-lines.ts';

/** Units of one product in a refund, with the name they were sold by and the numbers of its devices that came back. */
export type RefundedItem = {
  productId: string;
  name: string;
  quantity: number;
  units?: string[];
  /** Units that came back without being in stock: devices are, once they are listed. */
  unlisted?: number;
};

/** Returns the requested units; throws unless each product of the order has as many left to refund. */
export function planRefundedItems({ items }: Order, requested: OrderItemInput[]): RefundedItem[] {
  const ids = requested.map(({ product }) => product);
  if (new Set(ids).size < ids.length) throw invalid('Each product can be refunded once at a time.');
  return requested.map(({ product, quantity, units }) => {
    const item = items.find((line) => line.product.id === product);
    if (!item) throw invalid('A refunded product is not in the order.');
    const { name } = item.product;
    const left = item.quantity - (item.refundedQuantity ?? 0);
    if (quantity > left) throw invalid(`Only ${left} of ${name} can still be refunded.`);
    return { productId: product, name, quantity, ...(units && { units }) };
  });
}

type Refunding = {
  order: Pick<OrderRow, 'id' | 'status' | 'paymentStatus' | 'isTestPaid'>;
  isRestocked: boolean;
  actorId: string;
};

/**
 * Marks units of a locked order as refunded and, if asked, returns them to stock. Returns them with the devices that
 * came back.
 */
export async function storeRefundedItems(
  tx: Tx,
  { now, alerts }: Pick<Deps, 'now' | 'alerts'>,
  refunded: RefundedItem[],
  { order, isRestocked, actorId }: Refunding,
): Promise<RefundedItem[]> {
  const orderId = order.id;
  if (isRestocked) {
    await assertNotReplaced(tx, orderId, refunded);
    await lockProductsOfOrder(tx, orderId);
  }
  const short = isRestocked ? await lowerShort(tx, await linesOf(tx, orderId, refunded)) : [];
  for (const { productId, quantity } of refunded) {
    await changeRefunded(tx, orderId, productId, {
      refunded: quantity,
      returned: isRestocked ? quantity : 0,
    });
  }
  if (!isRestocked) {
    const devices = await leaveOutUnsent(tx, order, refunded);
    if (devices.length === 0) return refunded;
    await revertRefundedItems(tx, orderId, devices);
    await storeRefundedItems(tx, { now, alerts }, devices, { order, isRestocked: true, actorId });
    return refunded;
  }
  const at = now();
  const change = { orderId, actorId, now: at, alerts };
  await putBackStock(tx, refunded, { ...change, reason: 'return' });
  await bookOwed(tx, short, change);
  const unsold = refunded.map(({ productId, quantity }) => ({ productId, change: -quantity }));
  // The bank may have paid an order back before its items came.
  if (order.status !== 'cancelled' && isPaid(order)) await changeSoldCounts(tx, unsold, order);
  return followReturn(tx, refunded, change);
}

/**
 * Leaves refunded units that have not left out of their parcel: counted ones are short, and the devices are returned,
 * because they are on sale again. Of a line that left in part, those that left are refunded first.
 */
async function leaveOutUnsent(
  tx: Tx,
  { id, status }: Pick<OrderRow, 'id' | 'status'>,
  refunded: RefundedItem[],
): Promise<RefundedItem[]> {
  if (status !== 'pending' && status !== 'processing') return [];
  const sent = await readSent(tx, id);
  const devices: RefundedItem[] = [];
  for (const { line, units } of await linesOf(tx, id, refunded)) {
    const { itemId, productId, name, short, refundedOnly } = line;
    const quantity = Math.min(units, refundedOnly - short - (sent.get(itemId) ?? 0));
    if (quantity <= 0) continue;
    if (line.hasDevices) devices.push({ productId, name, quantity });
    else await setShort(tx, itemId, short + quantity);
  }
  return devices;
}

/** Throws if more units would come back than are with the customer: the device of a replaced one came back before. */
async function assertNotReplaced(tx: Tx, orderId: string, refunded: RefundedItem[]): Promise<void> {
  const lines = await readStockLines(tx, orderId);
  const short = refunded.find(
    ({ productId, quantity }) =>
      quantity > (lines.find((line) => line.productId === productId)?.quantity ?? quantity),
  );
  if (short) {
    throw invalid(
      `A ${short.name} of this order was replaced. Open a return for what was sent instead, or refund it without taking it back.`,
    );
  }
}

type Return = { orderId: string; actorId: string; now: Date; alerts: Deps['alerts'] };

/**
 * Returns to stock a unit of a locked order whose device came back after its money. `isRefunded` says whether its line
 * counts it as refunded already, `isSold` whether the product counts it as sold.
 */
export async function storeArrival(
  tx: Tx,
  item: { productId: string; unit: string },
  { isRefunded, isSold, ...change }: Return & { isRefunded: boolean; isSold: boolean; isTestPaid: boolean },
): Promise<void> {
  const { productId, unit } = item;
  await changeRefunded(tx, change.orderId, productId, { refunded: isRefunded ? 0 : 1, returned: 1 });
  await putBackStock(tx, [{ productId, quantity: 1 }], { ...change, reason: 'return' });
  if (isSold) await changeSoldCounts(tx, [{ productId, change: -1 }], change);
  await followReturn(tx, [{ productId, name: '', quantity: 1, units: [unit] }], change);
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
async function followReturn(tx: Tx, returned: RefundedItem[], change: Return): Promise<RefundedItem[]> {
  const namedOf = new Map(returned.map(({ productId, units }) => [productId, units ?? []]));
  const lines = (await readStockLines(tx, change.orderId)).filter(({ productId }) => namedOf.has(productId));
  assertCounted(lines, namedOf);
  const devices = withDevices(lines).map((line) => ({ ...line, named: namedOf.get(line.productId) }));
  const left = await releaseSurplus(tx, devices, change);
  const offSale = lines
    .filter(({ isTracked }) => isTracked)
    .map(({ productId, hasDevices }) => {
      const units = returned.find((item) => item.productId === productId)?.quantity ?? 0;
      return { productId, change: -(hasDevices ? (left.get(productId)?.length ?? 0) : units) };
    });
  await bookDevices(tx, offSale, change);
  return returned.map((item) => {
    const away = left.get(item.productId) ?? [];
    const units = away.filter(({ isBoughtBack }) => !isBoughtBack).map(({ number }) => number);
    const unlisted = -(offSale.find(({ productId }) => productId === item.productId)?.change ?? 0);
    return { ...item, ...((units.length > 0 || item.units) && { units }), ...(unlisted > 0 && { unlisted }) };
  });
}

/** Throws where devices are named of a line that was sold as a count. */
function assertCounted(lines: StockLine[], namedOf: ReadonlyMap<string, string[]>): void {
  const counted = lines.find(({ hasDevices, productId }) => !hasDevices && namedOf.get(productId)?.length);
  if (counted) throw invalid(`${counted.name} was sold as a count: it has no devices to name.`);
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
      // Units whose devices came back in the meantime stay refunded.
      refundedQuantity: sql`greatest(${orderItems.refundedQuantity} + ${change.refunded}, ${orderItems.returnedQuantity} + ${change.returned})`,
      returnedQuantity: sql`${orderItems.returnedQuantity} + ${change.returned}`,
    })
    .where(and(eq(orderItems.orderId, orderId), eq(orderItems.productId, productId)));
}

function invalid(message: string): Problem {
  return new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'items', message }] });
}
