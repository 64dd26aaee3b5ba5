import type { CallInput, CallOutput } from '@reprise/contract/endpoint';
import type { Cents } from '@reprise/contract/money';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import type { identityEndpoints } from '@reprise/contract/people/identity/identity';
import type { orderEndpoints } from '@reprise/contract/sales/orders/orders';
import { and, count, desc, eq, exists, inArray, ne, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { containsPattern } from '../../platform/database/like-pattern.ts';
import { orderColumns, summaryColumns, withDetails } from './orders.queries.ts';
import { orderItems, orders } from './orders.tables.ts';
import { revenueOfSales } from './sales.ts';

type OwnQuery = NonNullable<CallInput<typeof orderEndpoints.listOwnOrders>['query']>;

/** Returns a customer's orders, newest first. The search matches order number and product names. */
export async function listOwnOrders(db: Queryable, userId: string, query: OwnQuery) {
  const pattern = query.search ? containsPattern(query.search) : undefined;
  const bought = db
    .select({ id: orderItems.id })
    .from(orderItems)
    .where(and(eq(orderItems.orderId, orders.id), sql`lower(${orderItems.name}) like ${pattern}`));
  const where = and(
    eq(orders.userId, userId),
    query.status && eq(orders.status, query.status),
    pattern === undefined ? undefined : or(sql`lower(${orders.orderNumber}) like ${pattern}`, exists(bought)),
  );
  const { page, limit, offset } = pageOf(query);
  const rows = await db
    .select(orderColumns)
    .from(orders)
    .where(where)
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit)
    .offset(offset);
  const total = await db.$count(orders, where);
  return { orders: await withDetails(db, rows), pagination: paginationOf(page, limit, total) };
}

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
