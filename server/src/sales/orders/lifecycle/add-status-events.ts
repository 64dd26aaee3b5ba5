import {
  type OrderStatus,
  stockEffect,
  type TimelineStatus,
} from '@reprise/contract/sales/orders/order-status';
import type { Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import type { OrderRow } from '../orders.queries.ts';
import { orderEvents } from '../orders.tables.ts';
import { sentenceOf, stepSentences } from './order-timeline.ts';

type StatusStep = {
  order: OrderRow;
  to: OrderStatus;
  /** Null when the shop itself acts. */
  actorId: string | null;
  now: Date;
  /** Description that replaces the default one. */
  reason?: string | undefined;
};

const stepOf: Record<OrderStatus, TimelineStatus> = {
  pending: 'Reopened',
  processing: 'Processing',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
};

/** Adds events to the timelines of locked orders; returns the steps with the id of their last event. */
export async function addStatusEvents<Step extends StatusStep>(
  tx: Tx,
  steps: Step[],
): Promise<(Step & { eventId: string })[]> {
  const added = steps.map((step) => ({ ...step, eventId: newId('oev') }));
  await tx.insert(orderEvents).values(added.flatMap(eventsOf));
  return added;
}

function eventsOf(step: StatusStep & { eventId: string }) {
  const { order, to, actorId, now, eventId, reason = sentenceOf(stepOf[to], order.shippingMethod) } = step;
  const added = { orderId: order.id, actorId, createdAt: now };
  const last = { ...added, id: eventId, status: stepOf[to], description: reason };
  const isReopened = stockEffect(order.status, to) === 'take-again' && to !== 'pending';
  if (!isReopened) return [last];
  const status = 'Reopened' as const;
  // One millisecond apart, so that sorting by time preserves their order.
  return [
    { ...added, id: newId('oev'), status, description: stepSentences[status] },
    { ...last, createdAt: new Date(now.getTime() + 1) },
  ];
}
