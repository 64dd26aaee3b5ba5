import { type Cents, formatMoney } from '../../money.ts';
import type { PaymentStatus } from './order-status.ts';

/** Reason why an order that brought no money ships only by staff who may record payments; null for a paid one. */
export function unpaidSentence(paymentStatus: PaymentStatus): string | null {
  switch (paymentStatus) {
    case 'paid':
    case 'partly-refunded':
      return null;
    case 'refunded':
      return 'This order was refunded in full. Only staff who may record payments can ship it.';
    case 'refund-to-approve':
      return 'A refund of this order is waiting for approval. Only staff who may record payments can ship it.';
    default:
      return 'This order is not paid. Ask somebody who may record payments to mark it as paid or to ship it.';
  }
}

/** Reason why an edited order does not ship, and what to do. */
export function heldSentence(due: Cents): string {
  return `${formatMoney(due)} is still due. Send the payment link or mark the order as paid, then ship it.`;
}
