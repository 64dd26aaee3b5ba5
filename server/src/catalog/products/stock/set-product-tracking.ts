import type { TrackingMode } from '@reprise/contract/workshop/units/tracking';
import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database/database.ts';
import { products } from '../products.tables.ts';

/** Stores how a locked product is tracked; the caller adds or ends its devices. */
export async function setProductTracking(
  tx: Tx,
  productId: string,
  tracking: TrackingMode,
  now: Date,
): Promise<void> {
  await tx
    .update(products)
    .set({ tracking, version: sql`${products.version} + 1`, updatedAt: now })
    .where(eq(products.id, productId));
}
