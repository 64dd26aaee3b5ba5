import { cents } from '@reprise/contract/money';
import { expect, test } from 'vitest';
import { changedPrice } from './changed-price.ts';

test('a price moves by a percentage to the nearest cent, half a cent up', () => {
  expect(changedPrice(cents(10_000), -10, 'exact')).toBe(9_000);
  expect(changedPrice(cents(333), 50, 'exact')).toBe(500);
  expect(changedPrice(cents(19_999), 7.5, 'exact')).toBe(21_499);
});

test('it ends on a whole dollar or a cent below one, whichever is nearest', () => {
  expect(changedPrice(cents(13_400), -10, 'whole')).toBe(12_100);
  expect(changedPrice(cents(13_400), -10, 'ninety-nine')).toBe(12_099);
  expect(changedPrice(cents(10_000), 4.4, 'ninety-nine')).toBe(10_399);
  expect(changedPrice(cents(10_000), 4.6, 'ninety-nine')).toBe(10_499);
});

test('an ending never makes a price that costs something free, nor below zero', () => {
  expect(changedPrice(cents(40), -10, 'whole')).toBe(100);
  expect(changedPrice(cents(40), -10, 'ninety-nine')).toBe(99);
  expect(changedPrice(cents(0), 20, 'ninety-nine')).toBe(0);
});
