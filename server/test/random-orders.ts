import { type Cents, cents } from '@reprise/contract/money';
import {
  type DiscountTerms,
  type PricedLine,
  quote,
  type Rates,
  shippingMethods,
  spreadDiscount,
} from '@reprise/contract/sales/orders/pricing';
import { amountOfItems, taxOfItems } from '@reprise/contract/sales/orders/refund-items';

/** Returns whole numbers below a limit, the same for the same seed (mulberry32). */
export function numbersFrom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}

export type RandomOrder = {
  lines: PricedLine[];
  rates: Rates;
  method: (typeof shippingMethods)[number];
  terms: DiscountTerms | undefined;
};

/** Returns the order of a seed. Its prices and rates are multiples of the step. */
export function randomOrder(seed: number, step = 1): RandomOrder {
  const number = numbersFrom(seed);
  const amount = (limit: number) => cents(number(limit) * step);
  const lines = Array.from({ length: 1 + number(5) }, () => ({
    price: amount(number(2) === 0 ? 500 : 200_000),
    quantity: 1 + number(6),
    isDiscountable: number(4) > 0,
  }));
  const terms: (DiscountTerms | undefined)[] = [
    undefined,
    { type: 'percent', percent: 1 + number(100) },
    { type: 'amount', amount: amount(60_000) },
    { type: 'free-shipping' },
  ];
  return {
    lines,
    rates: {
      freeShippingThreshold: amount(10_000),
      standardShippingRate: amount(2_000),
      expressShippingRate: amount(5_000),
      taxBasisPoints: number(30_000) / 10,
      pricesIncludeTax: number(2) === 0,
    },
    method: shippingMethods[number(2)] ?? 'standard',
    terms: terms[number(4)],
  };
}

/** Returns the amounts of an order: totals, discount by line, and amount and tax of each unit refunded in turn. */
export function amountsOf({ lines, rates, method, terms }: RandomOrder) {
  const totals = quote(lines, rates, method, terms);
  const shares = spreadDiscount(lines, totals.discount);
  const items = lines.map(({ price, quantity }, index) => ({
    product: { id: String(index), price },
    ...{ quantity, refundedQuantity: 0, discount: shares[index] ?? cents(0) },
  }));
  const refunds: [amount: Cents, tax: Cents][] = [];
  for (const item of items) {
    for (; item.refundedQuantity < item.quantity; item.refundedQuantity++) {
      const unit = [{ product: item.product.id, quantity: 1 }];
      const order = { ...totals, ...(rates.pricesIncludeTax && { taxIncluded: true as const }), items };
      refunds.push([amountOfItems(order, unit), taxOfItems(order, unit)]);
    }
  }
  return { totals, shares, refunds };
}
