import { and, asc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { dayMs, hourMs, minuteMs } from '../../platform/time.ts';
import { feeSource, recordOrderCost } from '../orders/costs/record-order-cost.ts';
import { orders } from '../orders/orders.tables.ts';
import { recordDiscrepancy } from './discrepancies.ts';
import { chargedBackOf, recordLostDisputes } from './disputes/record-chargeback.ts';
import { reconcileDisputes } from './disputes/sync-disputes.ts';
import { endPayment } from './end-payment.ts';
import { findStripePayment, type PaymentRow } from './payments.queries.ts';
import { paymentReconciliation, payments, refunds } from './payments.tables.ts';
import { type ProcessorDeps, stripeInUse } from './processors/processors.ts';
import type { StripeProcessor } from './processors/stripe-processor.ts';
import type { StripeIntent } from './processors/stripe-shapes.ts';
import { readFromPage } from './receive-payment-notice.ts';
import { sendRefund } from './refunds/send-refund.ts';
import { syncRefunds } from './refunds/sync-refunds.ts';
import { returnPaymentOf } from './return-payment.ts';
import { type SettlementOutcome, settlePayment } from './settle-payment.ts';

type ReconcileDeps = Pick<Deps, 'db' | 'jobs' | 'now' | 'log' | 'alerts'> & ProcessorDeps;

/** Recent payments every few minutes, older ones at intervals: a Stripe event may have been lost for days. */
const interval = 4 * minuteMs;
const lookBack = { near: hourMs, wide: 3 * dayMs };
const wideEvery = 6 * hourMs;
/** Younger intents may not be stored yet. */
const settledAge = 5 * minuteMs;
const batch = 100;

export type Comparison = { compared: number; repaired: number };

/**
 * Reconciles local payments with the processor's: ends unknown intents, settles missed payments, sends unfinished
 * refunds and records the rest as discrepancies. Only one process runs it; returns null when it is not due.
 */
export async function reconcilePayments(deps: ReconcileDeps): Promise<Comparison | null> {
  const since = await claimRound(deps);
  if (since === null) return null;
  const result: Comparison = { compared: 0, repaired: 0 };
  let failure: string | null = null;
  try {
    result.repaired += await finishRefunds(deps);
    result.repaired += await recordLostDisputes(deps);
    result.repaired += await returnOwedPayments(deps);
    result.repaired += await endPaymentsOfCancelledOrders(deps);
    result.repaired += await readPaymentsOfPage(deps);
    const stripe = await stripeInUse(deps);
    if (stripe) await compareWithStripe(deps, stripe.processor, since, result);
  } catch (error) {
    failure = error instanceof Error ? error.message.slice(0, 300) : 'unknown';
    deps.log.warn({ err: error }, 'could not complete the payment reconciliation');
  }
  await deps.db.update(paymentReconciliation).set({ ...result, failure, finishedAt: deps.now() });
  return result;
}

/** Returns the start of the compared period; null when another process runs the reconciliation or it is not due. */
async function claimRound({ db, now }: ReconcileDeps): Promise<Date | null> {
  const startedAt = now();
  const [before] = await db.select().from(paymentReconciliation);
  const isWide = !before?.wideAt || startedAt.getTime() - before.wideAt.getTime() >= wideEvery;
  const round = { startedAt, ...(isWide && { wideAt: startedAt }) };
  const claimed = before
    ? await db
        .update(paymentReconciliation)
        .set(round)
        .where(
          and(
            eq(paymentReconciliation.startedAt, before.startedAt),
            lt(paymentReconciliation.startedAt, new Date(startedAt.getTime() - interval)),
          ),
        )
        .returning({ id: paymentReconciliation.id })
    : await db
        .insert(paymentReconciliation)
        .values(round)
        .onConflictDoNothing()
        .returning({ id: paymentReconciliation.id });
  if (claimed.length === 0) return null;
  return new Date(startedAt.getTime() - (isWide ? lookBack.wide : lookBack.near));
}

const olderThan = ({ now }: ReconcileDeps) => new Date(now().getTime() - settledAge);

/** Sends refunds that are not settled, because their job failed for good or Stripe is slow. */
async function finishRefunds(deps: ReconcileDeps): Promise<number> {
  const unsettled = await deps.db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(inArray(refunds.status, ['requested', 'pending']), lt(refunds.updatedAt, olderThan(deps))))
    .orderBy(asc(refunds.updatedAt))
    .limit(batch);
  return repairAll(deps, unsettled, ({ id }) => sendRefund(deps, id));
}

/** Refunds payments of cancelled orders for which no refund was attempted. */
async function returnOwedPayments(deps: ReconcileDeps): Promise<number> {
  const unrefunded = await deps.db
    .select({ orderId: payments.orderId })
    .from(orders)
    .innerJoin(payments, and(eq(payments.orderId, orders.id), eq(payments.status, 'succeeded')))
    .leftJoin(refunds, and(eq(refunds.paymentId, payments.id), inArray(refunds.status, ['failed'])))
    .where(
      and(
        eq(orders.status, 'cancelled'),
        eq(orders.paymentStatus, 'refunded'),
        gt(orders.createdAt, new Date(deps.now().getTime() - 180 * dayMs)),
        lt(orders.updatedAt, olderThan(deps)),
        sql`${payments.refundedCents} < ${payments.amountCents}`,
        isNull(refunds.id),
      ),
    )
    .limit(batch);
  return repairAll(deps, unrefunded, ({ orderId }) => returnPaymentOf(deps, { orderId }));
}

/** Ends open payments of cancelled orders, which the processor was unavailable for. */
async function endPaymentsOfCancelledOrders(deps: ReconcileDeps): Promise<number> {
  const open = await deps.db
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
  return repairAll(deps, open, ({ payment }) => endPayment(deps, payment));
}

/** Reads the open payments on the pages of PAYMENT_ADAPTER, whose notices may be lost. */
async function readPaymentsOfPage(deps: ReconcileDeps): Promise<number> {
  const open = await deps.db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.status, 'created'),
        eq(payments.processor, 'adapter'),
        lt(payments.createdAt, olderThan(deps)),
      ),
    )
    .orderBy(asc(payments.createdAt))
    .limit(batch);
  const outcomes: SettlementOutcome[] = [];
  await repairAll(deps, open, async (payment) => outcomes.push(await readFromPage(deps, payment)));
  return outcomes.filter((outcome) => outcome !== 'open' && outcome !== 'processing').length;
}

/** Repairs each row; one failure does not stop the others. */
async function repairAll<Row>(
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
      log.error({ err: error }, 'could not repair payment');
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
  const intentIds = new Set<string>();
  for await (const intent of processor.listIntents(since)) {
    intentIds.add(intent.id);
    if (intent.orderId === null) continue;
    result.compared++;
    if (await repairPayment(deps, processor, intent)) result.repaired++;
  }
  result.repaired += await reconcileDisputes(deps, processor, since);
  await recordMissingPayments(deps, processor, since, intentIds);
}

/** Returns true when the payment was repaired. */
async function repairPayment(
  deps: ReconcileDeps,
  processor: StripeProcessor,
  intent: StripeIntent,
): Promise<boolean> {
  const payment = await findStripePayment(deps.db, intent.id);
  if (!payment) return adoptOrEnd(deps, processor, intent);
  await recordFee(deps, payment, intent);
  if (payment.status === 'created' && (intent.status === 'succeeded' || intent.status === 'cancelled')) {
    await settlePayment(deps, payment, intent);
    return true;
  }
  const refundedCents = payment.refundedCents - (await chargedBackOf(deps.db, payment.id));
  if (refundedCents !== intent.refundedCents) {
    await syncRefunds(deps, processor, payment);
    return true;
  }
  return false;
}

/** Books the fee of a payment once; the first comparison after it has settled knows it. */
async function recordFee({ db, now }: ReconcileDeps, { id, orderId }: PaymentRow, intent: StripeIntent) {
  if (intent.status !== 'succeeded' || intent.feeCents === null) return;
  const cost = { orderId, kind: 'processor-fee', amountCents: intent.feeCents } as const;
  await recordOrderCost(db, { ...cost, source: feeSource(id), createdAt: now() });
}

/**
 * Ends an intent that was never stored, since the process crashed in between; its secret was never handed out. One
 * that succeeded anyway is recorded for an administrator.
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
        "Stripe has a payment that the shop does not know. Refund it in Stripe's dashboard, or mark the order as paid manually.",
    },
    deps.now(),
  );
  return false;
}

/** Records payments that Stripe's list did not contain and Stripe does not know by id. */
async function recordMissingPayments(
  deps: ReconcileDeps,
  processor: StripeProcessor,
  since: Date,
  seen: Set<string>,
): Promise<void> {
  const from = new Date(Math.max(since.getTime(), deps.now().getTime() - lookBack.wide) + minuteMs);
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
