import { Problem } from '@reprise/contract/problem';
import { shippedSpan } from '@reprise/contract/sales/orders/delivery';
import type { NewParcel } from '@reprise/contract/sales/orders/parcels';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { queueMail } from '../../../foundations/notifications/mail-requests.ts';
import { readSettings } from '../../../foundations/settings/settings.queries.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { runOnce } from '../../../platform/http/run-once.ts';
import { type BoundUnit, lockBound } from '../../../workshop/units/in-orders/bindings.ts';
import { wrongUnit } from '../../../workshop/units/in-orders/find-to-pack.ts';
import { shiftUnits } from '../../../workshop/units/shift-units.ts';
import { orderItemUnits } from '../../../workshop/units/units.tables.ts';
import { readStockLines, type StockLine } from '../devices/stock-lines.ts';
import { addTimelineEvent } from '../lifecycle/add-timeline-event.ts';
import {
  assertMayLeave,
  assertNothingDue,
  changeLockedStatuses,
  isOut,
  type RefundApprovals,
  type StatusChanger,
} from '../lifecycle/change-status.ts';
import { storeOrderChanges } from '../lifecycle/store-order-changes.ts';
import { transitionOrder } from '../lifecycle/transition-orders.ts';
import { orderNotFound } from '../order-access.ts';
import { lockOrderRow, type OrderRow } from '../orders.queries.ts';
import { assertNotCollected } from '../shipping/pickup.ts';
import { shippingLabels } from '../shipping/shipping.tables.ts';
import { assertNumberChecked } from '../tax/exempt-orders.ts';
import { readSent } from './parcels.queries.ts';
import { parcelLines, parcels } from './parcels.tables.ts';

type ShipDeps = Pick<Deps, 'db' | 'now' | 'jobs' | 'alerts'> & { refundApprovals: RefundApprovals | null };

/**
 * Sends a part of an order in a parcel. A parcel with all that is left ships the order, as its status does. The order is
 * locked, so that of two packers with the same device the second finds it gone.
 */
export async function shipParcel(
  deps: ShipDeps,
  reference: string,
  parcel: NewParcel,
  actor: StatusChanger & { idempotencyKey: string | null },
): Promise<string> {
  const { userId: actorId, idempotencyKey: key } = actor;
  return inTransaction(deps.db, (tx) => {
    const once = { operation: `ship parcel ${reference}`, actorId, key, body: parcel, now: deps.now() };
    return runOnce(tx, once, async () => {
      const order = await lockOrderRow(tx, reference);
      if (!order) throw orderNotFound();
      await shipLocked(tx, deps, order, parcel, actor);
      return order.id;
    });
  });
}

async function shipLocked(
  tx: Tx,
  deps: ShipDeps,
  order: OrderRow,
  parcel: NewParcel,
  actor: StatusChanger,
): Promise<void> {
  if (order.status === 'cancelled' || isOut(order.status))
    throw new Problem('EDIT_CONFLICT', `This order is ${order.status}, so that no parcel leaves.`);
  assertNotCollected(order, 'This order is collected at the counter, so that no parcel leaves.');
  assertNothingDue(order, 'shipped');
  assertMayLeave(order, actor);
  assertNumberChecked(order);
  const lines = await readStockLines(tx, order.id);
  const bound = await lockBound(
    tx,
    lines.filter(({ hasDevices }) => hasDevices),
  );
  const contents = planContents(parcel, { lines, bound, sent: await readSent(tx, order.id) });
  const now = deps.now();
  const carrier = parcel.carrier || order.carrier;
  const trackingNumber = parcel.trackingNumber || null;
  if (contents.left === 0) {
    const change = { status: 'shipped' as const, carrier, trackingNumber };
    return changeLockedStatuses(tx, deps, [{ order, change, now }], actor);
  }
  if (order.status === 'pending')
    await transitionOrder(tx, deps, order, { to: 'processing', actorId: actor.userId, now, byStaff: true });
  await storeParcel(tx, deps, order, { carrier, trackingNumber, contents }, { actorId: actor.userId, now });
}

type Content = { line: StockLine; quantity: number; units: BoundUnit[] };
type Contents = { parts: Content[]; left: number };

type Packed = { lines: StockLine[]; bound: BoundUnit[]; sent: Map<string, number> };

/** Returns what the parcel has and how many units stay; throws unless each is in the order, packed and not sent. */
function planContents({ lines: wanted }: NewParcel, { lines, bound, sent }: Packed): Contents {
  const open = new Map(
    lines.map(({ itemId, quantity, short }) => [itemId, quantity - short - (sent.get(itemId) ?? 0)]),
  );
  const parts = wanted.map(({ product, quantity, units }) => {
    const line = lines.find(({ productId }) => productId === product);
    if (!line) throw invalid('One of these items is not in the order.');
    if (!line.hasDevices && units.length > 0) throw invalid(`${line.name} has no device numbers.`);
    const devices = units.map((number) => packedUnit(number, line, bound));
    if (line.hasDevices && devices.length !== quantity)
      throw invalid(`Name each ${line.name} in the parcel by its number.`);
    const rest = (open.get(line.itemId) ?? 0) - quantity;
    if (rest < 0) throw invalid(`Only ${rest + quantity} of ${line.name} are left to send.`);
    open.set(line.itemId, rest);
    return { line, quantity, units: devices };
  });
  const named = parts.flatMap(({ units }) => units.map(({ id }) => id));
  if (new Set(named).size < named.length) throw invalid('A device is in the list twice.');
  return { parts, left: [...open.values()].reduce((sum, units) => sum + Math.max(0, units), 0) };
}

function packedUnit(number: string, { itemId, name }: StockLine, bound: BoundUnit[]): BoundUnit {
  const unit = bound.find((device) => device.number === number && device.itemId === itemId);
  if (!unit) throw wrongUnit(`${number} is not packed for ${name}.`);
  if (unit.state !== 'allocated') throw wrongUnit(`${number} has left in another parcel.`);
  if (!unit.isPacked) throw wrongUnit(`${number} is not scanned yet. Scan it first.`);
  return unit;
}

const invalid = (message: string) =>
  new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'lines', message }] });

type Parcel = { carrier: string | null; trackingNumber: string | null; contents: Contents };

async function storeParcel(
  tx: Tx,
  { jobs }: ShipDeps,
  order: OrderRow,
  { carrier, trackingNumber, contents: { parts } }: Parcel,
  by: { actorId: string; now: Date },
): Promise<void> {
  const { now, actorId } = by;
  const id = newId('par');
  const { to: latestDelivery } = shippedSpan(now, await readSettings(tx), order.shippingMethod);
  const [last] = await tx
    .select({ number: sql<number>`coalesce(max(${parcels.number}), 0)::int` })
    .from(parcels)
    .where(eq(parcels.orderId, order.id));
  const number = (last?.number ?? 0) + 1;
  const times = { shippedAt: now, createdAt: now, latestDelivery };
  await tx
    .insert(parcels)
    .values({ id, orderId: order.id, number, carrier, trackingNumber, ...times, actorId });
  await storeLines(tx, id, parts);
  const devices = parts.flatMap(({ units }) => units);
  await shiftUnits(tx, devices, { to: 'shipped', detail: `parcel ${number}` }, by);
  await storeOrderChanges(tx, [{ orderId: order.id, change: { carrier, trackingNumber }, now }]);
  const items = parts.map(({ line, quantity }) => `${quantity} × ${line.name}`).join(', ');
  const description = `Parcel ${number} has left our workshop: ${items}.`;
  await addTimelineEvent(tx, order.id, { status: 'Processing', description, actorId, now });
  if (trackingNumber !== null) await takeLabel(tx, order.id, id, trackingNumber);
  if (order.email !== '')
    await queueMail(tx, jobs, { kind: 'parcel-shipped', eventKey: `parcel-shipped:${id}`, parcelId: id });
  await recordAudit(tx, {
    actorId,
    action: 'ship parcel',
    subject: `order ${order.id}`,
    after: { number, carrier, trackingNumber, items, devices: devices.map((unit) => unit.number) },
  });
}

async function storeLines(tx: Tx, parcelId: string, parts: Content[]): Promise<void> {
  const bindings = await tx
    .select({ id: orderItemUnits.id, unitId: orderItemUnits.unitId })
    .from(orderItemUnits)
    .where(
      and(
        sql`${orderItemUnits.orderItemId} = any(${sql.param(parts.map(({ line }) => line.itemId))}::text[])`,
        isNull(orderItemUnits.endedAt),
      ),
    );
  const bindingOf = new Map(bindings.map(({ id, unitId }) => [unitId, id]));
  await tx.insert(parcelLines).values(
    parts.flatMap(({ line: { itemId: orderItemId, hasDevices }, quantity, units }) =>
      hasDevices
        ? units.map((unit) => ({
            id: newId('pal'),
            parcelId,
            orderItemId,
            quantity: 1,
            bindingId: bindingOf.get(unit.id),
          }))
        : [{ id: newId('pal'), parcelId, orderItemId, quantity }],
    ),
  );
}

/** Gives the label that was bought for this parcel to it, so that another can be bought for the rest. */
async function takeLabel(tx: Tx, orderId: string, parcelId: string, trackingNumber: string): Promise<void> {
  await tx
    .update(shippingLabels)
    .set({ parcelId })
    .where(
      and(
        eq(shippingLabels.orderId, orderId),
        eq(shippingLabels.trackingNumber, trackingNumber),
        eq(shippingLabels.state, 'bought'),
        isNull(shippingLabels.parcelId),
      ),
    );
}
