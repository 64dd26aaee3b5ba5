import type { Tracking } from '@reprise/contract/sales/orders/order';
import {
  type OrderStatus,
  type TimelineStatus,
  type TimelineStep,
  timelineSteps,
} from '@reprise/contract/sales/orders/order-status';
import type { ShippingMethod } from '@reprise/contract/sales/orders/pricing';
import { isStepOf } from '@reprise/contract/sales/orders/shipping/pickup';

// Pure rules of the timeline.

export type TimelineEvent = {
  status: TimelineStatus;
  description: string;
  location: string | null;
  createdAt: Date;
};

/** Default description of each event. */
export const stepSentences: Record<TimelineStatus, string> = {
  'Order Placed': 'We have received your order.',
  Processing: 'We are preparing your order.',
  Shipped: 'Your order has left our workshop.',
  'In Transit': 'Your parcel is on its way.',
  'Out for Delivery': 'Your parcel is with the courier.',
  Delivered: 'Your order has been delivered.',
  Cancelled: 'The order was cancelled.',
  Reopened: 'The order was reopened.',
  Refunded: 'You received a refund.',
  Edited: 'We changed your order.',
};

/** Descriptions of an order that is collected, where they differ. */
const pickupSentences: Partial<Record<TimelineStatus, string>> = {
  Shipped: 'Your order is ready to collect at the counter.',
  Delivered: 'You have collected your order.',
};

/** Returns the default description of an event of an order. */
export const sentenceOf = (status: TimelineStatus, method: ShippingMethod): string =>
  (method === 'pickup' ? pickupSentences[status] : undefined) ?? stepSentences[status];

/** Last step that can be completed in this status. */
const lastStep: Record<OrderStatus, TimelineStep> = {
  pending: 'Order Placed',
  processing: 'Processing',
  shipped: 'Out for Delivery',
  delivered: 'Delivered',
  cancelled: 'Delivered',
};

const rankOf = (status: TimelineStatus) => timelineSteps.indexOf(status as TimelineStep);

/** Returns true when the order's status includes this step; events of an order that was set back do not count. */
export function isDone(step: TimelineStatus, orderStatus: OrderStatus): boolean {
  return rankOf(step) <= rankOf(lastStep[orderStatus]);
}

/**
 * Returns completed events in order, followed by the open steps. Steps before a completed one were skipped and are
 * omitted; a cancelled order has no open steps.
 */
export function timelineOf(
  orderStatus: OrderStatus,
  events: TimelineEvent[],
  method: ShippingMethod = 'standard',
): Tracking['timeline'] {
  const timeline: Tracking['timeline'] = events
    .filter((event) => isDone(event.status, orderStatus))
    .map(({ status, description, location, createdAt }) => ({
      status,
      description,
      location,
      completed: true,
      date: createdAt.toISOString(),
    }));
  if (orderStatus === 'cancelled') return timeline;
  const lastDone = Math.max(-1, ...timeline.map((entry) => rankOf(entry.status)));
  const open = timelineSteps
    .slice(lastDone + 1)
    .filter((step) => isStepOf(step, method))
    .map((status) => ({
      status,
      description: (method === 'pickup' && openPickupSentences[status]) || openSentences[status],
      location: null,
      completed: false,
      date: null,
    }));
  return [...timeline, ...open];
}

const openPickupSentences: Partial<Record<TimelineStep, string>> = {
  Processing: 'The order is prepared.',
  Shipped: 'The order waits for you at the counter.',
  Delivered: 'You collect the order.',
};

const openSentences: Record<TimelineStep, string> = {
  'Order Placed': 'The order has been placed.',
  Processing: 'The order is prepared for shipping.',
  Shipped: 'The parcel is handed to the carrier.',
  'In Transit': 'The parcel travels to you.',
  'Out for Delivery': 'The courier brings the parcel.',
  Delivered: 'The parcel arrives.',
};
