import { type Cents, cents } from '@reprise/contract/money';
import type { Tx } from '../../platform/database/database.ts';
import { setOrderPayment } from '../orders/lifecycle/set-order-payment.ts';
import type { OrderRow } from '../orders/orders.queries.ts';
import {
  leftOf,
  type PaymentRow,
  type RefundRow,
  readSettledPayments,
  refundableOf,
} from './payments.queries.ts';
import { storeRefundOf } from './refunds/store-refund.ts';
import type { SettleDeps } from './settle-payment.ts';

/** Amounts that the customer of a paid order has yet to pay, or paid too much; at most one is above zero. */
export type Balance = { due: Cents; surplus: Cents };

type Owing = Pick<OrderRow, 'paymentStatus' | 'totalCents'>;

/**
 * Compares the settled payments of a paid order with its total. Refunds that lowered the revenue count as paid, so an
 * edit never asks for them again, nor refunds the same money twice. Pure.
 */
export function balanceOf({ paymentStatus, totalCents }: Owing, settled: PaymentRow[]): Balance {
  // A late payment of an order that was refunded in full.
  if (paymentStatus === 'refunded') return { due: cents(0), surplus: leftOf(settled) };
  const sum = (part: (payment: PaymentRow) => number) =>
    settled.reduce((total, payment) => total + part(payment), 0);
  const paid = sum(({ amountCents, surplusCents }) => amountCents - surplusCents);
  const lowered = sum(({ refundedCents, surplusCents }) => refundedCents - surplusCents);
  const owed = Math.max(totalCents, lowered);
  return { due: cents(Math.max(0, owed - paid)), surplus: cents(Math.max(0, paid - owed)) };
}

/**
 * Stores what is due of a locked, paid order and refunds what was paid too much, as far as no dispute prevents it. Returns
 * both.
 */
export async function balanceOrder(
  tx: Tx,
  deps: Pick<SettleDeps, 'jobs' | 'now'>,
  order: OrderRow,
  refund: Pick<RefundRow, 'cause'> & Partial<RefundRow>,
): Promise<Balance> {
  const settled = await readSettledPayments(tx, order.id);
  const balance = balanceOf(order, settled);
  if (balance.due !== order.dueCents) {
    await setOrderPayment(tx, order.id, { dueCents: balance.due }, deps.now());
  }
  const amountCents = cents(Math.min(balance.surplus, refundableOf(settled)));
  if (amountCents > 0) {
    const amounts = { amountCents, surplusCents: amountCents };
    await storeRefundOf(tx, deps, { order, settled }, { ...refund, ...amounts });
  }
  return balance;
}
