import type { CallOutput } from '@reprise/contract/endpoint';
import type { identityEndpoints, Role, User, UserRecord, UserStatus } from '@reprise/contract/identity';
import { cents } from '@reprise/contract/money';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import { Problem } from '@reprise/contract/problem';
import { and, count, desc, eq, inArray, ne, type SQL, sql, sum } from 'drizzle-orm';
import { orders } from '../orders/orders.tables.ts';
import type { Queryable } from '../platform/database.ts';
import { accounts, passwordProvider, twoFactors, users } from './identity.tables.ts';

export type UserRow = typeof users.$inferSelect;
type UserList = CallOutput<typeof identityEndpoints.listUsers>;
type UserQuery = {
  page?: number | undefined;
  limit?: number | undefined;
  search?: string | undefined;
  role?: Role | undefined;
  status?: UserStatus | undefined;
};

export function userNotFound(): Problem {
  return new Problem('NOT_FOUND', 'There is no such user.');
}

export async function findUser(db: Queryable, id: string): Promise<User> {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  if (!row) throw userNotFound();
  return toUser(row);
}

export async function findUserRecord(db: Queryable, id: string): Promise<UserRecord> {
  const rows = await db.select().from(users).where(eq(users.id, id));
  const [record] = await withOrderFigures(db, rows);
  if (!record) throw userNotFound();
  return record;
}

/** Newest first; the search looks into name and e-mail. */
export async function listUsers(db: Queryable, query: UserQuery): Promise<UserList> {
  const { page, limit, offset } = pageOf(query);
  const matching = conditionOf(query);
  const total = await db.$count(users, matching);
  const rows = await db
    .select()
    .from(users)
    .where(matching)
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(limit)
    .offset(offset);
  return {
    users: await withOrderFigures(db, rows),
    pagination: paginationOf(page, limit, total),
    counts: await countUsers(db),
  };
}

function conditionOf({ search, role, status }: UserQuery): SQL | undefined {
  return and(
    search ? holds(search) : undefined,
    role ? eq(users.role, role) : undefined,
    status ? eq(users.status, status) : undefined,
  );
}

/** `%`, `_` and `\` stand for themselves. */
function holds(words: string): SQL {
  const pattern = `%${words.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return sql`(lower(${users.name}) like ${pattern} or ${users.email} like ${pattern})`;
}

async function countUsers(db: Queryable): Promise<UserList['counts']> {
  const countOf = (condition: SQL) => sql<number>`count(*) filter (where ${condition})`.mapWith(Number);
  const [counts] = await db
    .select({
      total: count(),
      active: countOf(eq(users.status, 'active')),
      customers: countOf(eq(users.role, 'customer')),
      admins: countOf(eq(users.role, 'admin')),
    })
    .from(users);
  return counts ?? { total: 0, active: 0, customers: 0, admins: 0 };
}

/** One query for all of them, however many there are. Cancelled orders do not count. */
async function withOrderFigures(db: Queryable, rows: UserRow[]): Promise<UserRecord[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const figures = await db
    .select({ userId: orders.userId, orders: count(), spent: sum(orders.totalCents).mapWith(Number) })
    .from(orders)
    .where(and(inArray(orders.userId, ids), ne(orders.status, 'cancelled')))
    .groupBy(orders.userId);
  const byUser = new Map(figures.map((each) => [each.userId, each]));
  const proofs = await readProofs(db, ids);
  return rows.map((row) => {
    const own = byUser.get(row.id);
    return {
      ...toUser(row),
      emailVerified: row.emailVerified,
      twoFactor: proofs.get(row.id)?.twoFactor ?? false,
      invited: proofs.get(row.id)?.invited ?? false,
      status: row.status,
      deliveryEmails: row.deliveryEmails,
      alertEmails: row.alertEmails,
      joinDate: row.createdAt.toISOString(),
      lastLogin: row.lastLoginAt?.toISOString() ?? null,
      totalOrders: own?.orders ?? 0,
      totalSpent: cents(own?.spent ?? 0),
    };
  });
}

/** By what each of them signs in; never the secrets themselves. */
async function readProofs(db: Queryable, ids: string[]) {
  const rows = await db
    .select({
      userId: users.id,
      invited: sql<boolean>`${accounts.password} is null`,
      twoFactor: sql<boolean>`${twoFactors.secret} is not null`,
    })
    .from(users)
    .leftJoin(accounts, and(eq(accounts.userId, users.id), eq(accounts.providerId, passwordProvider)))
    .leftJoin(twoFactors, eq(twoFactors.userId, users.id))
    .where(inArray(users.id, ids));
  return new Map(rows.map((row) => [row.userId, row]));
}

export function toUser({ id, name, email, role, phone, createdAt }: UserRow): User {
  return { id, name, email, role, phone, createdAt: createdAt.toISOString() };
}
