import { eq } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { drawInvoicesOf } from '../invoices/draw-invoices.ts';
import type { OrderRow } from '../orders.queries.ts';
import { orders } from '../orders.tables.ts';

type OrderPayment = Partial<
  Pick<
    OrderRow,
    | 'paymentStatus'
    | 'paymentMethod'
    | 'isTestPaid'
    | 'dueCents'
    | 'reservedUntil'
    | 'reservationReleasedAt'
    | 'estimatedDelivery'
    | 'latestDelivery'
    | 'predatesInvoices'
  >
>;

/** Stores what a payment or refund changes of a locked order. */
export async function setOrderPayment(
  tx: Tx,
  orderId: string,
  payment: OrderPayment,
  now: Date,
): Promise<void> {
  await tx
    .update(orders)
    .set({ ...payment, updatedAt: now })
    .where(eq(orders.id, orderId));
  // A started payment has no effect on what is invoiced.
  if (payment.paymentStatus !== 'started') drawInvoicesOf(tx, orderId, { now });
}
