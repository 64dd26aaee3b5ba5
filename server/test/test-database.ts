import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import pg from 'pg';
import { inject } from 'vitest';
import type { Database } from '../src/platform/database/database.ts';
import { wrapPglite } from '../src/platform/database/embedded/embedded-database.ts';
import { openDatabase } from '../src/platform/database/open-database.ts';
import { createLog } from '../src/platform/log.ts';
import { afterwards } from './afterwards.ts';
import './provided.ts';

/** Returns the database of this run of the test file: `embedded` or `postgres`. */
export const databaseKind = () => inject('testDatabase').kind;

/** Opens a new, migrated database, which is closed after the test, or after the test file outside of one. */
export async function openTestDatabase(): Promise<Database> {
  const source = inject('testDatabase');
  return source.kind === 'embedded' ? loadDump(source.dump) : copyTemplate(source.url, source.template);
}

async function loadDump(file: string): Promise<Database> {
  const dump = new Blob([await readFile(file)]);
  const pglite = await PGlite.create({ loadDataDir: dump, extensions: { pg_trgm } });
  await pglite.exec(`set timezone = 'UTC'`);
  afterwards(() => pglite.close());
  return wrapPglite(pglite);
}

async function copyTemplate(serverUrl: string, template: string): Promise<Database> {
  const name = `reprise_test_${randomBytes(6).toString('hex')}`;
  const server = new pg.Client({ connectionString: serverUrl });
  await server.connect();
  await server.query(`create database ${name} template ${template}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const database = await openDatabase({ databaseUrl: url.href, dataDir: '', log: createLog('silent') });
  afterwards(async () => {
    await database.close();
    await server.query(`drop database if exists ${name} with (force)`);
    await server.end();
  });
  return database;
}
