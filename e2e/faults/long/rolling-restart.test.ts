import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { durable, type PrivateServer, startPrivateServer } from '../../../server/test/postgres-server.ts';
import { addProduct, signIn } from '../../plain-client.ts';
import { admin, type PreparedShop, prepareShop, type RunningShop } from '../../running-shop.ts';
import { type Balancer, openBalancer } from '../balancer.ts';
import { shopCommand } from '../shop-command.ts';
import { expectOneOrderEach, type Sent, shop } from '../shoppers.ts';
import { progressOf, sized, timeFor } from '../size.ts';

// Restarts two shops on one PostgreSQL behind a balancer, one after the other, while customers browse and buy. Every
// call must be answered without a retry.

const restarts = sized({ slice: 0, quick: 2, release: 40 });
const stock = 900_000;
const folder = mkdtempSync(join(tmpdir(), 'reprise-rolling-'));
const shops: RunningShop[] = [];
let postgres: PrivateServer;
let balancer: Balancer;
let product: string;
let next: PreparedShop | undefined;

const prepare = (name: number) =>
  prepareShop({ dataDir: join(folder, String(name)), databaseUrl: postgres.url, logLevel: 'fatal' });
const showAll = () => balancer.setShops(shops.map(({ url }) => url));

beforeAll(async () => {
  postgres = await startPrivateServer(durable);
  balancer = await openBalancer();
  for (const name of [0, 1]) shops.push(await prepare(name).open());
  showAll();
  product = await addProduct(shops[0]?.url ?? '', await signIn(shops[0]?.url ?? '', admin), stock);
});

afterAll(async () => {
  next?.drop();
  await Promise.all(shops.map((running) => running.kill()));
  await balancer?.close();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const untilReady = () =>
  expect
    .poll(async () => (await fetch(`${balancer.url}/health/ready`)).status, { timeout: 20_000 })
    .toBe(200);

test(`answers every call while two shops restart in turn ${restarts} times`, {
  timeout: timeFor(restarts),
}, async () => {
  await untilReady();
  let over = false;
  const bad: string[] = [];
  let pagesRead = 0;
  const browse = async () => {
    for (let turn = 0; !over; turn++) {
      const path = ['/products', '/', `/product/${product}`][turn % 3] ?? '/';
      const answer = await fetch(balancer.url + path).catch((error) => error as Error);
      if (answer instanceof Error) bad.push(`${path}: ${answer.message}`);
      else if (answer.status !== 200)
        bad.push(`${path}: ${answer.status} ${(await answer.text()).slice(0, 200)}`);
      else await answer.text();
      pagesRead += 1;
    }
  };
  const onResponse: Parameters<typeof shop>[0]['onResponse'] = (answer) => {
    if (answer?.status !== 201) bad.push(`order: ${answer?.status} ${answer?.text.slice(0, 200)}`);
  };
  const buying = shop({ base: balancer.url, product, shoppers: 2, shouldContinue: () => !over, onResponse });
  const browsing = Promise.all([browse(), browse()]);
  const progress = progressOf('F-8', restarts, 'restarts');
  for (let n = 0; n < restarts; n++) {
    const index = n % 2;
    next = prepare(index);
    expect(await shops[index]?.stop()).toBe(0);
    shops[index] = await next.open();
    showAll();
    // The second shop restarts only when the balancer routes to the first one.
    const before = pagesRead;
    await expect.poll(() => pagesRead - before, { timeout: 120_000 }).toBeGreaterThan(20);
    expect(bad).toEqual([]);
    progress();
  }
  over = true;
  await browsing;
  const sent: Sent[] = await buying;
  expect(bad).toEqual([]);
  const token = await signIn(shops[0]?.url ?? '', admin);
  await expectOneOrderEach(shops[0]?.url ?? '', token, product, stock, sent);
  const location = { dataDir: join(folder, '0'), databaseUrl: postgres.url };
  expect(await shopCommand(location, 'check')).toMatchObject({ code: 0 });
  console.log(`F-8: ${restarts} restarts, ${sent.length} orders and ${pagesRead} pages meanwhile, 0 failed`);
});
