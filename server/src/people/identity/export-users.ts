import type { FileResponse } from '@reprise/contract/endpoint';
import { toMajorUnits } from '@reprise/contract/money';
import type { UserRecord } from '@reprise/contract/people/identity/user';
import { and, desc, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { storeCsvFile } from '../../foundations/settings/store-csv.ts';
import { type CsvValue, phoneCell } from '../../platform/csv.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { readInBatches } from '../../platform/database/read-in-batches.ts';
import { users } from './identity.tables.ts';
import { conditionOf, type UserFilters, type UserRow, withOrderStats } from './user.queries.ts';

/** Returns the admin user list as a CSV file, newest first, read in batches. */
export function exportUsers(deps: Pick<Deps, 'db' | 'now'>, filters: UserFilters): Promise<FileResponse> {
  const head = columns.map(([title]) => title);
  return storeCsvFile(deps, 'users', { head, batches: linesOf(deps.db, filters) });
}

async function* linesOf(db: Queryable, filters: UserFilters): AsyncGenerator<CsvValue[][]> {
  const usersAfter = (last: UserRow | undefined, limit: number) =>
    db
      .select()
      .from(users)
      .where(and(conditionOf(filters), last && isAfter(last)))
      .orderBy(desc(users.createdAt), desc(users.id))
      .limit(limit);
  for await (const rows of readInBatches(usersAfter)) {
    const batch = await withOrderStats(db, rows);
    yield batch.map((user) => columns.map(([, value]) => value(user)));
  }
}

/** SQL: the user comes after this one in the list. */
const isAfter = ({ createdAt, id }: UserRow) =>
  sql`(${users.createdAt}, ${users.id}) < (${createdAt.toISOString()}::timestamptz, ${id})`;

const columns: [title: string, value: (user: UserRecord) => CsvValue][] = [
  ['Name', (user) => user.name],
  ['Email', (user) => user.email],
  ['Email verified', (user) => (user.emailVerified ? 'yes' : 'no')],
  ['Phone', (user) => phoneCell(user.phone)],
  ['Role', (user) => user.role],
  ['Status', (user) => user.status],
  ['Joined', (user) => new Date(user.joinDate)],
  ['Last sign-in', (user) => user.lastLogin && new Date(user.lastLogin)],
  ['Orders', (user) => user.totalOrders],
  ['Spent', (user) => toMajorUnits(user.totalSpent)],
  ['Tags', (user) => user.tags.join(', ')],
];
