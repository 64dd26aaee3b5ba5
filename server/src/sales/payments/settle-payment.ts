import { cents, formatMoney, toDecimal } from '@reprise/contract/money';
import { problemCodeOf } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { readLivePayments, recordLiveMoney } from '../../foundations/settings/live-payments.ts';
import { inTransaction, type Queryable, type Tx } from '../../platform/database/database.ts';
import { isPaid } from '../orders/amount-due.ts';
import { setOrderPayment } from '../orders/lifecycle/set-order-payment.ts';
import { notifyRefundOfOrder, type TransitionDeps } from '../orders/lifecycle/transition-orders.ts';
import { orderNotFound } from '../orders/order-access.ts';
import { returnPayment } from '../orders/orders.jobs.ts';
import { lockOrderRow, type OrderRow } from '../orders/orders.queries.ts';
import { invalidateSales } from '../orders/orders.tags.ts';
import { balanceOrder } from './balance-order.ts';
import { type NewDiscrepancy, recordDiscrepancy } from './discrepancies.ts';
import { markPaid, queuePaidMail } from './mark-paid.ts';
import { uncountStart } from './payment-limits.ts';
import { findPaymentOfOrder, type PaymentRow } from './payments.queries.ts';
import { payments } from './payments.tables.ts';
import { type Intent, paymentCurrency } from './processors/processor.ts';

export type SettleDeps = Pick<Deps, 'db' | 'now'> & TransitionDeps;

/**
 * Outcome of settling: `paid`; `refunding` (order cannot be fulfilled); `needs-review` (amount, currency or mode
 * mismatch); else still open or ended.
 */
export type SettlementOutcome = 'paid' | 'refunding' | 'needs-review' | 'open' | 'processing' | 'cancelled';

/**
 * Settles payment and order with the processor's state; idempotent. `alsoInside` runs in the same transaction. A late
 * payment of an expired reservation takes the stock again, or is refunded when the stock is gone.
 */
export async function settlePayment(
  deps: SettleDeps,
  { intentId, orderId }: Pick<PaymentRow, 'intentId' | 'orderId'>,
  intent: Intent,
  alsoInside: (tx: Tx) => Promise<void> = async () => {},
): Promise<SettlementOutcome> {
  const settle = (retakeStock: boolean) =>
    inTransaction(deps.db, async (tx) => {
      await alsoInside(tx);
      const order = await lockOrderRow(tx, orderId);
      const payment = await findPaymentOfOrder(tx, intentId, orderId);
      if (!order || !payment) throw orderNotFound();
      return settleLocked(tx, deps, { order, payment, intent, retakeStock });
    });
  try {
    return await settle(true);
  } catch (error) {
    const code = problemCodeOf(error);
    if (code !== 'OUT_OF_STOCK' && code !== 'PRODUCT_UNAVAILABLE') throw error;
    return settle(false);
  }
}

type Locked = { order: OrderRow; payment: PaymentRow; intent: Intent; retakeStock: boolean };

async function settleLocked(tx: Tx, deps: SettleDeps, locked: Locked): Promise<SettlementOutcome> {
  const { order, payment, intent } = locked;
  if (payment.status !== 'created') return outcomeOf(payment, order);
  if (intent.status === 'cancelled') {
    await setStatus(tx, payment, 'cancelled', deps.now());
    return 'cancelled';
  }
  if (intent.status !== 'succeeded') return intent.status;
  if (!(await mayCountAsPaid(tx, payment))) {
    await setStatus(tx, payment, 'cancelled', deps.now());
    return 'cancelled';
  }
  if (!matchesRequest(payment, intent)) {
    await setStatus(tx, payment, 'needs-review', deps.now());
    await recordDiscrepancy(tx, amountDiscrepancy(payment, intent), deps.now());
    return 'needs-review';
  }
  await setStatus(tx, payment, 'succeeded', deps.now(), intent.method);
  await uncountStart(tx, { ...order, network: payment.network });
  const reopens = order.status === 'cancelled' && order.reservationReleasedAt !== null && locked.retakeStock;
  if (payment.livemode) await recordLiveMoney(tx, deps.now());
  const paidOrder = { ...order, paymentMethod: intent.method, isTestPaid: !payment.livemode };
  if (order.status === 'cancelled' && !reopens) return refund(tx, deps, paidOrder);
  if (order.status !== 'cancelled' && (isPaid(order) || order.paymentStatus === 'refunded')) {
    return settleRest(tx, deps, order, payment.id);
  }
  await markPaid(tx, deps, paidOrder, payment.id);
  // Edited while the customer paid the amount of before.
  if (payment.amountCents !== order.totalCents) {
    const paid = { ...order, paymentStatus: 'paid' } as const;
    await balanceOrder(tx, deps, paid, { cause: 'overpayment' });
  }
  return 'paid';
}

/** Counts a further payment of an edited order, of which the customer has already paid a part. */
export async function settleRest(
  tx: Tx,
  deps: SettleDeps,
  order: OrderRow,
  paymentId: string,
): Promise<SettlementOutcome> {
  await balanceOrder(tx, deps, order, { cause: 'overpayment' });
  invalidateSales(tx);
  if (order.paymentStatus === 'refunded') return 'refunding';
  await queuePaidMail(tx, deps, order, paymentId);
  return 'paid';
}

/** Returns false for a test payment in a shop that has gone live: no money has moved. */
export async function mayCountAsPaid(
  db: Queryable,
  { livemode, processor }: Pick<PaymentRow, 'livemode' | 'processor'>,
): Promise<boolean> {
  if (livemode) return true;
  const { liveKeysSince, liveMoneySince } = await readLivePayments(db);
  return processor === 'test' ? liveKeysSince === null : liveMoneySince === null;
}

function outcomeOf(payment: PaymentRow, order: OrderRow): SettlementOutcome {
  if (payment.status === 'needs-review') return 'needs-review';
  if (payment.status === 'cancelled') return 'cancelled';
  const isPaid = order.paymentStatus === 'paid' || order.paymentStatus === 'partly-refunded';
  return isPaid ? 'paid' : 'refunding';
}

/** Returns true when amount, currency and mode match; they passed through the processor's systems. */
function matchesRequest(payment: PaymentRow, intent: Intent): boolean {
  return (
    intent.amountCents === payment.amountCents &&
    intent.currency === paymentCurrency() &&
    intent.livemode === payment.livemode
  );
}

function amountDiscrepancy({ orderId, intentId, amountCents }: PaymentRow, intent: Intent): NewDiscrepancy {
  const received = `${toDecimal(cents(intent.amountCents))} ${intent.currency.toUpperCase()}${intent.livemode ? '' : ' in test mode'}`;
  return {
    key: `needs-review:${intentId}`,
    kind: 'wrong-amount',
    orderId,
    intentId,
    detail: `${received} was received instead of ${formatMoney(amountCents)}. The order is not paid. Refund it in the dashboard of the processor, then mark this as resolved so that the customer can pay again.`,
  };
}

async function setStatus(
  tx: Tx,
  payment: PaymentRow,
  status: PaymentRow['status'],
  now: Date,
  method = payment.method,
): Promise<void> {
  // An ended payment counts no declines, so its network is cleared.
  const settledAt = status === 'succeeded' ? now : payment.settledAt;
  const change = { status, method, network: null, settledAt, updatedAt: now };
  await tx.update(payments).set(change).where(eq(payments.id, payment.id));
}

async function refund(tx: Tx, { jobs, now }: SettleDeps, order: OrderRow): Promise<SettlementOutcome> {
  const settledAt = now();
  const { paymentMethod, isTestPaid } = order;
  // A further payment of an edited order: the approval covers it too.
  if (order.paymentStatus === 'refund-to-approve') return 'refunding';
  const refunded = {
    paymentStatus: 'refunded',
    paymentMethod,
    isTestPaid,
    reservationReleasedAt: null,
  } as const;
  await setOrderPayment(tx, order.id, refunded, settledAt);
  await notifyRefundOfOrder(tx, jobs, order, settledAt);
  await jobs.enqueue(tx, returnPayment, { orderId: order.id, cancelledAt: settledAt.toISOString() });
  return 'refunding';
}
