import type { OrderStatus, PaymentStatus } from '@reprise/contract/orders/order-status';
import type { Settings } from '@reprise/contract/settings';

// Pure rules of how long an unpaid order reserves its stock.

const minute = 60_000;
const day = 24 * 60 * minute;

/** Staff orders wait longer: their customers pay by the link in a mail. */
export type ReservationKind = 'checkout' | 'staff';

type Terms = Pick<Settings, 'reservationMinutes' | 'staffReservationDays'>;

/** When a reservation that begins now ends. */
export function reservationEndOf(kind: ReservationKind, terms: Terms, now: Date): Date {
  const length = kind === 'staff' ? terms.staffReservationDays * day : terms.reservationMinutes * minute;
  return new Date(now.getTime() + length);
}

/** How long orders that replace one another may reserve stock, counted from the first. */
const maxReplacedHours = 2;

/** What a shopper who has changed an order at the last moment has left to pay. */
const minReplacedMinutes = 5;

type Reserved = { holdUntil: Date | null; reservedSince: Date | null; createdAt: Date };

/**
 * The reservation of an order that takes the place of an unpaid one: it ends with that one's, or a new one for each
 * replacement would hold the stock for ever. In the first two hours at least five minutes are left.
 */
export function inheritedReservation(
  replaced: Reserved,
  fresh: Date,
  now: Date,
): { holdUntil: Date; reservedSince: Date } {
  const reservedSince = replaced.reservedSince ?? replaced.createdAt;
  const grace = earlier(new Date(now.getTime() + minReplacedMinutes * minute), lastEnd(reservedSince));
  return { holdUntil: earlier(fresh, extendedReservation(replaced.holdUntil, grace)), reservedSince };
}

/** The reservation of an order whose payment starts now; replacements cannot prolong it past their two hours. */
export function payingReservation(order: Reserved, holdMinutes: number, now: Date): Date {
  const end = new Date(now.getTime() + holdMinutes * minute);
  const { reservedSince } = order;
  return extendedReservation(
    order.holdUntil,
    reservedSince === null ? end : earlier(end, lastEnd(reservedSince)),
  );
}

function lastEnd(reservedSince: Date): Date {
  return new Date(reservedSince.getTime() + maxReplacedHours * 60 * minute);
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}

/** The end of a reservation that must last at least until `atLeast`; never earlier than before. */
export function extendedReservation(before: Date | null, atLeast: Date): Date {
  return before !== null && before > atLeast ? before : atLeast;
}

/** Whether an order waits for its payment, and so reserves its stock for a time only. */
export function isOpenOrder(order: { status: OrderStatus; paymentStatus: PaymentStatus }): boolean {
  return (
    order.status === 'pending' && (order.paymentStatus === 'unpaid' || order.paymentStatus === 'started')
  );
}
