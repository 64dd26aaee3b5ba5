import { type Cents, formatMoney } from '@reprise/contract/money';
import { and, eq } from 'drizzle-orm';
import { lockOrderRow } from '../../orders/orders.queries.ts';
import { orders } from '../../orders/orders.tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { recordDiscrepancy } from '../discrepancies.ts';
import { findPayment, type PaymentRow } from '../payments.queries.ts';
import { payments, refunds } from '../payments.tables.ts';
import { type ProcessorDeps, stripeInUse } from '../processors/processors.ts';
import type { StripeProcessor, StripeRefund } from '../processors/stripe-processor.ts';
import type { SettleDeps } from '../settle-payment.ts';
import { closeWaitingRefund } from './close-waiting-refund.ts';
import { settleRefund } from './send-refund.ts';

/**
 * Before more goes back: part of it may have been given back in Stripe's dashboard and not heard of yet, and more than
 * is left is refused there.
 */
export async function learnOfRefunds(deps: SettleDeps & ProcessorDeps, payment: PaymentRow): Promise<void> {
  const stripe = payment.processor === 'stripe' ? await stripeInUse(deps) : null;
  if (stripe) await syncRefunds(deps, stripe.processor, payment);
}

/**
 * Brings the refunds of a payment in line with Stripe's list: ours learn how they ended, and those made in Stripe's
 * dashboard become ours.
 */
export async function syncRefunds(
  deps: SettleDeps,
  processor: StripeProcessor,
  payment: PaymentRow,
): Promise<void> {
  for (const given of await processor.listRefunds(payment.intentId)) {
    const id = (await findRefundId(deps, payment, given)) ?? (await adoptRefund(deps, payment, given));
    if (id !== null) await settleRefund(deps, id, given);
  }
}

async function findRefundId(
  { db }: SettleDeps,
  payment: PaymentRow,
  given: StripeRefund,
): Promise<string | null> {
  const isIt =
    given.refundId === null ? eq(refunds.processorRefundId, given.id) : eq(refunds.id, given.refundId);
  const [known] = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.paymentId, payment.id), isIt));
  return known?.id ?? null;
}

/** Somebody gave money back in Stripe's dashboard: the order shows it as its own. */
async function adoptRefund(
  deps: SettleDeps,
  { id: paymentId, orderId }: PaymentRow,
  given: StripeRefund,
): Promise<string | null> {
  if (given.status === 'failed') return null;
  return inTransaction(deps.db, async (tx) => {
    const order = await lockOrderRow(tx, orderId);
    const payment = await findPayment(tx, paymentId);
    if (!order || payment?.status !== 'succeeded') return null;
    const [twin] = await tx.select().from(refunds).where(eq(refunds.processorRefundId, given.id));
    if (twin) return twin.id;
    const refundedCents = (payment.refundedCents + given.amountCents) as Cents;
    if (refundedCents > payment.amountCents) {
      const detail = `Stripe gave back ${formatMoney(given.amountCents)} (${given.id}) beyond what the shop has on its books. Compare the two.`;
      const { intentId } = payment;
      await recordDiscrepancy(
        tx,
        { key: `refund-mismatch:${given.id}`, kind: 'refund-mismatch', orderId, intentId, detail },
        deps.now(),
      );
      return null;
    }
    await tx.update(payments).set({ refundedCents, updatedAt: deps.now() }).where(eq(payments.id, paymentId));
    // Of an order that was cancelled the rest is on its way back as well, which this must not call off.
    if (order.paymentStatus === 'paid' || order.paymentStatus === 'partly-refunded') {
      const paymentStatus = refundedCents === payment.amountCents ? 'refunded' : 'partly-refunded';
      await tx.update(orders).set({ paymentStatus, updatedAt: deps.now() }).where(eq(orders.id, orderId));
    } else if (order.paymentStatus === 'refund-to-approve' && refundedCents === payment.amountCents) {
      const now = deps.now();
      const reason = "Given back in Stripe's dashboard";
      await closeWaitingRefund(tx, order, { decidedBy: null, reason, now });
      await tx
        .update(orders)
        .set({ paymentStatus: 'refunded', updatedAt: now })
        .where(eq(orders.id, orderId));
    }
    const id = newId('ref');
    await tx.insert(refunds).values({
      id,
      paymentId,
      orderId,
      amountCents: given.amountCents,
      reason: "Given back in Stripe's dashboard",
      cause: 'processor',
      processorRefundId: given.id,
      createdAt: deps.now(),
      updatedAt: deps.now(),
    });
    return id;
  });
}
