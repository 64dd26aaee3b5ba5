import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { durable, type PrivateServer, startPrivateServer } from '../../server/test/postgres-server.ts';
import { addProduct, call, orderOf, signIn } from '../plain-client.ts';
import { admin, type RunningShop, runShop } from '../running-shop.ts';
import { attack } from './attack.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'reprise-database-away-'));
const floodSize = 200;

let postgres: PrivateServer;
let shop: RunningShop;
let token: string;
let product: string;

beforeAll(async () => {
  postgres = await startPrivateServer(durable);
  shop = await runShop({
    dataDir,
    databaseUrl: postgres.url,
    logLevel: 'fatal',
    settings: { RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1' },
  });
  token = await signIn(shop.url, admin);
  product = await addProduct(shop.url, token, 100);
});

afterAll(async () => {
  await shop?.kill();
  await postgres?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const read = async (path: string) => {
  const response = await fetch(shop.url + path);
  return { path, status: response.status, text: await response.text() };
};

const stopsBeingReady = () =>
  expect
    .poll(async () => (await fetch(`${shop.url}/health/ready`)).status, { timeout: 15_000, interval: 100 })
    .toBe(503);

attack('3', 'cached pages are read and every guard refuses while the database is away', async (report) => {
  // Redirects are not cached: the product's page is read under the address it redirects to.
  const productPage = new URL((await fetch(`${shop.url}/product/${product}`)).url).pathname;
  const cachedPaths = ['/', '/products', productPage, '/api/products', `/api/products/${product}`];
  for (const path of cachedPaths) expect(await read(path)).toMatchObject({ status: 200 });
  const before = await Promise.all(cachedPaths.map(read));

  const { name, category } = (await call(shop.url, 'GET', `/products/${product}`)).body.data.product;
  await postgres.kill();
  await stopsBeingReady();
  // Four times as long as a process may serve its cache without invalidations from other processes.
  await new Promise((resolve) => setTimeout(resolve, 4000));

  expect(await Promise.all(cachedPaths.map(read))).toEqual(before);
  const startedAt = performance.now();
  const flood = await Promise.all(
    Array.from({ length: floodSize }, (_, index) => read(cachedPaths[index % cachedPaths.length] ?? '/')),
  );
  const floodMs = Math.round(performance.now() - startedAt);
  expect(flood.filter(({ status }) => status !== 200)).toEqual([]);

  const { email, password } = admin;
  const guarded: [string, string, { token?: string; body?: unknown; key?: string }][] = [
    ['POST', '/orders', { body: orderOf(product), key: crypto.randomUUID() }],
    ['POST', '/auth/login', { body: { email, password } }],
    ['POST', '/auth/login', { body: { email, password: 'wrong' } }],
    ['POST', '/auth/step-up', { token, body: { password } }],
    ['GET', '/auth/me', { token }],
    ['GET', '/orders/admin/all?limit=1', { token }],
    ['GET', '/users/users', { token }],
    ['PUT', `/products/${product}`, { token, body: { price: 1 } }],
    ['DELETE', `/products/${product}`, { token }],
    ['GET', '/products?search=never-searched', {}],
    ['GET', '/products/prd_never_read', {}],
  ];
  const refusals = [];
  for (const [method, path, options] of guarded) {
    const { status } = await call(shop.url, method, path, options);
    refusals.push(`${status} ${method} ${path}`);
  }
  expect(refusals).toEqual(guarded.map(([method, path]) => `503 ${method} ${path}`));
  const uncachedPages = ['/deals', '/products?page=2', '/product/prd_never_read'];
  for (const path of uncachedPages) expect(await read(path)).toMatchObject({ status: 503 });

  await postgres.restart();
  const body = { name, category, price: 4321 };
  const change = () => call(shop.url, 'PUT', `/products/${product}`, { token, body });
  await expect.poll(async () => (await change()).status, { timeout: 15_000, interval: 50 }).toBe(200);
  // The first read after the write must be fresh, so it does not wait.
  for (const { status, text } of await Promise.all(cachedPaths.slice(2).map(read))) {
    expect(status).toBe(200);
    expect(text).toMatch(/4,?321/);
  }
  report(
    `${cachedPaths.length} of ${cachedPaths.length} cached addresses read, ${floodSize} hits in ${floodMs} ms, ${guarded.length + uncachedPages.length} of ${guarded.length + uncachedPages.length} others refused, 0 stale after the return`,
  );
});
