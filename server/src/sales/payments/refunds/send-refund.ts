import { type Cents, formatMoney } from '@reprise/contract/money';
import { refundDestination } from '@reprise/contract/sales/payments/payment-methods';
import type { RefundResult } from '@reprise/extension/payment-page';
import { and, eq, inArray } from 'drizzle-orm';
import { queueMail } from '../../../foundations/notifications/mail-requests.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { addTimelineEvent } from '../../orders/lifecycle/add-timeline-event.ts';
import { setOrderPayment } from '../../orders/lifecycle/set-order-payment.ts';
import { lockOrderRow, type OrderRow } from '../../orders/orders.queries.ts';
import { revertRefundedItems } from '../../orders/refunded-items.ts';
import { recordDiscrepancy } from '../discrepancies.ts';
import {
  findOpenPayment,
  findPayment,
  findRefund,
  isRecorded,
  leftOf,
  type PaymentRow,
  type RefundRow,
  readSettledPayments,
} from '../payments.queries.ts';
import { payments, refunds } from '../payments.tables.ts';
import { type ProcessorDeps, processorOf } from '../processors/processors.ts';
import type { SettleDeps } from '../settle-payment.ts';
import { refundAtChannel } from './refund-at-channel.ts';
import { hasLoweredRevenue } from './store-refund.ts';

/**
 * Sends a refund to the processor and stores the result. The refund id is the idempotency key, so a repeat refunds
 * nothing twice.
 */
export async function sendRefund(deps: SettleDeps & ProcessorDeps, refundId: string): Promise<void> {
  const refund = await findRefund(deps.db, refundId);
  const payment = refund && (await findPayment(deps.db, refund.paymentId));
  if (!payment || !isSendable(refund)) return;
  if (isRecorded(payment) || refund.returnedBy !== null) return settleRefund(deps, refundId, recordedRefund);
  await settleRefund(deps, refundId, await sendToTaker(deps, payment, refund));
}

/** Has the money returned by the sales channel or the processor that took it. */
async function sendToTaker(
  deps: ProcessorDeps,
  payment: PaymentRow,
  refund: RefundRow,
): Promise<RefundResult> {
  if (payment.processor === 'channel') return refundAtChannel(deps, refund);
  const processor = await processorOf(deps, payment);
  const { intentId } = payment;
  return processor.refund({ refundId: refund.id, intentId, amountCents: refund.amountCents });
}

/** Staff return this money themselves: the refund is a record without a processor. */
const recordedRefund: RefundResult = { id: null, status: 'succeeded', failure: null };

/** Stores the processor's result. A settled refund stays unchanged, except when a succeeded one fails later. */
export async function settleRefund(deps: SettleDeps, refundId: string, result: RefundResult): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const unlocked = await findRefund(tx, refundId);
    const order = unlocked && (await lockOrderRow(tx, unlocked.orderId));
    // Read again under the lock: a concurrent call may have settled the refund.
    const refund = await findRefund(tx, refundId);
    const payment = refund && (await findPayment(tx, refund.paymentId));
    if (!order || !payment || refund.status === result.status || refund.status === 'failed') return;
    if (refund.status === 'succeeded' ? result.status !== 'failed' : !isSendable(refund)) return;
    const { status, failure, id: processorRefundId } = result;
    await tx
      .update(refunds)
      .set({ status, failure, processorRefundId, updatedAt: deps.now() })
      .where(eq(refunds.id, refundId));
    if (status === 'failed') await revertRefund(tx, deps, order, payment, { ...refund, failure });
    else if (refund.status === 'requested') await notifyRefund(tx, deps, order, payment, refund);
    if (status === 'succeeded') await closePayments(tx, deps, order.id);
  });
}

/** Returns true unless the refund is settled or unapproved; unapproved refunds must never reach the processor. */
const isSendable = ({ status }: RefundRow) => status === 'requested' || status === 'pending';

/** Reverts a failed refund: the money counts as paid and a discrepancy is recorded. */
async function revertRefund(
  tx: Tx,
  { now }: SettleDeps,
  order: OrderRow,
  payment: PaymentRow,
  refund: RefundRow,
): Promise<void> {
  const place = payment.isDisputed
    ? 'If you win the dispute, refund it again.'
    : 'The money is still in your account; refund it again or pay it back another way.';
  const failure = (refund.failure ?? 'no reason was given').replace(/\.$/, '');
  const detail = `${formatMoney(refund.amountCents)} could not be refunded: ${failure}. ${place}`;
  await recordDiscrepancy(
    tx,
    {
      key: `refund-failed:${refund.id}`,
      kind: 'refund-failed',
      orderId: order.id,
      intentId: payment.intentId,
      detail,
    },
    now(),
  );
  await restorePayment(tx, { order, payment, refund }, now());
}

type Reverted = { order: OrderRow; payment: PaymentRow; refund: RefundRow };

/** Counts the amount of a failed or reverted refund as paid, on its payment and on its locked order. */
export async function restorePayment(tx: Tx, { order, payment, refund }: Reverted, now: Date): Promise<void> {
  const refundedCents = (payment.refundedCents - refund.amountCents) as Cents;
  const surplusCents = (payment.surplusCents - refund.surplusCents) as Cents;
  // A reopened order may have been paid again: its new payment counts, not this one.
  const isReplaced = payment.status === 'refunded' && (await hasLivePayment(tx, order.id));
  await tx
    .update(payments)
    .set({
      refundedCents,
      surplusCents,
      status: isReplaced ? payment.status : 'succeeded',
      updatedAt: now,
    })
    .where(eq(payments.id, payment.id));
  if (isReplaced) return;
  if (refund.items && !refund.isRestocked) await revertRefundedItems(tx, order.id, refund.items);
  // The refund awaiting approval covers everything left, including this amount.
  if (order.paymentStatus === 'refund-to-approve') return;
  const settled = await readSettledPayments(tx, order.id);
  const paymentStatus = hasLoweredRevenue(settled) ? 'partly-refunded' : 'paid';
  await setOrderPayment(tx, order.id, { paymentStatus }, now);
}

/** Adds a timeline event and queues a mail, unless the mail of the cancellation or edit announced the refund. */
async function notifyRefund(
  tx: Tx,
  { jobs, now }: SettleDeps,
  order: OrderRow,
  { method: paidBy }: PaymentRow,
  { id, amountCents, cause, actorId, decidedBy, returnedBy }: RefundRow,
): Promise<void> {
  const method = returnedBy ?? paidBy;
  const verb = returnedBy === null ? 'will be refunded' : 'was returned';
  const description = `${formatMoney(amountCents)} ${verb} ${refundDestination[method]}.`;
  await addTimelineEvent(tx, order.id, { status: 'Refunded', description, actorId, now: now() });
  const isInOtherMail = cause === 'edit' || (cause === 'cancellation' && decidedBy === null);
  if (isInOtherMail || order.email === '') return;
  await queueMail(tx, jobs, {
    kind: 'order-refunded',
    eventKey: `order-refunded:${id}`,
    orderId: order.id,
    refund: amountCents,
    paymentMethod: method,
    ...(returnedBy !== null && { isReturned: true }),
  });
}

async function hasLivePayment(tx: Tx, orderId: string): Promise<boolean> {
  return (
    (await findOpenPayment(tx, orderId)) !== undefined || (await readSettledPayments(tx, orderId)).length > 0
  );
}

/** Closes the payments of an order refunded in full, so that a reopened order can be paid again. */
export async function closePayments(
  tx: Tx,
  { now }: Pick<SettleDeps, 'now'>,
  orderId: string,
): Promise<void> {
  const settled = await readSettledPayments(tx, orderId);
  if (leftOf(settled) > 0) return;
  for (const { id } of settled) {
    const open = await tx.$count(
      refunds,
      and(eq(refunds.paymentId, id), inArray(refunds.status, ['requested', 'pending'])),
    );
    if (open > 0) continue;
    await tx.update(payments).set({ status: 'refunded', updatedAt: now() }).where(eq(payments.id, id));
  }
}
