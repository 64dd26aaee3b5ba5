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

/** Any number, the same in every process. */
const migrationLock = 7_248_113;

/** Brings the database to the state of the committed migrations; each runs once, all together or not at all. */
export async function migrateDatabase(
  database: Database,
  migrationsFolder = committedMigrations,
): Promise<void> {
  // The embedded database belongs to this process alone (data folder lock), PostgreSQL may have others.
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

/** The committed migrations, oldest first. */
export function readMigrations(): Migration[] {
  return readMigrationFiles({ migrationsFolder: committedMigrations });
}

/**
 * The statements that apply migrations and write down that they were, for whoever does so within a transaction of
 * their own. `fresh`: there is no list of migrations yet.
 */
export function migrationStatements(migrations: Migration[], { fresh }: { fresh: boolean }): string[] {
  const list = [
    'create schema drizzle',
    'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  ];
  return [
    ...(fresh ? list : []),
    ...migrations.flatMap(({ sql: statements, hash, folderMillis }) => [
      ...statements,
      `insert into drizzle.__drizzle_migrations (hash, created_at) values ('${hash}', ${folderMillis})`,
    ]),
  ];
}

/** A second process waits here until the first is done, then finds nothing left to do. */
async function withMigrationLock(url: string, work: () => Promise<void>): Promise<void> {
  await withClient(url, async (client) => {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    await work();
    await client.query('commit');
  });
}

/** A connection of its own: the time limits of requests do not apply to migrations. */
async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'reprise migration',
    options:
      '-c timezone=UTC -c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // Its queries fail as well when the connection breaks; the event alone would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
