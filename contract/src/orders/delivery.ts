import type { ShippingMethod } from './pricing.ts';

/** Shipping time in business days after processing; its start is also the earliest delivery in days from the order. */
export type DeliveryDays = { standardDaysFrom: number; standardDaysTo: number; expressDays: number };

/** Earliest and latest day of a delivery. */
export type DeliverySpan = { from: Date; to: Date };

const msPerDay = 86_400_000;

const maxProcessingDays = 2;

/** Handling time that pages show. */
export const processingDays = `1-${maxProcessingDays} business days`;

/** Fewest business days in transit. */
const minTransitDays: Record<ShippingMethod, number> = { standard: 3, express: 1 };

/** "5-7 business days" */
export function deliveryDaysText(days: DeliveryDays, method: ShippingMethod): string {
  const { from, to } = daysOf(days, method);
  if (from !== to) return `${from}-${to} business days`;
  return to === 1 ? '1 business day' : `${to} business days`;
}

/**
 * Returns the delivery span of an order placed now. The earliest day counts calendar days; the latest counts the
 * longest processing and shipping in business days.
 */
export function deliverySpan(placed: Date, days: DeliveryDays, method: ShippingMethod): DeliverySpan {
  const { from, to } = daysOf(days, method);
  return {
    from: new Date(placed.getTime() + from * msPerDay),
    to: addBusinessDays(placed, maxProcessingDays + to),
  };
}

/** Returns the delivery span of a parcel shipped now, in business days. */
export function shippedSpan(shipped: Date, days: DeliveryDays, method: ShippingMethod): DeliverySpan {
  const from = minTransitDays[method];
  return {
    from: addBusinessDays(shipped, from),
    to: addBusinessDays(shipped, Math.max(from, daysOf(days, method).to)),
  };
}

const month = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

/** Returns "Dec 2-4", or one day. */
export function dayRange({ from, to }: DeliverySpan): string {
  if (dayOf(from) === dayOf(to)) return dayOf(from);
  const end = from.getUTCMonth() === to.getUTCMonth() ? to.getUTCDate() : dayOf(to);
  return `${dayOf(from)}-${end}`;
}

const dayOf = (date: Date): string => `${month.format(date)} ${date.getUTCDate()}`;

/** Returns the days of an order's delivery, the same in every time zone: "Dec 2-4". */
export function deliveryText(order: { estimatedDelivery: string; latestDelivery: string }): string {
  return dayRange({ from: new Date(order.estimatedDelivery), to: new Date(order.latestDelivery) });
}

function daysOf({ standardDaysFrom, standardDaysTo, expressDays }: DeliveryDays, method: ShippingMethod) {
  if (method === 'express') return { from: expressDays, to: expressDays };
  return { from: standardDaysFrom, to: Math.max(standardDaysFrom, standardDaysTo) };
}

/** Adds business days, without Saturdays and Sundays, at the same time of day. */
function addBusinessDays(start: Date, days: number): Date {
  let day = start;
  for (let left = days; left > 0; ) {
    day = new Date(day.getTime() + msPerDay);
    if (day.getUTCDay() !== 0 && day.getUTCDay() !== 6) left -= 1;
  }
  return day;
}
