import { addCents, type Cents, cents, shareOf, storeCurrency } from '../../money.ts';
import type { TaxPart } from './invoice.ts';
import type { Order } from './order.ts';
import { spread } from './pricing.ts';

type PricedItem = Pick<
  Order['items'][number],
  'quantity' | 'refundedQuantity' | 'discount' | 'tax' | 'taxBasisPoints'
> & { product: { id: string; price: Cents } };
type Priced = Pick<Order, 'subtotal' | 'discount' | 'shipping' | 'tax' | 'taxIncluded' | 'taxBasisPoints'> &
  Pick<Order, 'shippingTax' | 'shippingTaxBasisPoints'> & { items: PricedItem[] };

/** Returns what the customer paid for these units, with their tax. */
export function amountOfItems(order: Priced, items: Units): Cents {
  return addCents(partsOfItems(order, items).map(({ amount }) => amount));
}

/** Returns the tax in `amountOfItems`. */
export function taxOfItems(order: Priced, items: Units): Cents {
  return addCents(partsOfItems(order, items).map(({ tax }) => tax));
}

type Units = { product: string; quantity: number }[];

/**
 * Returns what the customer paid for these units, by tax rate. Counted together with the units refunded before, so that
 * refunding all units one by one returns exactly the items and their tax.
 */
export function partsOfItems(order: Priced, items: Units): TaxPart[] {
  const units = new Map(items.map(({ product, quantity }) => [product, quantity]));
  return groupsOf(order).map(({ basisPoints, value, tax, lines }) => {
    let [before, after] = [0, 0];
    for (const item of lines) {
      const { product, refundedQuantity = 0 } = item;
      before += priceOf(item, refundedQuantity);
      after += priceOf(item, refundedQuantity + (units.get(product.id) ?? 0));
    }
    const taxOfUnits = shareOf(tax, after, value) - shareOf(tax, before, value);
    const amount = after - before + (order.taxIncluded ? 0 : taxOfUnits);
    return { basisPoints, amount: cents(amount), tax: cents(taxOfUnits) };
  });
}

/** Returns the order by tax rate; shipping that is not taxed has the rate 0. */
export function partsOfOrder(order: Priced & Pick<Order, 'total'>): TaxPart[] {
  const { tax, total, taxIncluded, taxBasisPoints } = order;
  if (!knowsLineTaxes(order)) return [{ basisPoints: taxBasisPoints ?? null, amount: total, tax }];
  return groupsOf(order).map(({ basisPoints, value, tax }) => {
    return { basisPoints, amount: cents(value + (taxIncluded ? 0 : tax)), tax };
  });
}

/** Returns the part of a shipping charge that goes back, an amount with its tax. */
export function shippingPart(order: Priced, amount: Cents): TaxPart {
  const { subtotal, discount, shipping, tax, shippingTax = cents(0), taxIncluded } = order;
  if (knowsLineTaxes(order)) {
    const basisPoints = order.shippingTaxBasisPoints ?? 0;
    return { basisPoints, amount, tax: shareOf(shippingTax, amount, chargedForShipping(order)) };
  }
  const taxOfAmount = taxIncluded ? shareOf(tax, amount, subtotal - discount + shipping) : cents(0);
  return { basisPoints: order.taxBasisPoints ?? null, amount, tax: taxOfAmount };
}

/** Returns what was charged for shipping, with the tax on it. */
export const chargedForShipping = ({
  shipping,
  shippingTax = cents(0),
  taxIncluded,
}: ShippingCharge): Cents => cents(shipping + (taxIncluded ? 0 : shippingTax));

type ShippingCharge = Pick<Order, 'shipping' | 'shippingTax' | 'taxIncluded'>;

/** Returns parts whose amounts add up to another one, with their share of the tax. */
export function scaleParts(parts: TaxPart[], amount: number): TaxPart[] {
  if (addCents(parts.map((part) => part.amount)) === amount) return parts;
  const amounts = spread(
    amount,
    parts.map((part) => part.amount),
  );
  return parts.map((part, index) => {
    const scaled = amounts[index] ?? cents(0);
    return {
      ...part,
      amount: scaled,
      tax: scaled === part.amount ? part.tax : shareOf(part.tax, scaled, part.amount),
    };
  });
}

const knowsLineTaxes = ({ items }: Priced): boolean => items.every(({ tax }) => tax !== undefined);

/** Items at one rate; `value` has the shipping of that rate, but no added tax. */
type TaxGroup = { basisPoints: number | null; value: number; tax: Cents; lines: PricedItem[] };

/** An order from before taxes of lines were stored has one group: it was taxed at one rate. */
function groupsOf(order: Priced): TaxGroup[] {
  const { subtotal, discount, shipping, tax, taxIncluded, items } = order;
  if (!knowsLineTaxes(order)) {
    const value = subtotal - discount + (taxIncluded ? shipping : 0);
    return [{ basisPoints: order.taxBasisPoints ?? null, value, tax, lines: items }];
  }
  const groups = new Map<number | null, TaxGroup>();
  const groupAt = (basisPoints: number | null) => {
    const group = groups.get(basisPoints) ?? { basisPoints, value: 0, tax: cents(0), lines: [] };
    groups.set(basisPoints, group);
    return group;
  };
  for (const item of items) {
    const group = groupAt(item.taxBasisPoints ?? 0);
    group.value += priceOf(item, item.quantity);
    group.tax = cents(group.tax + (item.tax ?? 0));
    group.lines.push(item);
  }
  if (shipping > 0) {
    const group = groupAt(order.shippingTaxBasisPoints ?? 0);
    group.value += shipping;
    group.tax = cents(group.tax + (order.shippingTax ?? 0));
  }
  return [...groups.values()];
}

/** Returns the price of so many units, less their share of the discount of the item. */
function priceOf({ product, quantity, discount = cents(0) }: PricedItem, units: number): number {
  const step = storeCurrency().step;
  const steps = (BigInt(discount) * BigInt(units)) / (BigInt(quantity) * BigInt(step));
  return product.price * units - Number(steps) * step;
}
