import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shopCommand } from '../faults/shop-command.ts';
import { type Sent, shop } from '../faults/shoppers.ts';
import { addProduct, call, signIn } from '../plain-client.ts';
import { admin, type RunningShop, runShop } from '../running-shop.ts';
import { type Cluster, startCluster } from './cluster.ts';

// `npm run test:failover`, before a release: the leader of three PostgreSQL servers is killed three times while orders
// arrive. ORDERS=500 makes it shorter.

const kills = 3;
const ordersPerKill = Math.ceil(Number(process.env.ORDERS ?? 5000) / (kills + 1));
const stock = 900_000;
const dataDir = mkdtempSync(join(tmpdir(), 'reprise-failover-shop-'));

let cluster: Cluster;
let running: RunningShop | undefined;
let databaseUrl: string;

beforeAll(async () => {
  cluster = await startCluster();
  await cluster.untilHealthy();
  const client = new pg.Client({ connectionString: cluster.urlOf('postgres') });
  await client.connect();
  await client.query(`create role reprise login password 'reprise'`);
  await client.query(`create database reprise owner reprise encoding 'UTF8' template template0`);
  await client.end();
  const url = new URL(cluster.urlOf('reprise'));
  databaseUrl = Object.assign(url, { username: 'reprise', password: 'reprise' }).href;
  running = await runShop({ dataDir, databaseUrl, logLevel: 'fatal' });
});

afterAll(async () => {
  await running?.kill();
  await cluster?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Repeats an order under its key until the shop answers for it; returns its number. */
async function numberOf(base: string, order: Sent): Promise<string> {
  for (;;) {
    const answer = await call(base, 'POST', '/orders', order);
    if (answer.status === 201) return answer.body.data.order.orderNumber;
    if (answer.status !== 503 && answer.body?.code !== 'IN_PROGRESS') throw new Error(answer.text);
  }
}

test('loses and doubles no order when the leader is killed three times', async () => {
  const { url: base } = running as RunningShop;
  const product = await addProduct(base, await signIn(base, admin), stock);
  const acknowledgedAt: number[] = [performance.now()];
  let isOver = false;
  const shopping = shop({
    base,
    product,
    shoppers: 8,
    restMs: 100,
    shouldContinue: () => !isOver,
    onResponse: (answer) => {
      if (answer?.status === 201) acknowledgedAt.push(performance.now());
    },
  });
  const untilOrders = async (count: number) => {
    const goal = acknowledgedAt.length + count;
    await expect.poll(() => acknowledgedAt.length, { timeout: 600_000 }).toBeGreaterThanOrEqual(goal);
  };
  await untilOrders(ordersPerKill);
  for (let kill = 1; kill <= kills; kill++) {
    const killed = await cluster.killLeader();
    await untilOrders(ordersPerKill);
    cluster.restart(killed);
    await cluster.untilHealthy();
  }
  isOver = true;
  const sent = await shopping;

  let lost = 0;
  const waiting = [...sent];
  const resend = async () => {
    for (let order = waiting.pop(); order; order = waiting.pop()) {
      const number = await numberOf(base, order);
      if (order.orderNumber !== undefined && order.orderNumber !== number) lost += 1;
    }
  };
  await Promise.all(Array.from({ length: 8 }, resend));
  const token = await signIn(base, admin);
  const { total } = (await call(base, 'GET', '/orders/admin/all?limit=1', { token })).body.data.pagination;
  const left = (await call(base, 'GET', `/products/${product}`)).body.data.product.stockCount;
  const acknowledged = acknowledgedAt.length - 1;
  const gaps = acknowledgedAt.slice(1).map((time, index) => time - (acknowledgedAt[index] ?? time));
  const seconds = (Math.max(...gaps) / 1000).toFixed(1);
  console.log(
    `Failover: ${acknowledged} orders acknowledged, ${kills} kills of the leader, ${lost} lost, ${total - sent.length} doubled, orders again after ${seconds} s at the longest`,
  );
  expect([lost, total, left]).toEqual([0, sent.length, stock - sent.length]);
  expect(await shopCommand({ dataDir, databaseUrl }, 'check')).toMatchObject({ code: 0 });
});
