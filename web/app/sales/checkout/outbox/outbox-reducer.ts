import { type Problem, problemCodeOf } from '@reprise/contract/problem';
import type { Order } from '@reprise/contract/sales/orders/order';
import { isFresh, isWaiting, type PlacedOrder, type SentOrder, type WaitingOrder } from './sent-order.ts';

export type FoundOrder = { order: Order; accessToken?: string | undefined };

export type OutboxEvent =
  | { type: 'prepared' | 'attempted'; order: WaitingOrder }
  | { type: 'answered'; order: WaitingOrder; answer: FoundOrder }
  | { type: 'unanswered'; order: WaitingOrder; error?: unknown }
  | { type: 'rejected'; order: WaitingOrder; error: Error }
  | { type: 'forgotten' | 'movedToBackground'; key: string }
  | { type: 'paid' | 'dismissed' | 'cancelled'; orderId: string }
  | { type: 'signedOut'; owner: string };

/** Returns the orders after the event, newest first, without data that need not be stored. */
export function reduceOutbox(orders: SentOrder[], event: OutboxEvent, now: number): SentOrder[] {
  return applyEvent(orders, event, now)
    .filter((order, index) => isRetained(order, index, now))
    .map((order) => withoutPersonalData(order, now));
}

function applyEvent(orders: SentOrder[], event: OutboxEvent, now: number): SentOrder[] {
  switch (event.type) {
    case 'prepared':
      return put(orders, event.order);
    case 'attempted':
      return put(orders, { ...event.order, tries: event.order.tries + 1 });
    case 'answered':
      return put(without(orders, event.order.body.replaces), toPlaced(event.order, event.answer));
    case 'unanswered': {
      const { order, error } = event;
      return put(orders, { ...order, nextTryAt: now + pauseAfter(order.tries, error) });
    }
    case 'rejected':
      return put(orders, { ...toSent(event.order), state: 'refused', message: event.error.message });
    case 'forgotten':
      return orders.filter(({ key }) => key !== event.key);
    case 'movedToBackground':
      return orders.map((order) =>
        order.key === event.key && isWaiting(order) ? { ...order, inBackground: true } : order,
      );
    case 'paid':
      return changePlaced(orders, event.orderId, { paid: true, body: null });
    case 'dismissed':
      return changePlaced(orders, event.orderId, { left: true });
    case 'cancelled':
      return without(orders, event.orderId);
    case 'signedOut':
      return orders.filter((order) => order.owner !== event.owner || isWaiting(order));
  }
}

const put = (orders: SentOrder[], changed: SentOrder) =>
  orders.some(({ key }) => key === changed.key)
    ? orders.map((order) => (order.key === changed.key ? changed : order))
    : [changed, ...orders];

const without = (orders: SentOrder[], orderId: string | undefined) =>
  orders.filter((order) => order.state !== 'placed' || order.orderId !== orderId);

const changePlaced = (orders: SentOrder[], orderId: string, changes: Partial<PlacedOrder>) =>
  orders.map((order) =>
    order.state === 'placed' && order.orderId === orderId ? { ...order, ...changes } : order,
  );

/** Returns the fields that an order has in every state. */
function toSent({ body, lines, tries, nextTryAt, inBackground, ...sent }: WaitingOrder) {
  return sent;
}

function toPlaced(waiting: WaitingOrder, { order, accessToken }: FoundOrder): PlacedOrder {
  return {
    ...toSent(waiting),
    state: 'placed',
    total: order.total,
    body: waiting.body,
    orderId: order.id,
    orderNumber: order.orderNumber,
    accessToken: accessToken ?? null,
    estimatedDelivery: order.estimatedDelivery,
    latestDelivery: order.latestDelivery,
    reservedUntil: order.reservedUntil,
    paid: order.paymentStatus === 'paid',
  };
}

const firstPauseMs = 1500;
const maxPauseMs = 60_000;

function pauseAfter(tries: number, error?: unknown): number {
  const retryAfterMs = problemCodeOf(error) ? ((error as Problem).retryAfterSeconds ?? 0) * 1000 : 0;
  return Math.max(retryAfterMs, Math.min(maxPauseMs, firstPauseMs * 2 ** (tries - 1)));
}

const maxStoredOrders = 20;
/** Access tokens expire after the same time. */
const retentionMs = 90 * 24 * 60 * 60 * 1000;

/** Waiting orders are always stored; others only up to a count and an age. */
function isRetained(order: SentOrder, index: number, now: number): boolean {
  return isWaiting(order) || (index < maxStoredOrders && now - order.sentAt < retentionMs);
}

/** Removes personal data that is not needed: other people may use this browser too. */
function withoutPersonalData(order: SentOrder, now: number): SentOrder {
  if (order.state !== 'placed' || (!(order.paid && order.left) && isFresh(order, now))) return order;
  return { ...order, body: null, email: '' };
}
