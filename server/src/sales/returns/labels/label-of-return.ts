import { type Cents, cents } from '@reprise/contract/money';
import type { OrderReturn } from '@reprise/contract/sales/returns/return';
import { and, desc, eq } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import type { LabelRow } from '../../orders/shipping/labels.queries.ts';
import { shippingLabels } from '../../orders/shipping/shipping.tables.ts';
import type { LineRow, ReturnRow } from '../return-rows.ts';

/** Returns the label of a return that its customer can use; undefined without one. */
export async function findUsableLabel(db: Queryable, returnId: string): Promise<LabelRow | undefined> {
  const [label] = await db
    .select()
    .from(shippingLabels)
    .where(and(eq(shippingLabels.returnId, returnId), eq(shippingLabels.state, 'bought')));
  return label;
}

/** Returns the newest label of a return, whatever became of it. */
export async function findNewestLabel(
  db: Queryable,
  { id, orderId }: Pick<ReturnRow, 'id' | 'orderId'>,
): Promise<LabelRow | undefined> {
  const [label] = await db
    .select()
    .from(shippingLabels)
    .where(and(eq(shippingLabels.orderId, orderId), eq(shippingLabels.returnId, id)))
    .orderBy(desc(shippingLabels.createdAt), desc(shippingLabels.id))
    .limit(1);
  return label;
}

/** True if the parcel of a return travels with this label, and not with a carrier that its customer chose. */
export const isUsedBy = (row: ReturnRow, label: LabelRow | undefined): label is LabelRow =>
  label !== undefined && label.trackingNumber !== null && label.trackingNumber === row.trackingNumber;

export function toReturnLabel(row: ReturnRow, label: LabelRow | undefined): OrderReturn['label'] {
  if (label === undefined) return null;
  const { carrier, service, trackingNumber, costCents: price, parcelStatus } = label;
  return { carrier, service, trackingNumber, price, parcelStatus, isUsed: isUsedBy(row, label) };
}

/**
 * Returns the price of the label that is still to be taken off what these lines give back: that of a label in use where
 * the customer pays for the way back, and none for a parcel that was lost or never needed.
 */
export function labelToDeduct(row: ReturnRow, label: LabelRow | undefined, lines: readonly LineRow[]): Cents {
  if (row.labelBy === 'store' || !isUsedBy(row, label)) return cents(0);
  const isBack = lines.some(({ line }) => line.decision !== 'keep' && line.match !== 'lost');
  return isBack ? cents(Math.max(0, label.costCents - row.labelCents)) : cents(0);
}
