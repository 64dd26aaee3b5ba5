import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { durable, type PrivateServer, startPrivateServer } from '../../server/test/postgres-server.ts';
import { type Answer, addProduct, call, signIn } from '../plain-client.ts';
import { admin, type RunningShop, runShop } from '../running-shop.ts';
import { shopCommand } from './shop-command.ts';
import { expectOneOrderEach, type Sent, sendAgain, shop } from './shoppers.ts';
import { sized, timeFor, withinMs } from './size.ts';
import { type Line, openProxy } from './tcp-proxy.ts';

// Kills the database or breaks the connection to it while orders arrive. The shop answers 503 in time and recovers
// without a restart.

const kills = sized({ slice: 1, quick: 3, release: 100 });
const stock = 900_000;
const dataDir = mkdtempSync(join(tmpdir(), 'reprise-lost-database-'));
const everything: Sent[] = [];
/** Orders that are not counted yet. */
const fresh: Sent[] = [];
/** Kills between two counts of all orders. */
const countedEvery = 10;

let postgres: PrivateServer;
let proxy: Line;
let running: RunningShop;
let product: string;

beforeAll(async () => {
  postgres = await startPrivateServer(durable);
  proxy = await openProxy(postgres.port);
  running = await runShop({
    dataDir,
    databaseUrl: `postgres://reprise@127.0.0.1:${proxy.port}/postgres`,
    logLevel: 'fatal',
  });
  product = await addProduct(running.url, await signIn(running.url, admin), stock);
});

afterAll(async () => {
  await running?.kill();
  await proxy?.close();
  await postgres?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

type SeenResponse = { status: number; code: string | undefined; retryAfter: string | null; tookMs: number };

function recordResponses() {
  const seen: SeenResponse[] = [];
  const onResponse = (answer: Answer | null, tookMs: number) =>
    seen.push({
      status: answer?.status ?? 0,
      code: answer?.body?.code,
      retryAfter: answer?.headers.get('retry-after') ?? null,
      tookMs,
    });
  return { seen, onResponse };
}

/** Expects an order or a request to retry for every call, within the limit. */
function expectHonestAnswers(seen: SeenResponse[], limit: number): void {
  const others = seen.filter(({ status, code }) => ![201, 503].includes(status) && code !== 'IN_PROGRESS');
  expect(others).toEqual([]);
  expect(seen.filter(({ status, retryAfter }) => status !== 201 && !retryAfter)).toEqual([]);
  expect(Math.max(...seen.map(({ tookMs }) => tookMs))).toBeLessThan(withinMs(limit));
}

async function expectAllStored(): Promise<void> {
  await sendAgain(running.url, fresh);
  everything.push(...fresh.splice(0));
  await expectOneOrderEach(running.url, await signIn(running.url, admin), product, stock, everything);
}

const placesAnOrder = async () => {
  const [order] = await shop({ base: running.url, product, shoppers: 1, shouldContinue: sendOneOrder() });
  if (order) fresh.push(order);
  return order?.orderNumber !== undefined;
};

function sendOneOrder(): () => boolean {
  let hasOrdered = false;
  return () => {
    const shouldContinue = !hasOrdered;
    hasOrdered = true;
    return shouldContinue;
  };
}

async function msUntilAnOrder(): Promise<number> {
  const started = performance.now();
  await expect.poll(placesAnOrder, { timeout: 30_000, interval: 50 }).toBe(true);
  return performance.now() - started;
}

/** Places orders while `fault` happens, then restores the connection. */
async function orderDuring(fault: () => Promise<void>): Promise<SeenResponse[]> {
  const { seen, onResponse } = recordResponses();
  let over = false;
  const shopping = shop({ base: running.url, product, shoppers: 4, shouldContinue: () => !over, onResponse });
  await expect
    .poll(() => seen.filter(({ status }) => status === 201).length, { timeout: 30_000 })
    .toBeGreaterThan(5);
  await fault();
  over = true;
  fresh.push(...(await shopping));
  return seen;
}

const untilRefusals = () =>
  expect
    .poll(async () => (await fetch(`${running.url}/health/ready`)).status, { timeout: 15_000, interval: 100 })
    .toBe(503);

test(
  `recovers from ${kills} kills of PostgreSQL while orders arrive`,
  async () => {
    const recoveries: number[] = [];
    for (let n = 0; n < kills; n++) {
      const seen = await orderDuring(async () => {
        await postgres.kill();
        await untilRefusals();
        expect((await fetch(`${running.url}/health/live`)).status).toBe(200);
        await postgres.restart();
      });
      expectHonestAnswers(seen, 10_000);
      recoveries.push(await msUntilAnOrder());
      if ((n + 1) % countedEvery !== 0 && n + 1 < kills) continue;
      await expectAllStored();
      const worst = Math.round(Math.max(...recoveries));
      console.log(
        `G-5: ${n + 1} of ${kills} kills of PostgreSQL, ${everything.length} orders, 0 lost, 0 doubled, an order within ${worst} ms of its return at the worst`,
      );
    }
    expect(Math.max(...recoveries)).toBeLessThan(withinMs(5000));
  },
  timeFor(kills),
);

const silence = sized({ slice: 0, quick: 12_000, release: 30_000 });

const silent = async () => {
  const seen = await orderDuring(async () => {
    proxy.halfOpen();
    await new Promise((resolve) => setTimeout(resolve, silence));
    proxy.pass();
  });
  expectHonestAnswers(seen, 12_000);
  const back = await msUntilAnOrder();
  const slowest = Math.round(Math.max(...seen.map(({ tookMs }) => tookMs)));
  console.log(
    `F-4: silent for ${silence / 1000} s, slowest response ${slowest} ms, recovered after ${Math.round(back)} ms`,
  );
};
// The slice leaves out the silent line, because it takes long.
if (silence > 0) test(`recovers from a database silent for ${silence / 1000} s`, silent);

test.each(['cut', 'reset'] as const)('recovers from a database connection that is %s', async (fault) => {
  const seen = await orderDuring(async () => {
    proxy[fault]();
    await untilRefusals();
    proxy.pass();
  });
  expectHonestAnswers(seen, 10_000);
  expect(await msUntilAnOrder()).toBeLessThan(withinMs(5000));
});

test('places orders over a slow database connection', async () => {
  proxy.delay(100);
  expect(await placesAnOrder()).toBe(true);
  proxy.pass();
});

/** Lets later transactions write, or makes them read-only. */
async function allowWrites(allowed: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`alter system set default_transaction_read_only = ${allowed ? 'off' : 'on'}`);
  await client.query('select pg_reload_conf()');
  await client.end();
}

test('serves reads and answers writes with 503 while the database is read-only', async () => {
  const token = await signIn(running.url, admin);
  const readOrders = async () =>
    (await call(running.url, 'GET', '/orders/admin/all?limit=1', { token })).status;
  // Writes the audit entry of this hour, without which the shop returns no personal data.
  expect(await readOrders()).toBe(200);
  await allowWrites(false);
  await expect.poll(placesAnOrder, { timeout: 15_000 }).toBe(false);
  const looks = ['/', `/product/${product}`, '/api/products?search=thing', `/api/products/${product}`];
  for (const path of looks) expect([path, (await fetch(running.url + path)).status]).toEqual([path, 200]);
  expect(await readOrders()).toBe(200);
  const { seen, onResponse } = recordResponses();
  fresh.push(
    ...(await shop({ base: running.url, product, shoppers: 1, shouldContinue: sendOneOrder(), onResponse })),
  );
  const body = { name: 'Read only', description: 'For a test' };
  const refusals = [
    await call(running.url, 'POST', '/categories', { token, body }),
    await call(running.url, 'POST', '/auth/login', { body: admin }),
  ];
  for (const answer of refusals) onResponse(answer, 0);
  expect(seen.map(({ status, code }) => [status, code])).toEqual(seen.map(() => [503, 'UNAVAILABLE']));
  expectHonestAnswers(seen, 10_000);
  await allowWrites(true);
  expect(await msUntilAnOrder()).toBeLessThan(withinMs(5000));
});

test('stores every confirmed order once after all database faults', async () => {
  await expectAllStored();
  const location = { dataDir, databaseUrl: postgres.url };
  expect(await shopCommand(location, 'check')).toMatchObject({ code: 0 });
});
