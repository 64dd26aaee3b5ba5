import { Problem } from '@reprise/contract/problem';
import type { Arrival, ArrivedDevice } from '@reprise/contract/sales/orders/arrivals';
import type { Unit } from '@reprise/contract/workshop/units/unit';
import { statesInCustody } from '@reprise/contract/workshop/units/unit-states';
import { and, eq, isNull } from 'drizzle-orm';
import { lockStock } from '../../../catalog/products/stock/change-stock.ts';
import type { Deps } from '../../../deps.ts';
import type { Actor } from '../../../foundations/audit/actor.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { confirmScan, endBindings } from '../../../workshop/units/in-orders/bindings.ts';
import { inRetriedTransaction } from '../../../workshop/units/move-units.ts';
import { scanCode } from '../../../workshop/units/scan-code.ts';
import { shiftUnits, type UnitRow } from '../../../workshop/units/shift-units.ts';
import { findUnit, whereabouts } from '../../../workshop/units/unit.queries.ts';
import { lockUnit, storePlace } from '../../../workshop/units/unit-rows.ts';
import { orderItemUnits } from '../../../workshop/units/units.tables.ts';
import { isPaid } from '../amount-due.ts';
import { lockOrderRow, type OrderRow } from '../orders.queries.ts';
import { orderItems } from '../orders.tables.ts';
import { storeArrival } from '../refunded-items.ts';
import { readStockLines, type StockLine } from './stock-lines.ts';

type ArrivalDeps = Pick<Deps, 'db' | 'now' | 'alerts' | 'environment'>;

/**
 * Takes back the device with this code, which was sent with an order. It is the shop's if the order was cancelled or its
 * money given back; otherwise it stays with the order, in hand, until one of both happens.
 */
export async function takeBackDevice(
  deps: ArrivalDeps,
  body: ArrivedDevice,
  actorId: string,
  recordArrival: RecordArrival,
): Promise<Arrival> {
  const { id } = await findArrived(deps, body.code);
  return inRetriedTransaction(deps.db, async (tx) => {
    const by = { actorId, now: deps.now(), alerts: deps.alerts };
    const { order, ...arrived } = await takeBackInTransaction(tx, id, body, by, recordArrival);
    return { unit: await findUnit(tx, id), order: order.orderNumber, ...arrived };
  });
}

/**
 * Records an arrival on the case of return of its device and returns its number, null without one; implemented by the
 * returns slice.
 */
export type RecordArrival = (
  tx: Tx,
  arrived: { bindingId: string; outcome: Arrival['outcome'] },
  by: Actor,
) => Promise<string | null>;

/** Takes back a device in the transaction of the caller, and records it on its case of return. */
export async function takeBackInTransaction(
  tx: Tx,
  id: string,
  { captured, place }: Pick<ArrivedDevice, 'captured' | 'place'>,
  { alerts, ...by }: Actor & { actorId: string; alerts: Deps['alerts'] },
  recordArrival: RecordArrival,
): Promise<{ order: OrderRow } & Pick<Arrival, 'outcome' | 'return'>> {
  const { order, line, unit, bindingId, isAssumed } = await lockArrived(tx, id);
  if (isAssumed) await confirmScan(tx, id, captured, by);
  const outcome = await takeIn(tx, { order, line, unit }, { ...by, alerts });
  const returnNumber = await recordArrival(tx, { bindingId, outcome }, by);
  if (place) await storePlace(tx, id, place);
  return { order, outcome, return: returnNumber };
}

/** States of a device that can come back, or that came back and waits with its order. */
const canCome = ({ state, order }: Unit) =>
  ['shipped', 'sold', 'returning'].includes(state) || (order !== null && statesInCustody.includes(state));

/** Returns the device with this code that can come back; throws with the reason otherwise. */
async function findArrived(deps: ArrivalDeps, code: string): Promise<Unit> {
  const { units, fault } = await scanCode(deps, code);
  // A device that was bought again is another unit, which has the number now.
  const newest = units.filter(({ number }) => !units.some(({ previous }) => previous === number));
  const [unit, ...others] = newest.filter(canCome);
  if (unit && others.length > 0) {
    throw new Problem('UNIT_STATE', 'Several devices have this number. Scan the label of the device.');
  }
  if (unit) return unit;
  const [other] = newest;
  if (!other) throw new Problem('NOT_FOUND', fault || 'No device has this number.');
  throw new Problem(
    'UNIT_STATE',
    `${other.number} is ${whereabouts(other)}: no order has it, so that nothing comes back.`,
  );
}

type Arrived = { order: OrderRow; line: StockLine; unit: UnitRow };

/** Locks order, product and device in this order. Throws UNIT_STATE if the device left the order in between. */
async function lockArrived(tx: Tx, id: string): Promise<Arrived & { bindingId: string; isAssumed: boolean }> {
  const isBound = and(eq(orderItemUnits.unitId, id), isNull(orderItemUnits.endedAt));
  const [item] = await tx
    .select({ orderId: orderItems.orderId })
    .from(orderItemUnits)
    .innerJoin(orderItems, eq(orderItems.id, orderItemUnits.orderItemId))
    .where(isBound);
  const order = item && (await lockOrderRow(tx, item.orderId));
  if (!order) throw await leftOrder(tx, id);
  const lines = await readStockLines(tx, order.id);
  const [binding] = await tx.select().from(orderItemUnits).where(isBound);
  const line = lines.find(({ itemId }) => itemId === binding?.orderItemId);
  if (!binding || !line) throw await leftOrder(tx, id);
  await lockStock(tx, [line.productId]);
  const unit = await lockUnit(tx, id);
  if (unit.state === 'allocated') {
    throw new Problem('UNIT_STATE', `${unit.number} is packed for ${order.orderNumber} and has not left.`);
  }
  if (binding.sentAs !== null) {
    throw new Problem(
      'UNIT_STATE',
      `The shop bought ${unit.number} back. Scan the label of the new purchase.`,
    );
  }
  return { order, line, unit, bindingId: binding.id, isAssumed: binding.captured === 'assumed' };
}

/** Says where a device is whose order has let go of it in the meantime. */
async function leftOrder(tx: Tx, id: string): Promise<Problem> {
  const unit = await findUnit(tx, id);
  return new Problem('UNIT_STATE', `${unit.number} is ${whereabouts(unit)} already.`);
}

async function takeIn(
  tx: Tx,
  { order, line, unit }: Arrived,
  change: Actor & { actorId: string; alerts: Deps['alerts'] },
): Promise<Arrival['outcome']> {
  if (order.status === 'cancelled') {
    await endBindings(tx, [unit], 'cancelled', change);
    await arrive(tx, unit, order, change);
    return 'returned';
  }
  // Refunds cover units that were never there before those that were sent.
  const isRefunded = line.refundedOnly > line.short;
  if (!isRefunded && order.paymentStatus !== 'refunded') {
    await arrive(tx, unit, order, change);
    return 'in-hand';
  }
  const item = { productId: line.productId, unit: unit.number };
  await storeArrival(tx, item, {
    ...change,
    orderId: order.id,
    isRefunded,
    isSold: isPaid(order) && order.returnId === null,
    isTestPaid: order.isTestPaid,
  });
  return 'returned';
}

/** Moves a device that was still away. */
async function arrive(tx: Tx, unit: UnitRow, { orderNumber }: OrderRow, by: Actor): Promise<void> {
  if (statesInCustody.includes(unit.state)) return;
  await shiftUnits(tx, [unit], { to: 'returned', detail: `came back from ${orderNumber}` }, by);
}
