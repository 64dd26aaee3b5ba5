import type { OwnReturn } from '@reprise/contract/sales/returns/return';
import { asc, desc, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { orderItems, orders } from '../orders/orders.tables.ts';
import { readPhotosOfLines } from './photos/return-photo.queries.ts';
import { returnLines, returns } from './returns.tables.ts';

const maxReturns = 1000;

/** Returns what the customer said in the returns of these orders, newest first. */
export async function readReturnsOf(
  db: Queryable,
  ofOrders: readonly { id: string }[],
): Promise<OwnReturn[]> {
  const ids = ofOrders.map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = await db
    .select({ row: returns, order: orders.orderNumber })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .where(inArray(returns.orderId, ids))
    .orderBy(desc(returns.createdAt), desc(returns.id))
    .limit(maxReturns);
  const lines = await readLines(
    db,
    rows.map(({ row }) => row.id),
  );
  const photos = await readPhotosOfLines(
    db,
    [...lines.values()].flat().map(({ id }) => id),
  );
  return rows.map(({ row, order }) => ({
    number: row.number,
    order,
    askedAt: row.createdAt.toISOString(),
    carrier: row.carrier,
    trackingNumber: row.trackingNumber,
    lines: (lines.get(row.id) ?? []).map(({ id, product, reason, note }) => ({
      product,
      reason,
      note,
      photos: (photos.get(id) ?? []).map(
        (photo) => `/api/orders/${row.orderId}/return-photos/${photo.id}/image`,
      ),
    })),
  }));
}

async function readLines(db: Queryable, returnIds: string[]) {
  if (returnIds.length === 0) return new Map<string, never[]>();
  const rows = await db
    .select({
      id: returnLines.id,
      returnId: returnLines.returnId,
      product: orderItems.name,
      reason: returnLines.reason,
      note: returnLines.note,
    })
    .from(returnLines)
    .innerJoin(orderItems, eq(orderItems.id, returnLines.orderItemId))
    .where(inArray(returnLines.returnId, returnIds))
    .orderBy(asc(returnLines.returnId), asc(returnLines.position));
  return Map.groupBy(rows, ({ returnId }) => returnId);
}
