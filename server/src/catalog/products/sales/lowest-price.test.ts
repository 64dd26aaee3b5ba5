import { cents } from '@reprise/contract/money';
import { expect, test } from 'vitest';
import { lowestPriceBefore, type PriceChange } from './lowest-price.ts';

const start = new Date('2026-11-27T08:00:00Z');

/** A price in dollars since so many days before the start; null off sale. */
const change = (days: number, dollars: number | null, isEarlierUnknown = false): PriceChange => ({
  since: new Date(start.getTime() - days * 86_400_000),
  priceCents: dollars === null ? null : cents(dollars * 100),
  isEarlierUnknown,
});
const lowest = (...changes: PriceChange[]) => {
  const price = lowestPriceBefore(changes, start);
  return price === null ? null : price / 100;
};

test('is the lowest price of the 30 days, not the last one', () => {
  expect(lowest(change(200, 300), change(20, 250), change(5, 280))).toBe(250);
});

test('counts a price that ended within the 30 days, and none that ended before', () => {
  expect(lowest(change(60, 200), change(29, 300))).toBe(200);
  expect(lowest(change(60, 200), change(30, 300))).toBe(300);
  expect(lowest(change(60, 200), change(31, 300))).toBe(300);
});

test('counts the price of a sale that has just ended', () => {
  expect(lowest(change(100, 300), change(12, 240), change(5, 300))).toBe(240);
});

test('ignores the time off sale, and knows no price without a time on sale', () => {
  expect(lowest(change(90, 200), change(40, null), change(3, 300))).toBe(300);
  expect(lowest(change(90, 200), change(40, null))).toBeNull();
});

test('covers the life of a product that is younger than 30 days', () => {
  expect(lowest(change(4, null), change(2, 300))).toBe(300);
});

test('is null if a part of the 30 days is unknown', () => {
  expect(lowest(change(29, 300, true))).toBeNull();
  expect(lowest(change(29, 300, true), change(2, 280))).toBeNull();
  expect(lowest(change(30, 300, true))).toBe(300);
  expect(lowest()).toBeNull();
});

test('sorts the changes, and ignores those since the start', () => {
  expect(lowest(change(0, 100), change(10, 250), change(50, 300), change(-1, 50))).toBe(250);
});
