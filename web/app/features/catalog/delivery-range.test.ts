import { expect, it } from 'vitest';
import { deliveryRange } from './delivery-range.ts';

it('goes from five days to seven business days after today', () => {
  // A Monday: Saturday at the earliest, Wednesday of the week after at the latest.
  expect(deliveryRange(new Date('2026-11-09T12:00:00Z'))).toBe('Nov 14-18');
});

it('names both months across their border', () => {
  expect(deliveryRange(new Date('2026-11-23T23:59:00Z'))).toBe('Nov 28-Dec 2');
});
