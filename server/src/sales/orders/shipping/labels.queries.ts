import { Problem } from '@reprise/contract/problem';
import { maxLabelsShown, type ShippingLabel } from '@reprise/contract/sales/orders/shipping/labels';
import { desc, eq } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { shippingLabels } from './shipping.tables.ts';

export type LabelRow = typeof shippingLabels.$inferSelect;

export function toLabel(row: LabelRow): ShippingLabel {
  const { id, state, carrier, service, costCents, trackingNumber, isTest, parcelStatus, createdAt } = row;
  return {
    id,
    state,
    carrier,
    service,
    price: costCents,
    trackingNumber,
    isTest,
    parcelStatus,
    createdAt: createdAt.toISOString(),
  };
}

/** Returns the newest labels of an order. */
export async function listLabels(db: Queryable, orderId: string): Promise<ShippingLabel[]> {
  const rows = await db
    .select()
    .from(shippingLabels)
    .where(eq(shippingLabels.orderId, orderId))
    .orderBy(desc(shippingLabels.createdAt), desc(shippingLabels.id))
    .limit(maxLabelsShown);
  return rows.map(toLabel);
}

export async function findLabel(db: Queryable, id: string): Promise<LabelRow> {
  const [row] = await db.select().from(shippingLabels).where(eq(shippingLabels.id, id));
  if (!row) throw new Problem('NOT_FOUND', 'This label no longer exists.');
  return row;
}
