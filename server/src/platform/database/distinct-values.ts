import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Queryable } from './database.ts';

/** Returns the values of a column, sorted, up to a limit; it steps through the column's index from value to value. */
export async function readDistinct(
  db: Queryable,
  table: PgTable,
  column: PgColumn,
  limit: number,
): Promise<string[]> {
  const least = (after?: SQL) =>
    sql`(select min(${column}) from ${table} where ${column} is not null${after ? sql` and ${column} > ${after}` : sql``})`;
  const { rows } = await db.execute<{ value: string }>(sql`
    with recursive steps (value) as (
      select ${least()} union all select ${least(sql`steps.value`)} from steps where steps.value is not null
    ) select value from steps where value is not null limit ${limit}`);
  return rows.map(({ value }) => value);
}
