import type { Tx } from '../platform/database/database.ts';
import { invalidateTags } from '../platform/response-cache/invalidate-tags.ts';

/** What was sold so far. */
export const salesTag = 'sales';

/** What was sold has changed: an order was paid or cancelled, or a cancelled one reopened. */
export function invalidateSales(tx: Tx): void {
  invalidateTags(tx, [salesTag]);
}
