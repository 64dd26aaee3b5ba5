import { Problem } from '@reprise/contract/problem';
import type { Order } from '@reprise/contract/sales/orders/order';
import { refundDestination } from '@reprise/contract/sales/payments/payment-methods';
import { findOrderFor, type OrderRequester } from '../orders/order-access.ts';
import { readOrder } from '../orders/orders.queries.ts';
import { findPaymentOfOrder, isRecorded } from './payments.queries.ts';
import { type ProcessorDeps, processorOf } from './processors/processors.ts';
import { type SettleDeps, settlePayment } from './settle-payment.ts';

/** Retrieves the payment from the processor, never trusting the caller, and marks the order paid when it succeeded. */
export async function confirmPayment(
  deps: SettleDeps & ProcessorDeps,
  requester: OrderRequester,
  request: { paymentIntentId: string; orderId: string },
): Promise<Order> {
  const order = await findOrderFor(deps, requester, request.orderId, 'orders.place');
  const payment = await findPaymentOfOrder(deps.db, request.paymentIntentId, order.id);
  if (!payment || isRecorded(payment)) throw new Problem('NOT_FOUND', 'Payment not found.');
  const processor = await processorOf(deps, payment);
  const intent = await processor.retrieveIntent(payment.intentId);
  if (intent?.status === 'processing') {
    throw new Problem(
      'IN_PROGRESS',
      'Your payment is being processed. We will email you when it is confirmed; please do not pay again.',
      { retryAfterSeconds: 5 },
    );
  }
  if (intent?.status !== 'succeeded') {
    throw new Problem('PAYMENT_NOT_COMPLETED', 'The payment has not been completed.');
  }
  const outcome = await settlePayment(deps, payment, intent);
  if (outcome === 'cancelled') {
    throw new Problem('PAYMENT_NOT_COMPLETED', 'This payment is closed. Please start again.');
  }
  const settled = await readOrder(deps.db, order.id);
  if (outcome === 'needs-review') {
    throw new Problem(
      'PAYMENT_NOT_COMPLETED',
      'We received your payment and are reviewing it. We will email you; please do not pay again.',
    );
  }
  if (outcome !== 'paid' && settled.status === 'cancelled') {
    throw new Problem(
      'ORDER_CANCELLED',
      `This order was cancelled. Your payment will be refunded ${refundDestination[intent.method]}.`,
    );
  }
  return settled;
}
