import { addCents, type Cents, cents, timesCents } from '../money.ts';

export const shippingMethods = ['standard', 'express'] as const;
export type ShippingMethod = (typeof shippingMethods)[number];

/** Rates from the store settings. */
export type Rates = {
  freeShippingThreshold: Cents;
  standardShippingRate: Cents;
  expressShippingRate: Cents;
  /** Basis points with at most one decimal: 887.5 is 8.875%. */
  taxBasisPoints: number;
};

export type Quote = { subtotal: Cents; shipping: Cents; tax: Cents; total: Cents };

export type PricedLine = { price: Cents; quantity: number };

/**
 * Returns the totals of a cart; no other code computes shipping and tax. Standard shipping is free if the subtotal
 * exceeds the threshold, and tax applies to the subtotal, rounded half up.
 */
export function quote(lines: PricedLine[], rates: Rates, method: ShippingMethod = 'standard'): Quote {
  const subtotal = addCents(lines.map((line) => timesCents(line.price, line.quantity)));
  const shipping = lines.length === 0 ? cents(0) : shippingFor(subtotal, rates, method);
  const tax = taxOn(subtotal, rates.taxBasisPoints);
  return { subtotal, shipping, tax, total: addCents([subtotal, shipping, tax]) };
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

/** Returns a rate in percent: "8.875" for 887.5 basis points. */
export function percentOfBasisPoints(basisPoints: number): string {
  return String(toTenths(basisPoints) / 1000);
}

function shippingFor(subtotal: Cents, rates: Rates, method: ShippingMethod): Cents {
  if (method === 'express') return rates.expressShippingRate;
  return subtotal > rates.freeShippingThreshold ? cents(0) : rates.standardShippingRate;
}

/** Returns the rounded percentage off the original price, 0 without a discount. */
export function discountPercent(price: Cents, originalPrice: Cents | null): number {
  if (originalPrice === null || originalPrice <= price) return 0;
  return Math.round(((originalPrice - price) / originalPrice) * 100);
}
