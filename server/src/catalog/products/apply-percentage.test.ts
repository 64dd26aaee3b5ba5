import { cents } from '@reprise/contract/money';
import { expect, test } from 'vitest';
import { applyPercentage } from './apply-percentage.ts';

test('applies a percentage and rounds half a cent up', () => {
  expect(applyPercentage(cents(10_000), -10, 'exact')).toBe(9_000);
  expect(applyPercentage(cents(333), 50, 'exact')).toBe(500);
  expect(applyPercentage(cents(19_999), 7.5, 'exact')).toBe(21_499);
});

test('rounds to the nearest whole dollar or to 99 cents', () => {
  expect(applyPercentage(cents(13_400), -10, 'whole')).toBe(12_100);
  expect(applyPercentage(cents(13_400), -10, 'ninety-nine')).toBe(12_099);
  expect(applyPercentage(cents(10_000), 4.4, 'ninety-nine')).toBe(10_399);
  expect(applyPercentage(cents(10_000), 4.6, 'ninety-nine')).toBe(10_499);
});

test('never rounds a price above zero to zero or below', () => {
  expect(applyPercentage(cents(40), -10, 'whole')).toBe(100);
  expect(applyPercentage(cents(40), -10, 'ninety-nine')).toBe(99);
  expect(applyPercentage(cents(0), 20, 'ninety-nine')).toBe(0);
});
