import { Problem } from '@reprise/contract/problem';
import type { OrderRow } from '../orders.queries.ts';

/** Throws when the order was edited since this version. */
export function assertSeenVersion(order: Pick<OrderRow, 'version'>, seen: number): void {
  if (order.version === seen) return;
  const message = 'Somebody else changed this order. Load it again to see the changes.';
  throw new Problem('EDIT_CONFLICT', message, { details: { version: order.version } });
}
