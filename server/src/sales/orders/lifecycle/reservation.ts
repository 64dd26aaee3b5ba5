import type { Settings } from '@reprise/contract/foundations/settings';
import type { OrderStatus, PaymentStatus } from '@reprise/contract/sales/orders/order-status';
import { dayMs, hourMs, minuteMs } from '../../../platform/time.ts';

// Pure rules for how long an unpaid order reserves its stock.

/** Staff orders reserve longer: their customers pay by a mailed link. */
export type ReservationKind = 'checkout' | 'staff';

type Terms = Pick<Settings, 'reservationMinutes' | 'staffReservationDays'>;

/** Returns the end of a reservation that starts now. */
export function reservationEndOf(kind: ReservationKind, terms: Terms, now: Date): Date {
  const length = kind === 'staff' ? terms.staffReservationDays * dayMs : terms.reservationMinutes * minuteMs;
  return new Date(now.getTime() + length);
}

/** Maximum reservation of a chain of replaced orders, counted from the first. */
const maxReplacedHours = 2;

/** Minimum time left to pay after replacing an order. */
const minReplacedMinutes = 5;

type Reserved = { reservedUntil: Date | null; reservedSince: Date | null; createdAt: Date };

/**
 * Returns the reservation of an order that replaces an unpaid one. It ends with the replaced reservation, since a new
 * one per replacement could reserve the stock forever, but leaves at least five minutes within the first two hours.
 */
export function inheritedReservation(
  replaced: Reserved,
  fresh: Date,
  now: Date,
): { reservedUntil: Date; reservedSince: Date } {
  const reservedSince = replaced.reservedSince ?? replaced.createdAt;
  const grace = earlier(new Date(now.getTime() + minReplacedMinutes * minuteMs), lastEnd(reservedSince));
  return { reservedUntil: earlier(fresh, extendedReservation(replaced.reservedUntil, grace)), reservedSince };
}

/** Returns the reservation of an order whose payment starts now; replacements cannot extend it past two hours. */
export function payingReservation(order: Reserved, holdMinutes: number, now: Date): Date {
  const end = new Date(now.getTime() + holdMinutes * minuteMs);
  const { reservedSince } = order;
  return extendedReservation(
    order.reservedUntil,
    reservedSince === null ? end : earlier(end, lastEnd(reservedSince)),
  );
}

function lastEnd(reservedSince: Date): Date {
  return new Date(reservedSince.getTime() + maxReplacedHours * hourMs);
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}

/** Returns the later of the current end and `atLeast`. */
export function extendedReservation(before: Date | null, atLeast: Date): Date {
  return before !== null && before > atLeast ? before : atLeast;
}

/** Returns true when the order is unpaid and therefore reserves its stock only for a limited time. */
export function isOpenOrder(order: { status: OrderStatus; paymentStatus: PaymentStatus }): boolean {
  return (
    order.status === 'pending' && (order.paymentStatus === 'unpaid' || order.paymentStatus === 'started')
  );
}
