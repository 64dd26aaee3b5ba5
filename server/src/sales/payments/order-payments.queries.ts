import type { Cents } from '@reprise/contract/money';
import type { Dispute, OrderPayment } from '@reprise/contract/sales/orders/order';
import type { PaymentStatus } from '@reprise/contract/sales/orders/order-status';
import { desc, eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { orders } from '../orders/orders.tables.ts';
import { leftOf, type PaymentRow, type RefundRow, stripeDisputeUrl, toRefund } from './payments.queries.ts';
import { disputes, payments, refunds } from './payments.tables.ts';
import { findDisconnected } from './refunds/disconnected-payments.ts';

/** Returns the order's payments with their refunds, newest first. */
export async function readPaymentsOf(
  db: Queryable,
  orderId: string,
  deps: Pick<Deps, 'environment'>,
): Promise<OrderPayment[]> {
  const rows = await db
    .select({ payment: payments, paymentStatus: orders.paymentStatus })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(eq(payments.orderId, orderId))
    .orderBy(desc(payments.createdAt), desc(payments.id));
  if (rows.length === 0) return [];
  const orderRefunds = await db
    .select()
    .from(refunds)
    .where(eq(refunds.orderId, orderId))
    .orderBy(desc(refunds.createdAt), desc(refunds.id));
  const orderDisputes = await db
    .select()
    .from(disputes)
    .where(eq(disputes.orderId, orderId))
    .orderBy(desc(disputes.openedAt));
  const disconnected = await findDisconnected(
    deps,
    rows.map(({ payment }) => payment),
  );
  const left = leftOf(rows.map(({ payment }) => payment).filter(({ status }) => status === 'succeeded'));
  const hasPendingApproval = orderRefunds.some((refund) => refund.status === 'awaiting-approval');
  return rows.map(({ payment, paymentStatus }) => ({
    ...toOrderPayment(
      payment,
      { paymentStatus, left, hasPendingApproval },
      orderRefunds.filter((refund) => refund.paymentId === payment.id),
    ),
    isDisconnected: disconnected.has(payment.id),
    disputes: orderDisputes
      .filter(({ paymentId }) => paymentId === payment.id)
      .map((row) => toDispute(row, payment.livemode)),
  }));
}

function toOrderPayment(
  payment: PaymentRow,
  ofOrder: { paymentStatus: PaymentStatus; left: Cents; hasPendingApproval: boolean },
  orderRefunds: RefundRow[],
): Omit<OrderPayment, 'disputes' | 'isDisconnected'> {
  const { id, processor, intentId, status, method, amountCents, refundedCents, livemode, createdAt } =
    payment;
  const { page, reference, note } = payment;
  const left = (status === 'succeeded' ? amountCents - refundedCents : 0) as Cents;
  // Cancelling marks the order as refunded; the job stores and sends the refund afterwards.
  const isRefunding = ofOrder.paymentStatus === 'refunded';
  return {
    id,
    processor,
    page,
    intentId,
    status,
    method,
    amount: amountCents,
    refunded: refundedCents,
    refunding: isRefunding ? left : (0 as Cents),
    refundable: ofOrder.hasPendingApproval || isRefunding || payment.isDisputed ? (0 as Cents) : left,
    livemode,
    reference,
    note,
    createdAt: createdAt.toISOString(),
    // A refund awaiting approval covers the amount left at approval, so show the current rest of all payments.
    refunds: orderRefunds.map((refund) =>
      toRefund(refund.status === 'awaiting-approval' ? { ...refund, amountCents: ofOrder.left } : refund),
    ),
  };
}

function toDispute(row: typeof disputes.$inferSelect, livemode: boolean): Dispute {
  const { id, amountCents, reason, status, evidenceDueBy, areFundsWithdrawn, openedAt } = row;
  return {
    id,
    amount: amountCents,
    reason,
    status,
    evidenceDueBy: evidenceDueBy?.toISOString() ?? null,
    areFundsWithdrawn,
    url: stripeDisputeUrl(id, livemode),
    openedAt: openedAt.toISOString(),
  };
}
