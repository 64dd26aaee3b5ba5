import { type Cents, formatMoney } from '@reprise/contract/money';
import { payersAccount } from '@reprise/contract/payments/payment-methods';
import { and, eq, inArray } from 'drizzle-orm';
import { queueMail } from '../../notifications/mail-requests.ts';
import { addTimelineEvent } from '../../orders/lifecycle/add-timeline-event.ts';
import { lockOrderRow, type OrderRow } from '../../orders/orders.queries.ts';
import { orders } from '../../orders/orders.tables.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { recordDiscrepancy } from '../discrepancies.ts';
import {
  findLivePayment,
  findPayment,
  findRefund,
  type PaymentRow,
  type RefundRow,
} from '../payments.queries.ts';
import { payments, refunds } from '../payments.tables.ts';
import type { RefundAnswer } from '../processors/processor.ts';
import { type ProcessorDeps, processorOf } from '../processors/processors.ts';
import type { SettleDeps } from '../settle-payment.ts';

/**
 * Tells the processor of a refund and keeps its answer. The refund's own id is the key, so that a repeat gives
 * nothing back twice.
 */
export async function sendRefund(deps: SettleDeps & ProcessorDeps, refundId: string): Promise<void> {
  const refund = await findRefund(deps.db, refundId);
  const payment = refund && (await findPayment(deps.db, refund.paymentId));
  if (!payment || !isToBeSent(refund)) return;
  const processor = await processorOf(deps, payment);
  const { intentId } = payment;
  const answer = await processor.refund({ refundId, intentId, amountCents: refund.amountCents });
  await settleRefund(deps, refundId, answer);
}

/** Keeps what the processor says of a refund. What is settled stays as it is, but for one that fails after all. */
export async function settleRefund(deps: SettleDeps, refundId: string, answer: RefundAnswer): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const unlocked = await findRefund(tx, refundId);
    const order = unlocked && (await lockOrderRow(tx, unlocked.orderId));
    // Read again behind the lock: a twin may have settled it meanwhile.
    const refund = await findRefund(tx, refundId);
    const payment = refund && (await findPayment(tx, refund.paymentId));
    if (!order || !payment || refund.status === answer.status || refund.status === 'failed') return;
    if (refund.status === 'succeeded' ? answer.status !== 'failed' : !isToBeSent(refund)) return;
    const { status, failure, id: processorRefundId } = answer;
    await tx
      .update(refunds)
      .set({ status, failure, processorRefundId, updatedAt: deps.now() })
      .where(eq(refunds.id, refundId));
    if (status === 'failed') await revertRefund(tx, deps, order, payment, { ...refund, failure });
    else if (refund.status === 'requested') await notifyRefund(tx, deps, order, payment, refund);
    if (status === 'succeeded') await closePayment(tx, deps, payment);
  });
}

/** A refund that nobody approved must never reach the processor. */
const isToBeSent = ({ status }: RefundRow) => status === 'requested' || status === 'pending';

/** The money stays with us after all: it counts as paid again, and the list of refunds says why. */
async function revertRefund(
  tx: Tx,
  { now }: SettleDeps,
  order: OrderRow,
  payment: PaymentRow,
  refund: RefundRow,
): Promise<void> {
  const refundedCents = (payment.refundedCents - refund.amountCents) as Cents;
  const detail = `${formatMoney(refund.amountCents)} could not be given back: ${refund.failure ?? 'no reason was given'}. The money is still with you; refund it again or pay it back by another way.`;
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
  const paidAnew = await findLivePayment(tx, order.id);
  const status = paidAnew ? payment.status : 'succeeded';
  await tx
    .update(payments)
    .set({ refundedCents, status, updatedAt: now() })
    .where(eq(payments.id, payment.id));
  if (paidAnew && paidAnew.id !== payment.id) return;
  // Its waiting refund is of all that is left, this among it.
  if (order.paymentStatus === 'refund-to-approve') return;
  const paymentStatus = refundedCents === 0 ? 'paid' : 'partly-refunded';
  await tx.update(orders).set({ paymentStatus, updatedAt: now() }).where(eq(orders.id, order.id));
}

/** On the timeline and, unless the mail of the cancellation said so already, by mail. */
async function notifyRefund(
  tx: Tx,
  { jobs, now }: SettleDeps,
  order: OrderRow,
  { method }: PaymentRow,
  { id, amountCents, cause, actorId, decidedBy }: RefundRow,
): Promise<void> {
  const description = `${formatMoney(amountCents)} goes back to ${payersAccount[method]}.`;
  await addTimelineEvent(tx, order.id, { status: 'Refunded', description, actorId, now: now() });
  const isInMailOfCancellation = cause === 'cancellation' && decidedBy === null;
  if (isInMailOfCancellation || order.email === '') return;
  await queueMail(tx, jobs, {
    kind: 'order-refunded',
    eventKey: `order-refunded:${id}`,
    orderId: order.id,
    refund: amountCents,
    paymentMethod: method,
  });
}

/** Nothing is left of it: the order may be paid anew, should it be opened again. */
async function closePayment(tx: Tx, { now }: SettleDeps, payment: PaymentRow): Promise<void> {
  if (payment.refundedCents < payment.amountCents) return;
  const open = await tx.$count(
    refunds,
    and(eq(refunds.paymentId, payment.id), inArray(refunds.status, ['requested', 'pending'])),
  );
  if (open > 0) return;
  await tx.update(payments).set({ status: 'refunded', updatedAt: now() }).where(eq(payments.id, payment.id));
}
