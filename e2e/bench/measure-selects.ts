import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { storeSettings } from '../../server/src/foundations/settings/settings.tables.ts';
import { migrateDatabase } from '../../server/src/platform/database/migrate.ts';
import { openDatabase } from '../../server/src/platform/database/open-database.ts';
import { createLog } from '../../server/src/platform/log.ts';
import { rounds, withRange } from './rounds.ts';

const reads = 2000;
const atOnce = 8;

/** Measures one indexed row read through Drizzle, and `select 1`, on both databases. */
export async function measureSelects(databaseUrl: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'reprise-selects-'));
  console.log('| read | embedded | PostgreSQL |\n|---|---|---|');
  const log = createLog('silent');
  const databases = [await openDatabase({ dataDir, log }), await openDatabase({ dataDir, databaseUrl, log })];
  for (const database of databases) await migrateDatabase(database);
  const queries = {
    'select 1': (db: (typeof databases)[number]['db']) => db.execute(sql`select 1`),
    'one row by its key': (db: (typeof databases)[number]['db']) =>
      db.select().from(storeSettings).where(eq(storeSettings.id, 1)),
  };
  for (const [name, query] of Object.entries(queries)) {
    const rates = databases.map(() => [] as number[]);
    for (let round = 0; round < rounds; round++) {
      for (const [index, { db }] of databases.entries()) rates[index]?.push(await perSecond(() => query(db)));
    }
    console.log(`| ${name} | ${rates.map((values) => withRange(values)).join(' | ')} |`);
  }
  for (const database of databases) await database.close();
  rmSync(dataDir, { recursive: true, force: true });
}

async function perSecond(read: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let index = 0; index < reads / atOnce; index++) await read();
    }),
  );
  return (reads * 1000) / (performance.now() - started);
}
