import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from './database.ts';
import { createLog } from './log.ts';

const log = createLog('silent');
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-database-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const open = () => openDatabase({ dataDir: folder, log });

test('what was committed is there after the process was killed; meanwhile nobody else got in', async () => {
  const program = fileURLToPath(new URL('../../test/write-until-killed.ts', import.meta.url));
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

test('a damaged database is reported, never replaced by an empty one, and the folder is let go', async () => {
  await mkdir(join(folder, 'database'));
  await writeFile(join(folder, 'database', 'something'), 'precious');
  await expect(open()).rejects.toThrow(/cannot be opened.*restore the last backup/);
  expect(await readdir(join(folder, 'database'))).toEqual(['something']);
  expect(await readdir(folder)).toEqual(['database']);
});
