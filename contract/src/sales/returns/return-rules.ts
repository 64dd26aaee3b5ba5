import type { labelPayers } from '../../catalog/return-policies.ts';
import { dayIn, timeOfLocal } from '../../time-zone.ts';
import { groundsOf, type ReturnReason } from './return-states.ts';
import { withdrawalDays } from './withdrawal-right.ts';

type LabelPayer = (typeof labelPayers)[number];

/** Terms of a line: what may be returned until when, and at whose cost. */
export type ReturnTerms = {
  /** Days from delivery for a change of mind; 0 takes back defects only. */
  days: number;
  /** Days from delivery for a defect. */
  warrantyDays: number;
  labelBy: LabelPayer;
  /** Percent of the price that the store retains after a change of mind. */
  restockingPercent: number;
};

/** Open cases of a customer from which on staff approve each further one. */
export const maxAutoApproved = 3;

/** Returns the calendar day that is so many days later. */
function addDays(day: string, days: number): string {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

const weekdayOf = (day: string) => new Date(`${day}T12:00:00Z`).getUTCDay();

const isWeekend = (day: string) => weekdayOf(day) === 0 || weekdayOf(day) === 6;

/** Returns the next Monday after a day on a weekend, else the day. */
function unlessWeekend(day: string): string {
  let next = day;
  while (isWeekend(next)) next = addDays(next, 1);
  return next;
}

/** Returns the last millisecond of a calendar day in the time zone. */
function endOfDay(day: string, timeZone: string): Date {
  return new Date(Date.parse(timeOfLocal(timeZone, `${addDays(day, 1)}T00:00`)) - 1);
}

/**
 * Returns the end of a window: the end of the day in the store's zone that is so many days after delivery. A window that
 * would end on a weekend ends on the Monday after it.
 */
export function windowEnd(deliveredAt: Date, days: number, timeZone: string): Date {
  return endOfDay(unlessWeekend(addDays(dayIn(timeZone, deliveredAt), days)), timeZone);
}

/** Returns the end of the business day by which the store answers. */
export function answerDay(since: Date, answerDays: number, timeZone: string): Date {
  let day = dayIn(timeZone, since);
  for (let left = answerDays; left > 0; ) {
    day = addDays(day, 1);
    if (!isWeekend(day)) left -= 1;
  }
  return endOfDay(day, timeZone);
}

/** Returns the day by which the customer sends a parcel that is approved now. */
export function sendByDay(approvedAt: Date, sendDays: number, timeZone: string): Date {
  return windowEnd(approvedAt, sendDays, timeZone);
}

const dayMs = 24 * 60 * 60 * 1000;
const maxReminderMs = 7 * dayMs;

/** Returns the time at which a customer is reminded to send a parcel: a week before the last day, or half of a shorter time. */
export function reminderTime(approvedAt: Date, sendBy: Date): Date {
  const half = (sendBy.getTime() - approvedAt.getTime()) / 2;
  return new Date(sendBy.getTime() - Math.min(maxReminderMs, half));
}

/** Day of delivery; `isAssumed` if it was not reported and the latest promised day counts. */
export type Delivery = { at: Date; isAssumed: boolean };

/**
 * Returns the delivery of an order that left; null for one that did not. Without a reported delivery it is the latest day
 * that was promised, or the day it left.
 */
export function deliveryOf(order: {
  status: string;
  deliveredAt: Date | null;
  shippedAt: Date | null;
  latestDelivery: Date | null;
}): Delivery | null {
  const { status, deliveredAt, shippedAt, latestDelivery } = order;
  if (status === 'delivered' && deliveredAt) return { at: deliveredAt, isAssumed: false };
  if (status !== 'shipped' && status !== 'delivered') return null;
  const assumed = latestDelivery ?? shippedAt;
  return assumed && { at: assumed, isAssumed: true };
}

/** Returns the end of the window of a reason; null if the terms give none. */
export function windowOf(
  reason: ReturnReason,
  { days, warrantyDays }: Pick<ReturnTerms, 'days' | 'warrantyDays'>,
  delivered: Date,
  timeZone: string,
): Date | null {
  if (reason === 'withdrawal') return windowEnd(delivered, withdrawalDays, timeZone);
  // A fault is covered at least as long as a change of mind.
  const covered = groundsOf[reason] === 'change-of-mind' ? days : Math.max(days, warrantyDays);
  return covered > 0 ? windowEnd(delivered, covered, timeZone) : null;
}

/** Returns who pays the way back: the store, unless all lines are changes of mind and its terms say otherwise. */
export function labelPayerOf(
  reasons: readonly ReturnReason[],
  terms: readonly Pick<ReturnTerms, 'labelBy'>[],
): LabelPayer {
  const isStoresFault = reasons.some((reason) => ['defect', 'store'].includes(groundsOf[reason]));
  return isStoresFault || terms.some(({ labelBy }) => labelBy === 'store') ? 'store' : 'customer';
}

/**
 * Returns true if a case needs no approval: withdrawals, or changes of mind inside the window, wanted as a refund, of a paid and
 * undisputed order of a customer with few open cases.
 */
export function isAutoApproved(request: {
  reasons: readonly ReturnReason[];
  wish: string;
  isInPolicy: boolean;
  isPaid: boolean;
  isDisputed: boolean;
  openCases: number;
}): boolean {
  const { reasons, wish, isInPolicy, isPaid, isDisputed, openCases } = request;
  if (reasons.every((reason) => reason === 'withdrawal')) return true;
  return (
    wish === 'refund' &&
    isInPolicy &&
    isPaid &&
    !isDisputed &&
    openCases < maxAutoApproved &&
    reasons.every((reason) => groundsOf[reason] === 'change-of-mind')
  );
}
