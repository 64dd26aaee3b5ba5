import { type Cents, cents, shareOf } from '../money.ts';
import type { Order } from '../sales/orders/order.ts';

type PricedItem = Pick<Order['items'][number], 'quantity' | 'refundedQuantity' | 'discount'> & {
  product: { id: string; price: Cents };
};
type Priced = Pick<Order, 'subtotal' | 'discount' | 'shipping' | 'tax' | 'total' | 'taxIncluded'> & {
  items: PricedItem[];
};

/**
 * Returns what the customer paid for these units, with their share of the tax. Counted together with the units refunded
 * before, so that refunding all units one by one returns exactly the items and their tax.
 */
export function amountOfItems(order: Priced, items: Units): Cents {
  const { before, after } = pricesOf(order, items);
  return cents(paidFor(order, after) - paidFor(order, before));
}

/** Returns the tax in `amountOfItems`. */
export function taxOfItems(order: Priced, items: Units): Cents {
  const { before, after } = pricesOf(order, items);
  const { tax, total, taxIncluded } = order;
  if (taxIncluded) return cents(shareOf(tax, after, total) - shareOf(tax, before, total));
  return cents(amountOfItems(order, items) - (after - before));
}

type Units = { product: string; quantity: number }[];

/** Returns the price of the units refunded before, and of them with these units. */
function pricesOf(order: Priced, items: Units): { before: number; after: number } {
  const units = new Map(items.map(({ product, quantity }) => [product, quantity]));
  let [before, after] = [0, 0];
  for (const item of order.items) {
    const { product, refundedQuantity = 0 } = item;
    before += priceOf(item, refundedQuantity);
    after += priceOf(item, refundedQuantity + (units.get(product.id) ?? 0));
  }
  return { before, after };
}

/** Returns the price of so many units, less their share of the discount of the item. */
function priceOf({ product, quantity, discount = cents(0) }: PricedItem, units: number): number {
  return product.price * units - Number((BigInt(discount) * BigInt(units)) / BigInt(quantity));
}

function paidFor({ subtotal, discount, shipping, total }: Priced, value: number): number {
  return shareOf(total - shipping, value, subtotal - discount);
}
