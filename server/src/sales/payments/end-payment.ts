import { type ProcessorDeps, processorOf } from '../../payments/processors/processors.ts';
import type { PaymentRow } from './payments.queries.ts';
import { currency, type Intent } from './processors/processor.ts';
import { type SettleDeps, type SettlementOutcome, settlePayment } from './settle-payment.ts';

/**
 * Cancels an open payment at the processor and settles it; returns the outcome, which is `paid` if it had already
 * succeeded. Live keys cannot reach payments opened with Stripe's test keys: those are cancelled locally only.
 */
export async function endPayment(
  deps: SettleDeps & ProcessorDeps,
  payment: PaymentRow,
): Promise<SettlementOutcome> {
  const processor = await processorOf(deps, payment);
  const isUnreachable = processor.livemode && !payment.livemode;
  const intent = isUnreachable ? cancelledIntent(payment) : await processor.cancelIntent(payment.intentId);
  return settlePayment(deps, payment, intent);
}

function cancelledIntent(payment: PaymentRow): Intent {
  const { intentId: id, clientSecret, pageUrl, amountCents, livemode, redirectMethods, method } = payment;
  const plain = { id, clientSecret, pageUrl, amountCents, livemode, redirectMethods, method };
  return { ...plain, currency, status: 'cancelled' };
}
