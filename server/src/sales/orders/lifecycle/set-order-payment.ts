import type { Tx } from '../../../platform/database/database.ts';
import { drawInvoicesOf } from '../invoices/draw-invoices.ts';
import { type OrderChange, storeOrderChanges } from './store-order-changes.ts';

/** A status changes by `transitionOrders`. */
type OrderPayment = Omit<OrderChange, 'status' | 'carrier' | 'trackingNumber'>;

/** Stores what a payment or refund changes of a locked order. */
export async function setOrderPayment(
  tx: Tx,
  orderId: string,
  payment: OrderPayment,
  now: Date,
): Promise<void> {
  await storeOrderChanges(tx, [{ orderId, change: payment, now }]);
  // A started payment has no effect on what is invoiced.
  if (payment.paymentStatus !== 'started') drawInvoicesOf(tx, orderId, { now });
}
