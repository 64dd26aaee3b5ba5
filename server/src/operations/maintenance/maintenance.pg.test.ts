import { afterAll, expect, test } from 'vitest';
import { openTestApp } from '../../../test/test-app.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import type { Database } from '../../platform/database/database.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import { createLog } from '../../platform/log.ts';
import { openResponseCache } from '../../platform/response-cache/open-response-cache.ts';

const log = createLog('silent');
const database = await openTestDatabase();
if (database.kind !== 'postgres') throw new Error('Two processes need a PostgreSQL server.');
const secondConnection = await openDatabase({ databaseUrl: database.url, dataDir: '', log });
afterAll(secondConnection.close);

async function openProcess(connection: Database) {
  const cache = await openResponseCache(connection, log);
  afterAll(cache.stop);
  return openTestApp(connection, {}, cache.responseCache);
}

test('the shop closes and opens in the other process within seconds', async () => {
  const [first, second] = [await openProcess(database), await openProcess(secondConnection)];
  const owner = await first.signIn();
  await first.stepUp(owner);
  const close = (on: boolean) => first.call('PUT', '/maintenance', { token: owner, body: { on } });
  const status = async () => (await second.call('GET', '/products')).status;
  const inSeconds = { timeout: 5_000, interval: 50 };
  expect(await status()).toBe(200);
  await close(true);
  await expect.poll(status, inSeconds).toBe(503);
  await close(false);
  await expect.poll(status, inSeconds).toBe(200);
});
