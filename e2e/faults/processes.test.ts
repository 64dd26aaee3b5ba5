import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../server/test/free-port.ts';
import { durable, type PrivateServer, startPrivateServer } from '../../server/test/postgres-server.ts';
import { addProduct, call, orderOf, signIn } from '../plain-client.ts';
import { admin, type RunningShop, runShop } from '../running-shop.ts';
import { type Balancer, openBalancer } from './balancer.ts';
import { sendAgain, shop } from './shoppers.ts';
import { sized, timeFor } from './size.ts';

// Web processes and workers apart, on one PostgreSQL: one process after the other is killed while orders arrive.

const processesOfRole = sized({ slice: 1, quick: 2, release: 3 });
const kills = sized({ slice: 2, quick: 4, release: 60 });
const betweenKillsMs = sized({ slice: 500, quick: 1500, release: 10_000 });
const stock = 900_000;

type Role = 'web' | 'worker';
type Process = { role: Role; port: number; running: RunningShop };

const dataDir = mkdtempSync(join(tmpdir(), 'reprise-roles-'));
const processes: Process[] = [];
let postgres: PrivateServer;
let balancer: Balancer;

async function start(role: Role, port: number): Promise<RunningShop> {
  const settings = { ROLE: role, APP_SECRET: 'the-same-in-all-processes-of-this-shop' };
  return runShop({ dataDir, databaseUrl: postgres.url, port, settings, logLevel: 'fatal' });
}

async function add(role: Role): Promise<Process> {
  const port = await freePort();
  const added = { role, port, running: await start(role, port) };
  processes.push(added);
  balancer.setShops(processes.filter((one) => one.role === 'web').map(({ running }) => running.url));
  return added;
}

beforeAll(async () => {
  postgres = await startPrivateServer(durable);
  balancer = await openBalancer();
  await add('web');
});

afterAll(async () => {
  await Promise.all(processes.map(({ running }) => running.kill()));
  await balancer?.close();
  await postgres?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function readRow<Row extends pg.QueryResultRow>(text: string): Promise<Row> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query<Row>(text);
  await client.end();
  return rows[0] as Row;
}

const readOutbox = () => readRow<{ waiting: number }>('select count(*)::int as waiting from job_outbox');

/** Waits until the web process polled the database three seconds after now. */
async function threeSecondsOfPolls(): Promise<void> {
  const { due } = await readRow<{ due: string }>("select (now() + interval '3 s')::text as due");
  const isOver = `select bool_or(query_start > '${due}') as over from pg_stat_activity
    where application_name = 'reprise cache'`;
  while (!(await readRow<{ over: boolean }>(isOver)).over) await pause(100);
}

const countMails = async (base: string, token: string) => {
  const mails = await call(base, 'GET', '/notifications/mails?kind=order-placed&limit=1', { token });
  return mails.body.data.pagination.total as number;
};

test(
  'a web process leaves jobs to a worker, and a worker answers health checks only',
  async () => {
    const [web] = processes;
    if (!web) throw new Error('No web process runs.');
    const { url } = web.running;
    const token = await signIn(url, admin);
    const product = await addProduct(url, token, 10);
    await call(url, 'POST', '/orders', { body: orderOf(product) });
    await threeSecondsOfPolls();
    expect((await readOutbox()).waiting).toBeGreaterThan(0);
    const worker = await add('worker');
    const statuses = await Promise.all(
      ['/health/ready', '/', '/api/products'].map(
        async (path) => (await fetch(worker.running.url + path)).status,
      ),
    );
    expect(statuses).toEqual([200, 404, 404]);
  },
  timeFor(1),
);

test(
  `places each order once and mails it through ${kills} kills of ${processesOfRole} web processes and workers`,
  async () => {
    while (processes.length < 2 * processesOfRole) {
      await add(processes.filter(({ role }) => role === 'web').length < processesOfRole ? 'web' : 'worker');
    }
    const token = await signIn(balancer.url, admin);
    const product = await addProduct(balancer.url, token, stock);
    const ordersBefore = (await call(balancer.url, 'GET', '/orders/admin/all?limit=1', { token })).body.data;
    let isOver = false;
    const shopping = shop({
      base: balancer.url,
      product,
      shoppers: 4,
      shouldContinue: () => !isOver,
      restMs: 50,
    });
    for (let kill = 0; kill < kills; kill++) {
      await pause(betweenKillsMs);
      const victim = processes[kill % processes.length] as Process;
      await victim.running.kill();
      victim.running = await start(victim.role, victim.port);
    }
    isOver = true;
    const sent = await shopping;
    await sendAgain(balancer.url, sent);
    expect(ordersBefore.pagination.total).toBe(1);
    const { total } = (await call(balancer.url, 'GET', '/orders/admin/all?limit=1', { token })).body.data
      .pagination;
    expect(total).toBe(sent.length + 1);
    const { product: left } = (await call(balancer.url, 'GET', `/products/${product}`)).body.data;
    expect(left.stockCount + sent.length).toBe(stock);
    while ((await countMails(balancer.url, token)) < total) await pause(500);
    expect(await countMails(balancer.url, token)).toBe(total);
  },
  timeFor(kills),
);
