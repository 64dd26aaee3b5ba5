import { Problem } from '@reprise/contract/problem';
import { and, eq } from 'drizzle-orm';
import type { PaymentRow } from './payments.queries.ts';
import { payments } from './payments.tables.ts';
import { type ProcessorDeps, processorOf } from './processors/processors.ts';
import { syncProcessorRefunds } from './refunds/sync-refunds.ts';
import { type SettleDeps, type SettlementOutcome, settlePayment } from './settle-payment.ts';

type NoticeDeps = SettleDeps & ProcessorDeps;

/**
 * Reads the payments that an order has on the pages of PAYMENT_ADAPTER, and their refunds. The notice itself says nothing
 * that is believed. Idempotent; throws NOT_FOUND for an order without such a payment, and PAYMENT_UNAVAILABLE so that the
 * processor sends the notice again.
 */
export async function receivePaymentNotice(deps: NoticeDeps, orderId: string): Promise<void> {
  const ofPage = await deps.db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.processor, 'adapter')));
  if (ofPage.length === 0) throw new Problem('NOT_FOUND', 'Payment not found.');
  for (const payment of ofPage) {
    if (payment.status === 'created') await readFromPage(deps, payment);
    if (payment.status === 'succeeded') await syncProcessorRefunds(deps, payment);
  }
}

/** Settles an open payment with the state that the processor reports. */
export async function readFromPage(deps: NoticeDeps, payment: PaymentRow): Promise<SettlementOutcome> {
  const processor = await processorOf(deps, payment);
  const intent = await processor.retrieveIntent(payment.intentId);
  return intent ? settlePayment(deps, payment, intent) : 'open';
}
