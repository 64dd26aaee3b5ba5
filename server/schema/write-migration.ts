import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { wrapPglite } from '../src/platform/database/embedded/embedded-database.ts';
import { migrateDatabase } from '../src/platform/database/migrate.ts';
import { compareFunctions, statementsOf } from './compare-functions.ts';
import { type FunctionSource, readFunctionSources } from './function-sources.ts';
import { generateMigration, type Target } from './generate-migration.ts';
import { writeTriggerTable } from './trigger-table.ts';

// `npm run migrations -- --name what` writes the SQL for changed tables, functions and triggers.

/** Writes at most one migration. `options` are those of `drizzle-kit generate`. */
export async function writeMigration(
  options: string[],
  target: Target,
  sources: FunctionSource[],
): Promise<void> {
  const { folder } = target;
  const before = newestMigration(folder);
  generateMigration(options, target);
  const statements = await changedFunctions(folder, sources);
  if (statements.length === 0) return;
  const hasTables = newestMigration(folder) !== before;
  if (!hasTables) generateMigration([...options, '--custom'], target);
  const file = join(folder, `${newestMigration(folder)}.sql`);
  const texts = [...(hasTables ? [readFileSync(file, 'utf8').trimEnd()] : []), ...statements];
  writeFileSync(file, `${texts.join('--> statement-breakpoint\n')}\n`);
}

function newestMigration(folder: string): string | undefined {
  const journal = JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8'));
  return journal.entries.at(-1)?.tag;
}

/** Compares the sources with a new database that has all migrations of the folder. */
async function changedFunctions(folder: string, sources: FunctionSource[]): Promise<string[]> {
  const pglite = await PGlite.create({ extensions: { pg_trgm } });
  try {
    const database = wrapPglite(pglite);
    await migrateDatabase(database, folder);
    return statementsOf(await compareFunctions(database, sources));
  } finally {
    await pglite.close();
  }
}

if (import.meta.main) {
  const folder = fileURLToPath(new URL('../migrations', import.meta.url));
  await writeMigration(process.argv.slice(2), { folder }, readFunctionSources());
  writeTriggerTable();
}
