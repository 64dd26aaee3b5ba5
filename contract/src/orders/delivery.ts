import type { ShippingMethod } from './pricing.ts';

/** Delivery time in business days from the order, from the store settings. */
export type DeliveryDays = { standardDaysFrom: number; standardDaysTo: number; expressDays: number };

const msPerDay = 86_400_000;

/** Handling time that pages show; included in the delivery time. */
export const processingDays = '1-2 business days';

/** "5-7 business days" */
export function deliveryDaysText(days: DeliveryDays, method: ShippingMethod): string {
  const { from, to } = daysOf(days, method);
  if (from !== to) return `${from}-${to} business days`;
  return to === 1 ? '1 business day' : `${to} business days`;
}

/**
 * Returns the expected and the latest delivery day of an order placed now. The expected day counts calendar days, as the
 * confirmation says it; the latest counts business days, so that it never precedes the expected one.
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

/** Adds business days, without Saturdays and Sundays, at the same time of day. */
export function addBusinessDays(start: Date, days: number): Date {
  let day = start;
  for (let left = days; left > 0; ) {
    day = new Date(day.getTime() + msPerDay);
    if (day.getUTCDay() !== 0 && day.getUTCDay() !== 6) left -= 1;
  }
  return day;
}
