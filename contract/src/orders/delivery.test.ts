import { expect, it } from 'vitest';
import { dayRange, deliveryDaysText, deliverySpan, shippedSpan } from './delivery.ts';

const days = { standardDaysFrom: 5, standardDaysTo: 7, expressDays: 2 };
const monday = new Date('2026-11-09T12:00:00Z');
const friday = new Date('2026-11-13T12:00:00Z');
const sunday = new Date('2026-11-15T12:00:00Z');

it('delivers from five days after the order to the last processing and shipping day', () => {
  expect(deliverySpan(monday, days, 'standard')).toEqual({
    from: new Date('2026-11-14T12:00:00Z'),
    to: new Date('2026-11-20T12:00:00Z'),
  });
  expect(dayRange(deliverySpan(monday, days, 'express'))).toBe('Nov 11-13');
  expect(dayRange(deliverySpan(friday, days, 'express'))).toBe('Nov 15-19');
  expect(dayRange(deliverySpan(sunday, days, 'express'))).toBe('Nov 17-19');
});

it('counts only shipping days from the day a parcel ships', () => {
  expect(dayRange(shippedSpan(monday, days, 'standard'))).toBe('Nov 12-18');
  expect(dayRange(shippedSpan(friday, days, 'express'))).toBe('Nov 16-17');
});

it('never ends a delivery before it begins', () => {
  const swapped = { ...days, standardDaysFrom: 9, standardDaysTo: 2 };
  const fast = { ...days, standardDaysFrom: 1, standardDaysTo: 1 };
  for (const { from, to } of [
    deliverySpan(monday, swapped, 'standard'),
    shippedSpan(monday, fast, 'standard'),
  ]) {
    expect(to.getTime()).toBeGreaterThanOrEqual(from.getTime());
  }
});

it('formats the delivery time in business days', () => {
  expect(deliveryDaysText(days, 'standard')).toBe('5-7 business days');
  expect(deliveryDaysText(days, 'express')).toBe('2 business days');
  expect(deliveryDaysText({ ...days, expressDays: 1 }, 'express')).toBe('1 business day');
  expect(deliveryDaysText({ ...days, standardDaysTo: 3 }, 'standard')).toBe('5 business days');
});

const range = (from: string, to: string) => dayRange({ from: new Date(from), to: new Date(to) });

it('formats ranges within a month, across months and of one day', () => {
  expect(range('2026-11-16T12:00:00Z', '2026-11-18T12:00:00Z')).toBe('Nov 16-18');
  expect(range('2026-11-30T23:59:00Z', '2026-12-02T23:59:00Z')).toBe('Nov 30-Dec 2');
  expect(range('2026-12-01T00:00:00Z', '2026-12-01T00:00:00Z')).toBe('Dec 1');
});
