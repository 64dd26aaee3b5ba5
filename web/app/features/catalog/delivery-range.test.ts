import { expect, it } from 'vitest';
import { deliveryRange, expressDelivery } from './delivery-range.ts';

it('goes from five days to seven business days after today', () => {
  // A Monday: Saturday at the earliest, Wednesday of the week after at the latest.
  expect(deliveryRange(new Date('2026-11-09T12:00:00Z'))).toBe('Nov 14-18');
});

it('names both months across their border', () => {
  expect(deliveryRange(new Date('2026-11-23T23:59:00Z'))).toBe('Nov 28-Dec 2');
});

it('takes two days by express, or until the day the shop has named', () => {
  const placed = new Date('2026-11-29T23:59:00Z');
  expect(expressDelivery(placed)).toBe('Dec 1');
  expect(expressDelivery(placed, '2026-12-03T10:00:00.000Z')).toBe('Dec 3');
});
