import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Database, Queryable } from './database.ts';
import { beginWith, type PostgresTarget, sessionConfig, unlimitedSettings } from './postgres-session.ts';

/** Runs long reads on a connection without the statement timeout of requests. */
export type WithLongQueryConnection = <T>(work: (db: Queryable) => Promise<T>) => Promise<T>;

/**
 * Creates the runner; `replicaUrl` is a replica to read from. The embedded database has no timeouts and only one
 * connection, which long reads share.
 */
export function longQueryConnectionOn(database: Database, replicaUrl?: string): WithLongQueryConnection {
  if (database.kind === 'embedded') return (work) => work(database.db);
  const target = replicaUrl === undefined ? database : { url: replicaUrl, isPooled: database.isPooled };
  return (work) => runLongQueries(target, work);
}

async function runLongQueries<T>(target: PostgresTarget, work: (db: Queryable) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    ...sessionConfig(target, unlimitedSettings),
    application_name: 'reprise reports',
    connectionTimeoutMillis: 10_000,
  });
  // A broken connection also fails the query; without this listener it would crash the process.
  client.on('error', () => {});
  await client.connect();
  try {
    if (target.isPooled) await client.query(beginWith(target, unlimitedSettings));
    return await work(drizzle({ client }) as unknown as Queryable);
  } finally {
    await client.end();
  }
}
