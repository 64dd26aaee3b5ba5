import pg from 'pg';
import type { Database } from '../platform/database/database.ts';

/** Runs a statement and returns rows as arrays. Select only text: the drivers differ in all other types. */
export type Run = (text: string, values?: unknown[]) => Promise<(string | null)[][]>;

/** Runs `work` in a transaction on a connection without the timeouts of requests, and commits it. */
export async function withSession<T>(
  database: Database,
  begin: string,
  work: (run: Run) => Promise<T>,
): Promise<T> {
  if (database.kind === 'postgres') return onConnection(database.url, begin, work);
  return database.pglite.transaction(async (tx) => {
    if (begin !== 'begin') await tx.query(`set transaction ${begin.replace(/^begin /, '')}`);
    return work(async (text, values) => {
      const { rows } = await tx.query<(string | null)[]>(text, values, { rowMode: 'array' });
      return rows;
    });
  });
}

async function onConnection<T>(url: string, begin: string, work: (run: Run) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'reprise backup',
    options:
      '-c timezone=UTC -c statement_timeout=0 -c lock_timeout=10000 -c idle_in_transaction_session_timeout=0',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // A broken connection also fails the query; without this listener it would crash the process.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(begin);
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
