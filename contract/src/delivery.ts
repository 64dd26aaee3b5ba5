import type { ShippingMethod } from './pricing.ts';

/** How long a parcel takes, in business days from the order; set in the store's settings. */
export type DeliveryDays = { standardDaysFrom: number; standardDaysTo: number; expressDays: number };

/** What every page says of an order before it leaves; it is part of the days above. */
export const processingDays = '1-2 business days';

/** "5-7 business days" */
export function deliveryDaysText(days: DeliveryDays, method: ShippingMethod): string {
  const { from, to } = daysOf(days, method);
  if (from !== to) return `${from}-${to} business days`;
  return to === 1 ? '1 business day' : `${to} business days`;
}

/** When an order placed at this time arrives: what it is promised for, and the last day that is still in time. */
export function deliverySpan(
  placed: Date,
  days: DeliveryDays,
  method: ShippingMethod,
): { from: Date; to: Date } {
  const { from, to } = daysOf(days, method);
  return { from: addBusinessDays(placed, from), to: addBusinessDays(placed, to) };
}

function daysOf({ standardDaysFrom, standardDaysTo, expressDays }: DeliveryDays, method: ShippingMethod) {
  if (method === 'express') return { from: expressDays, to: expressDays };
  return { from: standardDaysFrom, to: Math.max(standardDaysFrom, standardDaysTo) };
}

const msPerDay = 86_400_000;

/** The same time of day so many days later, Saturdays and Sundays not counted. */
export function addBusinessDays(start: Date, days: number): Date {
  let day = start;
  for (let left = days; left > 0; ) {
    day = new Date(day.getTime() + msPerDay);
    if (day.getUTCDay() !== 0 && day.getUTCDay() !== 6) left -= 1;
  }
  return day;
}
