import { eq } from 'drizzle-orm';
import { inTransaction } from '../../platform/database/database.ts';
import { lockOrderRow, type OrderRow } from '../orders/orders.queries.ts';
import { endPayment } from './end-payment.ts';
import { findOpenPayment, findPayment, readSettledPayments, refundableOf } from './payments.queries.ts';
import { payments } from './payments.tables.ts';
import type { ProcessorDeps } from './processors/processors.ts';
import { sendRefund } from './refunds/send-refund.ts';
import { storeRefund } from './refunds/store-refund.ts';
import { syncProcessorRefunds } from './refunds/sync-refunds.ts';
import type { SettleDeps } from './settle-payment.ts';

type ReturnDeps = SettleDeps & ProcessorDeps;

type Cancelled = { orderId: string; cancelledAt?: string | undefined };

/**
 * Ends or refunds the payment of a cancelled order. Idempotent; payments started after the cancellation stay
 * unchanged.
 */
export async function returnPaymentOf(deps: ReturnDeps, cancelled: Cancelled): Promise<void> {
  const open = await findOpenPayment(deps.db, cancelled.orderId);
  if (open?.status === 'created' && !isLater(open.createdAt, cancelled)) await endPayment(deps, open);
  for (const payment of await readSettledPayments(deps.db, cancelled.orderId)) {
    if (isLater(payment.createdAt, cancelled)) continue;
    await syncProcessorRefunds(deps, payment);
    const refundId = await storeOwedRefund(deps, cancelled.orderId, payment.id);
    if (refundId !== null) await sendRefund(deps, refundId);
  }
}

function isLater(startedAt: Date, { cancelledAt }: Cancelled): boolean {
  return cancelledAt !== undefined && startedAt > new Date(cancelledAt);
}

const keepsPayment = new Set<OrderRow['paymentStatus']>(['paid', 'partly-refunded', 'refund-to-approve']);

/** Stores the refund of the payment's rest, if one is due; returns its id. */
async function storeOwedRefund(deps: ReturnDeps, orderId: string, paymentId: string): Promise<string | null> {
  return inTransaction(deps.db, async (tx) => {
    const order = await lockOrderRow(tx, orderId);
    const payment = await findPayment(tx, paymentId);
    if (!order || payment?.status !== 'succeeded') return null;
    // Reopened and paid, or awaiting approval.
    if (keepsPayment.has(order.paymentStatus)) return null;
    const left = refundableOf([payment]);
    // The reconciliation asks again when a dispute has ended.
    if (left === 0) return null;
    await tx
      .update(payments)
      .set({ refundedCents: payment.amountCents, updatedAt: deps.now() })
      .where(eq(payments.id, paymentId));
    return storeRefund(tx, deps, payment, {
      amountCents: left,
      cause: 'cancellation',
    });
  });
}
