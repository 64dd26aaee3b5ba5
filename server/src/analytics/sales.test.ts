import { expect, test } from 'vitest';
import { daysOf } from './sales-period.ts';

test('the days of a period end today, in UTC, across months and leap days', () => {
  expect(daysOf(new Date('2028-03-01T00:00:00.000Z'), 3)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
  expect(daysOf(new Date('2026-01-01T23:59:59.999Z'), 2)).toEqual(['2025-12-31', '2026-01-01']);
  expect(daysOf(new Date('2026-06-15T12:00:00Z'), 365)).toHaveLength(365);
});
