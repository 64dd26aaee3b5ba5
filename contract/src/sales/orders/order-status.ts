export const orderStatuses = ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Statuses to filter by; a partly shipped order has one of the first two. */
export const statusFilters = [...orderStatuses, 'partly-shipped'] as const;

export const partlyShippedLabel = 'Partly shipped';

/** True until all of an order has left. */
export const isUnsent = (status: OrderStatus): boolean => status === 'pending' || status === 'processing';

/** `refund-to-approve`: the order is cancelled and its refund waits for approval. */
export const paymentStatuses = [
  'unpaid',
  'started',
  'paid',
  'partly-refunded',
  'refund-to-approve',
  'refunded',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** Tracking steps in order; a step without an event is not done. */
export const timelineSteps = [
  'Order Placed',
  'Processing',
  'Shipped',
  'In Transit',
  'Out for Delivery',
  'Delivered',
] as const;
export type TimelineStep = (typeof timelineSteps)[number];

/** Timeline events in addition to the steps. */
export const timelineStatuses = [...timelineSteps, 'Cancelled', 'Reopened', 'Refunded', 'Edited'] as const;
export type TimelineStatus = (typeof timelineStatuses)[number];

/** The mail of a status leaves this long after the change, so that a slip can be undone before the customer reads it. */
export const statusMailDelayMs = 30_000;

/** Returns the effect of a status change on stock; any status may follow any other. */
export function stockEffect(from: OrderStatus, to: OrderStatus): 'none' | 'put-back' | 'take-again' {
  if (from !== 'cancelled' && to === 'cancelled') return 'put-back';
  if (from === 'cancelled' && to !== 'cancelled') return 'take-again';
  return 'none';
}

export const orderStatusLabels: Record<OrderStatus, string> = {
  pending: 'Pending',
  processing: 'Processing',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
};
