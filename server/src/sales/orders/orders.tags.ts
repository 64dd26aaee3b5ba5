import type { Tx } from '../../platform/database/database.ts';
import { invalidateTags } from '../../platform/response-cache/invalidate-tags.ts';

/** Tag of pages that depend on sales. */
export const salesTag = 'sales';

/** Invalidates pages that depend on sales: an order was paid or cancelled, or a cancelled one reopened. */
export function invalidateSales(tx: Tx): void {
  invalidateTags(tx, [salesTag]);
}
