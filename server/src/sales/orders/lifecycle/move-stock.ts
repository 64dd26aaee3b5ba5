import { type OrderStatus, stockEffect } from '@reprise/contract/sales/orders/order-status';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { stockMovements } from '../../../catalog/products/products.tables.ts';
import {
  bookDevices,
  lockStock,
  putBackStock,
  type StockChange,
  takeStock,
} from '../../../catalog/products/stock/change-stock.ts';
import { readUnreturned, recordUnreturned } from '../../../catalog/products/stock/unreturned-stock.ts';
import { readSettings } from '../../../foundations/settings/settings.queries.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { chooseAgain } from '../../../workshop/units/choice/choose-units.ts';
import {
  countAway,
  type DevicesOf,
  followCancellation,
  followStatus,
} from '../../../workshop/units/in-orders/follow-order.ts';
import { readStockLines, readStockLinesOf, type StockLine, withDevices } from '../devices/stock-lines.ts';
import { isCustomLine } from '../drafts/custom-line.ts';
import type { OrderRow } from '../orders.queries.ts';
import { orderItems } from '../orders.tables.ts';
import { invalidateSales } from '../orders.tags.ts';
import { readSent, readUnitsSentBefore } from '../parcels/parcels.queries.ts';
import { bookOwed, fillBeforeShipping, isCountedBefore, setShort } from '../shortages/short-lines.ts';

/** Step of a locked order to another status. */
export type StockMove = Pick<StockChange, 'actorId' | 'now'> & {
  order: OrderRow;
  to: OrderStatus;
  /** For a shipped order that is cancelled: whether its items came back; undefined without an answer. */
  itemsReturned?: boolean | undefined;
  /** Unit numbers of its devices that came back. */
  unitsReturned?: readonly string[] | undefined;
};

type Alerts = Pick<StockChange, 'alerts'>;

/** Moves the stock and the devices of locked orders from their status to another, each order once. */
export async function moveStocks(tx: Tx, moves: StockMove[], alerts: Alerts): Promise<void> {
  // A move changes no lines of another order, so all are read before the first.
  const lines = await readStockLinesOf(
    tx,
    moves.map(({ order }) => order.id),
  );
  for (const move of moves) await moveStock(tx, move, lines.get(move.order.id) ?? [], alerts);
}

async function moveStock(tx: Tx, move: StockMove, before: StockLine[], { alerts }: Alerts): Promise<void> {
  const { order, to, actorId, now } = move;
  const effect = stockEffect(order.status, to);
  const by = { actorId, now, alerts };
  const change = { ...by, orderId: order.id };
  if (effect !== 'none') invalidateSales(tx);
  const lines = before.filter(({ quantity }) => quantity > 0);
  if (lines.length === 0) return;
  if (effect !== 'none') {
    await lockStock(
      tx,
      lines.map(({ productId }) => productId),
    );
  }
  if (effect === 'put-back') await putBack(tx, lines, move, change);
  if (effect === 'take-again') await takeAgain(tx, lines, change);
  const isShort = lines.some(({ short }) => short > 0);
  if (isShort && (to === 'shipped' || to === 'delivered')) await fillBeforeShipping(tx, change);
  if (to !== 'cancelled') {
    // Lines may have got devices when the order was reopened, or when it leaves.
    const hasChanged = isShort || effect === 'take-again';
    const devices = withDevices(hasChanged ? await readStockLines(tx, order.id) : before);
    if (devices.length === 0) return;
    const { requireScan } = await readSettings(tx);
    const sent = await readUnitsSentBefore(tx, order.id);
    await followStatus(tx, devices, to, { ...by, requireScan, sent });
  }
}

type Change = Omit<StockChange, 'reason'> & { orderId: string };

/**
 * Returns the lines of a cancelled order to stock. Devices that had left, and units sold before their product was
 * tracked by device, come back through the bench: they are booked off sale until they are listed.
 */
async function putBack(
  tx: Tx,
  lines: StockLine[],
  { order, itemsReturned, unitsReturned = [] }: StockMove,
  change: Change,
): Promise<void> {
  const tracked = lines.filter(({ isTracked }) => isTracked);
  const counted = lines.filter(({ isTracked }) => !isTracked);
  const bookBack = { ...change, reason: 'cancellation' as const };
  const sent = itemsReturned === undefined ? await readSentOfOpen(tx, order) : new Map<string, number>();
  await putBackCounted(tx, counted, { itemsReturned, sent }, bookBack);
  if (tracked.length > 0) await putBackStock(tx, tracked, bookBack);
  await putBackShort(tx, lines, itemsReturned, change);
  const away = await followCancellation(tx, withDevices(lines), unitsReturned, {
    actorId: change.actorId,
    now: change.now,
  });
  const offSale = tracked.map(({ productId, quantity, hasDevices }) => ({
    productId,
    change: -(hasDevices ? (away.get(productId) ?? 0) : quantity),
  }));
  await bookDevices(tx, offSale, change);
}

/** Returns the units in parcels of an order whose rest has not left: of a shipped order the colleague says what came back. */
const readSentOfOpen = (tx: Tx, { id, status }: OrderRow): Promise<Map<string, number>> =>
  status === 'pending' || status === 'processing' ? readSent(tx, id) : Promise.resolve(new Map());

/** Returns counted lines to stock, less the units that were refunded without coming back. */
async function putBackCounted(
  tx: Tx,
  counted: StockLine[],
  { itemsReturned, sent }: { itemsReturned: boolean | undefined; sent: Map<string, number> },
  bookBack: StockChange,
): Promise<void> {
  const parts = counted.map((line) => {
    const kept = Math.max(keptOf(line), Math.min(line.quantity, sent.get(line.itemId) ?? 0));
    const away = itemsReturned === false ? line.quantity : kept;
    return { ...line, away, back: line.quantity - away };
  });
  const withUnits = (part: 'away' | 'back') =>
    parts.map((line) => ({ ...line, quantity: line[part] })).filter(({ quantity }) => quantity > 0);
  await recordUnreturned(tx, withUnits('away'), bookBack);
  const back = withUnits('back');
  if (back.length > 0) await putBackStock(tx, back, bookBack);
}

/** Units of a counted line that were refunded and stayed with the customer; refunds of short ones moved nothing. */
const keptOf = ({ quantity, refundedOnly, short }: StockLine) =>
  Math.min(quantity, Math.max(0, refundedOnly - short));

/**
 * Takes short units from what was put back: they are not owed any more. Units sold before their product was tracked by
 * device are booked off sale with the others and stay short until the order is reopened.
 */
async function putBackShort(
  tx: Tx,
  lines: StockLine[],
  itemsReturned: boolean | undefined,
  change: Change,
): Promise<void> {
  const short = lines.filter((line) => line.short > 0 && !isCountedBefore(line));
  for (const { itemId } of short) await setShort(tx, itemId, 0);
  const inStock = short.filter(({ isTracked }) => isTracked || itemsReturned !== false);
  await bookOwed(
    tx,
    inStock.map((line) => ({ line, units: line.short })),
    change,
  );
}

/** Takes the lines of a reopened order from stock again, all or none; devices that are still away count for it. */
async function takeAgain(tx: Tx, lines: StockLine[], change: Change): Promise<void> {
  const retake = { ...change, reason: 'order' as const };
  const tracked = lines.filter(({ isTracked }) => isTracked);
  const away = await countAway(tx, withDevices(tracked));
  const booked = await bookedOff(tx, change.orderId);
  const counted = tracked.filter(({ hasDevices }) => !hasDevices);
  for (const { productId, quantity } of counted)
    away.set(productId, Math.min(booked.get(productId) ?? 0, quantity));
  await waitForDevices(
    tx,
    counted.filter(({ productId }) => !booked.has(productId)),
  );
  await bookDevices(
    tx,
    tracked.map(({ productId }) => ({ productId, change: away.get(productId) ?? 0 })),
    change,
  );
  const unreturned = await readUnreturned(tx, change.orderId);
  const parts = lines.map((line) => {
    const away = line.isTracked ? 0 : Math.min(line.quantity, unreturned.get(line.productId) ?? 0);
    return { ...line, away, quantity: line.quantity - away };
  });
  const elsewhere = parts.map((line) => ({ ...line, quantity: line.away }));
  await recordUnreturned(
    tx,
    elsewhere.filter(({ quantity }) => quantity > 0),
    retake,
  );
  const taken = parts.filter((line) => line.quantity > 0 && !isCustomLine(line));
  if (taken.length > 0) await takeStock(tx, taken, retake);
  await chooseAgain(tx, withDevices(tracked), { actorId: change.actorId, now: change.now });
}

/** Lets lines that were cancelled as counts, before their units had left, wait for devices from now on. */
async function waitForDevices(tx: Tx, lines: StockLine[]): Promise<void> {
  if (lines.length === 0) return;
  const ids = lines.map(({ itemId }) => itemId);
  await tx.update(orderItems).set({ tracking: 'serial' }).where(inArray(orderItems.id, ids));
}

/**
 * Returns the units of an order that were booked off sale since it last took its stock, by product. Earlier ones say
 * nothing: it may have been reopened and cancelled as a count since.
 */
async function bookedOff(tx: Tx, orderId: string): Promise<DevicesOf> {
  const isSinceTaken = sql`${stockMovements.id} collate "C" > (
    select max(taken.id collate "C") from ${stockMovements} taken
    where taken.order_id = ${orderId} and taken.product_id = ${stockMovements.productId} and taken.reason = 'order')`;
  const rows = await tx
    .select({ productId: stockMovements.productId, units: sql<number>`-sum(${stockMovements.change})::int` })
    .from(stockMovements)
    .where(and(eq(stockMovements.orderId, orderId), eq(stockMovements.reason, 'delisting'), isSinceTaken))
    .groupBy(stockMovements.productId);
  return new Map(rows.filter(({ units }) => units > 0).map(({ productId, units }) => [productId, units]));
}
