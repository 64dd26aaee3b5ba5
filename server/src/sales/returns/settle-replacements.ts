import { Problem } from '@reprise/contract/problem';
import { sql } from 'drizzle-orm';
import { bookReplaced } from '../../catalog/products/stock/change-stock.ts';
import type { Deps } from '../../deps.ts';
import type { Tx } from '../../platform/database/database.ts';
import { shiftUnits } from '../../workshop/units/shift-units.ts';
import { lockUnits } from '../../workshop/units/unit-rows.ts';
import { isPaid } from '../orders/amount-due.ts';
import { lockProductsOfOrder } from '../orders/lock-products-of-order.ts';
import { storeReplacedRefund, takeOver } from '../orders/replacements/replaced-items.ts';
import { disputed } from '../payments/disputes/disputed.ts';
import { wasChargedBack } from '../payments/disputes/record-chargeback.ts';
import { readSettledPayments } from '../payments/payments.queries.ts';
import type { SettleDeps } from '../payments/settle-payment.ts';
import { type Exchange, type PlacedReplacement, placeReplacements } from './place-replacement.ts';
import { unitsOf } from './return.queries.ts';
import { isReplacement, type LineRow, type LockedReturn } from './return-rows.ts';
import { returnLines } from './returns.tables.ts';

type By = { actorId: string; now: Date };

export const isReplaced = ({ line }: LineRow): boolean => line.decision === 'replace';

/**
 * Locks the products of a case, of its order and those it sends, by id, before anything else changes their stock: the
 * end of an order counts the sales of all its products.
 */
export async function lockProductsOf(tx: Tx, { order, lines }: LockedReturn): Promise<void> {
  const others = lines.flatMap(({ boundProductId, line }) => [
    ...(boundProductId === null ? [] : [boundProductId]),
    ...(line.replacementProductId === null ? [] : [line.replacementProductId]),
  ]);
  await lockProductsOfOrder(tx, order.id, others);
}

/**
 * Sends the replacements of decided lines: what came back is the store's, and orders of total 0 are placed. Throws unless
 * the order is paid and each item's money is still with the store.
 */
export async function replaceItems(
  tx: Tx,
  deps: SettleDeps & Pick<Deps, 'alerts'>,
  { order, row, lines: all }: LockedReturn,
  lines: readonly LineRow[],
  by: By,
): Promise<PlacedReplacement[]> {
  if (lines.length === 0) return [];
  if (!isPaid(order))
    throw new Problem('RETURN_STATE', `Order ${order.orderNumber} is not paid, so that nothing is replaced.`);
  const settled = await readSettledPayments(tx, order.id);
  if (settled.some(({ isDisputed }) => isDisputed)) throw disputed();
  if (await wasChargedBack(tx, order.id))
    throw new Problem(
      'RETURN_STATE',
      'The bank gave the money of this order back, so that nothing is replaced.',
    );
  assertNotRefunded(lines, all);
  const taken = lines.filter(({ line }) => !line.isTakenOver);
  await takeOver(
    tx,
    taken.flatMap(({ unitId, boundItemId }) =>
      unitId !== null && boundItemId !== null ? [{ unitId, itemId: boundItemId }] : [],
    ),
    by,
  );
  for (const found of taken) {
    if (found.unitId !== null || found.line.disposition !== 'restock') continue;
    const change = { ...by, orderId: order.id, alerts: deps.alerts };
    await bookReplaced(tx, { productId: found.productId, change: unitsOf(found) }, change);
  }
  return placeReplacements(tx, deps, order, row.id, lines.map(toExchange), by);
}

/** Throws if an order line has fewer units whose money was not given back than this settlement replaces and refunds. */
function assertNotRefunded(replaced: readonly LineRow[], all: readonly LineRow[]): void {
  for (const [itemId, rows] of Map.groupBy(replaced, ({ line }) => line.orderItemId)) {
    const paidBack = all.filter(
      ({ line }) =>
        line.orderItemId === itemId &&
        line.settledAt === null &&
        (line.decision === 'refund' || line.decision === 'keep'),
    );
    const units = [...rows, ...paidBack].reduce((sum, found) => sum + unitsOf(found), 0);
    const [found] = rows;
    if (!found || units <= found.left) continue;
    throw new Problem(
      'RETURN_STATE',
      `The money of ${found.name} went back outside the return, so that it is not replaced as well.`,
    );
  }
}

function toExchange(found: LineRow): Exchange {
  const { line, boundProductId, productId } = found;
  return {
    lineId: line.id,
    itemId: line.orderItemId,
    productId: line.replacementProductId ?? boundProductId ?? productId,
    unit: line.replacementUnit,
    quantity: unitsOf(found),
  };
}

/** Ends the lines that the orders replace. */
export async function endReplaced(tx: Tx, placed: readonly PlacedReplacement[], now: Date): Promise<void> {
  for (const { orderId, lineIds } of placed) {
    const ended = { settledAt: now, endedAs: 'replaced' as const, amountCents: sql`0` };
    await tx
      .update(returnLines)
      .set({ ...ended, replacementOrderId: orderId, isTakenOver: true })
      .where(sql`${returnLines.id} = any(${sql.param(lineIds)}::text[])`);
  }
}

/** True for a refund of an item that was replaced before: its paid line has no device to take back. */
export const wasReplaced = (found: LineRow): boolean =>
  found.line.decision === 'refund' &&
  (found.unitId === null
    ? found.line.isTakenOver && found.line.disposition === 'restock'
    : found.line.isTakenOver || isReplacement(found));

/** Marks the paid units of items that were replaced before as refunded and returned. */
export async function refundReplaced(
  tx: Tx,
  { alerts }: Pick<Deps, 'alerts'>,
  { order }: LockedReturn,
  lines: readonly LineRow[],
  { isRefunded, ...by }: By & { isRefunded: boolean },
): Promise<void> {
  const lost = lines.flatMap(({ line, unitId }) => (line.match === 'lost' ? (unitId ?? []) : []));
  await shiftUnits(tx, await lockUnits(tx, lost), { to: 'returned' }, by);
  for (const found of lines) {
    const { line, productId, unitId, boundItemId, isBound } = found;
    const device =
      unitId !== null && boundItemId !== null && isBound ? { unitId, itemId: boundItemId } : null;
    const units = { itemId: line.orderItemId, productId, quantity: unitsOf(found), device };
    await storeReplacedRefund(
      tx,
      { ...units, isCounted: unitId === null },
      { order, isRefunded, isSold: isPaid(order) && order.status !== 'cancelled', alerts, ...by },
    );
  }
}
