import { expect, it } from 'vitest';
import { deliveryDaysText, deliverySpan } from './delivery.ts';

const days = { standardDaysFrom: 5, standardDaysTo: 7, expressDays: 2 };

it('expects delivery in calendar days, at the latest in business days', () => {
  // Monday: expected on Saturday, latest on the Wednesday after.
  expect(deliverySpan(new Date('2026-11-09T12:00:00Z'), days, 'standard')).toEqual({
    from: new Date('2026-11-14T12:00:00Z'),
    to: new Date('2026-11-18T12:00:00Z'),
  });
  // Placed on a Friday and on a Sunday.
  expect(deliverySpan(new Date('2026-11-13T12:00:00Z'), days, 'express').to.getUTCDate()).toBe(17);
  expect(deliverySpan(new Date('2026-11-15T12:00:00Z'), days, 'express').to.getUTCDate()).toBe(17);
});

it('formats the delivery time in business days', () => {
  expect(deliveryDaysText(days, 'standard')).toBe('5-7 business days');
  expect(deliveryDaysText(days, 'express')).toBe('2 business days');
  expect(deliveryDaysText({ ...days, expressDays: 1 }, 'express')).toBe('1 business day');
  expect(deliveryDaysText({ ...days, standardDaysTo: 3 }, 'standard')).toBe('5 business days');
});
