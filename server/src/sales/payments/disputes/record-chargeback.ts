import { type Cents, cents } from '@reprise/contract/money';
import { and, eq, sql } from 'drizzle-orm';
import { type Db, inTransaction, type Queryable, type Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { isPaid } from '../../orders/amount-due.ts';
import { drawInvoicesOf } from '../../orders/invoices/draw-invoices.ts';
import { setOrderPayment } from '../../orders/lifecycle/set-order-payment.ts';
import { lockOrderRow, type OrderRow } from '../../orders/orders.queries.ts';
import { invalidateSales } from '../../orders/orders.tags.ts';
import { balanceOf } from '../balance-order.ts';
import { findPayment, leftOf, type RefundRow, readSettledPayments } from '../payments.queries.ts';
import { disputes, payments, refunds } from '../payments.tables.ts';
import { closeWaitingRefund } from '../refunds/close-waiting-refund.ts';
import { closePayments, restorePayment } from '../refunds/send-refund.ts';
import { paymentStatusOf, setPaymentStatus } from '../refunds/store-refund.ts';

type DisputeRow = Pick<typeof disputes.$inferSelect, 'id' | 'paymentId' | 'amountCents' | 'status'>;

/**
 * Makes the chargeback of a locked order's dispute what its state demands: a lost one is a refund that the bank has made,
 * so that every figure and document counts it; one that is not lost is none.
 */
export async function syncChargeback(tx: Tx, order: OrderRow, dispute: DisputeRow, now: Date): Promise<void> {
  const [recorded] = await tx.select().from(refunds).where(isChargebackOf(dispute.id));
  if (dispute.status === 'lost') await recordChargeback(tx, order, dispute, { recorded, now });
  else if (recorded?.status === 'succeeded') await revertChargeback(tx, order, recorded, now);
}

const isChargebackOf = (disputeId: string) =>
  and(eq(refunds.cause, 'chargeback'), eq(refunds.processorRefundId, disputeId));

type Recorded = { recorded: RefundRow | undefined; now: Date };

/** Stores the refund, or raises it where a refund that failed since has left more to charge back. */
async function recordChargeback(
  tx: Tx,
  order: OrderRow,
  { id, paymentId, amountCents }: DisputeRow,
  { recorded, now }: Recorded,
): Promise<void> {
  const payment = await findPayment(tx, paymentId);
  if (payment?.status !== 'succeeded') return;
  const before = recorded?.status === 'succeeded' ? recorded : undefined;
  const missing = amountCents - (before?.amountCents ?? 0);
  const amount = cents(Math.min(missing, leftOf([payment])));
  if (amount <= 0) return;
  const surplus = isPaid(order) ? balanceOf(order, await readSettledPayments(tx, order.id)).surplus : 0;
  const surplusCents = cents(Math.min(surplus, amount));
  await tx
    .update(payments)
    .set({
      refundedCents: cents(payment.refundedCents + amount),
      surplusCents: cents(payment.surplusCents + surplusCents),
      updatedAt: now,
    })
    .where(eq(payments.id, paymentId));
  const sums = {
    amountCents: cents(amount + (before?.amountCents ?? 0)),
    surplusCents: cents(surplusCents + (before?.surplusCents ?? 0)),
  };
  const change = { ...sums, status: 'succeeded', failure: null, updatedAt: now } as const;
  if (recorded) await tx.update(refunds).set(change).where(eq(refunds.id, recorded.id));
  else {
    await tx.insert(refunds).values({
      ...change,
      id: newId('ref'),
      paymentId,
      orderId: order.id,
      createdAt: now,
      cause: 'chargeback',
      reason: 'Dispute lost',
      processorRefundId: id,
    });
  }
  await settleChargeback(tx, order, now);
}

/** Sets the payment status of the order, whose waiting refund ends when nothing is left of it. */
async function settleChargeback(tx: Tx, order: OrderRow, now: Date): Promise<void> {
  const settled = await readSettledPayments(tx, order.id);
  if (isPaid(order)) await setPaymentStatus(tx, order, paymentStatusOf(order, settled), now);
  else if (order.paymentStatus === 'refund-to-approve' && leftOf(settled) === 0) {
    await closeWaitingRefund(tx, order, { decidedBy: null, reason: 'The dispute was lost.', now });
    await setOrderPayment(tx, order.id, { paymentStatus: 'refunded' }, now);
  }
  await closePayments(tx, { now: () => now }, order.id);
  drawInvoicesOf(tx, order.id, { now });
  invalidateSales(tx);
}

/** Takes back the chargeback of a dispute that was won after all. */
async function revertChargeback(tx: Tx, order: OrderRow, refund: RefundRow, now: Date): Promise<void> {
  const payment = await findPayment(tx, refund.paymentId);
  if (!payment) return;
  const reverted = { status: 'failed', failure: 'The dispute was won after all.', updatedAt: now } as const;
  await tx.update(refunds).set(reverted).where(eq(refunds.id, refund.id));
  await restorePayment(tx, { order, payment, refund }, now);
  invalidateSales(tx);
}

/** Returns true if the bank has returned a payment of the order. */
export async function wasChargedBack(db: Queryable, orderId: string): Promise<boolean> {
  const isLost = and(eq(disputes.orderId, orderId), eq(disputes.status, 'lost'));
  return (await db.$count(disputes, isLost)) > 0;
}

/** Returns what lost disputes took of a payment, which the processor does not list as a refund. */
export async function chargedBackOf(db: Pick<Db, 'select'>, paymentId: string): Promise<Cents> {
  const [row] = await db
    .select({ sum: sql<number>`coalesce(sum(${refunds.amountCents}), 0)::float8` })
    .from(refunds)
    .where(
      and(eq(refunds.paymentId, paymentId), eq(refunds.cause, 'chargeback'), eq(refunds.status, 'succeeded')),
    );
  return cents(row?.sum ?? 0);
}

const maxRecorded = 100;

/** Records lost disputes of earlier releases, and of refunds that failed since; returns their number. */
export async function recordLostDisputes({ db, now }: { db: Db; now: () => Date }): Promise<number> {
  const charged = sql`(select coalesce(sum(r.amount_cents), 0) from ${refunds} r
    where r.cause = 'chargeback' and r.status = 'succeeded' and r.processor_refund_id = ${disputes.id})`;
  const lost = await db
    .select({ dispute: disputes })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .where(
      and(
        eq(disputes.status, 'lost'),
        eq(payments.status, 'succeeded'),
        sql`${payments.refundedCents} < ${payments.amountCents}`,
        sql`${charged} < ${disputes.amountCents}`,
      ),
    )
    .limit(maxRecorded);
  for (const { dispute } of lost) {
    await inTransaction(db, async (tx) => {
      const order = await lockOrderRow(tx, dispute.orderId);
      if (order) await syncChargeback(tx, order, dispute, now());
    });
  }
  return lost.length;
}
