import { formatDayRange } from '../../dates.ts';
import { dayIn } from '../../time-zone.ts';
import type { ShippingMethod } from './pricing.ts';

/** Shipping times of the settings, in business days after processing, and the store's time zone. */
export type DeliveryTerms = {
  standardDaysFrom: number;
  standardDaysTo: number;
  expressDays: number;
  timeZone: string;
};

/** Earliest and latest day of a delivery, each at noon in UTC. */
export type DeliverySpan = { from: Date; to: Date };

/** Business days of processing. */
export const processing = { from: 1, to: 2 };

/** Handling time that pages show. */
export const processingDays = `${processing.from}-${processing.to} business days`;

/** "5-7 business days" */
export function deliveryDaysText(terms: DeliveryTerms, method: ShippingMethod): string {
  const { from, to } = transitOf(terms, method);
  return from === to ? businessDays(to) : `${from}-${businessDays(to)}`;
}

/** Fewest business days from an order to its delivery: "6 business days". */
export function earliestDeliveryText(terms: DeliveryTerms, method: ShippingMethod): string {
  return businessDays(processing.from + transitOf(terms, method).from);
}

const businessDays = (days: number) => (days === 1 ? '1 business day' : `${days} business days`);

/** Returns the delivery span of an order: processing and shipping in business days after the day it is placed. */
export function deliverySpan(placed: Date, terms: DeliveryTerms, method: ShippingMethod): DeliverySpan {
  const transit = transitOf(terms, method);
  const day = dayIn(terms.timeZone, placed);
  return {
    from: addBusinessDays(day, processing.from + transit.from),
    to: addBusinessDays(day, processing.to + transit.to),
  };
}

/** Returns the delivery span of a parcel: shipping in business days after the day it ships. */
export function shippedSpan(shipped: Date, terms: DeliveryTerms, method: ShippingMethod): DeliverySpan {
  const { from, to } = transitOf(terms, method);
  const day = dayIn(terms.timeZone, shipped);
  return { from: addBusinessDays(day, from), to: addBusinessDays(day, to) };
}

function transitOf(terms: DeliveryTerms, method: ShippingMethod) {
  // Ready as soon as it is processed.
  if (method === 'pickup') return { from: 0, to: 0 };
  if (method === 'express') return { from: terms.expressDays, to: terms.expressDays };
  return standardTransit(terms);
}

/** Returns the business days of standard shipping after processing. */
export function standardTransit({
  standardDaysFrom: from,
  standardDaysTo: to,
}: Pick<DeliveryTerms, 'standardDaysFrom' | 'standardDaysTo'>) {
  return { from, to: Math.max(from, to) };
}

/** Adds business days, without Saturdays and Sundays, to a calendar day. */
function addBusinessDays(start: string, days: number): Date {
  // The day at noon is the same in UTC and in almost every time zone.
  const day = new Date(`${start}T12:00:00Z`);
  for (let left = days; left > 0; ) {
    day.setUTCDate(day.getUTCDate() + 1);
    if (day.getUTCDay() !== 0 && day.getUTCDay() !== 6) left -= 1;
  }
  return day;
}

/** Returns "Dec 2-4", or one day. */
export const dayRange = ({ from, to }: DeliverySpan): string => formatDayRange(from, to);

/** Returns the days of an order's delivery, the same in every time zone: "Dec 2-4". */
export function deliveryText(order: { estimatedDelivery: string; latestDelivery: string }): string {
  return dayRange({ from: new Date(order.estimatedDelivery), to: new Date(order.latestDelivery) });
}
