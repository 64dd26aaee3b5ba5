import type { Order } from '@reprise/contract/orders';
import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import { moveOrder, tellOfReturn } from '../orders/change-status.ts';
import { findOrderFor, type OrderReader, orderNotFound } from '../orders/order-access.ts';
import { returnPayment } from '../orders/orders.jobs.ts';
import { lockOrderRow, readOrder } from '../orders/orders.queries.ts';
import { orders } from '../orders/orders.tables.ts';
import { inTransaction, type Tx } from '../platform/database.ts';
import type { Deps } from '../platform/deps.ts';
import type { Enqueue } from '../platform/jobs.ts';
import { findPaymentOfOrder } from './payments.queries.ts';
import { payments } from './payments.tables.ts';
import { retrieveIntent } from './test-processor.ts';

/** Asks the processor, never the caller, whether the payment succeeded, and marks the order paid if so. */
export async function confirmPayment(
  deps: Pick<Deps, 'db' | 'secret' | 'now' | 'jobs'>,
  reader: OrderReader,
  request: { paymentIntentId: string; orderId: string },
): Promise<Order> {
  const order = await findOrderFor(deps.db, deps.secret, reader, request.orderId);
  const payment = await findPaymentOfOrder(deps.db, request.paymentIntentId, order.id);
  if (!payment) throw new Problem('NOT_FOUND', 'Payment not found.');
  const intent = await retrieveIntent(deps.db, payment.intentId);
  if (intent.status === 'refunded') {
    throw new Problem('ORDER_CANCELLED', 'This order was cancelled and the payment was refunded.');
  }
  if (intent.status !== 'succeeded') {
    throw new Problem('PAYMENT_NOT_COMPLETED', 'The payment has not been completed.');
  }
  const outcome = await inTransaction(deps.db, (tx) =>
    settlePayment(tx, deps, payment.intentId, order.id, deps.now()),
  );
  if (outcome === 'goes-back') {
    throw new Problem('ORDER_CANCELLED', 'This order was cancelled; the payment will be refunded.');
  }
  return readOrder(deps.db, order.id);
}

/**
 * The processor says that a payment succeeded: the order is paid, once. The money for an order that cannot be
 * filled any more goes back.
 */
export async function settlePayment(
  tx: Tx,
  { jobs }: { jobs: { enqueue: Enqueue } },
  intentId: string,
  orderId: string,
  now: Date,
): Promise<'paid' | 'goes-back'> {
  const order = await lockOrderRow(tx, orderId);
  if (!order) throw orderNotFound();
  const payment = await findPaymentOfOrder(tx, intentId, orderId);
  if (!payment) throw new Error(`The payment ${intentId} of the order ${orderId} is gone.`);
  if (payment.status !== 'created') return order.paymentStatus === 'paid' ? 'paid' : 'goes-back';

  await tx.update(payments).set({ status: 'succeeded', updatedAt: now }).where(eq(payments.id, payment.id));
  if (order.status === 'cancelled') {
    await tx.update(orders).set({ paymentStatus: 'refunded', updatedAt: now }).where(eq(orders.id, orderId));
    await tellOfReturn(tx, jobs, order, now);
    await jobs.enqueue(tx, returnPayment, { orderId });
    return 'goes-back';
  }
  const paid = { paymentStatus: 'paid', holdUntil: null, updatedAt: now } as const;
  await tx.update(orders).set(paid).where(eq(orders.id, orderId));
  if (order.status === 'pending') {
    await moveOrder(
      tx,
      jobs,
      { ...order, ...paid },
      {
        to: 'processing',
        actorId: null,
        now,
        because: 'Your payment has arrived. We are preparing your order.',
      },
    );
  }
  return 'paid';
}
