import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { copyEmptyShop } from '../../../../test/copy-empty-shop.ts';
import { writeMigrations } from '../../../../test/migrations-folder.ts';
import { createLog } from '../../log.ts';
import { migrateDatabase } from '../migrate.ts';
import { openDatabase } from '../open-database.ts';

const log = createLog('silent');
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-database-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** An intact database that tests copy, because creating one takes seconds. */
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

test('committed rows survive a killed process, whose folder is locked until then', async () => {
  await cp(join(intact, 'database'), join(folder, 'database'), { recursive: true });
  const program = fileURLToPath(new URL('../../../../test/write-until-killed.ts', import.meta.url));
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

test('an interrupted first start is repeated', async () => {
  await mkdir(join(folder, 'database.new'));
  await writeFile(join(folder, 'database.new', 'PG_VERSION'), '18');
  const database = await open();
  await database.ping();
  await database.close();
  expect(await readdir(folder)).toEqual(['database']);
});

/** Damages every segment: the last one may be a spare for later, which nothing was written to. */
const damageWal = async (database: string, damage: (segment: string) => Promise<void>) => {
  const names = await readdir(join(database, 'pg_wal'));
  const segments = names.filter((name) => /^[0-9A-F]{24}$/.test(name));
  await Promise.all(segments.map((name) => damage(join(database, 'pg_wal', name))));
};

test.each([
  ['its control file is truncated', async (path: string) => truncate(join(path, 'global', 'pg_control'), 10)],
  ['its write-ahead log is truncated', (path: string) => damageWal(path, (segment) => truncate(segment, 0))],
  ['its write-ahead log is missing', (path: string) => damageWal(path, (segment) => rm(segment))],
  ['its tables are missing', async (path: string) => rm(join(path, 'base'), { recursive: true })],
  ['its version file is missing', async (path: string) => rm(join(path, 'PG_VERSION'))],
])('a database is reported as damaged and left unchanged when %s', async (_case, damage) => {
  const path = join(folder, 'database');
  await cp(join(intact, 'database'), path, { recursive: true });
  await damage(path);
  await expect(open()).rejects.toMatchObject({
    name: 'DatabaseDamaged',
    message: expect.stringContaining('npm run shop -- restore'),
  });
  expect(await readdir(folder)).toEqual(['database']);
  expect(await readdir(path)).toContain('pg_wal');
});

test('an interrupted migration is rolled back and repeated by the next start', {
  tags: ['slow'],
}, async () => {
  const migrations = await writeMigrations({
    '0000_first': 'create table test_half (id int);',
    '0001_slow':
      'insert into test_half select 1;\n--> statement-breakpoint\ninsert into test_half select generate_series(1, 50000000);',
    '0002_last': 'create table test_whole (id int);',
  });
  await cp(join(intact, 'database'), join(folder, 'database'), { recursive: true });
  const program = fileURLToPath(new URL('../../../../test/migrate-folder.ts', import.meta.url));
  const migrator = spawn(process.execPath, [program, folder, migrations], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(migrator.stdout, 'data');
  await walGrows(join(folder, 'database', 'pg_wal'));
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

/** Resolves once the write-ahead log has grown beyond what a start writes, so that the migration is running. */
async function walGrows(folder: string): Promise<void> {
  await expect
    .poll(async () => (await readdir(folder)).filter((name) => /^[0-9A-F]{24}$/.test(name)).length, {
      timeout: 60_000,
    })
    .toBeGreaterThan(4);
}

test('a damaged database is not replaced by an empty one, and its folder is unlocked', async () => {
  await mkdir(join(folder, 'database'));
  await writeFile(join(folder, 'database', 'something'), 'precious');
  await expect(open()).rejects.toThrow(/cannot be opened.*Nothing was changed/);
  expect(await readdir(join(folder, 'database'))).toEqual(['something']);
  expect(await readdir(folder)).toEqual(['database']);
});
