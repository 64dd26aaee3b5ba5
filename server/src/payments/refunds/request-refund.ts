import { createHash } from 'node:crypto';
import type { CallOutput } from '@reprise/contract/endpoint';
import { type Cents, formatMoney } from '@reprise/contract/money';
import type { paymentEndpoints } from '@reprise/contract/payments/payments';
import { Problem, problemCodeOf } from '@reprise/contract/problem';
import { and, eq } from 'drizzle-orm';
import { orderNotFound } from '../../orders/order-access.ts';
import { findOrderRow, lockOrderRow, type OrderRow, readOrder } from '../../orders/orders.queries.ts';
import { orders } from '../../orders/orders.tables.ts';
import { recordAudit } from '../../platform/audit.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import type { Deps } from '../../platform/deps.ts';
import { readSettings } from '../../settings/settings.queries.ts';
import {
  findLivePayment,
  type PaymentRow,
  type RefundRow,
  readPaymentsOf,
  toRefund,
} from '../payments.queries.ts';
import { payments, refunds } from '../payments.tables.ts';
import type { ProcessorDeps } from '../processors/processors.ts';
import type { SettleDeps } from '../settle-payment.ts';
import { refundToSend } from './refund-to-send.ts';
import { sendRefund } from './send-refund.ts';
import { learnOfRefunds } from './sync-refunds.ts';

export type RefundDeps = Pick<Deps, 'db' | 'now' | 'jobs' | 'log'> & ProcessorDeps;

export type WantedRefund = {
  /** Nothing named: all that is left. */
  amount?: Cents | null | undefined;
  reason?: string | null | undefined;
  actorId: string;
  idempotencyKey: string | null;
  /** Throws unless the caller may refund above the limit, with a recent proof. */
  assertMayExceedLimit: () => void;
};

/**
 * An administrator gives money back. What is wanted is committed first and sent to the processor afterwards; where
 * that does not answer, the refund stays `requested` and a job goes on with it.
 */
export async function refundOrder(
  deps: RefundDeps,
  reference: string,
  wanted: WantedRefund,
): Promise<CallOutput<typeof paymentEndpoints.refundOrder>> {
  const answers = await whereItAnswers(deps, reference, () => learnWhatIsLeft(deps, reference));
  const { id, orderId } = await inTransaction(deps.db, (tx) => requestRefund(tx, deps, reference, wanted));
  if (answers) await whereItAnswers(deps, reference, () => sendRefund(deps, id));
  const [refund] = await deps.db.select().from(refunds).where(eq(refunds.id, id));
  if (!refund) throw new Error(`The refund ${id} is gone.`);
  const order = await readOrder(deps.db, orderId);
  return { order: { ...order, payments: await readPaymentsOf(deps.db, orderId) }, refund: toRefund(refund) };
}

export async function learnWhatIsLeft(deps: RefundDeps, reference: string): Promise<void> {
  const order = await findOrderRow(deps.db, reference);
  const payment = order && (await findLivePayment(deps.db, order.id));
  if (payment?.status === 'succeeded') await learnOfRefunds(deps, payment);
}

/** Whether the processor could be asked; what could not be asked of it now is left to the job. */
export async function whereItAnswers(
  { log }: RefundDeps,
  order: string,
  ask: () => Promise<void>,
): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch (error) {
    if (problemCodeOf(error) !== 'PAYMENT_UNAVAILABLE') throw error;
    log.warn({ err: error, order }, 'the payment processor does not answer: the refund waits');
    return false;
  }
}

async function requestRefund(
  tx: Tx,
  deps: RefundDeps,
  reference: string,
  wanted: WantedRefund,
): Promise<{ id: string; orderId: string }> {
  const order = await lockOrderRow(tx, reference);
  if (!order) throw orderNotFound();
  const requestHash = hashOf(order.id, wanted);
  const earlier = await findEarlier(tx, wanted);
  if (earlier) {
    if (earlier.requestHash === requestHash) return earlier;
    throw new Problem('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another refund.');
  }
  const payment = await findLivePayment(tx, order.id);
  const isKept = order.paymentStatus === 'paid' || order.paymentStatus === 'partly-refunded';
  if (payment?.status !== 'succeeded' || !isKept) throw nothingToRefund(order);
  const amountCents = amountOf(payment, wanted.amount);
  const reason = wanted.reason ?? '';
  const refundedCents = (payment.refundedCents + amountCents) as Cents;
  // All refunds of a payment count together: a large one in small parts is as large.
  if (refundedCents > (await readSettings(tx)).refundLimit) wanted.assertMayExceedLimit();
  await tx.update(payments).set({ refundedCents, updatedAt: deps.now() }).where(eq(payments.id, payment.id));
  const paymentStatus = refundedCents === payment.amountCents ? 'refunded' : 'partly-refunded';
  await tx.update(orders).set({ paymentStatus, updatedAt: deps.now() }).where(eq(orders.id, order.id));
  const { actorId, idempotencyKey } = wanted;
  const id = await storeRefund(tx, deps, payment, {
    amountCents,
    reason,
    cause: 'administrator',
    actorId,
    ...(idempotencyKey && { idempotencyScope: actorId, idempotencyKey, requestHash }),
  });
  await recordAudit(tx, {
    actorId,
    action: 'refund order',
    subject: `order ${order.id}`,
    before: { paymentStatus: order.paymentStatus, refundedCents: payment.refundedCents },
    after: { paymentStatus, refundedCents, reason, refundId: id },
  });
  return { id, orderId: order.id };
}

function hashOf(orderId: string, { amount, reason }: WantedRefund): string {
  return createHash('sha256')
    .update(JSON.stringify([orderId, amount ?? null, reason ?? '']))
    .digest('hex');
}

async function findEarlier(
  tx: Tx,
  { actorId, idempotencyKey }: WantedRefund,
): Promise<RefundRow | undefined> {
  if (idempotencyKey === null) return undefined;
  const [earlier] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.idempotencyScope, actorId), eq(refunds.idempotencyKey, idempotencyKey)));
  return earlier;
}

function nothingToRefund({ paymentStatus }: OrderRow): Problem {
  if (paymentStatus === 'refund-to-approve') {
    const message = 'A refund of this order waits for approval. Approve or decline it first.';
    return new Problem('NOT_REFUNDABLE', message);
  }
  const message =
    paymentStatus === 'refunded'
      ? 'This order was refunded in full already.'
      : 'This order has no payment that could be refunded.';
  return new Problem('NOT_REFUNDABLE', message);
}

function amountOf(payment: PaymentRow, wanted: Cents | null | undefined): Cents {
  const left = (payment.amountCents - payment.refundedCents) as Cents;
  if (left === 0) throw new Problem('NOT_REFUNDABLE', 'This order was refunded in full already.');
  if (wanted === null || wanted === undefined) return left;
  if (wanted <= left) return wanted;
  const message = `Only ${formatMoney(left)} of this payment is left to refund.`;
  throw new Problem('NOT_REFUNDABLE', message, { errors: [{ field: 'amount', message }] });
}

type NewRefund = Pick<RefundRow, 'amountCents' | 'cause'> & Partial<RefundRow>;

/** The row and the job that goes on with it if this process does not; the amount is reserved by the caller. */
export async function storeRefund(
  tx: Tx,
  { jobs, now }: Pick<SettleDeps, 'jobs' | 'now'>,
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
