import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import type { Database } from './database.ts';

const committedMigrations = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** Key of the advisory lock, the same in every process. */
const migrationLock = 7_248_113;

/** Applies pending migrations in one transaction: all or none. */
export async function migrateDatabase(
  database: Database,
  migrationsFolder = committedMigrations,
): Promise<void> {
  // The data folder lock excludes other processes; only PostgreSQL needs a migration lock.
  if (database.kind === 'embedded') return migrateEmbedded(database, migrationsFolder);
  await withMigrationLock(database.url, () =>
    withClient(database.url, async (client) => {
      await client.query('create extension if not exists pg_trgm');
      await migratePostgres(drizzlePostgres({ client }), { migrationsFolder });
    }),
  );
}

async function migrateEmbedded(
  database: Database & { kind: 'embedded' },
  migrationsFolder: string,
): Promise<void> {
  const db = drizzlePglite({ client: database.pglite });
  await db.execute(sql`create extension if not exists pg_trgm`);
  await migratePglite(db, { migrationsFolder });
}

export type Migration = ReturnType<typeof readMigrationFiles>[number];

/** Returns the committed migrations, oldest first. */
export function readMigrations(): Migration[] {
  return readMigrationFiles({ migrationsFolder: committedMigrations });
}

/**
 * Returns the statements that apply migrations and record them, for a caller with its own transaction. `fresh` is true
 * for a database without a migrations table.
 */
export function migrationStatements(migrations: Migration[], { fresh }: { fresh: boolean }): string[] {
  const createMigrationsTable = [
    'create schema drizzle',
    'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  ];
  return [
    ...(fresh ? createMigrationsTable : []),
    ...migrations.flatMap(({ sql: statements, hash, folderMillis }) => [
      ...statements,
      `insert into drizzle.__drizzle_migrations (hash, created_at) values ('${hash}', ${folderMillis})`,
    ]),
  ];
}

/** Makes a second process wait until the first has migrated; it then finds no pending migrations. */
async function withMigrationLock(url: string, work: () => Promise<void>): Promise<void> {
  await withClient(url, async (client) => {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    await work();
    await client.query('commit');
  });
}

/** Opens a connection without the timeouts of requests. */
async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'reprise migration',
    options:
      '-c timezone=UTC -c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
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
