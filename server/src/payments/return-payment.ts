import { eq } from 'drizzle-orm';
import { lockOrderRow, type OrderRow } from '../orders/orders.queries.ts';
import { inTransaction } from '../platform/database/database.ts';
import { endPayment } from './end-payment.ts';
import { findLivePayment, findPayment } from './payments.queries.ts';
import { payments } from './payments.tables.ts';
import type { ProcessorDeps } from './processors/processors.ts';
import { storeRefund } from './refunds/request-refund.ts';
import { sendRefund } from './refunds/send-refund.ts';
import { learnOfRefunds } from './refunds/sync-refunds.ts';
import type { SettleDeps } from './settle-payment.ts';

type ReturnDeps = SettleDeps & ProcessorDeps;

type Cancelled = { orderId: string; cancelledAt?: string | undefined };

/**
 * After an order was cancelled: an open payment is ended at the processor, one that succeeded goes back. Running
 * twice gives nothing back twice, and a payment that was started after the cancellation is left alone.
 */
export async function returnPaymentOf(deps: ReturnDeps, cancelled: Cancelled): Promise<void> {
  const payment = await findLivePayment(deps.db, cancelled.orderId);
  if (!payment || isLater(payment.createdAt, cancelled)) return;
  if (payment.status === 'created' && (await endPayment(deps, payment)) === 'cancelled') return;
  await learnOfRefunds(deps, payment);
  const refundId = await owedRefund(deps, cancelled.orderId, payment.id);
  if (refundId !== null) await sendRefund(deps, refundId);
}

function isLater(startedAt: Date, { cancelledAt }: Cancelled): boolean {
  return cancelledAt !== undefined && startedAt > new Date(cancelledAt);
}

const keepsMoney = new Set<OrderRow['paymentStatus']>(['paid', 'partly-refunded', 'refund-to-approve']);

/** Writes down that all that is left of the payment goes back, where it does. */
async function owedRefund(deps: ReturnDeps, orderId: string, paymentId: string): Promise<string | null> {
  return inTransaction(deps.db, async (tx) => {
    const order = await lockOrderRow(tx, orderId);
    const payment = await findPayment(tx, paymentId);
    if (!order || payment?.status !== 'succeeded') return null;
    // Reopened and paid after all, or to be approved first.
    if (keepsMoney.has(order.paymentStatus)) return null;
    const left = payment.amountCents - payment.refundedCents;
    if (left === 0) return null;
    await tx
      .update(payments)
      .set({ refundedCents: payment.amountCents, updatedAt: deps.now() })
      .where(eq(payments.id, paymentId));
    return storeRefund(tx, deps, payment, {
      amountCents: left as typeof payment.amountCents,
      cause: 'cancellation',
    });
  });
}
