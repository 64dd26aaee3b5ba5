import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/test-database.ts';
import type { Database } from './database.ts';
import { isMigrated, migrateDatabase } from './migrate.ts';
import { readBeforeBaseline, upgradePath } from './upgrade-path.ts';

const fresh = await openTestDatabase();
const upgraded = await openTestDatabase();

/** Empties the database and applies the first migrations of the versions before the baseline. */
async function createOldSchema({ db }: Database, count: number): Promise<void> {
  await db.execute(sql`drop schema if exists public, drizzle, pgboss cascade`);
  await db.execute(sql`create schema public`);
  await db.execute(sql`create extension pg_trgm`);
  const applied = readBeforeBaseline().slice(0, count);
  for (const statement of upgradePath(applied.map(({ hash }) => hash)).create)
    await db.execute(sql.raw(statement));
}

const rowsOf = async ({ db }: Database, query: string) =>
  (await db.execute<{ line: string }>(sql.raw(query))).rows.map(({ line }) => line);

const inPublic = `relnamespace = 'public'::regnamespace`;

/** Definitions of everything in the schema, one line each. Columns are in their order. */
const catalogs = {
  tables: `select relname || ' ' || coalesce(reloptions::text, '') as line from pg_class
    where ${inPublic} and relkind in ('r', 'v', 'm', 'S') order by 1`,
  columns: `select concat_ws(' ', relname, attname, format_type(atttypid, atttypmod), attnotnull, attgenerated,
      attcollation, attstorage, pg_get_expr(adbin, adrelid)) as line
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    left join pg_attrdef d on adrelid = attrelid and adnum = attnum
    where ${inPublic} and relkind = 'r' and attnum > 0 and not attisdropped order by relname, attnum`,
  indexes: `select concat_ws(' ', pg_get_indexdef(indexrelid), reloptions::text, attstattarget) as line
    from pg_index i join pg_class c on c.oid = indexrelid
    left join pg_attribute a on a.attrelid = indexrelid and coalesce(attstattarget, -1) <> -1
    where ${inPublic} order by 1`,
  // PostgreSQL 18 names constraints of `not null`; the columns above tell them.
  constraints: `select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) as line
    from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n' order by 1`,
  triggers: `select concat_ws(' ', tgname, tgenabled, pg_get_triggerdef(oid)) as line from pg_trigger
    where not tgisinternal order by 1`,
  functions: `select pg_get_functiondef(p.oid) as line from pg_proc p
    where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = p.oid and deptype = 'e') order by 1`,
  types: `select concat_ws(' ', typname, typtype, typbasetype::regtype) as line from pg_type t
    where typnamespace = 'public'::regnamespace and typtype in ('d', 'e')
      and not exists (select from pg_depend where objid = t.oid and deptype = 'e') order by 1`,
  journal: `select concat_ws(' ', hash, created_at) as line from drizzle.__drizzle_migrations order by id`,
};

test('a database of commit 311d1d6 is migrated to the schema of a new one', async () => {
  await createOldSchema(upgraded, 30);
  await migrateDatabase(upgraded);
  for (const [name, query] of Object.entries(catalogs)) {
    const lines = await rowsOf(fresh, query);
    if (name !== 'types') expect(lines.length, name).toBeGreaterThan(0);
    expect(await rowsOf(upgraded, query), name).toEqual(lines);
  }
});

test('an older database is refused and left unchanged', async () => {
  await createOldSchema(upgraded, 30);
  await upgraded.db.execute(sql`delete from drizzle.__drizzle_migrations where id = 30`);
  await expect(migrateDatabase(upgraded)).rejects.toThrow(
    'This database cannot be opened: it is older than commit 311d1d6. Open it once with that commit.',
  );
  expect(await rowsOf(upgraded, catalogs.journal)).toHaveLength(29);
});

test('a database without migrations is new', async () => {
  expect(await isMigrated(fresh)).toBe(true);
  await upgraded.db.execute(sql`drop schema drizzle cascade`);
  expect(await isMigrated(upgraded)).toBe(false);
});
