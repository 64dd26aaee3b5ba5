import { type Cents, cents } from '@reprise/contract/money';
import type { Order } from '@reprise/contract/sales/orders/order';

type Paid = Pick<Order, 'paymentStatus' | 'amountDue'>;

/** True while the shopper has to pay this order, or what an edit added to it. */
export function isPaymentDue(order: Order): boolean {
  return (isUnpaid(order) && order.status === 'pending') || restDueOf(order) > 0;
}

/** True until a payment settles. */
export const isUnpaid = ({ paymentStatus }: Pick<Order, 'paymentStatus'>): boolean =>
  paymentStatus === 'unpaid' || paymentStatus === 'started';

/** Returns what an edit added to a paid order and the customer has yet to pay. */
export function restDueOf({ paymentStatus, amountDue = cents(0) }: Paid): Cents {
  return paymentStatus === 'paid' || paymentStatus === 'partly-refunded' ? amountDue : cents(0);
}

/** Returns what the customer pays next. */
export const nextPaymentOf = (order: Paid & Pick<Order, 'total'>): Cents => restDueOf(order) || order.total;
