import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Database, Queryable } from './database.ts';

/** Runs long reads on a connection without the statement timeout of requests. */
export type WithLongQueryConnection = <T>(work: (db: Queryable) => Promise<T>) => Promise<T>;

/** Creates the runner. The embedded database has no timeouts and only one connection, which long reads share. */
export function longQueryConnectionOn(database: Database): WithLongQueryConnection {
  if (database.kind === 'embedded') return (work) => work(database.db);
  return async (work) => {
    const client = new pg.Client({
      connectionString: database.url,
      application_name: 'reprise check',
      options: '-c timezone=UTC -c statement_timeout=0',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
    });
    // A broken connection also fails the query; without this listener it would crash the process.
    client.on('error', () => {});
    await client.connect();
    try {
      return await work(drizzle({ client }) as unknown as Queryable);
    } finally {
      await client.end();
    }
  };
}
