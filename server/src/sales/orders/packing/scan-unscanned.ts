import type { CaptureMethod } from '@reprise/contract/workshop/units/unit';
import { and, eq, isNull } from 'drizzle-orm';
import type { Actor } from '../../../foundations/audit/actor.ts';
import type { Tx } from '../../../platform/database/database.ts';
import {
  type BoundUnit,
  bindUnits,
  confirmScan,
  endBindings,
} from '../../../workshop/units/in-orders/bindings.ts';
import { findOpenReturns } from '../../../workshop/units/in-orders/custody.queries.ts';
import { wrongUnit } from '../../../workshop/units/in-orders/find-to-pack.ts';
import { moveWithOrder, release } from '../../../workshop/units/in-orders/follow-order.ts';
import { shiftUnits, type UnitRow } from '../../../workshop/units/shift-units.ts';
import { orderItemUnits } from '../../../workshop/units/units.tables.ts';
import type { StockLine } from '../devices/stock-lines.ts';
import { storeOrderChanges } from '../lifecycle/store-order-changes.ts';
import type { OrderRow } from '../orders.queries.ts';
import { orderItems, orders } from '../orders.tables.ts';

type Scanned = {
  order: OrderRow;
  unit: UnitRow;
  lines: StockLine[];
  bound: BoundUnit[];
  captured: CaptureMethod;
  /** Return whose parcel the device was in; its own devices may change places. */
  returnNumber?: string;
};

/**
 * Notes a scanned device for one of the order that was not scanned, before or after it left: the device itself, or another
 * of its product, which then changes places with it. Returns false if no such device of the order has its product.
 */
export async function scanUnscanned(tx: Tx, scanned: Scanned, by: Actor): Promise<boolean> {
  const { order, unit, lines, bound, captured } = scanned;
  const unscanned = bound.filter(({ isAssumed }) => isAssumed);
  // A product that was deleted or is counted now has no devices to change places with.
  const tracked = lines.filter(({ isTracked }) => isTracked);
  const productOf = new Map(tracked.map(({ itemId, productId }) => [itemId, productId]));
  if (unscanned.some(({ id }) => id === unit.id)) {
    await confirmScan(tx, unit.id, captured, by);
  } else {
    const replaced = unscanned.find(({ itemId }) => productOf.get(itemId) === unit.productId);
    if (!replaced) return false;
    const other = await lockOther(tx, order, unit);
    if (unit.state !== 'listed' && !other) return false;
    await assertNotReturning(tx, [replaced, unit], scanned.returnNumber);
    await changePlaces(tx, { ...scanned, replaced, other }, by);
  }
  // The order names another device from now on.
  await storeOrderChanges(tx, [{ orderId: order.id, change: {}, now: by.now }]);
  return true;
}

/** Throws if another open return names one of the devices and would lose it: the scan of its parcel corrects the order. */
async function assertNotReturning(tx: Tx, units: UnitRow[], returnNumber?: string): Promise<void> {
  const inReturn = await findOpenReturns(
    tx,
    units.map(({ id }) => id),
  );
  const named = units.find(({ id }) => inReturn.has(id) && inReturn.get(id) !== returnNumber);
  if (!named) return;
  const number = inReturn.get(named.id);
  throw wrongUnit(`${named.number} is in return ${number}. Scan what arrives with that return.`);
}

type Other = Pick<OrderRow, 'id' | 'status'> & { itemId: string };

/**
 * Locks the other order that has the unit without a scan; null without one. Refuses while another person works
 * on that order, because waiting for it could end in a deadlock.
 */
async function lockOther(tx: Tx, order: OrderRow, unit: UnitRow): Promise<Other | null> {
  const [found] = await tx
    .select({ id: orders.id, itemId: orderItems.id, orderNumber: orders.orderNumber })
    .from(orderItemUnits)
    .innerJoin(orderItems, eq(orderItems.id, orderItemUnits.orderItemId))
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(
      and(
        eq(orderItemUnits.unitId, unit.id),
        eq(orderItemUnits.captured, 'assumed'),
        isNull(orderItemUnits.endedAt),
      ),
    );
  if (!found || found.id === order.id) return null;
  const [locked] = await tx
    .select({ status: orders.status })
    .from(orders)
    .where(eq(orders.id, found.id))
    .for('update', { skipLocked: true });
  if (!locked) {
    throw wrongUnit(
      `${unit.number} is noted for order ${found.orderNumber}, which is being changed. Scan it again.`,
    );
  }
  return locked.status === 'cancelled' ? null : { id: found.id, itemId: found.itemId, status: locked.status };
}

type Places = Scanned & { replaced: BoundUnit; other: Other | null };

/** Puts a scanned device in the place of one that was not scanned, which goes on sale or to the order that had the scanned one. */
async function changePlaces(tx: Tx, { order, unit, lines, captured, replaced, other }: Places, by: Actor) {
  await moveWithOrder(tx, [replaced], 'processing', by);
  await release(tx, [{ ...replaced, state: 'allocated' }], lines, by);
  if (other) {
    await moveWithOrder(tx, [unit], 'processing', by);
    await endBindings(tx, [unit], 'released', by);
    await shiftUnits(tx, [{ ...unit, state: 'allocated' }], { to: 'listed' }, by);
    await sendWith(tx, other, { itemId: other.itemId, unit: replaced, captured: 'assumed' }, by);
    await storeOrderChanges(tx, [{ orderId: other.id, change: {}, now: by.now }]);
  }
  await sendWith(tx, order, { itemId: replaced.itemId, unit, captured }, by);
}

type Sent = { itemId: string; unit: UnitRow; captured: CaptureMethod | 'assumed' };

/** Binds a device that was put on sale to an order and moves it where the order is. */
async function sendWith(
  tx: Tx,
  { status }: Pick<OrderRow, 'status'>,
  { itemId, unit, captured }: Sent,
  by: Actor,
) {
  if (status === 'cancelled') throw new Error('A device cannot leave with a cancelled order.');
  await bindUnits(tx, itemId, [{ ...unit, state: 'listed' }], captured, by);
  await moveWithOrder(tx, [{ ...unit, state: 'allocated' }], status, by);
}
