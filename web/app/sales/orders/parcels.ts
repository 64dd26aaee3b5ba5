import type { Order } from '@reprise/contract/sales/orders/order';

type Sent = Pick<Order, 'items' | 'parcels'>;

/** True if a part of the order has left and the rest has not. */
export const isPartlyShipped = ({ status, parcels }: Pick<Order, 'status' | 'parcels'>): boolean =>
  status === 'processing' && parcels !== undefined;

/** Returns the items that have not left, with how many of each. */
export function restOf({ items, parcels = [] }: Sent): { name: string; quantity: number }[] {
  const sent = new Map<string, number>();
  for (const { product, quantity } of parcels.flatMap((parcel) => parcel.items))
    sent.set(product.id, (sent.get(product.id) ?? 0) + quantity);
  return items.flatMap(({ product, quantity, refundedQuantity = 0 }) => {
    const left = quantity - refundedQuantity - (sent.get(product.id) ?? 0);
    return left > 0 ? [{ name: product.name, quantity: left }] : [];
  });
}
