import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { copyEmptyShop } from '../../../test/copy-empty-shop.ts';
import { writeMigrations } from '../../../test/migrations-folder.ts';
import { createLog } from '../log.ts';
import { openDatabase } from './database.ts';
import { migrateDatabase } from './migrate.ts';

const log = createLog('silent');
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-database-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** A sound database to be copied: to make one takes its time. */
let intact: string;
beforeAll(async () => {
  intact = await mkdtemp(join(tmpdir(), 'reprise-intact-'));
  await copyEmptyShop(intact);
  const database = await openDatabase({ dataDir: intact, log });
  await database.db.execute(sql`create table precious (id int)`);
  await database.close();
});
afterAll(() => rm(intact, { recursive: true, force: true }));

const open = () => openDatabase({ dataDir: folder, log });

test('what was committed is there after the process was killed; meanwhile nobody else got in', async () => {
  await cp(join(intact, 'database'), join(folder, 'database'), { recursive: true });
  const program = fileURLToPath(new URL('../../../test/write-until-killed.ts', import.meta.url));
  const writer = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  let written = 0;
  for await (const chunk of writer.stdout) {
    written = Number(String(chunk).trim().split('\n').at(-1));
    if (written >= 20) break;
  }
  await expect(open()).rejects.toThrow(`in use by process ${writer.pid}`);
  writer.kill('SIGKILL');
  if (writer.signalCode === null) await once(writer, 'exit');

  const database = await open();
  const { rows } = await database.db.execute<{ count: number }>(sql`select count(*) from written`);
  await database.close();
  expect(rows[0]?.count).toBeGreaterThanOrEqual(written);
});

test('a first start that was cut short is begun again', async () => {
  await mkdir(join(folder, 'database.new'));
  await writeFile(join(folder, 'database.new', 'PG_VERSION'), '18');
  const database = await open();
  await database.ping();
  await database.close();
  expect(await readdir(folder)).toEqual(['database']);
});

const lastWal = async (database: string) => {
  const names = (await readdir(join(database, 'pg_wal'))).filter((name) => /^[0-9A-F]{24}$/.test(name));
  return join(database, 'pg_wal', names.sort().at(-1) ?? '');
};

test.each([
  ['its control file is cut short', async (at: string) => truncate(join(at, 'global', 'pg_control'), 10)],
  ['its log is cut short', async (at: string) => truncate(await lastWal(at), 0)],
  ['its log is gone', async (at: string) => rm(await lastWal(at))],
  ['its tables are gone', async (at: string) => rm(join(at, 'base'), { recursive: true })],
  ['its version is gone', async (at: string) => rm(join(at, 'PG_VERSION'))],
])('a database is named as damaged and left alone when %s', async (_what, damage) => {
  const at = join(folder, 'database');
  await cp(join(intact, 'database'), at, { recursive: true });
  await damage(at);
  await expect(open()).rejects.toMatchObject({
    name: 'DatabaseDamaged',
    message: expect.stringContaining('npm run shop -- restore'),
  });
  expect(await readdir(folder)).toEqual(['database']);
  expect(await readdir(at)).toContain('pg_wal');
});

test('a migration that is killed midway has not begun, and is done by the next start', {
  tags: ['slow'],
}, async () => {
  const migrations = await writeMigrations({
    '0000_first': 'create table test_half (id int);',
    '0001_slow':
      'insert into test_half select 1;\n--> statement-breakpoint\ninsert into test_half select generate_series(1, 50000000);',
    '0002_last': 'create table test_whole (id int);',
  });
  await cp(join(intact, 'database'), join(folder, 'database'), { recursive: true });
  const program = fileURLToPath(new URL('../../../test/migrate-folder.ts', import.meta.url));
  const migrator = spawn(process.execPath, [program, folder, migrations], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(migrator.stdout, 'data');
  await growing(join(folder, 'database', 'pg_wal'));
  migrator.kill('SIGKILL');
  await once(migrator, 'exit');

  const database = await open();
  const tables = () =>
    database.db.execute(sql`select to_regclass('test_half') as half, to_regclass('test_whole') as whole`);
  expect((await tables()).rows).toEqual([{ half: null, whole: null }]);
  await writeFile(join(migrations, '0001_slow.sql'), 'insert into test_half select 1;');
  await migrateDatabase(database, migrations);
  expect((await tables()).rows).toEqual([{ half: 'test_half', whole: 'test_whole' }]);
  await database.close();
});

/** The migration is at work: the log of the database has grown well beyond what a start writes. */
async function growing(folder: string): Promise<void> {
  await expect
    .poll(async () => (await readdir(folder)).filter((name) => /^[0-9A-F]{24}$/.test(name)).length, {
      timeout: 60_000,
    })
    .toBeGreaterThan(4);
}

test('a damaged database is reported, never replaced by an empty one, and the folder is let go', async () => {
  await mkdir(join(folder, 'database'));
  await writeFile(join(folder, 'database', 'something'), 'precious');
  await expect(open()).rejects.toThrow(/cannot be opened.*Nothing was changed/);
  expect(await readdir(join(folder, 'database'))).toEqual(['something']);
  expect(await readdir(folder)).toEqual(['database']);
});
