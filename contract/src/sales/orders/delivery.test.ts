import { expect, it } from 'vitest';
import { dayRange, deliveryDaysText, deliverySpan, earliestDeliveryText, shippedSpan } from './delivery.ts';

const terms = { standardDaysFrom: 5, standardDaysTo: 7, expressDays: 2, timeZone: 'UTC' };
const monday = new Date('2026-11-09T12:00:00Z');
const friday = new Date('2026-11-13T12:00:00Z');
const sunday = new Date('2026-11-29T12:00:00Z');

it('delivers within the processing and shipping times, counted in business days', () => {
  expect(deliverySpan(monday, terms, 'standard')).toEqual({
    from: new Date('2026-11-17T12:00:00Z'),
    to: new Date('2026-11-20T12:00:00Z'),
  });
  expect(dayRange(deliverySpan(sunday, terms, 'standard'))).toBe('Dec 7-10');
  expect(dayRange(deliverySpan(monday, terms, 'express'))).toBe('Nov 12-13');
  expect(dayRange(deliverySpan(friday, terms, 'express'))).toBe('Nov 18-19');
  expect(dayRange(deliverySpan(sunday, terms, 'express'))).toBe('Dec 2-3');
});

it('counts from the day of the order in the time zone of the store', () => {
  // Sunday evening in Los Angeles, Monday in UTC, Tuesday on Kiritimati.
  const evening = new Date('2026-11-30T03:00:00Z');
  const late = new Date('2026-11-30T10:00:00Z');
  const spanIn = (time: Date, timeZone: string) =>
    dayRange(deliverySpan(time, { ...terms, timeZone }, 'express'));
  expect(spanIn(evening, 'America/Los_Angeles')).toBe('Dec 2-3');
  expect(spanIn(evening, 'UTC')).toBe('Dec 3-4');
  expect(spanIn(late, 'Pacific/Kiritimati')).toBe('Dec 4-7');
  expect(dayRange(shippedSpan(evening, { ...terms, timeZone: 'America/Los_Angeles' }, 'express'))).toBe(
    'Dec 1',
  );
});

it('counts only shipping days from the day a parcel ships', () => {
  expect(dayRange(shippedSpan(monday, terms, 'standard'))).toBe('Nov 16-18');
  expect(dayRange(shippedSpan(friday, terms, 'express'))).toBe('Nov 17');
});

it('never ends a delivery before it begins', () => {
  const swapped = { ...terms, standardDaysFrom: 9, standardDaysTo: 2 };
  const none = { ...terms, standardDaysFrom: 0, standardDaysTo: 0 };
  for (const { from, to } of [
    deliverySpan(monday, swapped, 'standard'),
    shippedSpan(monday, none, 'standard'),
  ]) {
    expect(to.getTime()).toBeGreaterThanOrEqual(from.getTime());
  }
});

it('formats the delivery time in business days', () => {
  expect(deliveryDaysText(terms, 'standard')).toBe('5-7 business days');
  expect(deliveryDaysText(terms, 'express')).toBe('2 business days');
  expect(deliveryDaysText({ ...terms, expressDays: 1 }, 'express')).toBe('1 business day');
  expect(deliveryDaysText({ ...terms, standardDaysTo: 3 }, 'standard')).toBe('5 business days');
  expect(earliestDeliveryText(terms, 'standard')).toBe('6 business days');
  expect(earliestDeliveryText({ ...terms, expressDays: 0 }, 'express')).toBe('1 business day');
});

const range = (from: string, to: string) => dayRange({ from: new Date(from), to: new Date(to) });

it('formats ranges within a month, across months and of one day', () => {
  expect(range('2026-11-16T12:00:00Z', '2026-11-18T12:00:00Z')).toBe('Nov 16-18');
  expect(range('2026-11-30T23:59:00Z', '2026-12-02T23:59:00Z')).toBe('Nov 30-Dec 2');
  expect(range('2026-12-01T00:00:00Z', '2026-12-01T00:00:00Z')).toBe('Dec 1');
});
