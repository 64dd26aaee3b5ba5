import type { Cents } from '@reprise/contract/money';
import type { NewOrder } from '@reprise/contract/sales/orders/order';
import type { ShippingMethod } from '@reprise/contract/sales/orders/pricing';
import type { CartLine } from '../../cart/cart-store.ts';

type Sent = {
  /** Idempotency-Key, the same for every attempt. */
  key: string;
  /** Reference shown until the shop's order number is known. */
  reference: string;
  /** Id of the signed-in customer; the shop separates the keys of customers and guests. */
  owner: string | null;
  email: string;
  total: Cents;
  shippingMethod: ShippingMethod;
  sentAt: number;
  /** Product id of an order of Buy Now, which leaves the cart alone; absent for an order of the cart. */
  buyNow?: string;
};

/** Order without a response. */
export type WaitingOrder = Sent & {
  state: 'waiting';
  body: NewOrder;
  /** Cart lines of the order, restored to the cart if it is rejected. */
  lines: CartLine[];
  tries: number;
  nextTryAt: number;
  /** True once the checkout has stopped waiting for a response. */
  inBackground: boolean;
};

/** Placed order with the data to show and pay it, also for a guest. */
export type PlacedOrder = Sent & {
  state: 'placed';
  /** Null once it is paid. */
  body: NewOrder | null;
  orderId: string;
  orderNumber: string;
  accessToken: string | null;
  estimatedDelivery: string;
  latestDelivery?: string;
  /** End of the stock reservation. */
  reservedUntil?: string | null;
  paid: boolean;
  /** True once the checkout has finished with it: the next order is a separate purchase. */
  left?: boolean;
};

/** Order that was rejected after the shopper left the checkout. */
type RejectedOrder = Sent & { state: 'refused'; message: string };

export type SentOrder = WaitingOrder | PlacedOrder | RejectedOrder;

/** An unanswered order is given up, and an unpaid one no longer reused, after this time. */
const giveUpAfterMs = 24 * 60 * 60 * 1000;

export const isFresh = (order: SentOrder, now: number) => now - order.sentAt <= giveUpAfterMs;

export const isWaiting = (order: SentOrder): order is WaitingOrder => order.state === 'waiting';

/** True for orders of this Buy Now product, or of the cart if it is null. */
export const isOfBasket = (order: SentOrder, buyNow: string | null) => (order.buyNow ?? null) === buyNow;

export const isUnpaid = (order: SentOrder): order is PlacedOrder => order.state === 'placed' && !order.paid;

/** Returns the valid entries; storage may contain anything. */
export function readOrders(raw: string | null): SentOrder[] {
  try {
    const stored: unknown = JSON.parse(raw ?? '[]');
    return Array.isArray(stored) ? stored.filter(isSentOrder) : [];
  } catch {
    return [];
  }
}

function isSentOrder(value: unknown): value is SentOrder {
  const order = (value ?? {}) as Partial<WaitingOrder> & Partial<PlacedOrder> & { state?: string };
  const isComplete =
    typeof order.key === 'string' &&
    typeof order.reference === 'string' &&
    typeof order.email === 'string' &&
    Number.isSafeInteger(order.total) &&
    Number.isFinite(order.sentAt);
  if (!isComplete) return false;
  if (order.state === 'waiting') return Boolean(order.body) && Array.isArray(order.lines);
  if (order.state === 'placed') return typeof order.orderId === 'string';
  return order.state === 'refused';
}
