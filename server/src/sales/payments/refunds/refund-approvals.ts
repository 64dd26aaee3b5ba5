import type { CallOutput } from '@reprise/contract/endpoint';
import { Problem } from '@reprise/contract/problem';
import type { PaymentStatus } from '@reprise/contract/sales/orders/order-status';
import type { paymentEndpoints } from '@reprise/contract/sales/payments/payments';
import { eq } from 'drizzle-orm';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { readSettings } from '../../../foundations/settings/settings.queries.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import type { RefundApprovals } from '../../orders/lifecycle/change-status.ts';
import { setOrderPayment } from '../../orders/lifecycle/set-order-payment.ts';
import { orderNotFound } from '../../orders/order-access.ts';
import { lockOrderRow, type OrderRow, readOrder } from '../../orders/orders.queries.ts';
import { assertUndisputed, disputed } from '../disputes/disputed.ts';
import { readPaymentsOf } from '../order-payments.queries.ts';
import {
  findRefund,
  leftOf,
  type PaymentRow,
  type RefundRow,
  readSettledPayments,
  toRefund,
} from '../payments.queries.ts';
import { payments, refunds } from '../payments.tables.ts';
import { closeWaitingRefund } from './close-waiting-refund.ts';
import { assertConnected, findDisconnected } from './disconnected-payments.ts';
import { assertNoneLocked } from './locked-devices.ts';
import { exceedsRefundLimit } from './refund-limit.ts';
import { refundToSend } from './refund-to-send.ts';
import { ifProcessorResponds, type RefundDeps, syncBeforeRefund } from './request-refund.ts';
import { sendRefund } from './send-refund.ts';
import { setPaymentStatus, storeRefund } from './store-refund.ts';

type Decided = CallOutput<typeof paymentEndpoints.approveRefund>;

/**
 * Approval of refunds above the limit when orders are cancelled or reopened. A pending refund reserves nothing, so
 * that money refunded in Stripe's dashboard cannot be refunded twice; the approval reserves the rest.
 */
export function refundApprovals(deps: Pick<RefundDeps, 'now' | 'environment'>): RefundApprovals {
  const { now } = deps;
  return {
    request: (tx, order, actorId) => requestApproval(tx, deps, order, actorId),
    withdraw: (tx, order, actorId) => withdrawApproval(tx, order, actorId, now()),
    assertUndisputed,
  };
}

/** Records the refund of an order being cancelled as pending approval; returns false when it needs none. */
async function requestApproval(
  tx: Tx,
  deps: Pick<RefundDeps, 'now' | 'environment'>,
  order: OrderRow,
  actorId: string,
): Promise<boolean> {
  const { refundLimit } = await readSettings(tx);
  const settled = await readSettledPayments(tx, order.id);
  const left = leftOf(settled);
  // While a payment is disputed its processor rejects the refund, which then waits for the outcome; that of a page that is
  // not connected waits for staff, who return the money themselves.
  const isDisputed = settled.some((one) => one.isDisputed && leftOf([one]) > 0);
  const isDisconnected = (await findDisconnected(deps, settled)).size > 0;
  if (!isDisputed && !isDisconnected && !exceedsRefundLimit(settled, left, refundLimit)) return false;
  const payment = settled.find((one) => leftOf([one]) > 0);
  if (!payment) return false;
  const id = newId('ref');
  const now = deps.now();
  await tx.insert(refunds).values({
    id,
    paymentId: payment.id,
    orderId: order.id,
    amountCents: left,
    cause: 'cancellation',
    status: 'awaiting-approval',
    actorId,
    createdAt: now,
    updatedAt: now,
  });
  await recordAudit(tx, {
    actorId,
    action: 'request refund approval',
    subject: `order ${order.id}`,
    after: { amountCents: left, refundId: id },
  });
  return true;
}

/** Declines the pending refund of a reopened order; returns its new payment status. */
async function withdrawApproval(tx: Tx, order: OrderRow, actorId: string, now: Date): Promise<PaymentStatus> {
  return closeWaitingRefund(tx, order, { decidedBy: actorId, reason: 'The order was reopened.', now });
}

/**
 * Refunds the rest of the payment. Concurrent approvals wait for the order's lock and then find the refund decided,
 * so money is refunded once.
 */
export async function approveRefund(
  deps: RefundDeps,
  { id: reference, refundId }: { id: string; refundId: string },
  actorId: string,
): Promise<Decided> {
  const { isReachable, disconnected } = await syncBeforeRefund(deps, reference);
  const orderId = await inTransaction(deps.db, async (tx) => {
    const { order, refund } = await lockWaiting(tx, reference, refundId);
    const settled = await readSettledPayments(tx, order.id);
    assertConnected(disconnected, settled);
    const open = settled.filter((one) => leftOf([one]) > 0);
    const payment = open.find(({ id }) => id === refund.paymentId) ?? open[0];
    if (!payment) throw alreadyDecided('There is nothing left to refund of this payment.');
    if (open.some(({ isDisputed }) => isDisputed)) throw disputed();
    await assertNoneLocked(tx, order.id);
    const amountCents = leftOf(open);
    const now = deps.now();
    await approveRest(tx, deps, payment, { ...refund, decidedBy: actorId, decidedAt: now });
    // Further payments of an edited order.
    for (const other of open.filter(({ id }) => id !== payment.id)) {
      const amounts = { amountCents: leftOf([other]), cause: 'cancellation' } as const;
      await reserveRest(tx, other, now);
      await storeRefund(tx, deps, other, { ...amounts, actorId, decidedBy: actorId, decidedAt: now });
    }
    await setPaymentStatus(tx, order, 'refunded', now);
    await recordAudit(tx, {
      actorId,
      action: 'approve refund',
      subject: `order ${order.id}`,
      before: { paymentStatus: order.paymentStatus },
      after: { paymentStatus: 'refunded', amountCents, refundId: refund.id },
    });
    return order.id;
  });
  if (isReachable) await ifProcessorResponds(deps, reference, () => sendRefund(deps, refundId));
  return readDecided(deps, orderId, refundId);
}

/** Reserves the rest of the payment for the approved refund and queues it. */
async function approveRest(
  tx: Tx,
  { jobs }: RefundDeps,
  payment: PaymentRow,
  { id, decidedBy, decidedAt }: RefundRow,
): Promise<void> {
  const now = decidedAt ?? new Date();
  await reserveRest(tx, payment, now);
  await tx
    .update(refunds)
    .set({
      paymentId: payment.id,
      status: 'requested',
      amountCents: leftOf([payment]),
      decidedBy,
      decidedAt,
      updatedAt: now,
    })
    .where(eq(refunds.id, id));
  await jobs.enqueue(tx, refundToSend, { refundId: id });
}

async function reserveRest(tx: Tx, { id, amountCents }: PaymentRow, now: Date): Promise<void> {
  await tx.update(payments).set({ refundedCents: amountCents, updatedAt: now }).where(eq(payments.id, id));
}

/** Declines the refund of a cancelled order with a reason; the payment stays. */
export async function declineRefund(
  deps: Pick<RefundDeps, 'db' | 'now' | 'environment'>,
  { id: reference, refundId }: { id: string; refundId: string },
  reason: string,
  actorId: string,
): Promise<Decided> {
  const orderId = await inTransaction(deps.db, async (tx) => {
    const { order, refund } = await lockWaiting(tx, reference, refundId);
    const now = deps.now();
    const paymentStatus = await closeWaitingRefund(tx, order, { decidedBy: actorId, reason, now });
    await setOrderPayment(tx, order.id, { paymentStatus }, now);
    await recordAudit(tx, {
      actorId,
      action: 'decline refund',
      subject: `order ${order.id}`,
      before: { paymentStatus: order.paymentStatus },
      after: { paymentStatus, reason, amountCents: refund.amountCents, refundId: refund.id },
    });
    return order.id;
  });
  return readDecided(deps, orderId, refundId);
}

async function lockWaiting(
  tx: Tx,
  reference: string,
  refundId: string,
): Promise<{ order: OrderRow; refund: RefundRow }> {
  const order = await lockOrderRow(tx, reference);
  const refund = order && (await findRefund(tx, refundId));
  if (!refund || refund.orderId !== order.id) throw orderNotFound();
  if (refund.status === 'awaiting-approval') return { order, refund };
  throw alreadyDecided(
    refund.status === 'declined' ? 'This refund was declined.' : 'This refund has already been approved.',
  );
}

function alreadyDecided(message: string): Problem {
  return new Problem('NOT_REFUNDABLE', message);
}

async function readDecided(
  deps: Pick<RefundDeps, 'db' | 'environment'>,
  orderId: string,
  refundId: string,
): Promise<Decided> {
  const { db } = deps;
  const refund = await findRefund(db, refundId);
  if (!refund) throw new Error(`Refund ${refundId} does not exist.`);
  const order = await readOrder(db, orderId);
  return { order: { ...order, payments: await readPaymentsOf(db, orderId, deps) }, refund: toRefund(refund) };
}
