import { Problem } from '@reprise/contract/problem';
import { maxLabelsShown, type ShippingLabel } from '@reprise/contract/sales/orders/shipping/labels';
import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { shippingLabels } from './shipping.tables.ts';

export type LabelRow = typeof shippingLabels.$inferSelect;

export function toLabel(row: LabelRow): ShippingLabel {
  const { id, state, carrier, service, costCents, trackingNumber, isTest, parcelStatus } = row;
  return {
    id,
    state,
    carrier,
    service,
    price: costCents,
    trackingNumber,
    isTest,
    parcelStatus,
    voidProblem: row.voidProblem,
    createdAt: row.createdAt.toISOString(),
  };
}

/** Returns the newest labels of the parcels of an order, or of the one of a return. */
export async function listLabels(
  db: Queryable,
  { orderId, returnId }: Pick<LabelRow, 'orderId' | 'returnId'>,
): Promise<ShippingLabel[]> {
  const rows = await db
    .select()
    .from(shippingLabels)
    .where(and(eq(shippingLabels.orderId, orderId), isOf(returnId)))
    .orderBy(desc(shippingLabels.createdAt), desc(shippingLabels.id))
    .limit(maxLabelsShown);
  return rows.map(toLabel);
}

/** SQL: a label of this return, or of the parcels of an order. */
export const isOf = (returnId: string | null) =>
  returnId === null ? isNull(shippingLabels.returnId) : eq(shippingLabels.returnId, returnId);

/** Returns a label; throws NOT_FOUND if it is not of this return, or of none. */
export async function findLabel(
  db: Queryable,
  id: string,
  returnId: string | null = null,
): Promise<LabelRow> {
  const [row] = await db
    .select()
    .from(shippingLabels)
    .where(and(eq(shippingLabels.id, id), isOf(returnId)));
  if (!row) throw new Problem('NOT_FOUND', 'This label no longer exists.');
  return row;
}
