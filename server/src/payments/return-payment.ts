import { eq } from 'drizzle-orm';
import { findOrderRow } from '../orders/orders.queries.ts';
import { inTransaction } from '../platform/database.ts';
import type { Deps } from '../platform/deps.ts';
import type { Enqueue } from '../platform/jobs.ts';
import { settlePayment } from './confirm-payment.ts';
import { findLivePayment, type PaymentRow } from './payments.queries.ts';
import { payments } from './payments.tables.ts';
import { cancelIntent, refundIntent } from './test-processor.ts';

type ReturnDeps = Pick<Deps, 'db' | 'now'> & { jobs: { enqueue: Enqueue } };

/**
 * After an order was cancelled: an open payment is ended at the processor, one that succeeded goes back. Running
 * twice gives nothing back twice.
 */
export async function returnPaymentOf(deps: ReturnDeps, orderId: string): Promise<void> {
  let payment = await findLivePayment(deps.db, orderId);
  if (payment?.status === 'created') payment = await endPayment(deps, payment);
  const order = await findOrderRow(deps.db, orderId);
  if (payment?.status !== 'succeeded' || order?.paymentStatus !== 'refunded') return;
  await refundIntent(deps.db, payment.intentId);
  await deps.db
    .update(payments)
    .set({ status: 'refunded', updatedAt: deps.now() })
    .where(eq(payments.id, payment.id));
}

/**
 * Ends an open payment so that it can no longer succeed. The processor may say that it has succeeded already:
 * then the order is settled accordingly. Returns the payment as it stands afterwards.
 */
export async function endPayment(deps: ReturnDeps, payment: PaymentRow): Promise<PaymentRow> {
  const intent = await cancelIntent(deps.db, payment.intentId);
  if (intent.status === 'succeeded') {
    await inTransaction(deps.db, (tx) =>
      settlePayment(tx, deps, payment.intentId, payment.orderId, deps.now()),
    );
    return { ...payment, status: 'succeeded' };
  }
  await deps.db
    .update(payments)
    .set({ status: 'cancelled', updatedAt: deps.now() })
    .where(eq(payments.id, payment.id));
  return { ...payment, status: 'cancelled' };
}
