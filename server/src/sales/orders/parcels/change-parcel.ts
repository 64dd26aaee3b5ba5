import { Problem } from '@reprise/contract/problem';
import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { shiftUnits } from '../../../workshop/units/shift-units.ts';
import { lockUnits } from '../../../workshop/units/unit-rows.ts';
import { orderItemUnits } from '../../../workshop/units/units.tables.ts';
import { addTimelineEvent } from '../lifecycle/add-timeline-event.ts';
import { isOut } from '../lifecycle/change-status.ts';
import { storeOrderChanges } from '../lifecycle/store-order-changes.ts';
import { transitionOrder } from '../lifecycle/transition-orders.ts';
import { orderNotFound } from '../order-access.ts';
import { lockOrderRow, type OrderRow } from '../orders.queries.ts';
import type { ParcelRow } from './parcels.queries.ts';
import { parcelLines, parcels } from './parcels.tables.ts';

type ChangeDeps = Pick<Deps, 'db' | 'now' | 'jobs' | 'alerts'>;

async function lockParcel(tx: Tx, reference: string, id: string): Promise<[OrderRow, ParcelRow]> {
  const order = await lockOrderRow(tx, reference);
  if (!order) throw orderNotFound();
  const [parcel] = await tx
    .select()
    .from(parcels)
    .where(and(eq(parcels.id, id), eq(parcels.orderId, order.id)));
  if (!parcel) throw new Problem('NOT_FOUND', 'This parcel does not exist any more.');
  return [order, parcel];
}

/** Marks a parcel as delivered; repeating the call changes nothing. */
export async function markParcelDelivered(
  deps: ChangeDeps,
  reference: string,
  parcelId: string,
  actorId: string,
): Promise<string> {
  return inTransaction(deps.db, async (tx) => {
    const [order, parcel] = await lockParcel(tx, reference, parcelId);
    await deliverParcel(tx, deps, order, parcel, { actorId, now: deps.now() });
    return order.id;
  });
}

/** Records that a parcel of a locked order has arrived; the last one makes a shipped order delivered. */
export async function deliverParcel(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'alerts'>,
  order: OrderRow,
  parcel: ParcelRow,
  by: { actorId: string | null; now: Date },
): Promise<void> {
  if (parcel.deliveredAt !== null) return;
  if (order.status === 'cancelled') throw new Problem('EDIT_CONFLICT', 'This order has been cancelled.');
  await tx.update(parcels).set({ deliveredAt: by.now }).where(eq(parcels.id, parcel.id));
  const [waiting] = await tx
    .select({ id: parcels.id })
    .from(parcels)
    .where(and(eq(parcels.orderId, order.id), isNull(parcels.deliveredAt)))
    .limit(1);
  if (!waiting && order.status === 'shipped') {
    await transitionOrder(tx, deps, order, { to: 'delivered', ...by, byStaff: by.actorId !== null });
    return;
  }
  const status = isOut(order.status) ? 'In Transit' : 'Processing';
  const description = `Parcel ${parcel.number} has been delivered.`;
  await addTimelineEvent(tx, order.id, { status, description, ...by });
}

/** Takes back a parcel that has not left after all, while the rest of its order is not sent. */
export async function takeBackParcel(
  deps: ChangeDeps,
  reference: string,
  parcelId: string,
  actorId: string,
): Promise<string> {
  const by = { actorId, now: deps.now() };
  return inTransaction(deps.db, async (tx) => {
    const [order, parcel] = await lockParcel(tx, reference, parcelId);
    if (order.status !== 'pending' && order.status !== 'processing')
      throw new Problem('EDIT_CONFLICT', `This order is ${order.status}. Change its status first.`);
    if (parcel.deliveredAt !== null)
      throw new Problem('EDIT_CONFLICT', 'This parcel has arrived, so that it cannot be taken back.');
    const bindings = await tx
      .select({ unitId: orderItemUnits.unitId })
      .from(parcelLines)
      .innerJoin(orderItemUnits, eq(orderItemUnits.id, parcelLines.bindingId))
      .where(and(eq(parcelLines.parcelId, parcel.id), isNull(orderItemUnits.endedAt)));
    const devices = await lockUnits(
      tx,
      bindings.map(({ unitId }) => unitId),
    );
    const elsewhere = devices.find(({ state }) => state !== 'shipped');
    if (elsewhere)
      throw new Problem('EDIT_CONFLICT', `${elsewhere.number} is in a return, so that its parcel has left.`);
    await tx.delete(parcels).where(eq(parcels.id, parcel.id));
    await shiftUnits(tx, devices, { to: 'allocated', detail: 'parcel taken back' }, by);
    await clearShipment(tx, order, parcel, by.now);
    const description = `Parcel ${parcel.number} has not left yet.`;
    await addTimelineEvent(tx, order.id, { status: 'Processing', description, ...by });
    const { number, trackingNumber } = parcel;
    await recordAudit(tx, {
      actorId,
      action: 'take back parcel',
      subject: `order ${order.id}`,
      before: { number, trackingNumber },
    });
    return order.id;
  });
}

/** Gives the order the number of its newest parcel again. */
async function clearShipment(
  tx: Tx,
  order: OrderRow,
  { trackingNumber }: ParcelRow,
  now: Date,
): Promise<void> {
  if (order.trackingNumber !== trackingNumber) return;
  const [newest] = await tx
    .select()
    .from(parcels)
    .where(and(eq(parcels.orderId, order.id), isNotNull(parcels.trackingNumber)))
    .orderBy(desc(parcels.number))
    .limit(1);
  const change = { carrier: newest?.carrier ?? null, trackingNumber: newest?.trackingNumber ?? null };
  await storeOrderChanges(tx, [{ orderId: order.id, change, now }]);
}
