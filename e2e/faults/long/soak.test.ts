import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db, PostgresDatabase } from '../../../server/src/platform/database/database.ts';
import { openDatabase } from '../../../server/src/platform/database/open-database.ts';
import { createLog } from '../../../server/src/platform/log.ts';
import { freePort } from '../../../server/test/free-port.ts';
import { durable, type PrivateServer, startPrivateServer } from '../../../server/test/postgres-server.ts';
import { addProduct, signIn } from '../../plain-client.ts';
import { megabytesOf } from '../../process-usage.ts';
import { admin, type PreparedShop, prepareShop, type RunningShop } from '../../running-shop.ts';
import { anyOf, type Confirmed, startMixedLoad } from '../mixed-load.ts';
import { shopCommand } from '../shop-command.ts';
import { progressOf, sized } from '../size.ts';
import { type Line, openProxy } from '../tcp-proxy.ts';

// Two processes on one PostgreSQL for hours, under mixed load and with a fault every minute. In the end no confirmed
// effect is missing, no job is left, and the memory of the process that never restarts has not grown.
// `SOAK_MINUTES=10 npm run test:faults -- release soak` runs a short one.

const minutes = Number(process.env.SOAK_MINUTES ?? 240);
const isEnabled = sized({ slice: false, quick: false, release: true });
const faultEveryMs = 60_000;
/** Memory grows while caches fill; samples of this time are ignored. */
const warmUpMs = Math.min(60, minutes / 3) * 60_000;
/** True if the run is long enough for the slope to exceed the noise. */
const isLong = minutes >= 180;
const stock = 900_000;

const folder = mkdtempSync(join(tmpdir(), 'reprise-soak-'));
let postgres: PrivateServer;
const lines: Line[] = [];
const shops: RunningShop[] = [];
let next: PreparedShop | undefined;
let database: PostgresDatabase;

/** Each process has its own proxy to the database and a fixed port. */
const prepare = (at: number, port: number) =>
  prepareShop({
    dataDir: join(folder, String(at)),
    databaseUrl: `postgres://reprise@127.0.0.1:${lines[at]?.port}/postgres`,
    demo: true,
    port,
    logLevel: 'fatal',
  });
const portOf = (shop: RunningShop) => Number(new URL(shop.url).port);

beforeAll(async () => {
  if (!isEnabled) return;
  postgres = await startPrivateServer(durable);
  for (const at of [0, 1]) {
    lines.push(await openProxy(postgres.port));
    shops.push(await prepare(at, await freePort()).open());
  }
  const opened = await openDatabase({ databaseUrl: postgres.url, dataDir: '', log: createLog('silent') });
  database = opened as PostgresDatabase;
});

afterAll(async () => {
  next?.drop();
  for (const shop of shops) await shop.kill();
  await database?.close();
  for (const line of lines) await line.close();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

// Faults. The first process is restarted; the second one's memory is measured.

async function restartFirst(end: (shop: RunningShop) => Promise<unknown>): Promise<void> {
  const [first] = shops as [RunningShop];
  next = prepare(0, portOf(first));
  await end(first);
  shops[0] = await next.open();
}

async function disturbConnection(mode: 'cut' | 'halfOpen', ms: number): Promise<void> {
  const line = anyOf(lines);
  line[mode]();
  await pause(ms);
  line.pass();
}

const faults = {
  'kill -9 of a process': () => restartFirst((shop) => shop.kill()),
  'SIGTERM to a process': () => restartFirst(async (shop) => expect(await shop.stop()).toBe(0)),
  'kill -9 of PostgreSQL': async () => {
    await postgres.kill();
    await postgres.restart();
  },
  'a line that is cut': () => disturbConnection('cut', 5000),
  'a line that goes silent': () => disturbConnection('halfOpen', 10_000),
  'a process that stands still': async () => {
    const { pid } = anyOf(shops);
    process.kill(pid, 'SIGSTOP');
    await pause(5000);
    process.kill(pid, 'SIGCONT');
  },
};
type Fault = keyof typeof faults;

/** Draws every fault equally often, in random order. */
function* drawFaults(): Generator<Fault> {
  for (;;) yield* (Object.keys(faults) as Fault[]).toSorted(() => Math.random() - 0.5);
}

/** Resolves with the time until both processes are ready. */
async function msUntilReady(): Promise<number> {
  const began = performance.now();
  const ready = ({ url }: RunningShop) =>
    fetch(`${url}/health/ready`).then(
      ({ status }) => status,
      () => 0,
    );
  await expect
    .poll(() => Promise.all(shops.map(ready)), { timeout: 60_000, interval: 100 })
    .toEqual([200, 200]);
  return performance.now() - began;
}

// Memory

type Sample = { hours: number; megabytes: number };

function rangeOf(samples: Sample[]): string {
  const sizes = samples.map(({ megabytes }) => Math.round(megabytes));
  return `${Math.min(...sizes)} to ${Math.max(...sizes)} MB`;
}

/** Returns the growth in MB per hour by least squares. */
function slopeOf(samples: Sample[]): number {
  const mean = (pick: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + pick(sample), 0) / samples.length;
  const [hours, megabytes] = [mean((one) => one.hours), mean((one) => one.megabytes)];
  return (
    mean((one) => (one.hours - hours) * (one.megabytes - megabytes)) / mean((one) => (one.hours - hours) ** 2)
  );
}

// State at the end

/** Returns the number of jobs that wait, run or have failed for good. */
async function unfinishedJobs(db: Db): Promise<number> {
  const { rows } = await db.execute<{ jobs: number }>(sql`
    select (select count(*) from pgboss.job where state in ('created', 'retry', 'active'))
      + (select count(*) from job_outbox) as jobs`);
  return rows[0]?.jobs ?? 0;
}

async function busyConnections(db: Db): Promise<number> {
  const { rows } = await db.execute<{ busy: number }>(sql`
    select count(*) as busy from pg_stat_activity
    where application_name = 'reprise' and state <> 'idle' and pid <> pg_backend_pid()`);
  return rows[0]?.busy ?? 0;
}

async function countOrders(db: Db): Promise<number> {
  const { rows } = await db.execute<{ orders: number }>(sql`select count(*) as orders from orders`);
  return rows[0]?.orders ?? 0;
}

/** Returns the orders whose stored state contradicts a confirmation. */
async function findBroken(db: Db, confirmed: Confirmed[]): Promise<Confirmed[]> {
  type Row = { id: string; number: string; status: string; payment: string };
  const { rows } = await db.execute<Row>(
    sql`select id, order_number as number, status, payment_status as payment from orders`,
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  return confirmed.filter(({ id, orderNumber, paid, cancelled }) => {
    const now = stored.get(id);
    const isPaid = now?.payment === 'paid' || (now?.payment === 'refunded' && now.status === 'cancelled');
    return now?.number !== orderNumber || (paid && !isPaid) || (cancelled && now.status !== 'cancelled');
  });
}

test.runIf(isEnabled)(
  `survives ${minutes} minutes of mixed load with a fault every minute`,
  async () => {
    const token = await signIn(shops[0]?.url ?? '', admin);
    const products: string[] = [];
    for (let at = 0; at < 3; at++) products.push(await addProduct(shops[0]?.url ?? '', token, stock));
    const before = await countOrders(database.db);
    const began = performance.now();
    const samples: Sample[] = [];
    const sampling = setInterval(() => {
      const hours = (performance.now() - began) / 3_600_000;
      samples.push({ hours, megabytes: megabytesOf(shops[1]?.pid ?? 0) });
    }, 5000);
    const load = startMixedLoad({ bases: shops.map(({ url }) => url), products, admin });
    const progress = progressOf('G-20', minutes, 'faults');
    const faultCounts = new Map<Fault, number>();
    let slowest = 0;
    for (const fault of drawFaults()) {
      await pause(faultEveryMs);
      if (performance.now() - began > minutes * 60_000) break;
      await faults[fault]();
      slowest = Math.max(slowest, await msUntilReady());
      faultCounts.set(fault, (faultCounts.get(fault) ?? 0) + 1);
      expect(load.unexpected, fault).toEqual([]);
      progress();
    }
    await load.stop();
    clearInterval(sampling);
    const { confirmed, counts } = load;
    const settled = samples.filter(({ hours }) => hours * 3_600_000 >= warmUpMs);
    const slope = slopeOf(settled);
    console.log(
      [
        `G-20: ${minutes} minutes, ${[...faultCounts].map(([fault, times]) => `${times} x ${fault}`).join(', ')}`,
        `  ${confirmed.length} orders, ${confirmed.filter(({ paid }) => paid).length} paid, ${confirmed.filter(({ cancelled }) => cancelled).length} cancelled, ${counts.pages} pages, ${counts.searches} searches, ${counts.lists} lists, ${counts.imports} imports`,
        `  both processes ready ${Math.round(slowest)} ms after a fault at the worst`,
        `  memory of the process that stayed: ${rangeOf(settled)} after the first ${Math.round(warmUpMs / 60_000)} minutes, ${slope.toFixed(1)} MB an hour`,
      ].join('\n'),
    );
    expect(load.unexpected).toEqual([]);
    await expect.poll(() => unfinishedJobs(database.db), { timeout: 600_000, interval: 1000 }).toBe(0);
    await expect.poll(() => busyConnections(database.db), { timeout: 60_000, interval: 200 }).toBe(0);
    expect(await findBroken(database.db, confirmed)).toEqual([]);
    expect((await countOrders(database.db)) - before).toBe(confirmed.length);
    const location = { dataDir: join(folder, '0'), databaseUrl: postgres.url };
    expect(await shopCommand(location, 'check')).toMatchObject({ code: 0 });
    if (isLong) expect(slope).toBeLessThan(1);
  },
  minutes * 60_000 + 1_800_000,
);
