import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { openTestApp } from '../../../test/test-app.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { backUp } from './back-up.ts';
import { backupRuns } from './backup.tables.ts';
import { verifyBackupFile } from './backup-file.ts';
import { createBackupLock } from './backup-lock.ts';
import { readBackups } from './backups.queries.ts';
import { failureOf } from './start-backup.ts';
import { backupsFolder } from './timed-backups.ts';

const database = await openTestDatabase();
const { db } = database;
const { app, deps, call, signIn, stepUp, register } = await openTestApp(database);
const admin = await signIn();
await stepUp(admin);
const { dataDir } = deps.environment;
const folder = backupsFolder(dataDir);
const key = 'a key of at least thirty-two characters';

const start = (body: object = { key }, token = admin) => call('POST', '/backups', { token, body });
const list = async () => (await call('GET', '/backups', { token: admin })).body.data.backups;
const files = async () => (existsSync(folder) ? await readdir(folder) : []);

/** Resolves with the backups once none runs. */
const settled = () =>
  expect
    .poll(async () => (await list()).filter(({ state }: { state: string }) => state === 'running').length, {
      timeout: 20_000,
    })
    .toBe(0)
    .then(list);

beforeEach(async () => {
  await db.delete(backupRuns);
  await rm(folder, { recursive: true, force: true });
});

test('a backup from the screen is complete, encrypted, listed, downloaded and audited', async () => {
  const { status, body } = await start();
  expect([status, body.data.backup.state]).toEqual([201, 'running']);
  const { name } = body.data.backup;
  const [backup, ...others] = await settled();
  expect(others).toEqual([]);
  expect(backup).toMatchObject({ name, state: 'complete', kind: 'manual', isEncrypted: true, failure: null });
  expect(backup.progress.rows).toBeGreaterThan(0);
  const bytes = await readFile(join(folder, name));
  expect(backup.bytes).toBe(bytes.length);
  expect((await verifyBackupFile(join(folder, name), key)).rows).toMatchObject({ users: 1 });

  const download = await app.inject({
    url: `/api/backups/${name}/file`,
    headers: { authorization: `Bearer ${admin}` },
  });
  expect([download.statusCode, download.headers['content-type'], download.headers['content-length']]).toEqual(
    [200, 'application/octet-stream', String(bytes.length)],
  );
  expect(download.rawPayload.equals(bytes)).toBe(true);

  expect((await call('DELETE', `/backups/${name}`, { token: admin })).status).toBe(200);
  expect([await list(), await files()]).toEqual([[], []]);
  const audit = (await call('GET', '/audit?kind=backup', { token: admin })).body.data.entries;
  expect(audit.map(({ action }: { action: string }) => action).sort()).toEqual([
    'delete backup',
    'download backup',
    'start backup',
  ]);
  expect(JSON.stringify(audit)).not.toContain(key);
});

test('two backups started at once make one, and each later one has a name of its own', async () => {
  const answers = await Promise.all([start(), start()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('IN_PROGRESS');
  await settled();
  expect((await start()).status).toBe(201);
  expect((await settled()).length).toBe(2);
  expect((await files()).filter((file) => file.endsWith('.part'))).toEqual([]);
});

test('a backup of a killed process is shown as interrupted and leaves no file', async () => {
  await mkdir(folder, { recursive: true });
  const name = 'shop-20261124T010000Z.backup';
  await writeFile(join(folder, `${name}.part`), 'half a backup');
  await db.insert(backupRuns).values({ name, startedAt: deps.now() });
  // The lock of the backup before is released after that backup is shown as complete.
  await expect.poll(list).toMatchObject([{ name, state: 'failed', failure: 'interrupted', bytes: null }]);
  expect(await files()).toEqual([]);
  expect((await call('GET', `/backups/${name}/file`, { token: admin })).status).toBe(404);
  expect((await start()).status).toBe(201);
  await settled();
});

test('a backup runs until its counts are stored, even with its file in place', async () => {
  const name = 'shop-20261124T010000Z.backup';
  const lock = createBackupLock(database);
  const release = await lock.acquire();
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), 'a backup');
  await db.insert(backupRuns).values({ name, startedAt: deps.now(), rows: 1 });
  const backups = () => readBackups({ ...deps, lock });
  expect(await backups()).toMatchObject([{ name, state: 'running', bytes: null }]);
  await db.update(backupRuns).set({ finishedAt: deps.now(), rows: 2 });
  expect(await backups()).toMatchObject([{ name, state: 'complete', progress: { rows: 2 } }]);
  await release?.();
});

test('the lock ends with its release, and running backups keep it', async () => {
  const lock = createBackupLock(database);
  const release = await lock.acquire();
  expect(await lock.acquire()).toBe(null);
  const isFree = async () =>
    (
      await db
        .select({ free: lock.isFree().mapWith(Boolean) })
        .from(backupRuns)
        .limit(1)
    )[0]?.free;
  await db.insert(backupRuns).values({ name: 'any', startedAt: deps.now(), finishedAt: deps.now() });
  expect(await isFree()).toBe(false);
  await release?.();
  expect(await isFree()).toBe(true);
  await (await lock.acquire())?.();
});

test('a backup that cannot be written fails with a reason and can be started again', async () => {
  await writeFile(folder, 'a file instead of the folder');
  await start();
  expect(await settled()).toMatchObject([{ state: 'failed', failure: 'not-writable' }]);
  await rm(folder);
  await start();
  expect((await settled()).map(({ state }: { state: string }) => state).sort()).toEqual([
    'complete',
    'failed',
  ]);
});

test('a full disk ends the backup without a file', async () => {
  const file = join(temporaryFolder(), 'shop.backup');
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  const onPart = async () => {
    throw full;
  };
  await expect(
    backUp({ database, storage: deps.storage }, file, { now: deps.now, key, onPart }),
  ).rejects.toBe(full);
  expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false]);
  expect([failureOf(full), failureOf(new Error('any'))]).toEqual(['disk-full', 'unknown']);
});

test('a plain backup is not downloaded, and an automatic one not deleted', async () => {
  await mkdir(folder, { recursive: true });
  const name = 'timed-20261124T010000Z.backup';
  await backUp({ database, storage: deps.storage }, join(folder, name), { now: deps.now, withImages: false });
  expect(await list()).toMatchObject([{ name, kind: 'automatic', isEncrypted: false, state: 'complete' }]);
  expect((await call('GET', `/backups/${name}/file`, { token: admin })).status).toBe(403);
  expect((await call('DELETE', `/backups/${name}`, { token: admin })).status).toBe(403);
  for (const other of ['..%2F..%2Fapp_secret', 'shop-20261124T010000Z.backup.part', 'password']) {
    expect((await call('GET', `/backups/${other}/file`, { token: admin })).status).toBe(404);
  }
});

test('a backup needs the owner and a key', async () => {
  const customer = await register();
  expect((await start({ key }, customer.token)).status).toBe(403);
  expect((await call('GET', '/backups', { token: customer.token })).status).toBe(403);
  expect((await start({})).body.code).toBe('VALIDATION_ERROR');
  expect((await start({ key: 'short' })).body.code).toBe('VALIDATION_ERROR');
  expect(await list()).toEqual([]);
});
