import { expect, test } from 'vitest';
import { cents } from '../../money.ts';
import { type PriceFacts, suggestPrice } from './pricing.ts';

const facts: PriceFacts = {
  price: cents(19999),
  left: 4,
  oldestDays: 30,
  soldLately: 1,
  cost: cents(12000),
  nextPrice: null,
};
const suggest = (change: Partial<PriceFacts>, leastMargin = 10) =>
  suggestPrice({ ...facts, ...change }, leastMargin);

test('old and slow: 5% less, with the same cents', () => {
  expect(suggest({})).toEqual({ price: 18999, reason: 'On sale for 30 days, 1 sold in 30: 5% less.' });
  expect(suggest({ oldestDays: 21 })).toBeNull();
  expect(suggest({ soldLately: 4 })).toBeNull();
});

test('never below the cost with the least margin', () => {
  expect(suggest({ cost: cents(17500) })?.price).toBe(19250);
  expect(suggest({ cost: cents(18500) })).toBeNull();
  expect(suggest({ cost: cents(17500) }, 0)?.price).toBe(18999);
});

test('nearly sold out and fast: 3% more, never above the next condition', () => {
  const fast = { left: 2, soldLately: 9, oldestDays: 3 };
  expect(suggest(fast)).toEqual({ price: 20599, reason: '9 sold in 30 days, 2 left: 3% more.' });
  expect(suggest({ ...fast, nextPrice: cents(20200) })?.price).toBe(20200);
  expect(suggest({ ...fast, left: 3 })).toBeNull();
});
