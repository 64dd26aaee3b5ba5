import type { CallInput, CallOutput } from '@reprise/contract/endpoint';
import {
  maxCountedOrders,
  maxSelectedOrders,
  type OrderSort,
  type orderEndpoints,
} from '@reprise/contract/orders/orders';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import { and, asc, desc, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../platform/database/database.ts';
import { hasTrigram, maxRowsWithoutTrigrams, textContains } from '../platform/database/trigrams.ts';
import { countByStatus, orderColumns, withDetails } from './orders.queries.ts';
import { orders } from './orders.tables.ts';

type Query = NonNullable<CallInput<typeof orderEndpoints.listAllOrders>['query']>;
type OrderList = CallOutput<typeof orderEndpoints.listAllOrders>;

/** Filters of the admin order list. */
export type OrderFilters = Pick<Query, 'search' | 'status' | 'payment' | 'from' | 'to'> & {
  /** True if the search must not match email addresses. */
  ignoresEmail?: boolean;
};

/** Returns one page of the admin order list and the number of orders per status. */
export async function listAllOrders(db: Queryable, query: Query & OrderFilters): Promise<OrderList> {
  const { page, limit, offset } = pageOf(query);
  const where = matching(query);
  const counts = await countByStatus(db);
  const total = needsCounting(query) ? await countBounded(db, where) : counts[query.status ?? 'all'];
  const countedTotal = needsCounting(query) ? Math.min(total, maxCountedOrders) : total;
  // Rare matches: collect all, then sort, because scanning in sort order would read the whole index. Otherwise skip
  // rows within the index and read only the page's rows in full.
  const isRare = query.search !== undefined && total <= maxCountedOrders;
  const pageIds = db
    .select({ id: sql<string>`${orders.id}` })
    .from(
      isRare
        ? sql`(select * from ${orders} where ${where} limit ${maxCountedOrders}) orders`
        : sql`${orders}`,
    )
    .where(isRare ? undefined : where)
    .orderBy(...orderOf(query.sort))
    .limit(limit)
    .offset(offset);
  const rows = await db
    .select(orderColumns)
    .from(orders)
    .where(inArray(orders.id, pageIds))
    .orderBy(...orderOf(query.sort));
  return {
    orders: await withDetails(db, rows),
    pagination: paginationOf(page, limit, countedTotal),
    hasMore: total > countedTotal,
    counts,
  };
}

/** Returns the summaries of the listed orders in list order, up to the number that can be selected at once. */
export async function listOrderSummaries(
  db: Queryable,
  query: OrderFilters & Pick<Query, 'sort'>,
): Promise<CallOutput<typeof orderEndpoints.listOrderSummaries>> {
  const { id, orderNumber, status, paymentStatus, isTestPaid, firstName, lastName, city } = orders;
  const rows = await db
    .select({ id, orderNumber, status, paymentStatus, isTestPaid, firstName, lastName, city })
    .from(orders)
    .where(matching(query))
    .orderBy(...orderOf(query.sort))
    .limit(maxSelectedOrders + 1);
  return {
    orders: rows.slice(0, maxSelectedOrders).map(({ firstName, lastName, city, ...summary }) => ({
      ...summary,
      shippingAddress: { name: `${firstName} ${lastName}`.trim(), city },
    })),
    complete: rows.length <= maxSelectedOrders,
  };
}

/** Returns true when a filter other than the status is set: `orderSums` already counts orders per status. */
function needsCounting({ search, payment, from, to }: OrderFilters): boolean {
  return [search, payment, from, to].some((filter) => filter !== undefined);
}

async function countBounded(db: Queryable, where: SQL | undefined): Promise<number> {
  const bounded = db
    .select({ one: sql`1`.as('one') })
    .from(orders)
    .where(where)
    .limit(maxCountedOrders + 1)
    .as('bounded');
  return db.$count(bounded);
}

export function matching({ search, status, payment, from, to, ignoresEmail }: OrderFilters): SQL | undefined {
  return and(
    search
      ? matchesSearch(search, ignoresEmail ? textContains(textWithoutEmail, search) : undefined)
      : undefined,
    status && eq(orders.status, status),
    payment && eq(orders.paymentStatus, payment),
    from && gte(orders.createdAt, from),
    to && lt(orders.createdAt, to),
  );
}

/**
 * SQL: the text occurs in the number, name, email or tracking number, or equals the number shown at checkout.
 * `recheck` filters out hits in columns the caller may not search.
 */
function matchesSearch(search: string, recheck: SQL | undefined): SQL | undefined {
  return or(
    and(
      hasTrigram(search)
        ? textContains(orders.searchText, search)
        : sql`${orders.id} = any(array(
          select id from (select id, search_text from ${orders} order by created_at desc, id desc limit ${maxRowsWithoutTrigrams}) newest
          where ${textContains(sql`search_text`, search)}))`,
      recheck,
    ),
    eq(orders.clientReference, search),
    eq(orders.id, search),
  );
}

const textWithoutEmail = sql`lower(${orders.orderNumber} || E'\n' || ${orders.firstName} || ' ' || ${orders.lastName} || E'\n' || coalesce(${orders.trackingNumber}, ''))`;

function orderOf(sort: OrderSort = 'newest'): SQL[] {
  switch (sort) {
    case 'newest':
      return [desc(orders.createdAt), desc(orders.id)];
    case 'oldest':
      return [asc(orders.createdAt), asc(orders.id)];
    case 'total-high':
      return [desc(orders.totalCents), desc(orders.id)];
    case 'total-low':
      return [asc(orders.totalCents), asc(orders.id)];
  }
}
