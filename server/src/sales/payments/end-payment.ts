import type { PaymentRow } from './payments.queries.ts';
import { type Intent, paymentCurrency } from './processors/processor.ts';
import { findPageOf, type ProcessorDeps, processorOf } from './processors/processors.ts';
import { type SettleDeps, type SettlementOutcome, settlePayment } from './settle-payment.ts';

/**
 * Cancels an open payment at the processor and settles it; returns the outcome, which is `paid` if it had already
 * succeeded. Test payments that live keys or a page that is not connected cannot reach are cancelled locally only.
 */
export async function endPayment(
  deps: SettleDeps & ProcessorDeps,
  payment: PaymentRow,
): Promise<SettlementOutcome> {
  if (!payment.livemode && payment.processor === 'adapter' && !(await findPageOf(deps, payment)))
    return settlePayment(deps, payment, cancelledIntent(payment));
  const processor = await processorOf(deps, payment);
  const isUnreachable = processor.livemode && !payment.livemode;
  const intent = isUnreachable ? cancelledIntent(payment) : await processor.cancelIntent(payment.intentId);
  return settlePayment(deps, payment, intent);
}

function cancelledIntent(payment: PaymentRow): Intent {
  const { intentId: id, clientSecret, pageUrl, amountCents, livemode, redirectMethods, method } = payment;
  const plain = { id, clientSecret, pageUrl, amountCents, livemode, redirectMethods, method };
  return { ...plain, currency: paymentCurrency(), status: 'cancelled' };
}
