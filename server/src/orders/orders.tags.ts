import { bumpTags } from '../platform/bump-tags.ts';
import type { Tx } from '../platform/database.ts';

/** What was sold so far. */
export const salesTag = 'sales';

/** An order came, or was cancelled, or taken up again. */
export function bumpSales(tx: Tx): void {
  bumpTags(tx, [salesTag]);
}
