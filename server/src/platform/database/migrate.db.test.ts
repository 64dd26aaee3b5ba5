import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { writeMigrations } from '../../../test/migrations-folder.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { migrateDatabase } from './migrate.ts';

const database = await openTestDatabase();
const { db } = database;

const appliedCount = async () => {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*) from drizzle.__drizzle_migrations`,
  );
  return rows[0]?.count;
};

test('all migrations are applied once, and running them again changes nothing', async () => {
  const journal = JSON.parse(
    await readFile(new URL('../../../migrations/meta/_journal.json', import.meta.url), 'utf8'),
  );
  expect(await appliedCount()).toBe(journal.entries.length);
  await migrateDatabase(database);
  expect(await appliedCount()).toBe(journal.entries.length);
});

test('indexes of names are built again once ICU has another version', async () => {
  const read = async () => {
    const { rows } = await db.execute<{ name: string; file: string; built: string }>(sql`
      select relname as name, pg_relation_filenode(oid)::text as file, obj_description(oid, 'pg_class') as built
      from pg_class where relname in ('products_by_name', 'users_by_name') order by 1`);
    return rows;
  };
  const before = await read();
  expect(before.map(({ built }) => built)).toEqual([expect.stringMatching(/^ICU \d/), before[0]?.built]);
  await migrateDatabase(database);
  expect(await read()).toEqual(before);

  await db.execute(sql`comment on index products_by_name is 'ICU 1.2'`);
  await migrateDatabase(database);
  const [products, users] = await read();
  expect(products?.built).toBe(before[0]?.built);
  expect(products?.file).not.toBe(before[0]?.file);
  expect(users).toEqual(before[1]);
});

test('no index except users_by_last_login sorts by `desc nulls last`', async () => {
  // PostgreSQL cannot use such an index, which `.desc()` in a table file creates, for `order by … desc`.
  const { rows } = await db.execute(sql`
    select indexname from pg_indexes where schemaname = 'public' and indexdef like '% DESC NULLS LAST%'`);
  // The user list sorts by `last_login desc nulls last` itself.
  expect(rows).toEqual([{ indexname: 'users_by_last_login' }]);
});

test('a failed migration rolls back itself and those before it', async () => {
  const before = await appliedCount();
  const folder = await writeMigrations({
    '0000_good': 'create table test_good (id int);',
    '0001_bad': 'create table test_half (id int);\n--> statement-breakpoint\nselect 1 / 0;',
  });
  await expect(migrateDatabase(database, folder)).rejects.toThrow();
  expect(await appliedCount()).toBe(before);
  const { rows } = await db.execute(
    sql`select to_regclass('test_good') as good, to_regclass('test_half') as half`,
  );
  expect(rows).toEqual([{ good: null, half: null }]);
});

test('migrations run without the timeouts of requests', async () => {
  const folder = await writeMigrations({
    '0000_limits': `do $$ begin
      if current_setting('statement_timeout') <> '0' or current_setting('lock_timeout') <> '0' then
        raise exception 'limited';
      end if;
    end $$`,
  });
  await migrateDatabase(database, folder);
});
