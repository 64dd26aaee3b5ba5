import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { afterwards } from '../../../test/afterwards.ts';
import { freePort } from '../../../test/free-port.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { createLog } from '../log.ts';
import { migrateDatabase } from './migrate.ts';
import { openDatabase } from './open-database.ts';

const database = await openTestDatabase();

/** Returns the URL of the tests' server with another part. */
function urlWith(part: Partial<Pick<URL, 'pathname' | 'port'>>): string {
  if (database.kind !== 'postgres') throw new Error('This needs PostgreSQL.');
  return Object.assign(new URL(database.url), part).href;
}

async function migrate(databaseUrl: string): Promise<void> {
  const opened = await openDatabase({ databaseUrl, dataDir: '', log: createLog('silent') });
  try {
    await migrateDatabase(opened);
  } finally {
    await opened.close();
  }
}

test('a database that does not store UTF-8 is refused in a sentence', async () => {
  const name = `reprise_ascii_${randomBytes(4).toString('hex')}`;
  await database.db.execute(
    sql.raw(`create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`),
  );
  afterwards(() => database.db.execute(sql.raw(`drop database ${name}`)));
  await expect(migrate(urlWith({ pathname: `/${name}` }))).rejects.toThrow(
    `The database "${name}" stores text as SQL_ASCII. Create the database with encoding UTF8: createdb`,
  );
});

test('a database that cannot sort by ICU is refused in a sentence', async () => {
  const name = `reprise_no_icu_${randomBytes(4).toString('hex')}`;
  await database.db.execute(sql.raw(`create database ${name} encoding 'UTF8' template template0`));
  afterwards(() => database.db.execute(sql.raw(`drop database ${name}`)));
  const databaseUrl = urlWith({ pathname: `/${name}` });
  const opened = await openDatabase({ databaseUrl, dataDir: '', log: createLog('silent') });
  await opened.db.execute(sql`drop collation "und-x-icu"`);
  await opened.close();
  await expect(migrate(databaseUrl)).rejects.toThrow(
    `The database "${name}" has no collation "und-x-icu", by which the shop sorts names. Use a PostgreSQL`,
  );
});

test('a missing database is refused with the command that creates it', async () => {
  await expect(migrate(urlWith({ pathname: '/reprise_missing' }))).rejects.toThrow(
    'The database "reprise_missing" does not exist. Create it: createdb -E UTF8',
  );
});

test('a server that does not answer is refused in a sentence', async () => {
  const port = String(await freePort());
  await expect(migrate(urlWith({ port }))).rejects.toThrow(
    /^PostgreSQL does not answer at DATABASE_URL: connect ECONNREFUSED/,
  );
});
