import { type Cents, formatMoney } from '@reprise/contract/money';
import type { PaymentMethod } from '@reprise/contract/sales/payments/payment-methods';
import type { MailedOrder } from './mailed-order.ts';

export function refundedSum(
  refund: Cents | undefined,
  { total, amountDue }: Pick<MailedOrder, 'total' | 'amountDue'>,
): string {
  // An edited order was not paid with its present total.
  if (refund !== undefined && amountDue !== undefined) return formatMoney(refund);
  if (refund === undefined || refund === total) return `the full amount of ${formatMoney(total)}`;
  return `${formatMoney(refund)} of the ${formatMoney(total)} you paid`;
}

export function refundDelay(method: PaymentMethod): string {
  if (method === 'cash') return 'Reply to this email to arrange when to collect it.';
  const delay =
    method === 'card' ? 'Banks usually take 5-10 days to show it.' : 'It usually takes 5-10 days to show.';
  return `${delay} If it has not arrived by then, reply to this email.`;
}

/** Says what to do about money that staff have returned themselves, in cash or by a bank transfer. */
export function returnedDelay(method: PaymentMethod): string {
  if (method === 'cash') return 'If you have not received it, reply to this email.';
  return 'A bank transfer usually takes 1-3 business days. If it has not arrived by then, reply to this email.';
}
