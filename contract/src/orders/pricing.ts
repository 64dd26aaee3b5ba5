import { addCents, type Cents, cents, timesCents } from '../money.ts';

export const shippingMethods = ['standard', 'express'] as const;
export type ShippingMethod = (typeof shippingMethods)[number];

/** Rates from the store settings. */
export type Rates = {
  freeShippingThreshold: Cents;
  standardShippingRate: Cents;
  expressShippingRate: Cents;
  /** Basis points: 800 is 8%. */
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
  const tax = cents(Math.floor((subtotal * rates.taxBasisPoints + 5000) / 10_000));
  return { subtotal, shipping, tax, total: addCents([subtotal, shipping, tax]) };
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
