import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Database, Queryable } from './database.ts';

/** Gives long reads a connection without the time limits of requests. */
export type WithLongQueryConnection = <T>(work: (db: Queryable) => Promise<T>) => Promise<T>;

/** The embedded database has one connection and no such limits; its reads take turns with everything else. */
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
    // Its queries fail as well when the connection breaks; the event alone would end the process.
    client.on('error', () => {});
    await client.connect();
    try {
      return await work(drizzle({ client }) as unknown as Queryable);
    } finally {
      await client.end();
    }
  };
}
