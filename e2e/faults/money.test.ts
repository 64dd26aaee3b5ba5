import { type Cents, cents } from '@reprise/contract/money';
import {
  type DiscountTerms,
  quote,
  type Rates,
  type ShippingMethod,
  spreadDiscount,
} from '@reprise/contract/sales/orders/pricing';
import { expect, test } from 'vitest';
import { sized } from './size.ts';

// Recomputes the price of carts in integers of arbitrary size from the text of the rule.

const carts = sized({ slice: 20_000, quick: 100_000, release: 1_000_000 });

/** Mulberry32: every run draws the same carts, so that a difference can be reproduced. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

type Line = { price: number; quantity: number; isDiscountable: boolean };

const sumOf = (lines: Line[]) =>
  lines.reduce((sum, { price, quantity }) => sum + BigInt(price) * BigInt(quantity), 0n);

function discountOracle(lines: Line[], terms: DiscountTerms | undefined): bigint {
  const base = sumOf(lines.filter(({ isDiscountable }) => isDiscountable));
  if (terms?.type === 'amount') return BigInt(terms.amount) < base ? BigInt(terms.amount) : base;
  return terms?.type === 'percent' ? (base * BigInt(terms.percent) + 50n) / 100n : 0n;
}

function oracle(lines: Line[], rates: Rates, method: ShippingMethod, terms: DiscountTerms | undefined) {
  const subtotal = sumOf(lines);
  const discount = discountOracle(lines, terms);
  const goods = subtotal - discount;
  const hasFreeCode = terms?.type === 'free-shipping' && lines.some(({ isDiscountable }) => isDiscountable);
  const isFree = hasFreeCode || goods > BigInt(rates.freeShippingThreshold);
  const standard = isFree ? 0n : BigInt(rates.standardShippingRate);
  const shipping = method === 'express' ? BigInt(rates.expressShippingRate) : standard;
  if (rates.pricesIncludeTax) {
    const total = goods + shipping;
    const tenths = BigInt(Math.round(rates.taxBasisPoints * 10));
    const [part, whole] = [total * tenths, 100_000n + tenths];
    const included = part / whole + ((part % whole) * 2n >= whole ? 1n : 0n);
    return { subtotal, discount, shipping, tax: included, total };
  }
  // Rounds half up: a remainder of half a cent or more is a cent.
  const exact = goods * BigInt(Math.round(rates.taxBasisPoints * 10));
  const tax = exact / 100_000n + (exact % 100_000n >= 50_000n ? 1n : 0n);
  return { subtotal, discount, shipping, tax, total: goods + shipping + tax };
}

/** Half of the carts have a code. */
function termsFrom(random: (below: number) => number): DiscountTerms | undefined {
  const kind = random(6);
  if (kind === 0) return { type: 'amount', amount: cents(1 + random(random(3) ? 5000 : 100_000_000)) };
  if (kind === 1) return { type: 'percent', percent: 1 + random(100) };
  return kind === 2 ? { type: 'free-shipping' } : undefined;
}

/** A share is at most the price of its line and less than a cent from the exact one; all add up to the discount. */
function isFairSpread(lines: Line[], discount: bigint, shares: (number | null)[]): boolean {
  const base = sumOf(lines.filter(({ isDiscountable }) => isDiscountable));
  const isFair = shares.every((share, index) => {
    const line = lines[index];
    if (!line?.isDiscountable) return share === null;
    const price = sumOf([line]);
    const off = BigInt(share ?? -1) * base - discount * price;
    return share !== null && share >= 0 && BigInt(share) <= price && (off < 0n ? -off : off) <= base;
  });
  const sum = shares.reduce<bigint>((total, share) => total + BigInt(share ?? 0), 0n);
  return isFair && sum === discount;
}

test(`prices ${carts} random carts by the rule, to the cent`, () => {
  const random = randomFrom(20_261_121);
  const differences: unknown[] = [];
  for (let n = 0; n < carts; n++) {
    const lines: (Line & { price: Cents })[] = Array.from({ length: 1 + random(8) }, () => ({
      price: cents(random(10) === 0 ? random(100_000_001) : random(200_000)),
      quantity: 1 + random(random(10) === 0 ? 1000 : 5),
      isDiscountable: random(4) > 0,
    }));
    // Includes subtotals exactly at the threshold, a cent below and a cent above.
    if (n % 50 === 0)
      lines.splice(0, lines.length, { price: cents(4999 + random(3)), quantity: 1, isDiscountable: true });
    const rates = {
      freeShippingThreshold: cents(5000),
      standardShippingRate: cents(random(2) ? 999 : random(5000)),
      expressShippingRate: cents(1999),
      taxBasisPoints: random(2) ? 800 : random(50_001) / 10,
      pricesIncludeTax: random(4) === 0,
    };
    const method = random(4) === 0 ? 'express' : 'standard';
    const terms = termsFrom(random);
    const got = quote(lines, rates, method, terms);
    const want = oracle(lines, rates, method, terms);
    const same = (['subtotal', 'discount', 'shipping', 'tax', 'total'] as const).every(
      (key) => BigInt(got[key]) === want[key],
    );
    const isSpread = isFairSpread(lines, want.discount, spreadDiscount(lines, got.discount));
    if (!same || !isSpread || got.total < 0) differences.push({ lines, rates, method, terms, got });
  }
  expect(differences).toEqual([]);
  console.log(`G-22: ${carts} random carts, 0 differences`);
});
