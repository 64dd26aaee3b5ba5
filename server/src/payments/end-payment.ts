import type { PaymentRow } from './payments.queries.ts';
import { currency, type Intent } from './processors/processor.ts';
import { type ProcessorDeps, processorOf } from './processors/processors.ts';
import { type SettleDeps, type SettlementOutcome, settlePayment } from './settle-payment.ts';

/**
 * Ends an open payment so that it can no longer succeed. The processor may say that it has succeeded already:
 * then the order is settled accordingly. Answers how the payment stands afterwards. Live keys do not know a payment
 * that was opened with Stripe's test keys: it is ended in the books alone.
 */
export async function endPayment(
  deps: SettleDeps & ProcessorDeps,
  payment: PaymentRow,
): Promise<SettlementOutcome> {
  const processor = await processorOf(deps, payment);
  const isOutOfReach = processor.livemode && !payment.livemode;
  const intent = isOutOfReach ? cancelledIntent(payment) : await processor.cancelIntent(payment.intentId);
  return settlePayment(deps, payment, intent);
}

function cancelledIntent(payment: PaymentRow): Intent {
  const { intentId: id, clientSecret, amountCents, livemode, takesPaypal, method } = payment;
  return { id, clientSecret, status: 'cancelled', amountCents, currency, livemode, takesPaypal, method };
}
