import type { ShippingMethod } from './pricing.ts';

/** How long a parcel takes, in business days from the order; set in the store's settings. */
export type DeliveryDays = { standardDaysFrom: number; standardDaysTo: number; expressDays: number };

const msPerDay = 86_400_000;

/** What every page says of an order before it leaves; it is part of the days above. */
export const processingDays = '1-2 business days';

/** "5-7 business days" */
export function deliveryDaysText(days: DeliveryDays, method: ShippingMethod): string {
  const { from, to } = daysOf(days, method);
  if (from !== to) return `${from}-${to} business days`;
  return to === 1 ? '1 business day' : `${to} business days`;
}

/**
 * When an order placed at this time arrives: the day it is expected, and the last day that is still in time. The
 * expected day is that many days from now, weekends counted, as the confirmation says it; only the last one is
 * counted in business days, so the span holds either way.
 */
export function deliverySpan(
  placed: Date,
  days: DeliveryDays,
  method: ShippingMethod,
): { from: Date; to: Date } {
  const { from, to } = daysOf(days, method);
  return { from: new Date(placed.getTime() + from * msPerDay), to: addBusinessDays(placed, to) };
}

function daysOf({ standardDaysFrom, standardDaysTo, expressDays }: DeliveryDays, method: ShippingMethod) {
  if (method === 'express') return { from: expressDays, to: expressDays };
  return { from: standardDaysFrom, to: Math.max(standardDaysFrom, standardDaysTo) };
}

/** The same time of day so many days later, Saturdays and Sundays not counted. */
export function addBusinessDays(start: Date, days: number): Date {
  let day = start;
  for (let left = days; left > 0; ) {
    day = new Date(day.getTime() + msPerDay);
    if (day.getUTCDay() !== 0 && day.getUTCDay() !== 6) left -= 1;
  }
  return day;
}
