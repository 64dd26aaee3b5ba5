import { cents } from '@reprise/contract/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spreadCents } from './spread-cents.ts';

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

test('divides 10,000 random lots to the cent, each share within a cent of its exact part', () => {
  const lots = fc.record({
    amount: fc.integer({ min: -100_000_000, max: 100_000_000_000 }),
    weights: fc.array(fc.integer({ min: 0, max: 1_000_000_000 }), { minLength: 1, maxLength: 40 }),
  });
  fc.assert(
    fc.property(lots, ({ amount, weights }) => {
      const shares = spreadCents(cents(amount), weights);
      expect(sum(shares)).toBe(amount);
      const total = sum(weights);
      for (const [index, weight] of weights.entries()) {
        const part = total === 0 ? amount / weights.length : (amount * weight) / total;
        expect(Math.abs((shares[index] ?? Number.NaN) - part)).toBeLessThan(1.001);
      }
    }),
    { numRuns: 10_000 },
  );
});

test('gives the remaining cents to the largest remainders, of equal ones to the first', () => {
  expect(spreadCents(cents(100), [1, 1, 1])).toEqual([34, 33, 33]);
  expect(spreadCents(cents(-100), [0, 0, 0])).toEqual([-34, -33, -33]);
  expect(spreadCents(cents(10), [1, 5])).toEqual([2, 8]);
  expect(spreadCents(cents(10), [])).toEqual([]);
});
