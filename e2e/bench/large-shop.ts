import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { ensureSettings } from '../../server/src/foundations/settings/ensure-settings.ts';
import { migrateDatabase } from '../../server/src/platform/database/migrate.ts';
import { openDatabase } from '../../server/src/platform/database/open-database.ts';
import { createLog } from '../../server/src/platform/log.ts';
import { startPrivateServer } from '../../server/test/postgres-server.ts';
import { signIn } from '../plain-client.ts';
import { admin, runShop } from '../running-shop.ts';
import { fillShop, type Size } from './fill-shop.ts';

/** Production settings, durable commits included. */
const durable = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '2GB',
  max_wal_size: '8GB',
  random_page_cost: 1.1,
  effective_cache_size: '8GB',
};

/**
 * Returns the server at BENCH_SERVER_URL, whose databases remain for the next run, or starts a temporary one.
 */
export async function openBenchServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const serverUrl = process.env.BENCH_SERVER_URL;
  return serverUrl ? { url: serverUrl, stop: async () => {} } : startPrivateServer(durable);
}

/** Returns the URL of a database, and true if it is new. */
export async function databaseOn(serverUrl: string, name: string): Promise<{ url: string; isNew: boolean }> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  const existing = await client.query('select from pg_database where datname = $1', [name]);
  if (existing.rowCount === 0) await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, isNew: existing.rowCount === 0 };
}

/** Returns a database of this size; fills it if it does not exist. */
export async function largeDatabase(serverUrl: string, size: Size): Promise<string> {
  return filledDatabase(serverUrl, `reprise_${size.products}_${size.orders}`, (url) => fillShop(url, size));
}

/** Returns the migrated database of this name; fills it if it does not exist. */
export async function filledDatabase(
  serverUrl: string,
  name: string,
  fill: (url: string) => Promise<void>,
): Promise<string> {
  const { url, isNew } = await databaseOn(serverUrl, name);
  const database = await openDatabase({ databaseUrl: url, dataDir: '', log: createLog('error') });
  await migrateDatabase(database);
  await ensureSettings(database.db);
  await database.close();
  if (isNew) {
    const startedAt = performance.now();
    await fill(url);
    console.error(`${name} made in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  }
  return url;
}

export const sizeOf = (products: number): Size => ({
  products,
  users: Math.min(200_000, Math.max(1000, products / 5)),
  orders: products,
});

export type BenchShop = {
  url: string;
  databaseUrl: string;
  pid: number;
  token: string;
  stop: () => Promise<void>;
};

/**
 * Opens the built shop on a database with a signed-in administrator: responses to a token are never cached.
 */
export async function openBenchShop(
  databaseUrl: string,
  processes = 1,
  settings: Record<string, string> = {},
): Promise<BenchShop> {
  const dataDir = mkdtempSync(join(tmpdir(), 'reprise-bench-'));
  const shop = await runShop({ dataDir, databaseUrl, settings: { WORKERS: String(processes), ...settings } });
  return {
    url: shop.url,
    databaseUrl,
    pid: shop.pid,
    token: await signIn(shop.url, admin),
    stop: async () => {
      await shop.stop();
      if (existsSync(dataDir)) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
