import type { Order } from '@reprise/contract/sales/orders/order';

/** Returns "Discount (SPRING10)". */
export function discountLabel({ discountCode }: Pick<Order, 'discountCode'>): string {
  return discountCode ? `Discount (${discountCode})` : 'Discount';
}
