import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openOrderShop } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { verifyBackupFile } from './backup-file.ts';
import { createTimedBackup, listBackups } from './timed-backups.ts';

const database = await openTestDatabase();
const shop = await openOrderShop(database);

import { diskStorage } from '../../platform/storage/disk-storage.ts';

const folder = await mkdtemp(join(tmpdir(), 'reprise-timed-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a timed backup is created only when rows have changed', async () => {
  let minutes = 0;
  const now = () => new Date(Date.UTC(2026, 10, 21, 4, minutes));
  const deps = {
    now,
    storage: diskStorage(folder),
    environment: { dataDir: folder, backupsKept: 2, backupKey: undefined },
  };
  const backUpIfChanged = createTimedBackup(deps, database);
  const pass = async () => {
    minutes += 15;
    await backUpIfChanged();
  };
  const count = async () => (await listBackups(folder)).length;
  await pass();
  await pass();
  expect(await count()).toBe(1);
  await shop.addProduct(3);
  await pass();
  expect(await count()).toBe(2);
  const [newest, first] = await listBackups(folder);
  expect([newest?.createdAt, first?.createdAt].map((time) => time?.getUTCMinutes())).toEqual([45, 15]);
  expect((await verifyBackupFile(newest?.file ?? '')).rows).toMatchObject({ products: 1 });
});
