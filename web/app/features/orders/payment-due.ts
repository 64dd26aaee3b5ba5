import type { Order } from '@reprise/contract/orders/order';

/** True while the shopper has to pay this order. */
export function isPaymentDue(order: Order): boolean {
  const unpaid = order.paymentStatus === 'unpaid' || order.paymentStatus === 'started';
  return unpaid && order.status === 'pending';
}
