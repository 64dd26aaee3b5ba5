import type { CallInput } from '@reprise/contract/endpoint';
import { type TimelineStatus, timelineSteps } from '@reprise/contract/orders/order-status';
import type { orderEndpoints } from '@reprise/contract/orders/orders';
import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { orderNotFound } from '../order-access.ts';
import { lockOrderRow, type OrderRow } from '../orders.queries.ts';
import { orderEvents, orders } from '../orders.tables.ts';
import { isDone, stepSentences } from './order-timeline.ts';

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
    await addLockedOrderEvent(tx, order, event, { actorId, now: deps.now() });
    return order;
  });
}

/** Adds an event to the timeline of a locked order as `addOrderEvent` does. */
export async function addLockedOrderEvent(
  tx: Tx,
  order: OrderRow,
  event: NewEvent,
  { actorId, now }: { actorId: string; now: Date },
): Promise<void> {
  assertNotAhead(order, event.status);
  const step = {
    status: event.status,
    description: event.description || stepSentences[event.status],
    location: event.location || null,
  };
  await tx
    .insert(orderEvents)
    .values({ id: newId('oev'), orderId: order.id, ...step, actorId, createdAt: now });
  await tx.update(orders).set({ updatedAt: now }).where(eq(orders.id, order.id));
  await recordAudit(tx, { actorId, action: 'add order event', subject: `order ${order.id}`, after: step });
}

function assertNotAhead(order: OrderRow, step: TimelineStatus): void {
  const ownedByStatus = !timelineSteps.some((open) => open === step);
  if (!ownedByStatus && order.status !== 'cancelled' && isDone(step, order.status)) return;
  const message = `The order is ${order.status}: change its status first.`;
  throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'status', message }] });
}
