import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { openTestApp } from '../../../test/test-app.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { storeSettings } from '../../foundations/settings/settings.tables.ts';
import { createKeyring } from '../../platform/crypto/keyring.ts';
import { createLog } from '../../platform/log.ts';
import { openResponseCache } from '../../platform/response-cache/open-response-cache.ts';
import { openShop } from '../maintenance/open-shop.ts';
import { createPreviewCookie } from './preview-cookie.ts';

/** Opens an app of an unopened shop on its own database. */
async function openUnopened(now: () => Date = () => new Date()) {
  const database = await openTestDatabase();
  const cache = await openResponseCache(database, createLog('silent'));
  afterAll(cache.stop);
  const shop = await openTestApp(database, { OPEN: '0' }, cache.responseCache, now);
  const get = (url: string, headers: Record<string, string> = {}) => shop.app.inject({ url, headers });
  const cookieOf = async (token: string) => {
    const { headers } = await shop.call('POST', '/opening/preview', { token });
    return String(headers['set-cookie']);
  };
  return { ...shop, get, cookieOf };
}

const opened = async (shop: { call: Awaited<ReturnType<typeof openTestApp>>['call'] }, token: string) =>
  (await shop.call('GET', '/opening', { token })).body.data.opening.openedAt;

test('visitors of an unopened shop read its name and "Opening soon" on every page', async () => {
  const { get, deps } = await openUnopened();
  await deps.db.update(storeSettings).set({ storeName: 'Second <Life>' });
  for (const path of ['/', '/products', '/product/x?a=1', '/cart', '/checkout', '/nothing/here']) {
    const { statusCode, payload, headers } = await get(path);
    expect([path, statusCode, headers['cache-control'], headers['x-robots-tag']]).toEqual([
      path,
      200,
      'no-store',
      'noindex',
    ]);
    expect(payload).toContain('<h1>Second &lt;Life&gt;</h1><p>Opening soon</p>');
    expect(payload).toContain('<meta name="robots" content="noindex">');
  }
});

test('sitemap, feeds and page data of an unopened shop name no product', async () => {
  const { get } = await openUnopened();
  const statusOf = async (path: string) => (await get(path)).statusCode;
  expect(await statusOf('/sitemap.xml')).toBe(404);
  expect(await statusOf('/sitemap/pages.xml')).toBe(404);
  expect(await statusOf('/feeds/google.xml.gz')).toBe(404);
  expect(await statusOf('/products.data')).toBe(503);
  expect((await get('/robots.txt')).payload).toContain('Disallow: /admin');
});

test('API, sign-in, account, back office and health work in an unopened shop', async () => {
  const { get, call, register } = await openUnopened();
  expect((await call('GET', '/products')).status).toBe(200);
  const { email, password } = await register();
  expect((await call('POST', '/auth/login', { body: { email, password } })).status).toBe(200);
  expect((await get('/health/ready')).statusCode).toBe(200);
  for (const path of ['/login', '/register', '/profile', '/orders/ord_1', '/admin', '/admin/orders?page=2'])
    expect([path, (await get(path)).payload.includes('Opening soon')]).toEqual([path, false]);
});

/** Requests a path as it is written; `inject` and `fetch` resolve its dots. */
async function getRaw(origin: string, path: string): Promise<string> {
  const { port } = new URL(origin);
  const [response] = (await once(request({ port, host: '127.0.0.1', path }).end(), 'response')) as [
    IncomingMessage,
  ];
  return (await buffer(response)).toString();
}

test('no spelling of an address leads around the gate', async () => {
  const { app } = await openUnopened();
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  for (const path of [
    '/login/../products',
    '/login/%2e%2e/products',
    '/api/../products',
    '/assets/..%2fproducts/../../products',
    '/admin/../products',
    '/admin\\..\\products',
    '/./products',
    '/%61dmin',
    '/login/products',
    'http://other.example/products',
  ])
    expect([path, (await getRaw(origin, path)).includes('Opening soon')]).toEqual([path, true]);
});

test('the preview cookie shows pages, which are never cached', async () => {
  const { get, signIn, cookieOf } = await openUnopened();
  const cookie = await cookieOf(await signIn());
  expect(cookie).toMatch(/^reprise_preview=.*; Path=\/; HttpOnly; SameSite=Lax$/);
  const seen = await get('/sitemap/pages.xml', { cookie: `theme=1; ${cookie.split(';')[0]}` });
  expect([seen.statusCode, seen.headers['cache-control'], seen.headers['x-robots-tag']]).toEqual([
    200,
    'no-store',
    'noindex',
  ]);
  expect(seen.payload).toContain('/deals');
  expect((await get('/sitemap/pages.xml')).statusCode).toBe(404);
});

test('forged and expired preview cookies and those of other shops show nothing', async () => {
  let time = Date.now();
  const { get, deps, signIn, cookieOf } = await openUnopened(() => new Date(time));
  const own = (await cookieOf(await signIn())).split(';')[0] ?? '';
  const status = async (cookie: string) => (await get('/sitemap.xml', { cookie })).statusCode;
  expect(await status(own)).toBe(200);
  const [expiry = '', signature = ''] = own.slice('reprise_preview='.length).split('.');
  const elsewhere = { ...deps.environment, publicUrl: 'https://other.example' };
  const forged = [
    '1',
    `${Number(expiry) + 1}.${signature}`,
    `${expiry}.`,
    `${expiry}.${signature.slice(0, -1)}`,
    createPreviewCookie({ ...deps, secret: createKeyring('the secret of another shop') }),
    createPreviewCookie({ ...deps, environment: elsewhere }),
  ].map((value) => (value.startsWith('reprise_preview=') ? value.split(';')[0] : `reprise_preview=${value}`));
  for (const cookie of forged) expect([cookie, await status(cookie ?? '')]).toEqual([cookie, 404]);
  time += 8 * 86_400_000;
  expect(await status(own)).toBe(404);
});

test('only staff get a preview cookie, and only owners open the shop', async () => {
  const shop = await openUnopened();
  const { call, register, appoint, signIn } = shop;
  const customer = await register();
  expect((await call('POST', '/opening/preview')).status).toBe(401);
  const refused = await call('POST', '/opening/preview', { token: customer.token });
  expect([refused.status, refused.headers['set-cookie']]).toEqual([403, undefined]);
  const manager = await appoint(await register('Mara'), ['manager']);
  expect((await call('POST', '/opening', { token: manager })).status).toBe(403);
  expect((await call('POST', '/opening', { token: customer.token })).status).toBe(403);
  expect(await opened(shop, await signIn())).toBeNull();
});

test('opening twice at once opens once and shows pages at once', async () => {
  const shop = await openUnopened();
  const token = await shop.signIn();
  expect((await shop.get('/sitemap.xml')).statusCode).toBe(404);
  const open = () => shop.call('POST', '/opening', { token });
  const [first, second] = await Promise.all([open(), open()]);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(first.body.data).toEqual(second.body.data);
  const page = await shop.get('/sitemap.xml');
  expect([page.statusCode, page.headers['x-robots-tag']]).toEqual([200, undefined]);
  const { entries } = (await shop.call('GET', '/audit', { token })).body.data;
  const ofOpening = entries.filter(({ action }: { action: string }) => action === 'open shop to visitors');
  expect(ofOpening).toHaveLength(1);
});

test('the command opens the shop to visitors', async () => {
  const { deps, get } = await openUnopened();
  const lines: string[] = [];
  expect(await openShop(deps, (line) => lines.push(line))).toBe(0);
  expect([lines, (await get('/sitemap.xml')).statusCode]).toEqual([['The shop is open.'], 200]);
});
