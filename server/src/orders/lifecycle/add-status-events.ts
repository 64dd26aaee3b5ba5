import { type OrderStatus, stockEffect, type TimelineStatus } from '@reprise/contract/orders/order-status';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import type { OrderRow } from '../orders.queries.ts';
import { orderEvents } from '../orders.tables.ts';
import { stepSentences } from './order-timeline.ts';

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
  const added = steps.map((step) => ({ step, events: eventsOf(step), eventId: newId('oev') }));
  await tx.insert(orderEvents).values(
    added.flatMap(({ events, eventId }) =>
      events.map((event, index) => ({
        ...event,
        id: index === events.length - 1 ? eventId : newId('oev'),
      })),
    ),
  );
  return added.map(({ step, eventId }) => ({ ...step, eventId }));
}

function eventsOf({ order, to, actorId, now, reason = stepSentences[stepOf[to]] }: StatusStep) {
  const last = { orderId: order.id, status: stepOf[to], description: reason, actorId, createdAt: now };
  const isReopened = stockEffect(order.status, to) === 'take-again' && to !== 'pending';
  if (!isReopened) return [last];
  const reopened = { ...last, status: 'Reopened', description: stepSentences.Reopened } as const;
  // One millisecond apart, so that sorting by time preserves their order.
  return [reopened, { ...last, createdAt: new Date(now.getTime() + 1) }];
}
