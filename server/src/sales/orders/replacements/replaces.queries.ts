import type { Order } from '@reprise/contract/sales/orders/order';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import type { OrderRow } from '../orders.queries.ts';

/** Returns what orders replace by the id of the order: number of the first order and of its return. */
export async function readReplaces(
  db: Queryable,
  rows: readonly Pick<OrderRow, 'returnId'>[],
): Promise<Map<string, NonNullable<Order['replaces']>>> {
  const ids = rows.flatMap(({ returnId }) => returnId ?? []);
  if (ids.length === 0) return new Map();
  // The slice of returns is above this one, so its table is named instead of imported.
  const { rows: replaced } = await db.execute<{ id: string; order: string; return: string }>(sql`
    select r.id, o.order_number as order, r.return_number as return
    from returns r join orders o on o.id = r.order_id where r.id = any(${sql.param(ids)}::text[])`);
  return new Map(replaced.map(({ id, order, return: number }) => [id, { order, return: number }]));
}
