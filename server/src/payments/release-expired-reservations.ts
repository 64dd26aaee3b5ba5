import { problemCodeOf } from '@reprise/contract/problem';
import { and, asc, eq, gt, isNotNull, lte, or } from 'drizzle-orm';
import { transitionOrder } from '../orders/lifecycle/change-status.ts';
import { isOpenOrder } from '../orders/lifecycle/reservation.ts';
import { lockOrderRow } from '../orders/orders.queries.ts';
import { orders } from '../orders/orders.tables.ts';
import { clearLimitKeys } from '../orders/placement/clear-limit-keys.ts';
import { inTransaction } from '../platform/database/database.ts';
import type { Deps } from '../platform/deps.ts';
import { runPeriodically } from '../platform/jobs/run-periodically.ts';
import { yieldUnderLoad } from '../platform/jobs/yield-under-load.ts';
import { endPayment } from './end-payment.ts';
import { findLivePayment, type PaymentRow } from './payments.queries.ts';
import type { ProcessorDeps } from './processors/processors.ts';
import type { SettlementOutcome } from './settle-payment.ts';

type ReleaseDeps = Pick<Deps, 'db' | 'jobs' | 'now' | 'log'> & ProcessorDeps;

const batch = 100;
const interval = 60_000;

/** Releases now and every minute; the function it returns ends that and waits for a run under way. */
export function startReleasingReservations(deps: ReleaseDeps): () => Promise<void> {
  const release = async () => {
    await releaseExpiredReservations(deps);
    await clearLimitKeys(deps);
  };
  return runPeriodically(deps.log, interval, release, 'holds not released');
}

/**
 * Cancels orders whose reservation has expired before they were paid, and gives back their stock. Works through all
 * of them a batch at a time and rests in between while the process is busy: thousands that expire together would
 * otherwise keep every page waiting. Several processes may do so at once: each order is checked again under its lock.
 */
export async function releaseExpiredReservations(deps: ReleaseDeps): Promise<void> {
  const now = deps.now();
  let overdue: Overdue[] = [];
  do {
    overdue = await readOverdue(deps, now, overdue.at(-1));
    for (const { id } of overdue) {
      try {
        await yieldUnderLoad(() => releaseHold(deps, id));
      } catch (error) {
        // One order that cannot be released must not keep the others.
        deps.log.error({ err: error, orderId: id }, 'hold not released');
      }
    }
  } while (overdue.length === batch);
}

type Overdue = { id: string; holdUntil: Date | null };

/** The next batch after this order: one that cannot be released now must not stand in the way of the others. */
async function readOverdue({ db }: ReleaseDeps, now: Date, last: Overdue | undefined): Promise<Overdue[]> {
  const isLater =
    last?.holdUntil &&
    or(
      gt(orders.holdUntil, last.holdUntil),
      and(eq(orders.holdUntil, last.holdUntil), gt(orders.id, last.id)),
    );
  return db
    .select({ id: orders.id, holdUntil: orders.holdUntil })
    .from(orders)
    .where(and(isNotNull(orders.holdUntil), lte(orders.holdUntil, now), isLater || undefined))
    .orderBy(asc(orders.holdUntil), asc(orders.id))
    .limit(batch);
}

/**
 * The processor comes first, so that the payment can no longer succeed once the order goes. Where it does not
 * answer the stock goes back all the same, and a job ends the payment later.
 */
async function releaseHold(deps: ReleaseDeps, orderId: string): Promise<void> {
  const payment = await findLivePayment(deps.db, orderId);
  const standing = payment?.status === 'created' ? await endIfPossible(deps, payment) : 'cancelled';
  // Paid after all, or in nobody's hands for the moment: the next round asks again.
  if (standing === 'paid' || standing === 'held' || standing === 'processing') return;
  await inTransaction(deps.db, async (tx) => {
    const order = await lockOrderRow(tx, orderId);
    const now = deps.now();
    // Paid, moved on, extended or cancelled by somebody meanwhile.
    if (!order?.holdUntil || order.holdUntil > now || !isOpenOrder(order)) return;
    await transitionOrder(tx, deps.jobs, order, {
      to: 'cancelled',
      actorId: null,
      now,
      because:
        order.paymentStatus === 'started'
          ? 'The payment was not completed in time, so the order was cancelled.'
          : 'The order was not paid in time, so it was cancelled.',
    });
    await tx.update(orders).set({ holdReleasedAt: now }).where(eq(orders.id, orderId));
  });
}

async function endIfPossible(deps: ReleaseDeps, payment: PaymentRow): Promise<SettlementOutcome> {
  try {
    return await endPayment(deps, payment);
  } catch (error) {
    if (problemCodeOf(error) !== 'PAYMENT_UNAVAILABLE') throw error;
    deps.log.warn({ err: error, orderId: payment.orderId }, 'hold released without an answer');
    return 'open';
  }
}
