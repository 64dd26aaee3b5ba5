import { cents } from '@reprise/contract/money';
import { quote, type Rates, type ShippingMethod } from '@reprise/contract/orders/pricing';
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

type Line = { price: number; quantity: number };

function oracle(lines: Line[], rates: Rates, method: ShippingMethod) {
  const subtotal = lines.reduce((sum, { price, quantity }) => sum + BigInt(price) * BigInt(quantity), 0n);
  const isFree = subtotal > BigInt(rates.freeShippingThreshold);
  const standard = isFree ? 0n : BigInt(rates.standardShippingRate);
  const shipping = method === 'express' ? BigInt(rates.expressShippingRate) : standard;
  // Rounds half up: a remainder of half a cent or more is a cent.
  const exact = subtotal * BigInt(Math.round(rates.taxBasisPoints * 10));
  const tax = exact / 100_000n + (exact % 100_000n >= 50_000n ? 1n : 0n);
  return { subtotal, shipping, tax, total: subtotal + shipping + tax };
}

test(`prices ${carts} random carts by the rule, to the cent`, () => {
  const random = randomFrom(20_261_121);
  const differences: unknown[] = [];
  for (let n = 0; n < carts; n++) {
    const lines = Array.from({ length: 1 + random(8) }, () => ({
      price: cents(random(10) === 0 ? random(100_000_001) : random(200_000)),
      quantity: 1 + random(random(10) === 0 ? 1000 : 5),
    }));
    // Includes subtotals exactly at the threshold, a cent below and a cent above.
    if (n % 50 === 0) lines.splice(0, lines.length, { price: cents(4999 + random(3)), quantity: 1 });
    const rates = {
      freeShippingThreshold: cents(5000),
      standardShippingRate: cents(random(2) ? 999 : random(5000)),
      expressShippingRate: cents(1999),
      taxBasisPoints: random(2) ? 800 : random(50_001) / 10,
    };
    const method = random(4) === 0 ? 'express' : 'standard';
    const got = quote(lines, rates, method);
    const want = oracle(lines, rates, method);
    const same = (['subtotal', 'shipping', 'tax', 'total'] as const).every(
      (key) => BigInt(got[key]) === want[key],
    );
    if (!same) differences.push({ lines, rates, method, got });
  }
  expect(differences).toEqual([]);
  console.log(`G-22: ${carts} random carts, 0 differences`);
});
