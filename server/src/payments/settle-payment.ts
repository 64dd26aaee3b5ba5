import { formatMoney } from '@reprise/contract/money';
import { problemCodeOf } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import { notifyRefundOfOrder, transitionOrder } from '../orders/lifecycle/change-status.ts';
import { orderNotFound } from '../orders/order-access.ts';
import { returnPayment } from '../orders/orders.jobs.ts';
import { lockOrderRow, type OrderRow } from '../orders/orders.queries.ts';
import { orders } from '../orders/orders.tables.ts';
import { invalidateSales } from '../orders/orders.tags.ts';
import { inTransaction, type Queryable, type Tx } from '../platform/database/database.ts';
import type { Deps } from '../platform/deps.ts';
import type { Enqueue } from '../platform/jobs/jobs.ts';
import { readLivePayments, recordLiveMoney } from '../settings/live-payments.ts';
import { type NewDiscrepancy, recordDiscrepancy } from './discrepancies.ts';
import { findPaymentOfOrder, type PaymentRow } from './payments.queries.ts';
import { payments } from './payments.tables.ts';
import { currency, type Intent } from './processors/processor.ts';

export type SettleDeps = Pick<Deps, 'db' | 'now'> & { jobs: { enqueue: Enqueue } };

/**
 * How a payment stands: `paid` once and for all, `goes-back` where its order cannot be filled, `held` where what
 * arrived is not what was asked for, else still open or over.
 */
export type SettlementOutcome = 'paid' | 'goes-back' | 'held' | 'open' | 'processing' | 'cancelled';

/**
 * Brings payment and order in line with what the processor said, whoever asked it and however often. `alsoInside`
 * commits with it. A late payment for a hold that ran out takes the stock again; where that is gone the money
 * goes back.
 */
export async function settlePayment(
  deps: SettleDeps,
  { intentId, orderId }: Pick<PaymentRow, 'intentId' | 'orderId'>,
  intent: Intent,
  alsoInside: (tx: Tx) => Promise<void> = async () => {},
): Promise<SettlementOutcome> {
  const settle = (takeAgain: boolean) =>
    inTransaction(deps.db, async (tx) => {
      await alsoInside(tx);
      const order = await lockOrderRow(tx, orderId);
      const payment = await findPaymentOfOrder(tx, intentId, orderId);
      if (!order || !payment) throw orderNotFound();
      return settleLocked(tx, deps, { order, payment, intent, takeAgain });
    });
  try {
    return await settle(true);
  } catch (error) {
    const code = problemCodeOf(error);
    if (code !== 'OUT_OF_STOCK' && code !== 'PRODUCT_UNAVAILABLE') throw error;
    return settle(false);
  }
}

type Locked = { order: OrderRow; payment: PaymentRow; intent: Intent; takeAgain: boolean };

async function settleLocked(tx: Tx, deps: SettleDeps, locked: Locked): Promise<SettlementOutcome> {
  const { order, payment, intent } = locked;
  if (payment.status !== 'created') return standingOf(payment, order);
  if (intent.status === 'cancelled') {
    await setStatus(tx, payment, 'cancelled', deps.now());
    return 'cancelled';
  }
  if (intent.status !== 'succeeded') return intent.status;
  if (!(await mayCountAsPaid(tx, payment))) {
    await setStatus(tx, payment, 'cancelled', deps.now());
    return 'cancelled';
  }
  if (!isAsAsked(payment, intent)) {
    await setStatus(tx, payment, 'held', deps.now());
    await recordDiscrepancy(tx, heldFinding(payment, intent), deps.now());
    return 'held';
  }
  await setStatus(tx, payment, 'succeeded', deps.now(), intent.method);
  const reopens = order.status === 'cancelled' && order.holdReleasedAt !== null && locked.takeAgain;
  if (payment.livemode) await recordLiveMoney(tx, deps.now());
  const paidOrder = { ...order, paymentMethod: intent.method, isTestPaid: !payment.livemode };
  if (order.status === 'cancelled' && !reopens) return refund(tx, deps, paidOrder);
  return markPaid(tx, deps, paidOrder);
}

/** A test payment pays nothing in a shop that has gone live: no money has moved. */
export async function mayCountAsPaid(
  db: Queryable,
  { livemode, processor }: Pick<PaymentRow, 'livemode' | 'processor'>,
): Promise<boolean> {
  if (livemode) return true;
  const { liveKeysSince, liveMoneySince } = await readLivePayments(db);
  return processor === 'test' ? liveKeysSince === null : liveMoneySince === null;
}

function standingOf(payment: PaymentRow, order: OrderRow): SettlementOutcome {
  if (payment.status === 'held' || payment.status === 'cancelled') return payment.status;
  const kept = order.paymentStatus === 'paid' || order.paymentStatus === 'partly-refunded';
  return kept ? 'paid' : 'goes-back';
}

/** The figures are ours, but they have been to another company's computers and back. */
function isAsAsked(payment: PaymentRow, intent: Intent): boolean {
  return (
    intent.amountCents === payment.amountCents &&
    intent.currency === currency &&
    intent.livemode === payment.livemode
  );
}

function heldFinding({ orderId, intentId, amountCents }: PaymentRow, intent: Intent): NewDiscrepancy {
  const arrived = `${(intent.amountCents / 100).toFixed(2)} ${intent.currency.toUpperCase()}${intent.livemode ? '' : ' in test mode'}`;
  return {
    key: `held:${intentId}`,
    kind: 'wrong-amount',
    orderId,
    intentId,
    detail: `${arrived} arrived where ${formatMoney(amountCents)} was asked for. The order is not paid. Give the money back in Stripe's dashboard, then mark this as settled: the customer can then pay anew.`,
  };
}

async function setStatus(
  tx: Tx,
  payment: PaymentRow,
  status: PaymentRow['status'],
  now: Date,
  method = payment.method,
): Promise<void> {
  // Declines no longer count once it is over, so the network is forgotten.
  const change = { status, method, network: null, updatedAt: now };
  await tx.update(payments).set(change).where(eq(payments.id, payment.id));
}

async function refund(tx: Tx, { jobs, now }: SettleDeps, order: OrderRow): Promise<SettlementOutcome> {
  const at = now();
  await tx
    .update(orders)
    .set({
      paymentStatus: 'refunded',
      paymentMethod: order.paymentMethod,
      isTestPaid: order.isTestPaid,
      holdReleasedAt: null,
      updatedAt: at,
    })
    .where(eq(orders.id, order.id));
  await notifyRefundOfOrder(tx, jobs, order, at);
  await jobs.enqueue(tx, returnPayment, { orderId: order.id, cancelledAt: at.toISOString() });
  return 'goes-back';
}

async function markPaid(tx: Tx, { jobs, now }: SettleDeps, order: OrderRow): Promise<SettlementOutcome> {
  const at = now();
  const { paymentMethod, isTestPaid } = order;
  const paid = { paymentStatus: 'paid', paymentMethod, isTestPaid, holdUntil: null, updatedAt: at } as const;
  await tx.update(orders).set(paid).where(eq(orders.id, order.id));
  invalidateSales(tx);
  if (order.status === 'pending' || order.status === 'cancelled') {
    await transitionOrder(
      tx,
      jobs,
      { ...order, ...paid },
      {
        to: 'processing',
        actorId: null,
        now: at,
        because: 'Your payment has arrived. We are preparing your order.',
      },
    );
  }
  return 'paid';
}
