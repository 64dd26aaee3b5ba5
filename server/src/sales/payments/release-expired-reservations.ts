import { problemCodeOf } from '@reprise/contract/problem';
import { and, asc, eq, gt, isNotNull, lte, or } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { yieldUnderLoad } from '../../platform/jobs/yield-under-load.ts';
import { isOpenOrder } from '../orders/lifecycle/reservation.ts';
import { setOrderPayment } from '../orders/lifecycle/set-order-payment.ts';
import { transitionOrder } from '../orders/lifecycle/transition-orders.ts';
import { lockOrderRow } from '../orders/orders.queries.ts';
import { orders } from '../orders/orders.tables.ts';
import { endPayment } from './end-payment.ts';
import { findOpenPayment, type PaymentRow } from './payments.queries.ts';
import type { ProcessorDeps } from './processors/processors.ts';
import type { SettlementOutcome } from './settle-payment.ts';

type ReleaseDeps = Pick<Deps, 'db' | 'jobs' | 'now' | 'log' | 'alerts'> & ProcessorDeps;

const batch = 100;

/**
 * Cancels unpaid orders whose reservation has expired and returns their stock, in batches, yielding under load so
 * that thousands of expirations do not delay page requests. Several processes may run it: each order is checked again
 * under its lock.
 */
export async function releaseExpiredReservations(deps: ReleaseDeps): Promise<void> {
  const now = deps.now();
  let overdue: Overdue[] = [];
  do {
    overdue = await readOverdue(deps, now, overdue.at(-1));
    for (const { id } of overdue) {
      try {
        await yieldUnderLoad(() => releaseReservation(deps, id));
      } catch (error) {
        // One failing order must not stop the others.
        deps.log.error({ err: error, orderId: id }, 'could not release reservation');
      }
    }
  } while (overdue.length === batch);
}

type Overdue = { id: string; reservedUntil: Date | null };

/** Returns the next batch after this order, so that orders that cannot be released do not block the rest. */
async function readOverdue({ db }: ReleaseDeps, now: Date, last: Overdue | undefined): Promise<Overdue[]> {
  const isLater =
    last?.reservedUntil &&
    or(
      gt(orders.reservedUntil, last.reservedUntil),
      and(eq(orders.reservedUntil, last.reservedUntil), gt(orders.id, last.id)),
    );
  return db
    .select({ id: orders.id, reservedUntil: orders.reservedUntil })
    .from(orders)
    .where(and(isNotNull(orders.reservedUntil), lte(orders.reservedUntil, now), isLater || undefined))
    .orderBy(asc(orders.reservedUntil), asc(orders.id))
    .limit(batch);
}

/**
 * Ends the payment first, so that it cannot succeed after the order is cancelled. If the processor does not respond,
 * the stock is returned anyway and a job ends the payment later.
 */
async function releaseReservation(deps: ReleaseDeps, orderId: string): Promise<void> {
  const payment = await findOpenPayment(deps.db, orderId);
  const outcome = payment?.status === 'created' ? await tryToEnd(deps, payment) : 'cancelled';
  // Paid, under review or processing: the next round checks again.
  if (outcome === 'paid' || outcome === 'needs-review' || outcome === 'processing') return;
  await inTransaction(deps.db, async (tx) => {
    const order = await lockOrderRow(tx, orderId);
    const now = deps.now();
    // Changed concurrently: paid, processed, extended or cancelled.
    if (!order?.reservedUntil || order.reservedUntil > now || !isOpenOrder(order)) return;
    await transitionOrder(tx, deps, order, {
      to: 'cancelled',
      actorId: null,
      now,
      reason:
        order.paymentStatus === 'started'
          ? 'The payment was not completed in time, so the order was cancelled.'
          : 'The order was not paid in time, so it was cancelled.',
    });
    await setOrderPayment(tx, orderId, { reservationReleasedAt: now }, now);
  });
}

async function tryToEnd(deps: ReleaseDeps, payment: PaymentRow): Promise<SettlementOutcome> {
  try {
    return await endPayment(deps, payment);
  } catch (error) {
    if (problemCodeOf(error) !== 'PAYMENT_UNAVAILABLE') throw error;
    deps.log.warn(
      { err: error, orderId: payment.orderId },
      'released reservation without ending its payment',
    );
    return 'open';
  }
}
