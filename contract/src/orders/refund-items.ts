import { type Cents, cents } from '../money.ts';
import type { Order } from './order.ts';

type Priced = Pick<Order, 'subtotal' | 'shipping' | 'total'> & {
  items: { product: { id: string; price: Cents }; quantity: number; refundedQuantity?: number | undefined }[];
};

/**
 * Returns what the customer paid for these units, with their share of the tax. Counted together with the units refunded
 * before, so that refunding all units one by one returns exactly the items and their tax.
 */
export function amountOfItems(order: Priced, items: { product: string; quantity: number }[]): Cents {
  const units = new Map(items.map(({ product, quantity }) => [product, quantity]));
  let [before, after] = [0, 0];
  for (const { product, refundedQuantity = 0 } of order.items) {
    before += product.price * refundedQuantity;
    after += product.price * (refundedQuantity + (units.get(product.id) ?? 0));
  }
  return cents(paidFor(order, after) - paidFor(order, before));
}

/** Rounds half up, in whole numbers: (2ab + c) / 2c, rounded down. */
function paidFor({ subtotal, shipping, total }: Priced, value: number): number {
  if (subtotal === 0) return 0;
  const [amount, paid, all] = [BigInt(value), BigInt(total - shipping), BigInt(subtotal)];
  return Number((2n * amount * paid + all) / (2n * all));
}
