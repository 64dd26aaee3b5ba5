import type { Product } from '@reprise/contract/catalog/products/product';
import type { Cents } from '@reprise/contract/money';
import type { Order, ShippingAddressInput } from '@reprise/contract/sales/orders/order';
import type { OrderEdit } from '@reprise/contract/sales/orders/order-edit';
import type { ShippingMethod } from '@reprise/contract/sales/orders/pricing';
import { readAmount, typeAmount } from '@reprise/contract/typed-number';
import { price } from '@reprise/contract/wire';

/** Line of an order being edited. */
export type EditedLine = {
  product: Pick<Product, 'id' | 'name' | 'condition' | 'sku'> & { image: string | undefined };
  quantity: number;
  /** Units that stay in the order, because they were refunded. */
  refundedQuantity: number;
  maxQuantity: number;
  /** Price without a change by hand. */
  basePrice: Cents;
  /** Price as typed. */
  price: string;
  /** Unit numbers of packed devices that leave. */
  leaving: readonly string[];
};

const maxQuantity = 1000;

const typedPrice = price('Enter an amount');
const parse = (typed: string) => typedPrice.safeParse(readAmount(typed));

/** Returns a typed amount in minor units; null for one that no price can have, such as "12.345" dollars. */
export const readCents = (typed: string): Cents | null => parse(typed).data ?? null;

/** Returns why `readCents` refuses an amount. */
export const amountFault = (typed: string): string | undefined => parse(typed).error?.issues[0]?.message;

export function linesOf({ items }: Order): EditedLine[] {
  return items.map(
    ({ product: { id, name, condition, sku, images, price }, quantity, refundedQuantity = 0 }) => ({
      product: { id, name, condition, sku, image: images[0] },
      quantity,
      refundedQuantity,
      maxQuantity,
      basePrice: price,
      price: typeAmount(price),
      leaving: [],
    }),
  );
}

export function addedLine({ id, name, condition, sku, images, price, stockCount }: Product): EditedLine {
  return {
    product: { id, name, condition, sku, image: images[0] },
    quantity: 1,
    refundedQuantity: 0,
    maxQuantity: Math.min(stockCount, maxQuantity),
    basePrice: price,
    price: typeAmount(price),
    leaving: [],
  };
}

/** Values of the form beside the lines. */
export type EditForm = ShippingAddressInput & {
  shippingMethod: ShippingMethod;
  /** Shipping charge set by hand; blank for the rule of the order. */
  shipping: string;
  reason: string;
};

export function addressOf({
  shippingAddress: { name: _name, lines: _lines, ...address },
}: Order): ShippingAddressInput {
  return address as ShippingAddressInput;
}

/** True if every typed amount can be read. */
export function hasReadableAmounts(lines: EditedLine[], { shipping }: Pick<EditForm, 'shipping'>): boolean {
  return (
    lines.every(({ price }) => readCents(price) !== null) &&
    (isBlank(shipping) || readCents(shipping) !== null)
  );
}

const isBlank = (typed: string) => typed.trim() === '';

/** Returns the request for the edited order. */
export function editOf(
  { version = 0 }: Order,
  lines: EditedLine[],
  { shippingMethod, shipping, reason, ...shippingAddress }: EditForm,
): OrderEdit {
  const prices = lines.flatMap(({ product, price, basePrice }) => {
    const typed = readCents(price);
    return typed === null || typed === basePrice ? [] : [{ product: product.id, price: typed }];
  });
  const unitsRemoved = lines.flatMap(({ leaving }) => leaving);
  return {
    version,
    shippingAddress,
    items: lines.map(({ product, quantity }) => ({ product: product.id, quantity })),
    prices,
    ...(unitsRemoved.length > 0 && { unitsRemoved }),
    shippingMethod,
    shipping: isBlank(shipping) ? null : readCents(shipping),
    reason: reason.trim(),
  };
}
