import type { CallOutput } from '@reprise/contract/endpoint';
import { cents } from '@reprise/contract/money';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import type { identityEndpoints } from '@reprise/contract/people/identity/identity';
import type { Role, User, UserRecord, UserStatus } from '@reprise/contract/people/identity/user';
import type { UserSort } from '@reprise/contract/people/identity/user-admin';
import { Problem } from '@reprise/contract/problem';
import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { byName } from '../../platform/database/by-name.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { textMatches } from '../../platform/database/trigrams.ts';
import { readOrderTotals } from '../../sales/orders/user-orders.queries.ts';
import { customerTags } from '../customers/customers.tables.ts';
import { accounts, passwordProvider, twoFactors, users } from './identity.tables.ts';

export type UserRow = typeof users.$inferSelect;
type UserList = CallOutput<typeof identityEndpoints.listUsers>;
export type UserFilters = {
  search?: string | undefined;
  role?: Role | undefined;
  status?: UserStatus | undefined;
  tag?: string | undefined;
  /** Excludes administrators from the list and the counts. */
  customersOnly?: boolean | undefined;
};
type UserQuery = UserFilters & {
  page?: number | undefined;
  limit?: number | undefined;
  sort?: UserSort | undefined;
};

export function userNotFound(): Problem {
  return new Problem('NOT_FOUND', 'This user does not exist.');
}

export async function findUser(db: Queryable, id: string): Promise<User> {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  if (!row) throw userNotFound();
  return toUser(row);
}

export async function findUserRecord(db: Queryable, id: string): Promise<UserRecord> {
  const rows = await db.select().from(users).where(eq(users.id, id));
  const [record] = await withOrderStats(db, rows);
  if (!record) throw userNotFound();
  return record;
}

/** Returns a page of users. The search covers name, email and phone. */
export async function listUsers(db: Queryable, query: UserQuery): Promise<UserList> {
  const { page, limit, offset } = pageOf(query);
  const matching = conditionOf(query);
  const counts = (await countUsers(db)).filter(({ role }) => !query.customersOnly || role === 'customer');
  const total = query.search || query.tag ? await db.$count(users, matching) : totalOf(counts, query);
  // Rare matches: collect all, then sort. Scanning the sort index for them would read most of the table.
  const isRare = (query.search || query.tag) && total <= maxMatchesToSort;
  const ids = db
    .select({ id: sql<string>`${users.id}` })
    .from(
      isRare
        ? sql`(select * from ${users} where ${matching} limit ${maxMatchesToSort}) users`
        : sql`${users}`,
    )
    .where(isRare ? undefined : matching)
    .orderBy(...orderOf(query.sort))
    .limit(limit)
    .offset(offset);
  const rows = await db
    .select()
    .from(users)
    .where(inArray(users.id, ids))
    .orderBy(...orderOf(query.sort));
  return {
    users: await withOrderStats(db, rows),
    pagination: paginationOf(page, limit, total),
    counts: {
      total: totalOf(counts, {}),
      active: totalOf(counts, { status: 'active' }),
      customers: totalOf(counts, { role: 'customer' }),
      admins: totalOf(counts, { role: 'admin' }),
    },
  };
}

const maxMatchesToSort = 10_000;

type UserCount = { role: Role; status: UserStatus; users: number };

/** Returns the counts by role and status, by an index-only scan. */
function countUsers(db: Queryable): Promise<UserCount[]> {
  return db
    .select({ role: users.role, status: users.status, users: count() })
    .from(users)
    .groupBy(users.role, users.status);
}

function totalOf(counts: UserCount[], { role, status }: UserFilters): number {
  return counts
    .filter((row) => (!role || row.role === role) && (!status || row.status === status))
    .reduce((sum, row) => sum + row.users, 0);
}

export function conditionOf({ search, role, status, tag, customersOnly }: UserFilters): SQL | undefined {
  return and(
    search ? textMatches(users.searchText, search) : undefined,
    role ? eq(users.role, role) : undefined,
    customersOnly ? eq(users.role, 'customer') : undefined,
    status ? eq(users.status, status) : undefined,
    tag
      ? sql`${users.id} in (select user_id from ${customerTags} where tag = ${tag.toLowerCase()})`
      : undefined,
  );
}

function orderOf(sort: UserSort = 'newest'): SQL[] {
  const name = byName(users.name);
  switch (sort) {
    case 'newest':
      return [desc(users.createdAt), desc(users.id)];
    case 'oldest':
      return [asc(users.createdAt), asc(users.id)];
    case 'name':
      return [asc(name), asc(users.id)];
    case 'name-desc':
      return [desc(name), desc(users.id)];
    // Users who never signed in come last in descending and first in ascending order.
    case 'seen':
      return [sql`${users.lastLoginAt} desc nulls last`, asc(users.id)];
    case 'seen-first':
      return [sql`${users.lastLoginAt} asc nulls first`, desc(users.id)];
  }
}

/** Adds order counts and totals without cancelled orders, with one query for all users. */
export async function withOrderStats(db: Queryable, rows: UserRow[]): Promise<UserRecord[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const orderTotals = await readOrderTotals(db, ids);
  const signInMethods = await readSignInMethods(db, ids);
  const tags = await readTagsOf(db, ids);
  return rows.map((row) => {
    const userStats = orderTotals.get(row.id);
    return {
      ...toUser(row),
      emailVerified: row.emailVerified,
      pendingEmail: row.pendingEmail,
      twoFactor: signInMethods.get(row.id)?.twoFactor ?? false,
      invited: signInMethods.get(row.id)?.invited ?? false,
      status: row.status,
      deliveryEmails: row.deliveryEmails,
      alertEmails: row.alertEmails,
      dealEmailsSince: row.dealEmailsSince?.toISOString() ?? null,
      joinDate: row.createdAt.toISOString(),
      lastLogin: row.lastLoginAt?.toISOString() ?? null,
      totalOrders: userStats?.orders ?? 0,
      totalSpent: userStats?.spent ?? cents(0),
      tags: tags.get(row.id)?.map(({ tag }) => tag) ?? [],
    };
  });
}

/** Returns the tags of the users by user. */
export async function readTagsOf(db: Queryable, ids: string[]) {
  if (ids.length === 0) return new Map<string, { tag: string }[]>();
  const rows = await db
    .select({ userId: customerTags.userId, tag: customerTags.tag })
    .from(customerTags)
    .where(inArray(customerTags.userId, ids))
    .orderBy(asc(customerTags.tag));
  return Map.groupBy(rows, ({ userId }) => userId);
}

/** Returns, by user, whether they have a password and a second factor; never the secrets. */
async function readSignInMethods(db: Queryable, ids: string[]) {
  const rows = await db
    .select({
      userId: users.id,
      // Accounts older than the column have signed in before.
      invited: sql<boolean>`${accounts.password} is null and ${users.lastLoginAt} is null`,
      twoFactor: sql<boolean>`${twoFactors.secret} is not null`,
    })
    .from(users)
    .leftJoin(accounts, and(eq(accounts.userId, users.id), eq(accounts.providerId, passwordProvider)))
    .leftJoin(twoFactors, eq(twoFactors.userId, users.id))
    .where(inArray(users.id, ids));
  return new Map(rows.map((row) => [row.userId, row]));
}

/** Returns the names of accounts by id; deleted ones are left out. */
export async function readUserNames(db: Queryable, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export function toUser({ id, name, email, role, staffRoles, phone, createdAt }: UserRow): User {
  return { id, name, email, role, staffRoles, phone, createdAt: createdAt.toISOString() };
}
