import { Problem } from '@reprise/contract/problem';
import type { ReturnState } from '@reprise/contract/sales/returns/return-states';
import { asc, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { products } from '../../catalog/products/products.tables.ts';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { orderItemUnits, units } from '../../workshop/units/units.tables.ts';
import { lockOrderRow, lockOrderRows, type OrderRow } from '../orders/orders.queries.ts';
import { orderItems, orders } from '../orders/orders.tables.ts';
import { type returnEventKinds, returnEvents, returnLines, returns } from './returns.tables.ts';

export type ReturnRow = typeof returns.$inferSelect;
export type LineRow = Awaited<ReturnType<typeof readReturnLines>>[number];

export const returnNotFound = () => new Problem('NOT_FOUND', 'Return not found.');

/** Returns the case with this number, which may be typed in lower case. */
export async function findReturnRow(db: Queryable, number: string): Promise<ReturnRow> {
  const [row] = await db.select().from(returns).where(eq(returns.number, number.trim().toUpperCase()));
  if (!row) throw returnNotFound();
  return row;
}

/** Line that a device fills: the one that was paid, or that of an earlier replacement. */
const boundItems = alias(orderItems, 'bound_items');

/** SQL: how the item was sold that came, or comes, back. */
const soldAs = (column: 'name' | 'slug' | 'image') =>
  sql<string>`coalesce(${boundItems[column]}, ${orderItems[column]})`;

/** Returns the lines of cases with their items and devices, in the order they were asked for. */
export function readReturnLines(db: Queryable, returnIds: string[]) {
  return db
    .select({
      line: returnLines,
      /** Product and name of the line that was paid. */
      productId: orderItems.productId,
      paidName: orderItems.name,
      tracking: orderItems.tracking,
      name: soldAs('name'),
      slug: soldAs('slug'),
      image: soldAs('image'),
      /** Line and order of the device; null for counted items. */
      boundItemId: boundItems.id,
      boundOrderId: boundItems.orderId,
      boundProductId: boundItems.productId,
      replacementName: products.name,
      replacementOrder: orders.orderNumber,
      /** Units of the order line whose money has not gone back. */
      left: sql<number>`${orderItems.quantity} - ${orderItems.refundedQuantity}`,
      unitId: units.id,
      unit: units.number,
      modelKey: units.modelKey,
      unitState: units.state,
      blockedBy: units.blockedBy,
      /** False once the device is the shop's, or in no order any more. */
      isBound: sql<boolean>`${orderItemUnits.id} is not null and ${orderItemUnits.endedAt} is null`,
    })
    .from(returnLines)
    .innerJoin(orderItems, eq(orderItems.id, returnLines.orderItemId))
    .leftJoin(orderItemUnits, eq(orderItemUnits.id, returnLines.bindingId))
    .leftJoin(units, eq(units.id, orderItemUnits.unitId))
    .leftJoin(boundItems, eq(boundItems.id, orderItemUnits.orderItemId))
    .leftJoin(products, eq(products.id, returnLines.replacementProductId))
    .leftJoin(orders, eq(orders.id, returnLines.replacementOrderId))
    .where(inArray(returnLines.returnId, returnIds))
    .orderBy(asc(returnLines.returnId), asc(returnLines.position));
}

export type LockedReturn = { order: OrderRow; row: ReturnRow; lines: LineRow[] };

/**
 * Locks the order of a case, the orders of replacements that come back with it, and the case. Lock order: orders, cases,
 * products, devices.
 */
export async function lockReturn(tx: Tx, number: string): Promise<LockedReturn> {
  const { id, orderId } = await findReturnRow(tx, number);
  const order = await lockOrderRow(tx, orderId);
  const bound = (await readReturnLines(tx, [id])).flatMap(({ boundOrderId }) => boundOrderId ?? []);
  const others = bound.filter((other) => other !== orderId);
  if (others.length > 0) await lockOrderRows(tx, others);
  const [row] = await tx.select().from(returns).where(eq(returns.id, id)).for('update');
  if (!order || !row) throw returnNotFound();
  return { order, row, lines: await readReturnLines(tx, [id]) };
}

/** Throws RETURN_STATE unless the case is in one of these states. */
export function assertReturnState(
  { number, state }: ReturnRow,
  allowed: readonly ReturnState[],
  what: string,
): void {
  if (allowed.includes(state)) return;
  throw new Problem('RETURN_STATE', `${number} ${stateWords[state]}, so it cannot be ${what}.`);
}

const stateWords: Record<ReturnState, string> = {
  requested: 'still waits for approval',
  approved: 'was approved',
  sent: 'is on the way',
  received: 'has arrived',
  closed: 'is closed',
  refused: 'was refused',
  cancelled: 'was called off',
  expired: 'has expired',
};

export async function updateReturn(
  tx: Tx,
  id: string,
  change: Partial<typeof returns.$inferInsert>,
  now: Date,
): Promise<void> {
  await tx
    .update(returns)
    .set({ ...change, updatedAt: now })
    .where(eq(returns.id, id));
}

export async function updateLines(
  tx: Tx,
  lines: readonly LineRow[],
  change: Partial<typeof returnLines.$inferInsert>,
): Promise<void> {
  if (lines.length === 0) return;
  const ids = lines.map(({ line }) => line.id);
  await tx.update(returnLines).set(change).where(inArray(returnLines.id, ids));
}

/** True for a device that was sent as a replacement. */
export const isReplacement = ({ line, boundItemId }: LineRow): boolean =>
  boundItemId !== null && boundItemId !== line.orderItemId;

export const isOpenLine = ({ line }: LineRow): boolean => line.settledAt === null;

/** True for an item that came back with this case: another one or an empty parcel does not count. */
export const hasArrived = ({ line }: LineRow): boolean =>
  (line.match === 'same' || line.match === 'unreadable') && line.receivedQuantity > 0;

type By = { actorId: string | null; now: Date };
type Kind = (typeof returnEventKinds)[number];

/** Adds to the history of a case; `detail` has numbers and decisions, no words of a customer. */
export async function recordReturnEvent(
  tx: Tx,
  returnId: string,
  { kind, detail = '' }: { kind: Kind; detail?: string },
  { actorId, now }: By,
): Promise<void> {
  await tx.insert(returnEvents).values({ id: newId('rev'), returnId, kind, detail, actorId, createdAt: now });
}

/** Returns what is sent instead of an item; null without a replacement. */
export function replacementOf({ line, name, replacementName, replacementOrder: order }: LineRow) {
  if (line.replacementProductId === null) return null;
  const product = { id: line.replacementProductId, name: replacementName ?? name };
  return { product, unit: line.replacementUnit, order };
}

/** Names of the items of lines: "Pixel 8 (U-1004), 2 × Cable". */
export const namesOf = (lines: readonly LineRow[]): string =>
  lines.map(({ name, unit, line }) => (unit ? `${name} (${unit})` : `${line.quantity} × ${name}`)).join(', ');
