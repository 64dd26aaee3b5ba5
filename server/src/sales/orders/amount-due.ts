import { type Cents, cents } from '@reprise/contract/money';
import type { OrderRow } from './orders.queries.ts';

type Owed = Pick<OrderRow, 'status' | 'paymentStatus' | 'totalCents' | 'dueCents'>;

/** Returns what the customer has to pay: the total of an unpaid order, or what edits of a paid one added to it. */
export function amountDueOf({ status, paymentStatus, totalCents, dueCents }: Owed): Cents {
  if (status === 'cancelled') return cents(0);
  return isPaid({ paymentStatus }) ? dueCents : isAwaitingPayment({ paymentStatus }) ? totalCents : cents(0);
}

/** Returns true when the order was paid and not refunded in full. */
export function isPaid({ paymentStatus }: Pick<OrderRow, 'paymentStatus'>): boolean {
  return paymentStatus === 'paid' || paymentStatus === 'partly-refunded';
}

/** Returns true for an order of which nothing was paid yet. */
export function isAwaitingPayment({ paymentStatus }: Pick<OrderRow, 'paymentStatus'>): boolean {
  return paymentStatus === 'unpaid' || paymentStatus === 'started';
}
