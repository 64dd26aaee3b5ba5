import { expect, test } from 'vitest';
import { dayIn, daysToFilter } from './day-range.ts';

test('a day range includes the whole last day', () => {
  expect(daysToFilter('2026-03-08', '2026-12-31')).toEqual({ from: '2026-03-08', to: '2027-01-01' });
});

test('an open end does not filter', () => {
  expect(daysToFilter('', '')).toEqual({});
});

test.each([
  ['2026-03-08', '2026-03-08'],
  ['2026-13-40', ''],
  ['yesterday', ''],
])('%s in the address reads as "%s"', (text, day) => {
  expect(dayIn(text)).toBe(day);
});
