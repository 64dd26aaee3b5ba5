import type { CallInput } from '@reprise/contract/endpoint';
import { Problem } from '@reprise/contract/problem';
import { type TimelineStatus, timelineSteps } from '@reprise/contract/sales/orders/order-status';
import type { orderEndpoints } from '@reprise/contract/sales/orders/orders';
import type { Deps } from '../../../deps.ts';
import { recordAudits } from '../../../foundations/audit/record-audit.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { orderNotFound } from '../order-access.ts';
import { lockOrderRow, type OrderRow } from '../orders.queries.ts';
import { orderEvents } from '../orders.tables.ts';
import { isDone, sentenceOf } from './order-timeline.ts';
import { storeOrderChanges } from './store-order-changes.ts';

type NewEvent = CallInput<typeof orderEndpoints.addOrderEvent>['body'];

/**
 * Adds an event to the timeline, for instance the parcel's location. Throws when the event is ahead of the order's
 * status.
 */
export async function addOrderEvent(
  deps: Pick<Deps, 'db' | 'now'>,
  reference: string,
  event: NewEvent,
  actorId: string,
): Promise<Pick<OrderRow, 'id'>> {
  return inTransaction(deps.db, async (tx) => {
    const order = await lockOrderRow(tx, reference);
    if (!order) throw orderNotFound();
    await addLockedOrderEvents(tx, [{ order, event, at: deps.now() }], actorId);
    return order;
  });
}

type LockedEvent = { order: OrderRow; event: NewEvent; at: Date };

/** Adds events, at least one, to the timelines of locked orders as `addOrderEvent` does. */
export async function addLockedOrderEvents(tx: Tx, events: LockedEvent[], actorId: string): Promise<void> {
  for (const { order, event } of events) assertNotAhead(order, event.status);
  const rows = events.map(({ order, event, at }) => ({
    id: newId('oev'),
    orderId: order.id,
    status: event.status,
    description: event.description || sentenceOf(event.status, order.shippingMethod),
    location: event.location || null,
    actorId,
    createdAt: at,
  }));
  await tx.insert(orderEvents).values(rows);
  const byOrder = [...Map.groupBy(rows, ({ orderId }) => orderId)];
  const latest = byOrder.map(([orderId, ofOrder]) => ({
    orderId,
    change: {},
    now: new Date(Math.max(...ofOrder.map(({ createdAt }) => createdAt.getTime()))),
  }));
  await storeOrderChanges(tx, latest);
  await recordAudits(
    tx,
    rows.map(({ orderId, status, description, location }) => ({
      actorId,
      action: 'add order event',
      subject: `order ${orderId}`,
      after: { status, description, location },
    })),
  );
}

function assertNotAhead(order: OrderRow, step: TimelineStatus): void {
  const ownedByStatus = !timelineSteps.some((open) => open === step);
  if (!ownedByStatus && order.status !== 'cancelled' && isDone(step, order.status)) return;
  const message = `The order is ${order.status}: change its status first.`;
  throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'status', message }] });
}
