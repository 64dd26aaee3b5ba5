import { type Cents, cents, formatMoney } from '@reprise/contract/money';
import { and, eq } from 'drizzle-orm';
import { inTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { isPaid } from '../../orders/amount-due.ts';
import { setOrderPayment } from '../../orders/lifecycle/set-order-payment.ts';
import { lockOrderRow } from '../../orders/orders.queries.ts';
import { balanceOf } from '../balance-order.ts';
import { recordDiscrepancy } from '../discrepancies.ts';
import { findPayment, leftOf, type PaymentRow, readSettledPayments } from '../payments.queries.ts';
import { payments, refunds } from '../payments.tables.ts';
import { findPageOf, type ProcessorDeps, stripeInUse } from '../processors/processors.ts';
import type { StripeProcessor } from '../processors/stripe-processor.ts';
import type { StripeRefund } from '../processors/stripe-shapes.ts';
import type { SettleDeps } from '../settle-payment.ts';
import { closeWaitingRefund } from './close-waiting-refund.ts';
import { settleRefund } from './send-refund.ts';
import { paymentStatusOf, setPaymentStatus } from './store-refund.ts';

/** Imports refunds made in the processor's dashboard before refunding more: it rejects more than is left. */
export async function syncProcessorRefunds(
  deps: SettleDeps & ProcessorDeps,
  payment: PaymentRow,
): Promise<void> {
  const page = payment.processor === 'adapter' ? await findPageOf(deps, payment) : undefined;
  if (page) await importRefunds(deps, payment, await page.listRefunds(payment.intentId), page.page);
  const stripe = payment.processor === 'stripe' ? await stripeInUse(deps) : null;
  if (stripe) await syncRefunds(deps, stripe.processor, payment);
}

/** Syncs a payment's refunds with Stripe's list: updates known refunds and imports those made in Stripe's dashboard. */
export async function syncRefunds(
  deps: SettleDeps,
  processor: StripeProcessor,
  payment: PaymentRow,
): Promise<void> {
  await importRefunds(deps, payment, await processor.listRefunds(payment.intentId), 'Stripe');
}

/** Refund as the place that took the payment knows it; `refundId` is the shop's own id, null if it is not known there. */
export type ForeignRefund = StripeRefund;

/** Updates the known ones of these refunds of a payment, and stores those that were made at `place`. */
export async function importRefunds(
  deps: SettleDeps,
  payment: PaymentRow,
  foreignRefunds: ForeignRefund[],
  place: string,
): Promise<void> {
  for (const foreign of foreignRefunds) {
    const id =
      (await findRefundId(deps, payment, foreign)) ?? (await importRefund(deps, payment, foreign, place));
    if (id !== null) await settleRefund(deps, id, foreign);
  }
}

async function findRefundId(
  { db }: SettleDeps,
  payment: PaymentRow,
  foreign: ForeignRefund,
): Promise<string | null> {
  const isSameRefund =
    foreign.refundId === null ? eq(refunds.processorRefundId, foreign.id) : eq(refunds.id, foreign.refundId);
  const [known] = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.paymentId, payment.id), isSameRefund));
  return known?.id ?? null;
}

/** Imports a refund made in the dashboard of Stripe or of a sales channel. */
async function importRefund(
  deps: SettleDeps,
  { id: paymentId, orderId }: PaymentRow,
  foreign: ForeignRefund,
  place: string,
): Promise<string | null> {
  if (foreign.status === 'failed') return null;
  return inTransaction(deps.db, async (tx) => {
    const order = await lockOrderRow(tx, orderId);
    const payment = await findPayment(tx, paymentId);
    if (!order || payment?.status !== 'succeeded') return null;
    const [existing] = await tx.select().from(refunds).where(eq(refunds.processorRefundId, foreign.id));
    if (existing) return existing.id;
    const refundedCents = (payment.refundedCents + foreign.amountCents) as Cents;
    if (refundedCents > payment.amountCents) {
      const detail = `${place} refunded ${formatMoney(foreign.amountCents)} (${foreign.id}) more than the shop has recorded. Compare both.`;
      const { intentId } = payment;
      await recordDiscrepancy(
        tx,
        { key: `refund-mismatch:${foreign.id}`, kind: 'refund-mismatch', orderId, intentId, detail },
        deps.now(),
      );
      return null;
    }
    const surplus = balanceOf(order, await readSettledPayments(tx, orderId)).surplus;
    const surplusCents = cents(isPaid(order) ? Math.min(surplus, foreign.amountCents) : 0);
    await tx
      .update(payments)
      .set({
        refundedCents,
        surplusCents: cents(payment.surplusCents + surplusCents),
        updatedAt: deps.now(),
      })
      .where(eq(payments.id, paymentId));
    const settled = await readSettledPayments(tx, orderId);
    // For a cancelled order the rest is also being refunded, which this must not undo.
    if (isPaid(order)) {
      await setPaymentStatus(tx, order, paymentStatusOf(order, settled), deps.now());
    } else if (order.paymentStatus === 'refund-to-approve' && leftOf(settled) === 0) {
      const now = deps.now();
      const reason = givenBackAt(place);
      await closeWaitingRefund(tx, order, { decidedBy: null, reason, now });
      await setOrderPayment(tx, orderId, { paymentStatus: 'refunded' }, now);
    }
    const id = newId('ref');
    await tx.insert(refunds).values({
      id,
      paymentId,
      orderId,
      amountCents: foreign.amountCents,
      surplusCents,
      reason: givenBackAt(place),
      cause: 'processor',
      processorRefundId: foreign.id,
      createdAt: deps.now(),
      updatedAt: deps.now(),
    });
    return id;
  });
}

const givenBackAt = (place: string) =>
  place === 'Stripe' ? "Given back in Stripe's dashboard" : `Given back at ${place}`;
