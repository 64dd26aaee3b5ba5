import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { assertUsable } from './assert-usable.ts';
import type { Database, PostgresDatabase } from './database.ts';
import { beginWith, sessionConfig, unlimitedSettings } from './postgres-session.ts';
import { rebuildNameIndexes } from './rebuild-name-indexes.ts';
import { isBeforeBaseline, upgradePath } from './upgrade-path.ts';

const committedMigrations = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** Key of the advisory lock, the same in every process. */
const migrationLock = 7_248_113;

/** Applies pending migrations in one transaction: all or none. Throws `UnsupportedSchema` or `UnusableDatabase`. */
export async function migrateDatabase(
  database: Database,
  migrationsFolder = committedMigrations,
): Promise<void> {
  // The data folder lock excludes other processes; only PostgreSQL needs a migration lock.
  if (database.kind === 'embedded') return migrateEmbedded(database, migrationsFolder);
  await assertUsable(database);
  await withMigrationLock(database, () =>
    withClient(database, async (client) => {
      const begin = beginWith(database, unlimitedSettings);
      await client.query('create extension if not exists pg_trgm');
      await client.query(begin);
      await upgradeToBaseline(async (text) => (await client.query(text)).rows);
      await client.query('commit');
      await migratePostgres(drizzlePostgres({ client: beginningWith(client, begin) }), { migrationsFolder });
      await client.query(begin);
      await rebuildNameIndexes(async (text) => (await client.query(text)).rows);
      await client.query('commit');
    }),
  );
}

async function migrateEmbedded(
  { pglite }: Database & { kind: 'embedded' },
  migrationsFolder: string,
): Promise<void> {
  const db = drizzlePglite({ client: pglite });
  await db.execute(sql`create extension if not exists pg_trgm`);
  await pglite.transaction((tx) => upgradeToBaseline(async (text) => (await tx.query<Applied>(text)).rows));
  await migratePglite(db, { migrationsFolder });
  await pglite.transaction((tx) =>
    rebuildNameIndexes(async (text) => (await tx.query<Record<string, string>>(text)).rows),
  );
}

/** Returns false for a database that no shop has used. Throws `UnusableDatabase`. */
export async function isMigrated(database: Database): Promise<boolean> {
  if (database.kind === 'postgres') await assertUsable(database);
  const { db } = database;
  const { rows } = await db.execute(sql`select to_regclass('drizzle.__drizzle_migrations') as journal`);
  return rows[0]?.journal !== null;
}

type Applied = { hash: string; at: number };

/** Brings a database from before the baseline up to date; leaves any other alone. */
async function upgradeToBaseline(run: (text: string) => Promise<Applied[]>): Promise<void> {
  const [journal] = await run(
    `select '' as hash, 0 as at where to_regclass('drizzle.__drizzle_migrations') is not null`,
  );
  if (!journal) return;
  const applied = await run(
    'select hash, created_at::float8 as at from drizzle.__drizzle_migrations order by created_at, id',
  );
  if (!isBeforeBaseline(applied.at(-1)?.at)) return;
  for (const statement of upgradePath(applied.map(({ hash }) => hash)).upgrade) await run(statement);
}

/** Makes a second process wait until the first has migrated; it then finds no pending migrations. */
async function withMigrationLock(database: PostgresDatabase, work: () => Promise<void>): Promise<void> {
  await withClient(database, async (client) => {
    await client.query(beginWith(database, unlimitedSettings));
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    await work();
    await client.query('commit');
  });
}

/** Opens a connection without the timeouts of requests. */
async function withClient(
  database: PostgresDatabase,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({
    ...sessionConfig(database, unlimitedSettings),
    application_name: 'reprise migration',
    connectionTimeoutMillis: 10_000,
  });
  // A broken connection also fails the query; without this listener it would crash the process.
  client.on('error', () => {});
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Replaces the `begin` of Drizzle's migrator, which cannot be told to set limits in its transaction. */
function beginningWith(client: pg.Client, begin: string): pg.Client {
  const query = client.query.bind(client) as (...parameters: unknown[]) => unknown;
  const isBegin = (statement: unknown) =>
    typeof statement === 'object' && statement !== null && 'text' in statement && statement.text === 'begin';
  return Object.assign(Object.create(client), {
    query: (statement: unknown, ...rest: unknown[]) =>
      isBegin(statement) ? query(begin) : query(statement, ...rest),
  });
}
