import type { OrderStatus, PaymentStatus } from '@reprise/contract/order-status';
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
