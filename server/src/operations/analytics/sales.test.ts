import { expect, test } from 'vitest';
import { daysOf } from './sales-period.ts';

test('the days of a period end today, across months and leap days', () => {
  expect(daysOf('2028-03-01', 3)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
  expect(daysOf('2026-01-01', 2)).toEqual(['2025-12-31', '2026-01-01']);
  expect(daysOf('2026-06-15', 365)).toHaveLength(365);
});
