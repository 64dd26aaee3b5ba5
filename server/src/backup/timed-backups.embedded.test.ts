import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { openOrderShop } from '../../test/order-shop.ts';
import { openTestDatabase } from '../../test/test-database.ts';
import { createLog } from '../platform/log.ts';
import { verifyBackupFile } from './backup-file.ts';
import { listBackups, startTimedBackups } from './timed-backups.ts';

const database = await openTestDatabase();
const shop = await openOrderShop(database);
const folder = await mkdtemp(join(tmpdir(), 'reprise-timed-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a timed backup is created only when rows have changed', async () => {
  let minutes = 0;
  const now = () => new Date(Date.UTC(2026, 10, 21, 4, minutes));
  const deps = {
    now,
    log: createLog('silent'),
    environment: { dataDir: folder, backupMinutes: 15, backupsKept: 2 },
  };
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const stop = startTimedBackups(deps, database);
  const pass = async () => {
    minutes += 15;
    await vi.advanceTimersByTimeAsync(15 * 60_000);
  };
  const count = async () => (await listBackups(folder)).length;
  await pass();
  await vi.waitUntil(async () => (await count()) === 1, { timeout: 30_000 });
  await pass();
  await shop.addProduct(3);
  await pass();
  await vi.waitUntil(async () => (await count()) === 2, { timeout: 30_000 });
  await stop();
  vi.useRealTimers();
  const [newest, first] = await listBackups(folder);
  expect([newest?.createdAt, first?.createdAt].map((time) => time?.getUTCMinutes())).toEqual([45, 15]);
  expect((await verifyBackupFile(newest?.file ?? '')).rows).toMatchObject({ products: 1 });
});
