import { cents } from '@reprise/contract/money';
import { expect, test } from 'vitest';
import { priceStops, stopOf } from './price-stops.ts';

const stops = priceStops({ min: cents(2_950), max: cents(117_900) });

test('price stops rise from the lowest to the highest price of the list', () => {
  expect(stops[0]).toBe(29);
  expect(stops.at(-1)).toBe(1179);
  expect(stops).toEqual([...new Set(stops)].sort((one, other) => one - other));
});

test('half of the price stops lie below the geometric mean of the bounds', () => {
  expect(stops[Math.floor(stops.length / 2)]).toBeLessThan(220);
});

test('a list of one price or none has no price stops', () => {
  expect(priceStops({ min: cents(5_000), max: cents(5_000) })).toEqual([]);
  expect(priceStops({ min: cents(0), max: cents(0) })).toEqual([]);
});

test('a typed price is at its nearest stop', () => {
  expect(stopOf(29, stops)).toBe(0);
  expect(stopOf(99_999, stops)).toBe(stops.length - 1);
  expect(stopOf(97, stops)).toBe(stops.indexOf(95));
});
