import { and, asc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { orders } from '../orders/orders.tables.ts';
import type { Deps } from '../platform/deps.ts';
import { runPeriodically } from '../platform/jobs/run-periodically.ts';
import { recordDiscrepancy } from './discrepancies.ts';
import { endPayment } from './end-payment.ts';
import { findPaymentByIntent, type PaymentRow } from './payments.queries.ts';
import { paymentReconciliation, payments, refunds } from './payments.tables.ts';
import { type ProcessorDeps, stripeInUse } from './processors/processors.ts';
import type { StripeIntent, StripeProcessor } from './processors/stripe-processor.ts';
import { sendRefund } from './refunds/send-refund.ts';
import { syncRefunds } from './refunds/sync-refunds.ts';
import { returnPaymentOf } from './return-payment.ts';
import { settlePayment } from './settle-payment.ts';

type ReconcileDeps = Pick<Deps, 'db' | 'jobs' | 'now' | 'log'> & ProcessorDeps;

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Every few minutes what is new, now and then what is older: a message of Stripe may have been lost for days. */
const interval = 4 * minute;
const lookBack = { near: hour, wide: 3 * day };
const wideEvery = 6 * hour;
/** Younger ones may still be on their way into our books. */
const settledAge = 5 * minute;
const batch = 100;

/** Compares now and every few minutes; the function it returns ends that and waits for a run under way. */
export function startReconciling(deps: ReconcileDeps): () => Promise<void> {
  return runPeriodically(deps.log, minute, () => reconcilePayments(deps), 'payments not compared');
}

export type Comparison = { compared: number; repaired: number };

/**
 * Compares our payments with the processor's and brings ours up to date: intents that nobody knows are ended,
 * payments we missed are settled, refunds left behind are sent. What cannot be repaired is noted for an
 * administrator. Of several processes one does it. Null where it is not time yet.
 */
export async function reconcilePayments(deps: ReconcileDeps): Promise<Comparison | null> {
  const since = await claimRound(deps);
  if (since === null) return null;
  const result: Comparison = { compared: 0, repaired: 0 };
  let failure: string | null = null;
  try {
    result.repaired += await finishRefunds(deps);
    result.repaired += await returnOwedPayments(deps);
    result.repaired += await endForgottenPayments(deps);
    const stripe = await stripeInUse(deps);
    if (stripe) await compareWithStripe(deps, stripe.processor, since, result);
  } catch (error) {
    failure = error instanceof Error ? error.message.slice(0, 300) : 'unknown';
    deps.log.warn({ err: error }, 'payments could not be compared to the end');
  }
  await deps.db.update(paymentReconciliation).set({ ...result, failure, finishedAt: deps.now() });
  return result;
}

/** How far to look back in this round; null where another process has begun one, or it is too early. */
async function claimRound({ db, now }: ReconcileDeps): Promise<Date | null> {
  const at = now();
  const [before] = await db.select().from(paymentReconciliation);
  const wide = !before?.wideAt || at.getTime() - before.wideAt.getTime() >= wideEvery;
  const round = { startedAt: at, ...(wide && { wideAt: at }) };
  const claimed = before
    ? await db
        .update(paymentReconciliation)
        .set(round)
        .where(
          and(
            eq(paymentReconciliation.startedAt, before.startedAt),
            lt(paymentReconciliation.startedAt, new Date(at.getTime() - interval)),
          ),
        )
        .returning({ id: paymentReconciliation.id })
    : await db
        .insert(paymentReconciliation)
        .values(round)
        .onConflictDoNothing()
        .returning({ id: paymentReconciliation.id });
  if (claimed.length === 0) return null;
  return new Date(at.getTime() - (wide ? lookBack.wide : lookBack.near));
}

const olderThan = ({ now }: ReconcileDeps) => new Date(now().getTime() - settledAge);

/** Refunds that were written down and are not settled: their job has failed for good, or Stripe takes its time. */
async function finishRefunds(deps: ReconcileDeps): Promise<number> {
  const left = await deps.db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(inArray(refunds.status, ['requested', 'pending']), lt(refunds.updatedAt, olderThan(deps))))
    .orderBy(asc(refunds.updatedAt))
    .limit(batch);
  return eachOf(deps, left, ({ id }) => sendRefund(deps, id));
}

/** Money of cancelled orders that is still here and that no refund has been tried for. */
async function returnOwedPayments(deps: ReconcileDeps): Promise<number> {
  const owed = await deps.db
    .select({ orderId: payments.orderId })
    .from(orders)
    .innerJoin(payments, and(eq(payments.orderId, orders.id), eq(payments.status, 'succeeded')))
    .leftJoin(refunds, and(eq(refunds.paymentId, payments.id), inArray(refunds.status, ['failed'])))
    .where(
      and(
        eq(orders.status, 'cancelled'),
        eq(orders.paymentStatus, 'refunded'),
        gt(orders.createdAt, new Date(deps.now().getTime() - 180 * day)),
        lt(orders.updatedAt, olderThan(deps)),
        sql`${payments.refundedCents} < ${payments.amountCents}`,
        isNull(refunds.id),
      ),
    )
    .limit(batch);
  return eachOf(deps, owed, ({ orderId }) => returnPaymentOf(deps, { orderId }));
}

/** Open payments of orders that are cancelled: the processor did not answer when they should have been ended. */
async function endForgottenPayments(deps: ReconcileDeps): Promise<number> {
  const forgotten = await deps.db
    .select({ payment: payments })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        eq(payments.status, 'created'),
        eq(orders.status, 'cancelled'),
        lt(orders.updatedAt, olderThan(deps)),
      ),
    )
    .limit(batch);
  return eachOf(deps, forgotten, ({ payment }) => endPayment(deps, payment));
}

/** One that cannot be repaired must not keep the others. */
async function eachOf<Row>(
  { log }: ReconcileDeps,
  rows: Row[],
  repair: (row: Row) => Promise<unknown>,
): Promise<number> {
  let repaired = 0;
  for (const row of rows) {
    try {
      await repair(row);
      repaired++;
    } catch (error) {
      log.error({ err: error }, 'payment not repaired');
    }
  }
  return repaired;
}

async function compareWithStripe(
  deps: ReconcileDeps,
  processor: StripeProcessor,
  since: Date,
  result: Comparison,
): Promise<void> {
  const seen = new Set<string>();
  for await (const intent of processor.listIntents(since)) {
    seen.add(intent.id);
    if (intent.orderId === null) continue;
    result.compared++;
    if (await bringUpToDate(deps, processor, intent)) result.repaired++;
  }
  await noteMissing(deps, processor, since, seen);
}

/** True where something had to be put right. */
async function bringUpToDate(
  deps: ReconcileDeps,
  processor: StripeProcessor,
  intent: StripeIntent,
): Promise<boolean> {
  const payment = await findPaymentByIntent(deps.db, intent.id);
  if (!payment) return adoptOrEnd(deps, processor, intent);
  if (payment.status === 'created' && (intent.status === 'succeeded' || intent.status === 'cancelled')) {
    await settlePayment(deps, payment, intent);
    return true;
  }
  if (payment.refundedCents !== intent.refundedCents) {
    await syncRefunds(deps, processor, payment);
    return true;
  }
  return false;
}

/**
 * An intent that our books do not have: this process was killed between opening it and writing it down. Nobody was
 * given its secret, so it can be ended; one that has money all the same is for an administrator.
 */
async function adoptOrEnd(
  deps: ReconcileDeps,
  processor: StripeProcessor,
  intent: StripeIntent,
): Promise<boolean> {
  if (intent.createdAt > olderThan(deps)) return false;
  if (intent.status === 'open') {
    const ended = await processor.cancelIntent(intent.id);
    if (ended.status === 'cancelled') return true;
  }
  if (intent.status === 'cancelled') return false;
  const [order] = await deps.db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.id, intent.orderId ?? ''));
  await recordDiscrepancy(
    deps.db,
    {
      key: `unknown-payment:${intent.id}`,
      kind: 'unknown-payment',
      orderId: order?.id ?? null,
      intentId: intent.id,
      detail:
        "Stripe has a payment that the shop does not know. Give the money back in Stripe's dashboard, or mark the order as paid by hand.",
    },
    deps.now(),
  );
  return false;
}

/** Payments on our books that Stripe's list did not have, and does not know when asked. */
async function noteMissing(
  deps: ReconcileDeps,
  processor: StripeProcessor,
  since: Date,
  seen: Set<string>,
): Promise<void> {
  const from = new Date(Math.max(since.getTime(), deps.now().getTime() - lookBack.wide) + minute);
  const ours: PaymentRow[] = await deps.db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.processor, 'stripe'),
        gt(payments.createdAt, from),
        lt(payments.createdAt, olderThan(deps)),
        or(eq(payments.status, 'created'), eq(payments.status, 'succeeded')),
      ),
    )
    .limit(10_000);
  for (const { intentId, orderId } of ours) {
    if (seen.has(intentId) || (await processor.retrieveIntent(intentId))) continue;
    const detail =
      'Stripe does not know this payment. Were the keys changed to those of another account or mode?';
    await recordDiscrepancy(
      deps.db,
      { key: `missing-payment:${intentId}`, kind: 'missing-payment', orderId, intentId, detail },
      deps.now(),
    );
  }
}
