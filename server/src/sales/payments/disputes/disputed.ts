import { Problem } from '@reprise/contract/problem';
import type { Tx } from '../../../platform/database/database.ts';
import { readSettledPayments } from '../payments.queries.ts';

export const disputedSentence =
  'The cardholder disputes this payment, so it cannot be refunded. Answer the dispute in Stripe, or accept it there.';

/** Stripe rejects refunds of a payment whose dispute is open or lost. */
export const disputed = (): Problem => new Problem('NOT_REFUNDABLE', disputedSentence);

/** Throws if a dispute prevents the refund that the cancellation by a customer promises. */
export async function assertUndisputed(tx: Tx, orderId: string): Promise<void> {
  const settled = await readSettledPayments(tx, orderId);
  if (!settled.some(({ isDisputed }) => isDisputed)) return;
  throw new Problem(
    'EDIT_CONFLICT',
    'The payment of this order is disputed at your bank, so it cannot be cancelled here. Send us a message.',
  );
}
