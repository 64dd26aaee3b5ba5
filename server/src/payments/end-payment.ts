import type { PaymentRow } from './payments.queries.ts';
import { type ProcessorDeps, processorOf } from './processors.ts';
import { type SettleDeps, type Standing, settlePayment } from './settle-payment.ts';

/**
 * Ends an open payment so that it can no longer succeed. The processor may say that it has succeeded already:
 * then the order is settled accordingly. Answers how the payment stands afterwards.
 */
export async function endPayment(deps: SettleDeps & ProcessorDeps, payment: PaymentRow): Promise<Standing> {
  const processor = await processorOf(deps, payment);
  const intent = await processor.cancelIntent(payment.intentId);
  return settlePayment(deps, payment, intent);
}
