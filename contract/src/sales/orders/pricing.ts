import { formatNumber } from '../../formats.ts';
import type { ShippingTax, TaxClass } from '../../foundations/tax-classes.ts';
import { addCents, type Cents, cents, shareOf, storeCurrency, timesCents } from '../../money.ts';
import { shippingFor } from './shipping/shipping-rate.ts';

/** `pickup`: collected at the counter of the store. */
export const shippingMethods = ['standard', 'express', 'pickup'] as const;
export type ShippingMethod = (typeof shippingMethods)[number];

/** Rates from the store settings. */
export type Rates = {
  freeShippingThreshold: Cents;
  standardShippingRate: Cents;
  expressShippingRate: Cents;
  /** Charge for collecting at the counter; missing: none. */
  pickupRate?: Cents | undefined;
  /** Basis points with at most one decimal: 887.5 is 8.875%. */
  taxBasisPoints: number;
  /** Rate of the reduced class; missing if it has none of its own. */
  reducedBasisPoints?: number | undefined;
  /** True if the tax is in the prices and the shipping rates; else it is added to them. */
  pricesIncludeTax: boolean;
  /** Missing: automatic. */
  shippingTax?: ShippingTax | undefined;
  /** Present if the order has no tax: the rates of the tax that is taken off prices which include it. */
  taxOff?: TaxOff | undefined;
};

/** Rates of a tax in prices, in basis points. */
export type TaxOff = Pick<Rates, 'taxBasisPoints' | 'reducedBasisPoints'>;

export type Quote = { subtotal: Cents; discount: Cents; shipping: Cents; tax: Cents; total: Cents };

export type PricedLine = {
  price: Cents;
  quantity: number;
  /** False for a product that the discount code excludes. */
  isDiscountable?: boolean;
  /** Missing: standard. */
  taxClass?: TaxClass | undefined;
};

/** Tax of a line or of the shipping, with its rate. */
export type AppliedTax = { tax: Cents; basisPoints: number };

/** Totals with what belongs to each line. */
export type QuotedLines = Quote & {
  /** In the order of the lines; no discount for a line that is not discountable. */
  lines: (AppliedTax & { discount: Cents | null })[];
  /** Null if shipping is not taxed. */
  shippingTax: AppliedTax | null;
};

/** `free-shipping` makes standard shipping and collecting free; express shipping is charged in full. */
export type DiscountTerms =
  | { type: 'amount'; amount: Cents }
  | { type: 'percent'; percent: number }
  | { type: 'free-shipping' };

/** Returns the totals of a cart at these rates. */
export function quote(
  lines: PricedLine[],
  rates: Rates,
  method: ShippingMethod = 'standard',
  terms?: DiscountTerms,
): Quote {
  const { subtotal, discount, shipping, tax, total } = quoteLines(lines, rates, method, terms);
  return { subtotal, discount, shipping, tax, total };
}

/**
 * Returns totals and taxes of a cart; no other code computes discount, shipping and tax. Standard shipping is free if the
 * subtotal less the discount exceeds the threshold; tax is on the price less the discount, rounded once for each rate.
 */
export function quoteLines(
  priced: PricedLine[],
  charged: Rates,
  method: ShippingMethod = 'standard',
  discountTerms?: DiscountTerms,
): QuotedLines {
  const { lines, rates, terms } = takeTaxOff({ lines: priced, rates: charged, terms: discountTerms });
  const subtotal = addCents(lines.map((line) => timesCents(line.price, line.quantity)));
  const discount = terms ? discountOn(lines, terms) : cents(0);
  const goods = cents(subtotal - discount);
  const isFree = terms?.type === 'free-shipping' && method !== 'express' && lines.some(isDiscountable);
  const shipping = lines.length === 0 || isFree ? cents(0) : shippingFor(goods, rates, method);
  const shares = spreadDiscount(lines, discount);
  const taxed = lines.map((line, index) => ({
    amount: timesCents(line.price, line.quantity) - (shares[index] ?? 0),
    basisPoints: basisPointsOf(rates, line.taxClass),
  }));
  if (taxesShipping(rates)) {
    taxed.push({
      amount: shipping,
      basisPoints: Math.max(0, ...taxed.map(({ basisPoints }) => basisPoints)),
    });
  }
  const taxes = taxesOf(taxed, rates.pricesIncludeTax);
  const tax = addCents(taxes.map((one) => one.tax));
  const total = addCents([goods, shipping, rates.pricesIncludeTax ? cents(0) : tax]);
  const discountOf = (index: number) => ({ discount: shares[index] ?? null });
  return {
    subtotal,
    discount,
    shipping,
    tax,
    total,
    lines: taxes.slice(0, lines.length).map((one, index) => ({ ...one, ...discountOf(index) })),
    shippingTax: taxes[lines.length] ?? null,
  };
}

type Priced<L extends PricedLine, R extends Rates> = {
  lines: L[];
  rates: R;
  terms?: DiscountTerms | undefined;
};

/**
 * Returns an order without tax as it is charged: unit prices, shipping rates and the amount of a code lose the tax that is
 * in them, each rounded once, because a line is a unit price times a quantity. Returns other orders unchanged.
 */
export function takeTaxOff<L extends PricedLine, R extends Rates>(order: Priced<L, R>): Priced<L, R> {
  const { taxOff, pricesIncludeTax } = order.rates;
  if (!taxOff) return order;
  const untaxed = { taxOff: undefined, taxBasisPoints: 0, reducedBasisPoints: undefined };
  const shippingTax = taxesShipping(order.rates) ? ('taxed' as const) : ('untaxed' as const);
  const rates = { ...order.rates, ...untaxed, pricesIncludeTax: false, shippingTax };
  if (!pricesIncludeTax) return { ...order, rates };
  const highest = Math.max(0, ...order.lines.map(({ taxClass }) => basisPointsOf(taxOff, taxClass)));
  const shippingRate = shippingTax === 'taxed' ? highest : 0;
  const { freeShippingThreshold, standardShippingRate, expressShippingRate, pickupRate } = rates;
  return {
    lines: order.lines.map((line) => ({
      ...line,
      price: withoutTax(line.price, basisPointsOf(taxOff, line.taxClass)),
    })),
    rates: {
      ...rates,
      freeShippingThreshold: withoutTax(freeShippingThreshold, highest),
      standardShippingRate: withoutTax(standardShippingRate, shippingRate),
      expressShippingRate: withoutTax(expressShippingRate, shippingRate),
      ...(pickupRate !== undefined && { pickupRate: withoutTax(pickupRate, shippingRate) }),
    },
    terms: order.terms && termsWithoutTax(order.terms, highest),
  };
}

/** Returns the terms of a code for prices without the tax of this rate. */
export function termsWithoutTax(terms: DiscountTerms, basisPoints: number): DiscountTerms {
  return terms.type === 'amount' ? { ...terms, amount: withoutTax(terms.amount, basisPoints) } : terms;
}

/** Returns a price less the tax of this rate in it. */
export function withoutTax(price: Cents, basisPoints: number): Cents {
  return shareOf(price, tenthsInWhole, tenthsInWhole + toTenths(basisPoints));
}

/** Returns a price with the tax of this rate. */
export function withTax(price: Cents, basisPoints: number): Cents {
  return shareOf(price, tenthsInWhole + toTenths(basisPoints), tenthsInWhole);
}

/** Returns the rate of a tax class, in basis points. */
export function basisPointsOf(
  {
    taxBasisPoints,
    reducedBasisPoints = taxBasisPoints,
  }: Pick<Rates, 'taxBasisPoints' | 'reducedBasisPoints'>,
  taxClass: TaxClass = 'standard',
): number {
  if (taxClass === 'none') return 0;
  return taxClass === 'reduced' ? reducedBasisPoints : taxBasisPoints;
}

/** True if shipping has the highest rate of the items. */
export function taxesShipping({ shippingTax, pricesIncludeTax }: Rates): boolean {
  return shippingTax === 'taxed' || (shippingTax !== 'untaxed' && pricesIncludeTax);
}

/** Returns the tax of each amount: that of all amounts of a rate, rounded once and spread over them. */
function taxesOf(taxed: { amount: number; basisPoints: number }[], isIncluded: boolean): AppliedTax[] {
  const taxes = taxed.map(({ basisPoints }) => ({ tax: cents(0), basisPoints }));
  for (const rate of new Set(taxed.map(({ basisPoints }) => toTenths(basisPoints)))) {
    const amounts = taxed.map(({ amount, basisPoints }) => (toTenths(basisPoints) === rate ? amount : 0));
    const sum = amounts.reduce((all, amount) => all + amount, 0);
    const tax = shareOf(sum, rate, isIncluded ? tenthsInWhole + rate : tenthsInWhole);
    spread(tax, amounts).forEach((share, index) => {
      const one = taxes[index];
      if (one) one.tax = cents(one.tax + share);
    });
  }
  return taxes;
}

const isDiscountable = (line: PricedLine): boolean => line.isDiscountable !== false;

/** Returns the discount, at most the price of the discountable lines; a percentage is rounded half up to the step. */
function discountOn(lines: PricedLine[], terms: DiscountTerms): Cents {
  if (terms.type === 'free-shipping') return cents(0);
  const base = addCents(lines.filter(isDiscountable).map((line) => timesCents(line.price, line.quantity)));
  if (terms.type === 'amount') return cents(Math.min(terms.amount, base));
  return shareOf(base, terms.percent, wholePercent);
}

const wholePercent = 100;

/** Spreads a discount over the lines by their price. Returns a share per line, null for lines that are not discountable. */
export function spreadDiscount(lines: PricedLine[], discount: Cents): (Cents | null)[] {
  const prices = lines.map((line) => (isDiscountable(line) ? timesCents(line.price, line.quantity) : 0));
  const shares = spread(discount, prices);
  return lines.map((line, index) => (isDiscountable(line) ? (shares[index] ?? cents(0)) : null));
}

/** Spreads an amount in proportion to weights, in steps of the currency by the largest remainder; nothing over no weight. */
export function spread(amount: number, weights: number[]): Cents[] {
  const base = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (base === 0n) return weights.map(() => cents(0));
  // Exact, because the product of two large amounts exceeds the safe integers.
  const exact = weights.map((weight) => BigInt(weight) * BigInt(amount));
  const { step } = storeCurrency();
  const divisor = base * BigInt(step);
  const shares = exact.map((product) => Number(product / divisor) * step);
  const remainders = exact
    .map((product, index) => ({ index, remainder: product % divisor }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder < b.remainder ? 1 : -1));
  const left = amount - shares.reduce((sum, share) => sum + share, 0);
  for (const { index } of remainders.slice(0, left / step)) shares[index] = (shares[index] ?? 0) + step;
  return shares.map(cents);
}

/** Tenths of a basis point in 100%. */
const tenthsInWhole = 100_000;

/** Returns a rate as the whole number of tenths of a basis point that is stored and calculated with. */
export function toTenths(basisPoints: number): number {
  return Math.round(basisPoints * 10);
}

/** Returns a rate in percent, in the store's format: "8.875" for 887.5 basis points. */
export function percentOfBasisPoints(basisPoints: number): string {
  return formatNumber(toTenths(basisPoints) / 1000);
}
