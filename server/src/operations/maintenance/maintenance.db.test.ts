import { maintenanceSentence } from '@reprise/contract/operations/maintenance';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { someAddress } from '../../../test/order-shop.ts';
import { openTestApp } from '../../../test/test-app.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { createLog } from '../../platform/log.ts';
import { openResponseCache } from '../../platform/response-cache/open-response-cache.ts';
import { openShop } from './open-shop.ts';

const database = await openTestDatabase();
const cache = await openResponseCache(database, createLog('silent'));
afterAll(cache.stop);
const { app, call, deps, signIn, stepUp, register } = await openTestApp(database, {}, cache.responseCache);
const admin = await signIn();
await stepUp(admin);

const set = (body: object, token = admin) => call('PUT', '/maintenance', { token, body });
const products = () => call('GET', '/products');

beforeEach(async () => {
  await set({ on: false });
});

test('a closed shop refuses customers, with the time to come back, and opens again', async () => {
  expect((await products()).status).toBe(200);
  const until = new Date(Date.now() + 3_600_000).toISOString();
  expect((await set({ on: true, message: 'We are moving house.', until })).status).toBe(200);
  const refused = await products();
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    503,
    'MAINTENANCE',
    'We are moving house.',
  ]);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
  await set({ on: false });
  expect((await products()).status).toBe(200);
});

test('no order is taken and no registration, while sign-in and staff go on', async () => {
  const customer = await register();
  await set({ on: true });
  const items = [{ product: 'prd_any', quantity: 1 }];
  const order = { items, shippingAddress: someAddress, paymentMethod: 'card' };
  expect((await call('POST', '/orders', { body: order })).body.code).toBe('MAINTENANCE');
  expect((await call('GET', '/orders', { token: customer.token })).body.code).toBe('MAINTENANCE');
  expect((await call('GET', '/products', { token: admin })).status).toBe(200);
  expect((await call('GET', '/settings/public')).status).toBe(200);
  const { email, password } = customer;
  expect((await call('POST', '/auth/login', { body: { email, password } })).status).toBe(200);
  const event = await call('POST', '/payments/webhook', { body: '{}', headers: { 'stripe-signature': 'x' } });
  expect(event.body?.code).not.toBe('MAINTENANCE');
});

test('pages answer 503 with the sentence as text, while health checks go on', async () => {
  await set({ on: true, message: '<b>Back at 5</b>' });
  const page = await app.inject('/products');
  expect([page.statusCode, page.headers['cache-control'], page.headers['retry-after']]).toEqual([
    503,
    'no-store',
    '600',
  ]);
  expect(page.payload).toContain('&lt;b&gt;Back at 5&lt;/b&gt;');
  expect((await app.inject('/health/ready')).statusCode).toBe(200);
  for (const file of ['/icon.svg', '/img/icon-192.png', '/.well-known/change-password', '/admin/orders']) {
    expect([file, (await app.inject(file)).statusCode === 503]).toEqual([file, false]);
  }
  expect((await app.inject('/apis')).statusCode).toBe(503);
  await set({ on: true, message: '' });
  expect((await app.inject('/')).payload).toContain(maintenanceSentence);
});

test('only the owner closes the shop, and the command opens it', async () => {
  const customer = await register();
  expect((await set({ on: true }, customer.token)).status).toBe(403);
  expect((await call('PUT', '/maintenance', { body: { on: true } })).status).toBe(401);
  await set({ on: true });
  const lines: string[] = [];
  expect(await openShop(deps, (line) => lines.push(line))).toBe(0);
  expect([lines, (await products()).status]).toEqual([['The shop is open.'], 200]);
});

test('a later change of the sentence keeps the start', async () => {
  const first = (await set({ on: true })).body.data.maintenance;
  const second = (await set({ on: true, message: 'Almost done.' })).body.data.maintenance;
  expect(second).toEqual({ ...first, message: 'Almost done.' });
});
