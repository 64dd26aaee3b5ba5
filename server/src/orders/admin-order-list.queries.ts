import type { CallInput, CallOutput } from '@reprise/contract/endpoint';
import {
  countedAtMost,
  maxChosen,
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

/** What of all orders the staff asks for. */
export type OrderFilters = Pick<Query, 'search' | 'status' | 'payment' | 'from' | 'to'> & {
  /** The search does not look at e-mail addresses. */
  ignoresEmail?: boolean;
};

/** The staff's list of all orders, and how many stand in each status. */
export async function listAllOrders(db: Queryable, query: Query & OrderFilters): Promise<OrderList> {
  const { page, limit, offset } = pageOf(query);
  const where = matching(query);
  const counts = await countByStatus(db);
  const total = needsCounting(query) ? await countBounded(db, where) : counts[query.status ?? 'all'];
  const shown = needsCounting(query) ? Math.min(total, countedAtMost) : total;
  // A few that hold the words would be looked for along the whole of the list's order: they are gathered and then put
  // in order. Otherwise the rows that are skipped are skipped in the index, and those of the page alone are read whole.
  const few = query.search !== undefined && total <= countedAtMost;
  const ofPage = db
    .select({ id: sql<string>`${orders.id}` })
    .from(few ? sql`(select * from ${orders} where ${where} limit ${countedAtMost}) orders` : sql`${orders}`)
    .where(few ? undefined : where)
    .orderBy(...orderOf(query.sort))
    .limit(limit)
    .offset(offset);
  const rows = await db
    .select(orderColumns)
    .from(orders)
    .where(inArray(orders.id, ofPage))
    .orderBy(...orderOf(query.sort));
  return {
    orders: await withDetails(db, rows),
    pagination: paginationOf(page, limit, shown),
    hasMore: total > shown,
    counts,
  };
}

/** Who is behind all orders of the list, in its order, up to as many as can be chosen at once. */
export async function listOrderSummaries(
  db: Queryable,
  query: OrderFilters & Pick<Query, 'sort'>,
): Promise<CallOutput<typeof orderEndpoints.listOrderSummaries>> {
  const { id, orderNumber, status, isTestPaid, firstName, lastName, city } = orders;
  const rows = await db
    .select({ id, orderNumber, status, isTestPaid, firstName, lastName, city })
    .from(orders)
    .where(matching(query))
    .orderBy(...orderOf(query.sort))
    .limit(maxChosen + 1);
  return {
    orders: rows.slice(0, maxChosen).map(({ firstName, lastName, city, ...head }) => ({
      ...head,
      shippingAddress: { name: `${firstName} ${lastName}`.trim(), city },
    })),
    complete: rows.length <= maxChosen,
  };
}

/** The counters know how many orders stand in a status; anything else has to be counted. */
function needsCounting({ search, payment, from, to }: OrderFilters): boolean {
  return [search, payment, from, to].some((filter) => filter !== undefined);
}

async function countBounded(db: Queryable, where: SQL | undefined): Promise<number> {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(orders)
    .where(where)
    .limit(countedAtMost + 1)
    .as('some');
  return db.$count(some);
}

export function matching({ search, status, payment, from, to, ignoresEmail }: OrderFilters): SQL | undefined {
  return and(
    search ? holds(search, ignoresEmail ? textContains(textWithoutEmail, search) : undefined) : undefined,
    status && eq(orders.status, status),
    payment && eq(orders.paymentStatus, payment),
    from && gte(orders.createdAt, from),
    to && lt(orders.createdAt, to),
  );
}

/**
 * The words in number, name, e-mail or tracking number; or the number the customer was shown at checkout. `recheck`
 * narrows what the index of all of these found.
 */
function holds(words: string, recheck: SQL | undefined): SQL | undefined {
  return or(
    and(
      hasTrigram(words)
        ? textContains(orders.searchText, words)
        : sql`${orders.id} = any(array(
          select id from (select id, search_text from ${orders} order by created_at desc, id desc limit ${maxRowsWithoutTrigrams}) newest
          where ${textContains(sql`search_text`, words)}))`,
      recheck,
    ),
    eq(orders.clientReference, words),
    eq(orders.id, words),
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
