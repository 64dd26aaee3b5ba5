import { type Cents, cents } from '@reprise/contract/money';
import type { PaymentStatus } from '@reprise/contract/sales/orders/order-status';
import { eq } from 'drizzle-orm';
import type { Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { setOrderPayment } from '../../orders/lifecycle/set-order-payment.ts';
import type { OrderRow } from '../../orders/orders.queries.ts';
import { leftOf, type PaymentRow, type RefundRow, refundableOf } from '../payments.queries.ts';
import { payments, refunds } from '../payments.tables.ts';
import type { SettleDeps } from '../settle-payment.ts';
import { refundToSend } from './refund-to-send.ts';

type StoreDeps = Pick<SettleDeps, 'jobs' | 'now'>;

type NewRefund = Pick<RefundRow, 'amountCents' | 'cause'> & Partial<RefundRow>;

/** Inserts the refund and the job that sends it. The caller reserves the amount. */
export async function storeRefund(
  tx: Tx,
  { jobs, now }: StoreDeps,
  payment: PaymentRow,
  refund: NewRefund,
): Promise<string> {
  const id = newId('ref');
  await tx.insert(refunds).values({
    ...refund,
    id,
    paymentId: payment.id,
    orderId: payment.orderId,
    createdAt: now(),
    updatedAt: now(),
  });
  await jobs.enqueue(tx, refundToSend, { refundId: id });
  return id;
}

/** Parts of the first of several refunds: idempotency, because its key is unique, and the refunded items. */
type OfFirst = Pick<
  Partial<RefundRow>,
  'idempotencyScope' | 'idempotencyKey' | 'requestHash' | 'items' | 'isRestocked'
>;

/**
 * Reserves and stores the refund of an amount, newest payment first and none that is disputed, and sets the order's
 * payment status. The caller has locked the order and checked that this much is refundable. Returns the refund ids.
 */
export async function storeRefundOf(
  tx: Tx,
  deps: StoreDeps,
  { order, settled }: { order: OrderRow; settled: PaymentRow[] },
  { amountCents, surplusCents = cents(0), ...refund }: NewRefund,
  ofFirst: OfFirst = {},
): Promise<{ ids: string[]; paymentStatus: PaymentStatus }> {
  const ids: string[] = [];
  const after: PaymentRow[] = [];
  let [amountLeft, surplusLeft] = [amountCents as number, surplusCents as number];
  for (const payment of settled) {
    const amount = Math.min(refundableOf([payment]), amountLeft);
    const surplus = Math.min(amount, surplusLeft);
    amountLeft -= amount;
    surplusLeft -= surplus;
    const changed = {
      refundedCents: (payment.refundedCents + amount) as Cents,
      surplusCents: (payment.surplusCents + surplus) as Cents,
    };
    after.push({ ...payment, ...changed });
    if (amount === 0) continue;
    await tx
      .update(payments)
      .set({ ...changed, updatedAt: deps.now() })
      .where(eq(payments.id, payment.id));
    const part = { ...refund, amountCents: cents(amount), surplusCents: cents(surplus) };
    ids.push(await storeRefund(tx, deps, payment, ids.length === 0 ? { ...part, ...ofFirst } : part));
  }
  const paymentStatus = paymentStatusOf(order, after);
  await setPaymentStatus(tx, order, paymentStatus, deps.now());
  return { ids, paymentStatus };
}

/**
 * Returns the payment status of an order that is not cancelled, from its settled payments. One that an edit made free is
 * paid.
 */
export function paymentStatusOf(
  { totalCents }: Pick<OrderRow, 'totalCents'>,
  settled: PaymentRow[],
): 'paid' | 'partly-refunded' | 'refunded' {
  if (hasLoweredRevenue(settled)) return leftOf(settled) === 0 ? 'refunded' : 'partly-refunded';
  return leftOf(settled) === 0 && totalCents > 0 ? 'refunded' : 'paid';
}

/** Returns true if a refund returned more than what was paid beyond the total. */
export function hasLoweredRevenue(settled: PaymentRow[]): boolean {
  return settled.some(({ refundedCents, surplusCents }) => refundedCents > surplusCents);
}

/** Stores the payment status; an order refunded in full leaves nothing to pay. */
export async function setPaymentStatus(
  tx: Tx,
  order: OrderRow,
  paymentStatus: PaymentStatus,
  now: Date,
): Promise<void> {
  const nothingDue = paymentStatus === 'refunded' && { dueCents: cents(0) };
  await setOrderPayment(tx, order.id, { paymentStatus, ...nothingDue }, now);
}
