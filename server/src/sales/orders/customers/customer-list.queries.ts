import { type Cents, cents } from '@reprise/contract/money';
import { pageOf } from '@reprise/contract/paging';
import type { CustomerKind, CustomerSort } from '@reprise/contract/people/customer-records';
import type { Order } from '@reprise/contract/sales/orders/order';
import { and, inArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { users } from '../../../people/identity/identity.tables.ts';
import { byName } from '../../../platform/database/by-name.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import {
  hasTrigram,
  maxRowsWithoutTrigrams,
  textContains,
  textMatches,
} from '../../../platform/database/trigrams.ts';
import { phoneDigits } from '../admin-order-list.queries.ts';
import { orders } from '../orders.tables.ts';
import { countsTestOrders, revenueOfSales } from '../sales.ts';
import { toShippingAddress } from './shipping-address.ts';

/** SQL: the order makes a customer: placed with an email, not erased, and no test. */
export const isOfCustomer = sql`(${orders.email} <> '' and not ${orders.eraseWhenClosed}
  and (not ${orders.isTestPaid} or ${countsTestOrders}))`;

export type CustomerFilters = {
  search?: string | undefined;
  kind?: CustomerKind | undefined;
  /** SQL conditions of other slices on the account. */
  conditions?: ((accountId: SQL) => SQL)[];
};

type CustomerQuery = CustomerFilters & {
  page?: number | undefined;
  limit?: number | undefined;
  sort?: CustomerSort | undefined;
};

/** A customer as the orders know them. */
export type OrderingCustomer = {
  accountId: string | null;
  firstOrderId: string;
  name: string;
  email: string;
  emailVerified: boolean | null;
  phone: string;
  orders: number;
  spent: Cents;
  lastOrderAt: Date;
  address: Order['shippingAddress'];
};

/** Row of the list. Ids of orders sort by their placement. */
type PersonRow = {
  account_id: string | null;
  first_order_id: string;
  last_order_id: string;
  orders: number;
  spent: number;
  last_order_at: string;
};

/**
 * SQL: people who ordered. An account has the orders placed with it, whatever their email, and the guest orders with its
 * email; the other guests are told apart by their email (decision 0151).
 */
const people = (
  search: string | undefined,
  maxMatches?: number,
): SQL => sql`${search ? sql`${matches(search, maxMatches)}, ` : sql``}people as (
  select coalesce(${orders.userId}, ${users.id}) as account_id,
    case when coalesce(${orders.userId}, ${users.id}) is null then ${orders.email} end as guest_email,
    min(${orders.id}) as first_order_id, max(${orders.id}) as last_order_id,
    (count(*) filter (where ${orders.status} <> 'cancelled'))::int as orders, ${revenueOfSales} as spent,
    max(${orders.createdAt}) as last_order_at
  from ${orders} left join ${users} on ${orders.userId} is null and ${users.email} = ${orders.email}
  where ${isOfCustomer} ${search ? sql`and ${isOfMatch}` : sql``} group by 1, 2)`;

/** Orders and accounts of which a page of a search sums the people: one word can be in all of 100,000 orders. */
const maxSearchMatches = 2_000;

/**
 * SQL: tables of the orders and of the accounts that have all words of the search, and of the accounts of these orders.
 * `maxMatches`: only the newest orders and accounts, and one more.
 */
function matches(search: string, maxMatches?: number): SQL {
  const digits = phoneDigits(search);
  const isMatch = (text: SQLWrapper) =>
    or(textMatches(text, search), digits ? textContains(text, digits) : undefined);
  const newest = sql`(select user_id, email, search_text, created_at from ${orders} order by created_at desc, id desc
    limit ${maxRowsWithoutTrigrams})`;
  const searched = hasTrigram(search)
    ? sql`(select user_id, email, search_text, created_at from ${orders})`
    : newest;
  const newestFirst = maxMatches ? sql`order by searched.created_at desc limit ${maxMatches + 1}` : sql``;
  return sql`matching_orders as materialized (
    select user_id, email from ${searched} searched where ${isMatch(sql`searched.search_text`)} ${newestFirst}
  ), named_accounts as materialized (
    select id, email from ${users} searched where ${isMatch(sql`searched.search_text`)} ${newestFirst}
  ), matching_accounts as materialized (
    select id, email from named_accounts
    union select id, email from ${users} where id in (select user_id from matching_orders)
    union select id, email from ${users} where email in (select email from matching_orders where user_id is null)
  )`;
}

/** SQL: the order is of a person who matches, whether it matches itself or not. */
const isOfMatch = sql`(${orders.userId} = any(array(select id from matching_accounts))
  or (${orders.userId} is null and ${orders.email} = any(array(
    select email from matching_accounts union select email from matching_orders where user_id is null))))`;

const accountId = sql`people.account_id`;
const key = sql`coalesce(people.account_id, people.guest_email)`;

/** Returns a page of customers and their number. */
export async function listOrderingCustomers(
  db: Queryable,
  query: CustomerQuery,
): Promise<{ customers: OrderingCustomer[]; total: number; isPartial: boolean }> {
  const { limit, offset } = pageOf(query);
  const order = orderOf(query.sort);
  const isPartial = query.search
    ? sql`greatest((select count(*) from matching_orders), (select count(*) from named_accounts)) > ${maxSearchMatches}`
    : sql`false`;
  type Row = { total: number; is_partial: boolean } & (PersonRow | { last_order_id: null });
  const { rows } = await db.execute<Row>(sql`
    with ${people(query.search, maxSearchMatches)},
      listed as (select people.* from people where ${conditionOf(query)})
    select counted.total, ${isPartial} as is_partial, page.* from (select count(*)::int as total from listed) counted
    left join (
      select people.*, row_number() over (order by ${order}) as place
      from listed people ${joinOf(query.sort)} order by ${order} limit ${limit} offset ${offset}
    ) page on true order by page.place`);
  const listed = rows.filter((row): row is typeof row & PersonRow => row.last_order_id !== null);
  const [first] = rows;
  return {
    customers: await withAddresses(db, listed),
    total: first?.total ?? 0,
    isPartial: first?.is_partial ?? false,
  };
}

const batchSize = 500;

/**
 * Yields all customers in batches, last order first. The people are read at once, a few numbers of each, because every
 * read of them sums all orders; a wide search takes longer than a statement of a screen may.
 */
export async function* readOrderingCustomers(
  { db, withReportConnection }: Pick<Deps, 'db' | 'withReportConnection'>,
  filters: CustomerFilters,
): AsyncGenerator<OrderingCustomer[]> {
  const { rows } = await withReportConnection((reports) =>
    reports.execute<PersonRow>(sql`
      with ${people(filters.search)}
      select account_id, first_order_id, last_order_id, orders, spent, last_order_at from people
      where ${conditionOf(filters)} order by ${orderOf('newest')}`),
  );
  for (let start = 0; start < rows.length; start += batchSize)
    yield withAddresses(db, rows.slice(start, start + batchSize));
}

function conditionOf({ kind, conditions = [] }: CustomerFilters): SQL {
  return (
    and(
      kind === 'guest' ? sql`${accountId} is null` : undefined,
      kind === 'account' ? sql`${accountId} is not null` : undefined,
      ...conditions.map((condition) => condition(accountId)),
    ) ?? sql`true`
  );
}

/** SQL: tables that the sort needs beside the list. */
const joinOf = (sort: CustomerSort | undefined): SQL =>
  sort === 'name' || sort === 'name-desc'
    ? sql`left join ${users} on ${users.id} = people.account_id
        left join ${orders} on ${orders.id} = people.last_order_id`
    : sql``;

function orderOf(sort: CustomerSort = 'newest'): SQL {
  const name = byName(sql`coalesce(${users.name}, ${orders.firstName} || ' ' || ${orders.lastName})`);
  switch (sort) {
    case 'newest':
      return sql`people.last_order_at desc, ${key}`;
    case 'oldest':
      return sql`people.last_order_at, ${key}`;
    case 'name':
      return sql`${name}, ${key}`;
    case 'name-desc':
      return sql`${name} desc, ${key}`;
    case 'spent':
      return sql`people.spent desc, ${key}`;
    case 'spent-least':
      return sql`people.spent, ${key}`;
    case 'orders':
      return sql`people.orders desc, ${key}`;
    case 'orders-fewest':
      return sql`people.orders, ${key}`;
  }
}

/** Adds name, email and phone of the account or of the last order, and the address of that order. */
async function withAddresses(db: Queryable, rows: PersonRow[]): Promise<OrderingCustomer[]> {
  if (rows.length === 0) return [];
  const lastOrders = await db
    .select(addressColumns)
    .from(orders)
    .where(
      inArray(
        orders.id,
        rows.map((row) => row.last_order_id),
      ),
    );
  const accountIds = rows.flatMap((row) => row.account_id ?? []);
  const { id, name, email, emailVerified, phone } = users;
  const accounts = await db
    .select({ id, name, email, emailVerified, phone })
    .from(users)
    .where(inArray(users.id, accountIds.length > 0 ? accountIds : ['']));
  const orderOfId = new Map(lastOrders.map((order) => [order.id, order]));
  const accountOfId = new Map(accounts.map((account) => [account.id, account]));
  return rows.flatMap((row) => {
    const lastOrder = orderOfId.get(row.last_order_id);
    // An order that was erased since the first statement.
    if (!lastOrder) return [];
    const account = accountOfId.get(row.account_id ?? '');
    const address = toShippingAddress(lastOrder);
    return {
      accountId: row.account_id,
      firstOrderId: row.first_order_id,
      name: account?.name ?? address.name,
      email: account?.email ?? address.email,
      emailVerified: account?.emailVerified ?? null,
      phone: account?.phone || address.phone,
      orders: row.orders,
      spent: cents(Number(row.spent)),
      lastOrderAt: new Date(row.last_order_at),
      address,
    };
  });
}

export const addressColumns = {
  id: orders.id,
  email: orders.email,
  firstName: orders.firstName,
  lastName: orders.lastName,
  phone: orders.phone,
  address: orders.address,
  address2: orders.address2,
  city: orders.city,
  state: orders.state,
  zipCode: orders.zipCode,
  country: orders.country,
};
