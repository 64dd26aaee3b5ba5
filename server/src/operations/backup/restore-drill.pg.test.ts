/** @module-tag slow */

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { permissionsOf } from '@reprise/contract/permissions';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOrderShop, orderOf } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { storeFiles } from '../../foundations/media/store-image.ts';
import { sessions } from '../../people/identity/identity.tables.ts';
import type { Database } from '../../platform/database/database.ts';
import { migrateDatabase } from '../../platform/database/migrate.ts';
import { newId } from '../../platform/database/new-id.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import { startJobs } from '../../platform/jobs/jobs.ts';
import { createLog } from '../../platform/log.ts';
import { diskStorage } from '../../platform/storage/disk-storage.ts';
import { imageFolder } from '../../platform/storage/open-storage.ts';
import { channels } from '../../sales/channels/channels.tables.ts';
import { findBrokenInvariants } from '../integrity/check-invariants.ts';
import { webhooks } from '../webhooks/webhooks.tables.ts';
import { backUp } from './back-up.ts';
import { type BackupSummary, verifyBackupFile } from './backup-file.ts';
import { restore } from './restore.ts';

const log = createLog('silent');
const database = await openTestDatabase();
const empty = await openTestDatabase();
const grown = await openTestDatabase();
const shop = await openOrderShop(database);
const now = () => new Date('2026-11-21T04:00:00Z');

let folder: string;
let file: string;
let original: BackupSummary;
let orderNumber: string;

const urlOf = (target: Database) => {
  if (target.kind !== 'postgres') throw new Error('PostgreSQL was expected.');
  return target.url;
};
const storageOf = (dataDir: string) => diskStorage(imageFolder(dataDir));
const embedded = (dataDir: string) => ({
  dataDir,
  storage: storageOf(dataDir),
  open: () => openDatabase({ dataDir, log }),
});
const onServer = (databaseUrl: string, dataDir: string) => ({
  databaseUrl,
  dataDir,
  storage: storageOf(dataDir),
  open: () => openDatabase({ databaseUrl, dataDir, log }),
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-drill-'));
  file = join(folder, 'shop.backup');
  const product = await shop.addProduct(50);
  const ada = await shop.addUser();
  await database.db.insert(sessions).values({
    id: newId('ses'),
    userId: ada.userId,
    token: 'hash',
    expiresAt: new Date('2030-01-01'),
  });
  for (let quantity = 1; quantity <= 4; quantity++) {
    const placed = await shop.place(orderOf({ [product]: quantity }), {
      caller: ada,
      idempotencyKey: `k${quantity}`,
    });
    orderNumber = placed.order.orderNumber;
  }
  await storeFiles(
    { db: database.db, now, storage: storageOf(folder) },
    [{ bytes: Buffer.from('a picture'), width: 1, height: 1 }],
    'webp',
    null,
  );
  original = await backUp({ database, storage: storageOf(folder) }, file, { now });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test('rows and images are unchanged from PostgreSQL to embedded and back', async () => {
  expect(original.rows).toMatchObject({ orders: 4, stock_movements: 5, job_outbox: 4, users: 1 });
  expect(await verifyBackupFile(file)).toMatchObject({ sha256: original.sha256, pictures: 1 });

  const small = join(folder, 'embedded');
  await restore(embedded(small), file, { replace: false, now });
  const inside = await openDatabase({ dataDir: small, log });
  const second = await backUp({ database: inside, storage: storageOf(small) }, join(folder, 'second'), {
    now,
  });
  expect(await findBrokenInvariants(inside.db)).toEqual([]);
  await inside.close();
  expect(second).toMatchObject({ sha256: original.sha256, missingImages: [] });

  const large = join(folder, 'large');
  await restore(onServer(urlOf(empty), large), join(folder, 'second'), { replace: true, now });
  const third = await backUp({ database: empty, storage: storageOf(large) }, join(folder, 'third'), { now });
  expect(third).toMatchObject({ sha256: original.sha256, missingImages: [] });
  await migrateDatabase(empty);
  expect(await findBrokenInvariants(empty.db)).toEqual([]);
});

test('a restore ends sessions, queues waiting jobs and keeps idempotency keys', async () => {
  expect((await empty.db.execute(sql`select count(*) from sessions`)).rows).toEqual([{ count: 0 }]);
  const names: string[] = [];
  const done = async (name: string) => void names.push(name);
  const kinds = await outboxJobNames();
  const jobs = await startJobs({
    database: empty,
    log,
    work: false,
    handlers: kinds.map((name) => ({ name, run: () => done(name) })),
  });
  await jobs.workUntilIdle();
  expect(names).toHaveLength(4);
  await jobs.stop();

  const again = await openOrderShop(empty);
  const ada = (await empty.db.execute<{ id: string }>(sql`select user_id as id from orders limit 1`)).rows[0];
  const product = (await empty.db.execute<{ id: string }>(sql`select id from products`)).rows[0]?.id ?? '';
  const caller = {
    userId: ada?.id ?? '',
    role: 'customer',
    permissions: permissionsOf([]),
    name: 'Ada',
    email: 'a@b.c',
    sessionId: 's',
    provedAt: null,
  } as const;
  const repeat = await again.place(orderOf({ [product]: 4 }), { caller, idempotencyKey: 'k4' });
  expect(repeat.order.orderNumber).toBe(orderNumber);
  const fresh = await again.place(orderOf({ [product]: 1 }), { caller });
  expect(fresh.order.orderNumber).not.toBe(orderNumber);
  await again.expectIntegrity();
});

test('a restored copy sells on no channel and tells no webhook, which the shop itself still does', async () => {
  const { db } = database;
  const rules = { buffer: 0, pricePercent: 0, priceEnding: 'exact', enabled: true } as const;
  await db.insert(channels).values({ id: newId('chn'), kind: 'ebay', name: 'eBay', ...rules });
  await db.insert(webhooks).values({
    id: newId('whk'),
    url: 'https://ledger.example.com',
    events: ['order.paid'],
    secret: 'encrypted',
  });
  const connected = join(folder, 'connected.backup');
  await backUp({ database, storage: storageOf(folder) }, connected, { now });
  const dataDir = join(folder, 'connected');
  await restore(embedded(dataDir), connected, { replace: false, now });
  const copy = await openDatabase({ dataDir, log });
  const enabledIn = async ({ db }: Pick<Database, 'db'>) => [
    ...(await db.select({ enabled: channels.enabled }).from(channels)),
    ...(await db.select({ enabled: webhooks.enabled }).from(webhooks)),
  ];
  expect(await enabledIn(copy)).toEqual([{ enabled: false }, { enabled: false }]);
  expect(await copy.db.select({ failure: channels.failure }).from(channels)).toEqual([
    { failure: expect.stringContaining('Restored from a backup') },
  ]);
  expect(await enabledIn(database)).toEqual([{ enabled: true }, { enabled: true }]);
  await copy.close();
  await db.delete(channels);
  await db.delete(webhooks);
});

async function outboxJobNames(): Promise<string[]> {
  const { rows } = await empty.db.execute<{ name: string }>(sql`select distinct name from job_outbox`);
  return rows.map(({ name }) => name);
}

test('an existing shop is replaced only on request, and its database is moved aside', async () => {
  const target = join(folder, 'embedded');
  await expect(restore(embedded(target), file, { replace: false, now })).rejects.toThrow('already exists');
  const { movedTo } = await restore(embedded(target), file, { replace: true, now });
  expect(existsSync(join(movedTo ?? '', 'PG_VERSION'))).toBe(true);
  await expect(restore(onServer(urlOf(database), folder), file, { replace: false, now })).rejects.toThrow(
    /Stop it first|not empty/,
  );
});

const oldBackup = fileURLToPath(new URL('../../../../e2e/old-shop/311d1d6/shop.backup', import.meta.url));

test('a backup of commit 311d1d6 restores into PostgreSQL and is migrated', async () => {
  await restore(onServer(urlOf(grown), join(folder, 'grown')), oldBackup, { replace: true, now });
  const after = await backUp({ database: grown, storage: storageOf(folder) }, join(folder, 'grown.backup'), {
    now,
  });
  expect(after.migrations).toEqual(original.migrations);
  expect(after.rows).toMatchObject({ orders: 2, product_stock_and_sales: 3, daily_order_stats: 1 });
  await migrateDatabase(grown);
  expect(await findBrokenInvariants(grown.db)).toEqual([]);
});

test.each([
  ['truncated', async (copy: string) => truncate(copy, 2000)],
  [
    'with a row changed',
    async (copy: string, bytes: Buffer) =>
      writeFile(copy, gzipSync(gunzipSync(bytes).toString().replace('Harbor Street', 'Harbour Street'))),
  ],
  [
    'without its end',
    async (copy: string, bytes: Buffer) =>
      writeFile(copy, gzipSync(gunzipSync(bytes).toString().split('\n').slice(0, -2).join('\n'))),
  ],
  [
    'of a newer shop',
    async (copy: string, bytes: Buffer) => {
      const [head = '', ...rest] = gunzipSync(bytes).toString().split('\n');
      await writeLines(copy, head.replace('"migrations":[', '"migrations":["unknown",'), rest);
    },
  ],
  [
    'older than commit 311d1d6',
    async (copy: string) => {
      const lines = gunzipSync(await readFile(oldBackup))
        .toString()
        .split('\n');
      const head = JSON.parse(lines[0] ?? '');
      await writeLines(
        copy,
        JSON.stringify({ ...head, migrations: head.migrations.slice(0, 29) }),
        lines.slice(1),
      );
    },
  ],
  ['of another format', async (copy: string) => writeFile(copy, 'hello')],
])('a backup %s is rejected before anything is changed', async (_case, damage) => {
  const copy = join(folder, 'damaged.backup');
  const bytes = await readFile(file);
  await writeFile(copy, bytes);
  await damage(copy, bytes);
  const target = join(folder, 'untouched');
  await expect(restore(embedded(target), copy, { replace: false, now })).rejects.toThrow(
    /damaged\.backup cannot be restored/,
  );
  expect(existsSync(target) ? await readdir(target) : []).toEqual([]);
});

/** Writes a backup with another header and a matching checksum. */
async function writeLines(copy: string, head: string, rest: string[]): Promise<void> {
  const body = [head, ...rest.slice(0, -2)].join('\n');
  const { end } = JSON.parse(rest.at(-2) ?? '');
  const sha256 = createHash('sha256').update(`${body}\n`).digest('hex');
  await writeFile(copy, gzipSync(`${body}\n${JSON.stringify({ end: { ...end, sha256 } })}\n`));
}
