/** @module-tag slow */

import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openOrderShop } from '../../../test/order-shop.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import { createLog } from '../../platform/log.ts';
import { diskStorage } from '../../platform/storage/disk-storage.ts';
import { imageFolder } from '../../platform/storage/open-storage.ts';
import { backUp } from './back-up.ts';
import { restore } from './restore.ts';

const database = await openTestDatabase();
const shop = await openOrderShop(database);
await shop.addProduct(3);
const folder = temporaryFolder();
const key = 'a key of at least thirty-two characters';
const now = () => new Date();

const storageOf = (dataDir: string) => diskStorage(imageFolder(dataDir));
const target = (dataDir: string) => ({
  dataDir,
  storage: storageOf(dataDir),
  open: () => openDatabase({ databaseUrl: undefined, dataDir, log: createLog('silent') }),
});

test('an encrypted backup is restored only with its key', async () => {
  const file = join(folder, 'shop.backup');
  await backUp({ database, storage: storageOf(folder) }, file, { now, key });
  const bytes = await readFile(file);
  expect(bytes.subarray(0, 16).toString()).toBe('reprise-backup-1');
  const into = join(folder, 'restored');
  const restored = await restore(target(into), file, { replace: false, now, key });
  expect(restored.rows).toMatchObject({ products: 1 });

  const untouched = join(folder, 'untouched');
  for (const other of [undefined, 'another key of thirty-two characters']) {
    const refused = restore(target(untouched), file, { replace: false, now, key: other });
    await expect(refused).rejects.toThrow(/shop\.backup cannot be restored: .*BACKUP_KEY/);
  }
  bytes[bytes.length - 5] = (bytes[bytes.length - 5] ?? 0) ^ 1;
  await writeFile(file, bytes);
  await expect(restore(target(untouched), file, { replace: false, now, key })).rejects.toThrow(
    /shop\.backup cannot be restored: .*damaged/,
  );
  expect(existsSync(untouched) ? await readdir(untouched) : []).toEqual([]);
});

test('a plain backup is restored when a key is set', async () => {
  const file = join(folder, 'plain.backup');
  await backUp({ database, storage: storageOf(folder) }, file, { now });
  const restored = await restore(target(join(folder, 'from-plain')), file, { replace: false, now, key });
  expect(restored.rows).toMatchObject({ products: 1 });
});
