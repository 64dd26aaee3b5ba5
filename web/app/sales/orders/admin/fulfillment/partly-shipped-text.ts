import type { Order } from '@reprise/contract/sales/orders/order';
import type { OrderStatus } from '@reprise/contract/sales/orders/order-status';
import { isPartlyShipped } from '../../parcels.ts';

const consequences: Partial<Record<OrderStatus, string>> = {
  shipped: 'What is left leaves now, in one more parcel.',
  delivered: 'What is left counts as sent, and all parcels as delivered.',
  cancelled: 'Parcels that have left are not called back: the money of all items is refunded.',
};

/** Says what a status does to those orders that have left in part; null without any. */
export function partlyShippedText(
  orders: Pick<Order, 'status' | 'isPartlyShipped'>[],
  status: OrderStatus,
): string | null {
  const count = orders.filter(isPartlyShipped).length;
  const consequence = consequences[status];
  if (count === 0 || !consequence) return null;
  const subject =
    orders.length === 1 ? 'This order is' : count === 1 ? 'One order is' : `${count} orders are`;
  return `${subject} partly shipped. ${consequence}`;
}
