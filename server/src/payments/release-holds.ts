import { problemCodeOf } from '@reprise/contract/problem';
import { asc, eq, lte } from 'drizzle-orm';
import { moveOrder } from '../orders/change-status.ts';
import { lockOrderRow } from '../orders/orders.queries.ts';
import { orders } from '../orders/orders.tables.ts';
import { inTransaction } from '../platform/database.ts';
import type { Deps } from '../platform/deps.ts';
import { keepDoing } from '../platform/keep-doing.ts';
import { endPayment } from './end-payment.ts';
import { findLivePayment, type PaymentRow } from './payments.queries.ts';
import type { ProcessorDeps } from './processors.ts';
import type { Standing } from './settle-payment.ts';

type ReleaseDeps = Pick<Deps, 'db' | 'jobs' | 'now' | 'log'> & ProcessorDeps;

const batch = 100;
const interval = 60_000;

/** Releases now and every minute; the function it returns ends that and waits for a run under way. */
export function startReleasingHolds(deps: ReleaseDeps): () => Promise<void> {
  return keepDoing(deps.log, interval, () => releaseHolds(deps), 'holds not released');
}

/**
 * Gives back the stock of orders whose payment was started and not completed in time. Several
 * processes may do so at once.
 */
export async function releaseHolds(deps: ReleaseDeps): Promise<void> {
  const overdue = await deps.db
    .select({ id: orders.id })
    .from(orders)
    .where(lte(orders.holdUntil, deps.now()))
    .orderBy(asc(orders.holdUntil))
    .limit(batch);
  for (const { id } of overdue) {
    try {
      await releaseHold(deps, id);
    } catch (error) {
      // One order that cannot be released must not keep the others.
      deps.log.error({ err: error, orderId: id }, 'hold not released');
    }
  }
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
    // Paid, moved on or cancelled by somebody meanwhile.
    if (!order?.holdUntil || order.holdUntil > now || order.paymentStatus !== 'started') return;
    await moveOrder(tx, deps.jobs, order, {
      to: 'cancelled',
      actorId: null,
      now,
      because: 'The payment was not completed in time, so the order was cancelled.',
    });
    await tx.update(orders).set({ holdReleasedAt: now }).where(eq(orders.id, orderId));
  });
}

async function endIfPossible(deps: ReleaseDeps, payment: PaymentRow): Promise<Standing> {
  try {
    return await endPayment(deps, payment);
  } catch (error) {
    if (problemCodeOf(error) !== 'PAYMENT_UNAVAILABLE') throw error;
    deps.log.warn({ err: error, orderId: payment.orderId }, 'hold released without an answer');
    return 'open';
  }
}
