import { cents } from '@reprise/contract/money';
import type { Queryable } from '../../../platform/database/database.ts';
import { recordOrderCost } from '../costs/record-order-cost.ts';
import type { LabelRow } from './labels.queries.ts';

/** Returns the cost that a label is to its order. */
export function labelCost({ id, orderId, returnId, costCents: amountCents }: LabelRow, createdAt: Date) {
  const kind = returnId === null ? ('label' as const) : ('return-label' as const);
  return { orderId, kind, amountCents, source: `label ${id}`, createdAt };
}

/** Books the money of a label that its carrier gave back; none for a test label, which cost nothing. */
export async function bookLabelRefund(db: Queryable, row: LabelRow, createdAt: Date): Promise<void> {
  if (row.isTest || row.state !== 'refunded') return;
  const { orderId, kind, amountCents, source } = labelCost(row, createdAt);
  const refund = { amountCents: cents(-amountCents), source: `refund of ${source}`, createdAt };
  await recordOrderCost(db, { orderId, kind, ...refund });
}
