import type { Order } from '@reprise/contract/sales/orders/order';

type Editable = Pick<Order, 'status' | 'paymentStatus' | 'shippingAddress'>;

/** True while the order can be edited: until it ships, unless it was refunded or erased. */
export function isEditable({ status, paymentStatus, shippingAddress }: Editable): boolean {
  const isOpen = status === 'pending' || status === 'processing';
  const isRefunded = paymentStatus === 'refunded' || paymentStatus === 'refund-to-approve';
  return isOpen && !isRefunded && shippingAddress.email !== '';
}
