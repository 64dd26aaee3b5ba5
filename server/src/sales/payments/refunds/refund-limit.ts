import type { Cents } from '@reprise/contract/money';
import { type PaymentRow, refundedOf } from '../payments.queries.ts';

/**
 * True if returning this much more of an order's payments takes all its refunds above the limit. Every way to return
 * money asks this: parts, edits and a cancellation of one order add up.
 */
export function exceedsRefundLimit(settled: PaymentRow[], amountCents: number, limit: Cents): boolean {
  return refundedOf(settled) + amountCents > limit;
}
