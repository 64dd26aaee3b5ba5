import { addCents, type Cents, cents, roundToStep, shareOf } from '../../money.ts';
import type { TaxPart } from '../orders/invoice.ts';
import type { Order } from '../orders/order.ts';
import {
  type amountOfItems,
  chargedForShipping,
  partsOfItems,
  scaleParts,
  shippingPart,
} from '../orders/refund-items.ts';
import { groundsOf, type ReturnReason } from './return-states.ts';

type Priced = Parameters<typeof amountOfItems>[0] & Pick<Order, 'shippingMethod'>;

export type ReturnedLine = {
  id: string;
  product: string;
  quantity: number;
  reason: ReturnReason;
  /** Percent of its share that the store retains after a change of mind. */
  restockingPercent: number;
  deductions: readonly { amount: Cents }[];
};

export type ReturnedAmount = {
  /** Amount paid for each line, and that less what the store retains and deducts, in the order of the lines. */
  lines: { id: string; share: Cents; restocking: Cents; amount: Cents }[];
  /** Shipping of the order that is given back. */
  shipping: Cents;
  /** Price of the label that is taken off. */
  label: Cents;
  /** The same by tax rate. */
  parts: TaxPart[];
  /** Sum of the lines and the shipping, less the label. */
  total: Cents;
};

type OutsideLines = {
  labelPrice?: Cents;
  /** Shipping that was refunded by hand. */
  refundedShipping?: Cents;
};

/**
 * Returns what a settlement gives back for these lines. The shares add up to the cent, counted after the units refunded
 * before; shipping goes back with the last unit of the order, unless all of its lines are changes of mind. A label that
 * the customer pays for is taken off, as far as there is an amount.
 */
export function returnedAmount(
  order: Priced,
  lines: readonly ReturnedLine[],
  standardShipping: Cents | null,
  { labelPrice = cents(0), refundedShipping = cents(0) }: OutsideLines = {},
): ReturnedAmount {
  const counted = new Map(
    order.items.map(({ product, refundedQuantity = 0 }) => [product.id, refundedQuantity]),
  );
  const at = () => ({
    ...order,
    items: order.items.map((item) => ({ ...item, refundedQuantity: counted.get(item.product.id) ?? 0 })),
  });
  const shares: ReturnedAmount['lines'] = [];
  const parts: TaxPart[] = [];
  for (const { id, product, quantity, reason, restockingPercent, deductions } of lines) {
    const units = [{ product, quantity }];
    const ofUnits = partsOfItems(at(), units);
    const share = addCents(ofUnits.map(({ amount }) => amount));
    const restocking = retainedOf(share, reason, restockingPercent);
    const deducted = addCents([restocking, ...deductions.map(({ amount }) => amount)]);
    const amount = cents(Math.max(0, share - deducted));
    shares.push({ id, share, restocking, amount });
    parts.push(...scaleParts(ofUnits, amount));
    counted.set(product, (counted.get(product) ?? 0) + quantity);
  }
  const isLast = order.items.every(({ product, quantity }) => (counted.get(product.id) ?? 0) >= quantity);
  const isOwed = lines.some(({ reason }) => groundsOf[reason] !== 'change-of-mind');
  const standard =
    order.shippingMethod === 'express' && standardShipping !== null ? standardShipping : order.shipping;
  const charged = chargedForShipping(order);
  const part = Math.min(order.shipping, standard);
  const unrefunded = Math.max(0, charged - refundedShipping);
  const owed = isLast && isOwed ? shareOf(charged, part, order.shipping) : 0;
  const shipping = cents(Math.min(owed, unrefunded));
  if (shipping > 0) parts.push(shippingPart(order, shipping));
  const sum = addCents([...shares.map(({ amount }) => amount), shipping]);
  const label = cents(Math.min(labelPrice, sum));
  const total = cents(sum - label);
  return { lines: shares, shipping, label, parts: label > 0 ? scaleParts(parts, total) : parts, total };
}

/**
 * Returns the amounts of a settlement that has no more than `left` to give: to the lines in their order, then shipping,
 * less the label.
 */
export function limitReturned(planned: ReturnedAmount, left: Cents): ReturnedAmount {
  if (planned.total <= left) return planned;
  let rest = cents(left + planned.label);
  const take = (amount: Cents) => {
    const taken = cents(Math.min(amount, rest));
    rest = cents(rest - taken);
    return taken;
  };
  return {
    lines: planned.lines.map((line) => ({ ...line, amount: take(line.amount) })),
    shipping: take(planned.shipping),
    label: planned.label,
    parts: scaleParts(planned.parts, left),
    total: left,
  };
}

const wholePercent = 100;

/** Returns what the store retains of an amount: the share of its policy after a change of mind, else nothing. */
export function retainedOf(paid: Cents, reason: ReturnReason, percent: number): Cents {
  return groundsOf[reason] === 'change-of-mind' ? roundToStep((paid * percent) / wholePercent) : cents(0);
}
