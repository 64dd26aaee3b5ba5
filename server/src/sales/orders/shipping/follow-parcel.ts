import { Problem } from '@reprise/contract/problem';
import type { TimelineStatus } from '@reprise/contract/sales/orders/order-status';
import type { ParcelStatus } from '@reprise/contract/sales/orders/shipping/labels';
import type { ParcelStep, ParcelUpdate } from '@reprise/extension/carrier';
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { stepSentences } from '../lifecycle/order-timeline.ts';
import { transitionOrder } from '../lifecycle/transition-orders.ts';
import { lockOrderRow, type OrderRow } from '../orders.queries.ts';
import { orderEvents } from '../orders.tables.ts';
import { deliverParcel } from '../parcels/change-parcel.ts';
import { isPartlyShipped } from '../parcels/parcels.queries.ts';
import { parcels } from '../parcels/parcels.tables.ts';
import { type AccountDeps, openCarrier } from './carrier-account.ts';
import type { LabelRow } from './labels.queries.ts';
import { shippingLabels } from './shipping.tables.ts';

/** Moves the return whose parcel has made these steps, in their order; its order is locked. */
export type FollowReturn = (tx: Tx, parcel: ParcelUpdate & { returnId: string }, now: Date) => Promise<void>;

type FollowDeps = AccountDeps & Pick<Deps, 'jobs' | 'alerts'>;

/**
 * Adds the steps of a parcel to the timeline of its order, and marks a shipped order as delivered. Every event has all
 * steps so far: repeated, late and mixed up events add nothing twice.
 */
export async function receiveParcelEvent(
  deps: FollowDeps,
  event: { body: Buffer; signature: string },
  followReturn: FollowReturn,
): Promise<void> {
  const opened = await openCarrier(deps);
  if (!opened?.eventSecret || !opened.carrier.events)
    throw new Problem('VALIDATION_ERROR', 'This shop follows no parcels.');
  const update = opened.carrier.events.read(event, opened.eventSecret);
  if (!update) return;
  await inTransaction(deps.db, async (tx) => {
    const label = await findFollowed(tx, update.trackingNumber);
    // Other programs may use the same account.
    if (label) await follow(tx, deps, label, update, followReturn);
  });
}

async function findFollowed(tx: Tx, trackingNumber: string): Promise<LabelRow | undefined> {
  const isIt = and(
    eq(shippingLabels.trackingNumber, trackingNumber),
    inArray(shippingLabels.state, ['bought', 'refunding', 'refused']),
  );
  const [label] = await tx
    .select()
    .from(shippingLabels)
    .where(isIt)
    .orderBy(desc(shippingLabels.createdAt))
    .limit(1);
  return label;
}

async function follow(
  tx: Tx,
  deps: FollowDeps,
  { id, orderId, returnId }: LabelRow,
  update: ParcelUpdate,
  followReturn: FollowReturn,
): Promise<void> {
  const order = await lockOrderRow(tx, orderId);
  const [label] = await tx.select().from(shippingLabels).where(eq(shippingLabels.id, id)).for('update');
  const steps = update.steps.sort((a, b) => a.at.getTime() - b.at.getTime()).slice(-maxSteps);
  const newest = steps.at(-1);
  if (!order || !label || !newest) return;
  if (returnId === null) await addSteps(tx, order, steps);
  if (label.followedUntil && newest.at < label.followedUntil) return;
  const now = deps.now();
  await tx
    .update(shippingLabels)
    .set({ parcelStatus: newest.status, followedUntil: newest.at, updatedAt: now })
    .where(eq(shippingLabels.id, id));
  if (returnId !== null)
    return followReturn(tx, { returnId, trackingNumber: update.trackingNumber, steps }, now);
  if (newest.status !== 'delivered' || order.status === 'cancelled') return;
  const [parcel] = label.parcelId
    ? await tx.select().from(parcels).where(eq(parcels.id, label.parcelId))
    : [];
  if (parcel) await deliverParcel(tx, deps, order, parcel, { actorId: null, now });
  else if (order.status === 'shipped' && !(await isPartlyShipped(tx, order.id)))
    await transitionOrder(tx, deps, order, { to: 'delivered', actorId: null, now });
}

/** Steps of one event; carriers report a few dozen. */
const maxSteps = 100;

const stepOf: Partial<Record<ParcelStatus, TimelineStatus>> = {
  in_transit: 'In Transit',
  available_for_pickup: 'In Transit',
  return_to_sender: 'In Transit',
  failure: 'In Transit',
  out_for_delivery: 'Out for Delivery',
};

/** Adds the steps that the timeline has not. That of the delivery is the one of the order's own status. */
async function addSteps(tx: Tx, { id: orderId }: OrderRow, steps: ParcelStep[]): Promise<void> {
  const known = await tx
    .select({ at: orderEvents.createdAt, description: orderEvents.description })
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId));
  const keyOf = (at: Date, description: string) => `${at.getTime()} ${description}`;
  const keys = new Set(known.map(({ at, description }) => keyOf(at, description)));
  const events = steps.flatMap(({ status, message, location, at }) => {
    const step = stepOf[status];
    const description = message.slice(0, 300) || (step ? stepSentences[step] : '');
    if (!step || keys.has(keyOf(at, description))) return [];
    keys.add(keyOf(at, description));
    return [{ id: newId('oev'), orderId, status: step, description, location, createdAt: at }];
  });
  if (events.length > 0) await tx.insert(orderEvents).values(events);
}
