import pg from 'pg';
import { assertUsable } from '../../platform/database/assert-usable.ts';
import type { Database, PostgresDatabase } from '../../platform/database/database.ts';
import { beginWith, sessionConfig, unlimitedSettings } from '../../platform/database/postgres-session.ts';
import { secondMs } from '../../platform/time.ts';

/** Runs a statement and returns rows as arrays. Select only text: the drivers differ in all other types. */
export type Run = (text: string, values?: unknown[]) => Promise<(string | null)[][]>;

/** Runs `work` in a transaction on a connection without the timeouts of requests, and commits it. */
export async function withSession<T>(
  database: Database,
  begin: string,
  work: (run: Run) => Promise<T>,
): Promise<T> {
  if (database.kind === 'postgres') return onConnection(database, begin, work);
  return database.pglite.transaction(async (tx) => {
    if (begin !== 'begin') await tx.query(`set transaction ${begin.replace(/^begin /, '')}`);
    return work(async (text, values) => {
      const { rows } = await tx.query<(string | null)[]>(text, values, { rowMode: 'array' });
      return rows;
    });
  });
}

const settings = { ...unlimitedSettings, lock_timeout: 10 * secondMs };

/** A name of its own, since connections of the shop's name are those of a running shop. */
const connectionTo = (database: PostgresDatabase) => ({
  ...sessionConfig(database, settings),
  application_name: 'reprise backup',
  connectionTimeoutMillis: 10 * secondMs,
});

/** Throws `UnusableDatabase` if a shop could not be restored into the database. */
export async function assertUsableForRestore(database: PostgresDatabase): Promise<void> {
  const pool = new pg.Pool({ ...connectionTo(database), max: 1 });
  pool.on('error', () => {});
  try {
    await assertUsable({ ...database, pool });
  } finally {
    await pool.end();
  }
}

async function onConnection<T>(
  database: PostgresDatabase,
  begin: string,
  work: (run: Run) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connectionTo(database));
  // A broken connection also fails the query; without this listener it would crash the process.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(beginWith(database, settings, begin));
    const result = await work(async (text, values) => {
      const { rows } = await client.query<(string | null)[]>({
        text,
        values: values ?? [],
        rowMode: 'array',
      });
      return rows;
    });
    await client.query('commit');
    return result;
  } finally {
    await client.end();
  }
}
