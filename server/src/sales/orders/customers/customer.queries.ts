import { type Cents, cents } from '@reprise/contract/money';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import { maxUsedAddresses, type UsedAddress } from '@reprise/contract/people/customer-records';
import { and, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { users } from '../../../people/identity/identity.tables.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { summaryColumns } from '../orders.queries.ts';
import { orders } from '../orders.tables.ts';
import { revenueOfSales } from '../sales.ts';
import { addressColumns, isOfCustomer } from './customer-list.queries.ts';
import { toShippingAddress } from './shipping-address.ts';

/** A person: the account, or the email of a guest. */
export type Person = { accountId: string | null; email: string };

/** Returns the person with this account, or who placed the order with this id; undefined if erased. */
export async function findPerson(db: Queryable, reference: string): Promise<Person | undefined> {
  const { id: accountId, email } = users;
  const [account] = await db.select({ accountId, email }).from(users).where(eq(users.id, reference));
  if (account) return account;
  const [order] = await db
    .select({ accountId, accountEmail: email, orderEmail: orders.email })
    .from(orders)
    .leftJoin(
      users,
      or(eq(users.id, orders.userId), and(isNull(orders.userId), eq(users.email, orders.email))),
    )
    .where(and(eq(orders.id, reference), eq(orders.eraseWhenClosed, false)));
  if (!order) return undefined;
  const { accountEmail, orderEmail } = order;
  if (order.accountId !== null && accountEmail !== null)
    return { accountId: order.accountId, email: accountEmail };
  return orderEmail === '' ? undefined : { accountId: null, email: orderEmail };
}

/** SQL: the order makes this person a customer. */
function isOf({ accountId, email }: Person): SQL | undefined {
  const isGuestOrder = and(eq(orders.email, email), isNull(orders.userId));
  return and(
    isOfCustomer,
    accountId === null ? isGuestOrder : or(eq(orders.userId, accountId), isGuestOrder),
  );
}

export type PersonTotals = {
  firstOrderId: string | null;
  orders: number;
  spent: Cents;
  firstOrderAt: Date | null;
  lastOrderAt: Date | null;
};

export async function readPersonTotals(db: Queryable, person: Person): Promise<PersonTotals> {
  const [totals] = await db
    .select({
      firstOrderId: sql<string | null>`min(${orders.id})`,
      orders: sql<number>`(count(*) filter (where ${orders.status} <> 'cancelled'))::int`,
      spent: revenueOfSales,
      firstOrderAt: sql<Date | null>`min(${orders.createdAt})`.mapWith(orders.createdAt),
      lastOrderAt: sql<Date | null>`max(${orders.createdAt})`.mapWith(orders.createdAt),
    })
    .from(orders)
    .where(isOf(person));
  return totals ?? { firstOrderId: null, orders: 0, spent: cents(0), firstOrderAt: null, lastOrderAt: null };
}

/** Returns the addresses that a person's orders were sent to, last used first. */
export async function readUsedAddresses(db: Queryable, person: Person): Promise<UsedAddress[]> {
  const { id: _, ...columns } = addressColumns;
  const lastUsedAt = sql<Date>`max(${orders.createdAt})`.mapWith(orders.createdAt);
  const rows = await db
    .select({ ...columns, orders: sql<number>`count(*)::int`, lastUsedAt })
    .from(orders)
    .where(isOf(person))
    .groupBy(...Object.values(columns))
    .orderBy(desc(lastUsedAt))
    .limit(maxUsedAddresses);
  return rows.map((row) => ({
    ...toShippingAddress(row),
    orders: row.orders,
    lastUsedAt: row.lastUsedAt.toISOString(),
  }));
}

/** Returns a page of a person's orders, newest first. */
export async function listOrdersOfPerson(
  db: Queryable,
  person: Person,
  query: { page?: number | undefined; limit?: number | undefined },
) {
  const { page, limit, offset } = pageOf(query);
  const rows = await db
    .select({ ...summaryColumns, createdAt: orders.createdAt })
    .from(orders)
    .where(isOf(person))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit)
    .offset(offset);
  const total = await db.$count(orders, isOf(person));
  return {
    orders: rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
    pagination: paginationOf(page, limit, total),
  };
}
