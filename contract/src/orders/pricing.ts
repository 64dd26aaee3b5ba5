import { addCents, type Cents, cents, shareOf, timesCents } from '../money.ts';

export const shippingMethods = ['standard', 'express'] as const;
export type ShippingMethod = (typeof shippingMethods)[number];

/** Rates from the store settings. */
export type Rates = {
  freeShippingThreshold: Cents;
  standardShippingRate: Cents;
  expressShippingRate: Cents;
  /** Basis points with at most one decimal: 887.5 is 8.875%. */
  taxBasisPoints: number;
  /** True if the tax is in the prices and the shipping rates; else it is added to the goods. */
  pricesIncludeTax: boolean;
};

type ShippingRates = Pick<Rates, 'freeShippingThreshold' | 'standardShippingRate' | 'expressShippingRate'>;

export type Quote = { subtotal: Cents; discount: Cents; shipping: Cents; tax: Cents; total: Cents };

export type PricedLine = {
  price: Cents;
  quantity: number;
  /** False for a product that the discount code excludes. */
  isDiscountable?: boolean;
};

/** `free-shipping` makes standard shipping free; express shipping is charged in full. */
export type DiscountTerms =
  | { type: 'amount'; amount: Cents }
  | { type: 'percent'; percent: number }
  | { type: 'free-shipping' };

/**
 * Returns the totals of a cart; no other code computes discount, shipping and tax. Standard shipping is free if the
 * subtotal less the discount exceeds the threshold, and tax is added to the same amount, rounded half up. Where prices
 * include it, the tax is a part of the total.
 */
export function quote(
  lines: PricedLine[],
  rates: Rates,
  method: ShippingMethod = 'standard',
  terms?: DiscountTerms,
): Quote {
  const subtotal = addCents(lines.map((line) => timesCents(line.price, line.quantity)));
  const discount = terms ? discountOn(lines, terms) : cents(0);
  const goods = cents(subtotal - discount);
  const isFree = terms?.type === 'free-shipping' && method === 'standard' && lines.some(isDiscountable);
  const shipping = lines.length === 0 || isFree ? cents(0) : shippingFor(goods, rates, method);
  if (rates.pricesIncludeTax) {
    const total = addCents([goods, shipping]);
    return { subtotal, discount, shipping, tax: taxIn(total, rates.taxBasisPoints), total };
  }
  const tax = taxOn(goods, rates.taxBasisPoints);
  return { subtotal, discount, shipping, tax, total: addCents([goods, shipping, tax]) };
}

const isDiscountable = (line: PricedLine): boolean => line.isDiscountable !== false;

/** Returns the discount in cents, at most the price of the discountable lines; a percentage is rounded half up. */
function discountOn(lines: PricedLine[], terms: DiscountTerms): Cents {
  if (terms.type === 'free-shipping') return cents(0);
  const base = addCents(lines.filter(isDiscountable).map((line) => timesCents(line.price, line.quantity)));
  if (terms.type === 'amount') return cents(Math.min(terms.amount, base));
  const rest = base % 100;
  return cents(((base - rest) / 100) * terms.percent + Math.floor((rest * terms.percent + 50) / 100));
}

/**
 * Spreads a discount over the lines in proportion to their price, in whole cents by the largest remainder. Returns a
 * share per line, null for lines that are not discountable.
 */
export function spreadDiscount(lines: PricedLine[], discount: Cents): (Cents | null)[] {
  const prices = lines.map((line) =>
    isDiscountable(line) ? BigInt(timesCents(line.price, line.quantity)) : 0n,
  );
  const base = prices.reduce((sum, price) => sum + price, 0n);
  // Exact, because the product of two large amounts exceeds the safe integers.
  const exact = prices.map((price) => price * BigInt(discount));
  const shares = exact.map((product) => (base === 0n ? 0 : Number(product / base)));
  const remainders = exact
    .map((product, index) => ({ index, remainder: base === 0n ? 0n : product % base }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder < b.remainder ? 1 : -1));
  const left = base === 0n ? 0 : discount - shares.reduce((sum, share) => sum + share, 0);
  for (const { index } of remainders.slice(0, left)) shares[index] = (shares[index] ?? 0) + 1;
  return lines.map((line, index) => (isDiscountable(line) ? cents(shares[index] ?? 0) : null));
}

/** Tenths of a basis point in 100%. */
const tenthsInWhole = 100_000;

/** Returns a rate as the whole number of tenths of a basis point that is stored and calculated with. */
export function toTenths(basisPoints: number): number {
  return Math.round(basisPoints * 10);
}

/** Rounds half up. Splits the subtotal, because its product with the rate may exceed the safe integers. */
function taxOn(subtotal: Cents, basisPoints: number): Cents {
  const tenths = toTenths(basisPoints);
  const rest = subtotal % tenthsInWhole;
  const wholes = (subtotal - rest) / tenthsInWhole;
  return cents(wholes * tenths + Math.floor((rest * tenths + tenthsInWhole / 2) / tenthsInWhole));
}

/** Returns the tax in an amount that includes it, rounded half up. */
function taxIn(amount: Cents, basisPoints: number): Cents {
  const tenths = toTenths(basisPoints);
  return shareOf(amount, tenths, tenthsInWhole + tenths);
}

/** Returns a rate in percent: "8.875" for 887.5 basis points. */
export function percentOfBasisPoints(basisPoints: number): string {
  return String(toTenths(basisPoints) / 1000);
}

export function shippingFor(subtotal: Cents, rates: ShippingRates, method: ShippingMethod): Cents {
  if (method === 'express') return rates.expressShippingRate;
  return subtotal > rates.freeShippingThreshold ? cents(0) : rates.standardShippingRate;
}
