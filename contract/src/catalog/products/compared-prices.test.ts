import { expect, test } from 'vitest';
import { cents } from '../../money.ts';
import { newPriceText, newSaving, saleSaving } from './compared-prices.ts';

test.each([
  [79_900, null, 'New $799'],
  [79_950, null, 'New $799.50'],
  [129_900, 'today', 'New $1,299 today'],
  [79_900, '2021-09', 'New $799 in Sep 2021'],
  [79_900, '2018-12', 'New $799 in Dec 2018'],
])('a price when new of %s cents with the date %s reads “%s”', (price, newPriceDate, text) => {
  expect(newPriceText({ originalPrice: cents(price), newPriceDate })).toBe(text);
});

test('has no words without a price when new', () => {
  expect(newPriceText({ originalPrice: null, newPriceDate: 'today' })).toBe('');
});

test('a sale saves against the former price, the price when new is another saving', () => {
  const prices = { price: cents(8000), originalPrice: cents(20_000), formerPrice: cents(10_000) };
  expect(saleSaving(prices)).toEqual({ former: 10_000, amount: 2000, percent: 20 });
  expect(newSaving(prices)).toEqual({ amount: 12_000, percent: 60 });
});

test('there is no saving on a price that is not higher', () => {
  const prices = { price: cents(8000), originalPrice: cents(8000), formerPrice: null };
  expect([newSaving(prices), saleSaving(prices)]).toEqual([null, null]);
  expect(saleSaving({ price: cents(8000), originalPrice: null })).toBeNull();
});
