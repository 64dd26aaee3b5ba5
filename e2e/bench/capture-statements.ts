import type { Db } from '../../server/src/platform/database/database.ts';
import { openDatabase } from '../../server/src/platform/database/open-database.ts';
import { createLog } from '../../server/src/platform/log.ts';

export type Statement = { text: string; values: unknown[] };

/** Runs reads on a PostgreSQL database; `statements` receives each statement that they send. */
export async function captureStatements(
  databaseUrl: string,
  read: (db: Db, statements: Statement[]) => Promise<void>,
): Promise<void> {
  const database = await openDatabase({ databaseUrl, dataDir: '', log: createLog('error') });
  if (database.kind !== 'postgres') throw new Error('For PostgreSQL.');
  const { pool } = database;
  const statements: Statement[] = [];
  const query = pool.query;
  pool.query = ((config: { text: string; values?: unknown[] }, values?: unknown[], ...more: unknown[]) => {
    statements.push({ text: config.text, values: values ?? config.values ?? [] });
    return (query as (...sent: unknown[]) => unknown).call(pool, config, values, ...more);
  }) as never;
  try {
    await read(database.db, statements);
  } finally {
    await database.close();
  }
}
