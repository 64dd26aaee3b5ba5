import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/test-database.ts';
import type { Queryable } from './database.ts';
import { longQueryConnectionOn } from './long-query-connection.ts';

const database = await openTestDatabase();
const readSession = async (db: Queryable) => {
  const { rows } = await db.execute<{ name: string; timeout: string }>(
    sql`select current_database() as name, current_setting('statement_timeout') as timeout`,
  );
  return rows[0];
};

test('reports are read from the replica if there is one, without a time limit', async () => {
  if (database.kind !== 'postgres') throw new Error('This test needs PostgreSQL.');
  const replica = new URL(database.url);
  const own = replica.pathname.slice(1);
  replica.pathname = '/postgres';
  expect(await longQueryConnectionOn(database)(readSession)).toEqual({ name: own, timeout: '0' });
  expect(await longQueryConnectionOn(database, replica.href)(readSession)).toEqual({
    name: 'postgres',
    timeout: '0',
  });
});
