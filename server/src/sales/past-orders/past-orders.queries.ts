import type { OtherShop } from '@reprise/contract/foundations/checked-import';
import type { Cents } from '@reprise/contract/money';
import { type Pagination, pageOf, paginationOf } from '@reprise/contract/paging';
import type { CustomersPastOrder, PastOrder } from '@reprise/contract/sales/past-orders';
import { and, desc, eq, inArray, min, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { users } from '../../people/identity/identity.tables.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { escapeLike } from '../../platform/database/like-pattern.ts';
import { pastOrders } from './past-orders.tables.ts';

type Paging = { page?: number | undefined; limit?: number | undefined };
type Row = typeof pastOrders.$inferSelect;

function toPastOrder(row: Row): PastOrder {
  return {
    id: row.id,
    shop: row.shop,
    number: row.number,
    placedAt: row.placedAt.toISOString(),
    status: row.status,
    items: row.items.map(({ priceCents, ...item }) => ({ ...item, price: priceCents })),
    discount: row.discountCents,
    shipping: row.shippingCents,
    tax: row.taxCents,
    total: row.totalCents,
    refunded: row.refundedCents,
  };
}

async function readPage(
  db: Queryable,
  matching: SQL | undefined,
  query: Paging,
): Promise<{ rows: Row[]; pagination: Pagination }> {
  const { page, limit, offset } = pageOf(query);
  const rows = await db
    .select()
    .from(pastOrders)
    .where(matching)
    .orderBy(desc(pastOrders.placedAt), desc(pastOrders.id))
    .limit(limit)
    .offset(offset);
  const total = await db.$count(pastOrders, matching);
  return { rows, pagination: paginationOf(page, limit, total) };
}

/** Statuses of orders that were never sold: unpaid or cancelled. */
const unsoldStatuses = ['cancelled', 'failed', 'pending', 'voided', 'trash', 'checkout draft'];

type ShopSum = { shop: OtherShop; orders: number; revenue: Cents };

export async function listPastOrders(
  db: Queryable,
  { search, ...query }: Paging & { search?: string | undefined },
): Promise<{ orders: CustomersPastOrder[]; shops: ShopSum[]; pagination: Pagination }> {
  const { rows, pagination } = await readPage(db, matchingSearch(search), query);
  const isSold = notInArray(pastOrders.status, unsoldStatuses);
  const orders = sql<number>`count(*) filter (where ${isSold})`.mapWith(Number);
  const sum = sql`sum(${pastOrders.totalCents}::bigint - ${pastOrders.refundedCents})`;
  const revenue = sql<Cents>`coalesce(${sum} filter (where ${isSold}), 0)`.mapWith(Number);
  const shops = await db
    .select({ shop: pastOrders.shop, orders, revenue })
    .from(pastOrders)
    .groupBy(pastOrders.shop)
    .orderBy(pastOrders.shop);
  return {
    orders: rows.map((row) => ({ ...toPastOrder(row), email: row.email, name: row.name })),
    shops: shops as ShopSum[],
    pagination,
  };
}

function matchingSearch(search: string | undefined): SQL | undefined {
  if (!search) return undefined;
  const pattern = `%${escapeLike(search)}%`;
  return or(
    sql`${pastOrders.number} ilike ${pattern}`,
    sql`${pastOrders.email} ilike ${pattern}`,
    sql`${pastOrders.name} ilike ${pattern}`,
  );
}

/** Returns the past orders of an account, none if its email is not confirmed: it may belong to another person. */
export async function listOwnPastOrders(
  db: Queryable,
  userId: string,
  query: Paging,
): Promise<{ orders: PastOrder[]; pagination: Pagination }> {
  const { rows, pagination } = await readPage(db, isOwn(userId), query);
  return { orders: rows.map(toPastOrder), pagination };
}

const isOwn = (userId: string) =>
  and(
    sql`${pastOrders.email} <> ''`,
    sql`${pastOrders.email} = (select ${users.email} from ${users}
      where ${users.id} = ${userId} and ${users.emailVerified})`,
  );

/** Returns when the customers with these emails ordered first, by email. */
export async function firstPastOrders(db: Queryable, emails: string[]): Promise<Map<string, Date>> {
  const rows = await db
    .select({ email: pastOrders.email, first: min(pastOrders.placedAt) })
    .from(pastOrders)
    .where(and(sql`${pastOrders.email} <> ''`, inArray(pastOrders.email, emails)))
    .groupBy(pastOrders.email);
  return new Map(rows.flatMap(({ email, first }) => (first ? [[email, first]] : [])));
}

const maxExported = 1000;

export async function readPastOrdersOf(db: Queryable, email: string): Promise<PastOrder[]> {
  const rows = await db
    .select()
    .from(pastOrders)
    .where(and(sql`${pastOrders.email} <> ''`, eq(pastOrders.email, email.toLowerCase())))
    .orderBy(desc(pastOrders.placedAt))
    .limit(maxExported);
  return rows.map(toPastOrder);
}
