import type { CallOutput } from '@reprise/contract/endpoint';
import type { Cents } from '@reprise/contract/money';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import type { identityEndpoints } from '@reprise/contract/people/identity/identity';
import { and, count, desc, eq, inArray, ne } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { summaryColumns } from './orders.queries.ts';
import { orders } from './orders.tables.ts';
import { revenueOfSales } from './sales.ts';

/** Returns a page of a user's orders, newest first. */
export async function listUserOrders(
  db: Queryable,
  userId: string,
  query: { page?: number | undefined; limit?: number | undefined },
): Promise<CallOutput<typeof identityEndpoints.listUserOrders>> {
  const { page, limit, offset } = pageOf(query);
  const isTheirs = eq(orders.userId, userId);
  const total = await db.$count(orders, isTheirs);
  const rows = await db
    .select({
      ...summaryColumns,
      createdAt: orders.createdAt,
    })
    .from(orders)
    .where(isTheirs)
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit)
    .offset(offset);
  return {
    orders: rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
    pagination: paginationOf(page, limit, total),
  };
}

/** Returns the number of orders of each user, without cancelled ones, and what they paid; users without orders are omitted. */
export async function readOrderTotals(
  db: Queryable,
  userIds: string[],
): Promise<Map<string | null, { orders: number; spent: Cents }>> {
  const rows = await db
    .select({ userId: orders.userId, orders: count(), spent: revenueOfSales })
    .from(orders)
    .where(and(inArray(orders.userId, userIds), ne(orders.status, 'cancelled')))
    .groupBy(orders.userId);
  return new Map(rows.map((row) => [row.userId, { orders: row.orders, spent: row.spent }]));
}
