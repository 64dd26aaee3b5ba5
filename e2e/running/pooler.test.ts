import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Pooler, startPooler } from '../../server/test/pgbouncer.ts';
import { type PrivateServer, startPrivateServer } from '../../server/test/postgres-server.ts';
import { shopCommand } from '../faults/shop-command.ts';
import { expectOneOrderEach, sendAgain, shop } from '../faults/shoppers.ts';
import { addProduct, call, signIn } from '../plain-client.ts';
import { admin, type RunningShop, runShop } from '../running-shop.ts';

// A shop behind PgBouncer in transaction mode: no startup options, no prepared statements, limits by role.

const dataDir = mkdtempSync(join(tmpdir(), 'reprise-behind-pooler-'));
const stock = 1000;

let postgres: PrivateServer;
let pooler: Pooler;
let running: RunningShop | undefined;

beforeAll(async () => {
  postgres = await startPrivateServer();
  pooler = await startPooler(postgres.port);
});

afterAll(async () => {
  await running?.stop();
  await pooler?.stop();
  await postgres?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const start = (settings: Record<string, string>) =>
  runShop({ dataDir, databaseUrl: pooler.url, settings, logLevel: 'fatal' });

const pooled = { DATABASE_POOLER: 'transaction', DATABASE_POOL: '8' };

async function runSql(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(text);
  await client.end();
}

test('a shop that is not told of its pooler says which setting to use', async () => {
  await expect(start({})).rejects.toThrow('Set DATABASE_POOLER=transaction');
});

test('a role without limits is refused with the statements that set them', async () => {
  const refusal = await start(pooled).catch((error: Error) => error.message);
  const statements = String(refusal).match(/alter role .*;/g) ?? [];
  expect(statements).toHaveLength(7);
  await runSql(statements.join('\n'));
  await pooler.restart();
});

test('orders, mails, checks and reports work behind a pooler that restarts', async () => {
  running = await start(pooled);
  const token = await signIn(running.url, admin);
  const product = await addProduct(running.url, token, stock);
  let answers = 0;
  let restarted: Promise<void> | undefined;
  const sent = await shop({
    base: running.url,
    product,
    shoppers: 4,
    shouldContinue: () => answers < 120,
    onResponse: () => {
      answers += 1;
      if (answers === 40) restarted = pooler.restart();
    },
  });
  await restarted;
  await sendAgain(running.url, sent);
  await expectOneOrderEach(running.url, token, product, stock, sent);
  const stats = await call(running.url, 'GET', '/dashboard/stats', { token });
  expect(stats.body.data.overview.totalOrders).toBe(sent.length);
  const check = await call(running.url, 'POST', '/integrity/checks', { token });
  expect(check.body?.data?.check?.broken ?? check.body).toEqual([]);
});

test('a backup is written through the pooler', async () => {
  const file = join(dataDir, 'pooled.backup');
  const { code, output } = await shopCommand(
    { dataDir, databaseUrl: pooler.url, settings: pooled },
    'backup',
    file,
  );
  expect([code, output]).toEqual([0, expect.stringContaining('order')]);
});
