import { expect, it } from 'vitest';
import { dayRange } from './delivery-range.ts';

const range = (from: string, to: string) => dayRange({ from: new Date(from), to: new Date(to) });

it('formats ranges within a month, across months and of one day', () => {
  expect(range('2026-11-16T12:00:00Z', '2026-11-18T12:00:00Z')).toBe('Nov 16-18');
  expect(range('2026-11-30T23:59:00Z', '2026-12-02T23:59:00Z')).toBe('Nov 30-Dec 2');
  expect(range('2026-12-01T00:00:00Z', '2026-12-01T00:00:00Z')).toBe('Dec 1');
});
