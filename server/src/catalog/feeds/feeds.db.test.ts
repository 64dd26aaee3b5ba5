import { gunzipSync } from 'node:zlib';
import type { FeedKind } from '@reprise/contract/catalog/feeds';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openTestApp } from '../../../test/test-app.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { modelCodes } from '../products/families/families.tables.ts';
import { products } from '../products/products.tables.ts';
import { productFeeds } from './feeds.tables.ts';
import { makeDueFeeds } from './make-feeds.ts';

const database = await openTestDatabase();
const { db } = database;
const shop = 'https://shop.example';
const { app, call, deps, signIn } = await openTestApp(database, { PUBLIC_URL: shop });
const token = await signIn();

const image = 'https://images.example/one.jpg';

async function addProduct(input: object) {
  const body = { price: 199.5, brand: 'Acme', category: 'Phones', stockCount: 1, images: [image], ...input };
  const answer = await call('POST', '/products', { token, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data.product;
}

const feedOf = async (kind: FeedKind) =>
  (await call('GET', '/feeds', { token })).body.data.feeds.find(
    (feed: { kind: string }) => feed.kind === kind,
  );

const read = (kind: FeedKind, headers = {}) => app.inject({ url: `/feeds/${kind}.xml.gz`, headers });

async function xmlOf(kind: FeedKind): Promise<string> {
  const answer = await read(kind);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/gzip']);
  return gunzipSync(answer.rawPayload).toString();
}

const itemOf = (xml: string, sku: string) =>
  xml.split('<item>').find((item) => item.includes(`<g:id>${sku}</g:id>`)) ?? '';

await call('POST', '/categories', { token, body: { name: 'Phones', description: 'All kinds' } });

test('a feed is made only while it is on, and is gone when it is off', async () => {
  await makeDueFeeds(deps);
  expect(await db.$count(productFeeds)).toBe(0);
  expect((await read('google')).statusCode).toBe(404);
  expect((await call('POST', '/feeds/google/refresh', { token })).status).toBe(404);

  await call('PUT', '/feeds/google', { token, body: { enabled: true } });
  expect(await feedOf('google')).toMatchObject({ enabled: true, isPending: true, madeAt: null });
  await makeDueFeeds(deps);
  expect(await feedOf('google')).toMatchObject({ isPending: false, productCount: 0, failure: '' });
  expect(await xmlOf('google')).toContain('<rss version="2.0"');
  const { headers } = await read('google');
  expect((await read('google', { 'if-none-match': headers.etag })).statusCode).toBe(304);

  await call('PUT', '/feeds/google', { token, body: { enabled: false } });
  expect((await read('google')).statusCode).toBe(404);
});

test('an item has condition, prices, identifiers, options and the shipping of its price', async () => {
  const plain = await addProduct({ name: 'Pen <&> "Co" 🖊', sku: 'PEN-1', price: 20, condition: 'good' });
  const phone = await addProduct({
    name: 'Phone 256 GB Blue',
    sku: 'PHONE-1',
    originalPrice: 250,
    condition: 'refurbished',
    stockCount: 0,
    modelKey: 'phone-256-blue',
  });
  await db.insert(modelCodes).values([
    { kind: 'gtin', code: '00012345600012', modelKey: 'phone-256-blue' },
    { kind: 'mpn', code: 'A2633', modelKey: 'phone-256-blue' },
  ]);
  for (const kind of ['google', 'meta'] as const)
    await call('PUT', `/feeds/${kind}`, { token, body: { enabled: true } });
  await makeDueFeeds(deps);
  const google = await xmlOf('google');
  const pen = itemOf(google, 'PEN-1');
  expect(pen).toContain('<g:title>Pen &lt;&amp;&gt; &quot;Co&quot; 🖊, Good · Pre-owned</g:title>');
  expect(pen).toContain(`<g:link>${shop}/product/${plain.slug}</g:link>`);
  expect(pen).toContain('<g:price>20.00 USD</g:price><g:condition>used</g:condition>');
  expect(pen).toContain('<g:identifier_exists>no</g:identifier_exists>');
  expect(pen).toContain('<g:availability>in_stock</g:availability>');
  expect(pen).toContain('<g:shipping><g:country>US</g:country><g:price>9.99 USD</g:price></g:shipping>');
  const item = itemOf(google, 'PHONE-1');
  expect(item).toContain('<g:price>199.50 USD</g:price><g:condition>');
  expect(item).toContain('<g:condition>refurbished</g:condition>');
  expect(item).toContain('<g:gtin>00012345600012</g:gtin><g:mpn>A2633</g:mpn>');
  expect(item).not.toContain('identifier_exists');
  expect(item).toContain('<g:price>0.00 USD</g:price></g:shipping>');
  expect(itemOf(await xmlOf('meta'), 'PHONE-1')).toContain('<g:availability>out of stock</g:availability>');
  await call('DELETE', `/products/${phone.id}`, { token });
});

test('products that the services refuse are left out and counted', async () => {
  await addProduct({ name: 'Bare', sku: 'BARE-1', images: [] });
  await addProduct({ name: 'Gift', sku: 'GIFT-1', price: 0 });
  await call('POST', '/feeds/google/refresh', { token });
  await makeDueFeeds(deps);
  expect((await feedOf('google')).leftOut).toEqual([
    { gap: 'no-image', count: 1 },
    { gap: 'no-price', count: 1 },
  ]);
  const xml = await xmlOf('google');
  expect([itemOf(xml, 'BARE-1'), itemOf(xml, 'GIFT-1')]).toEqual(['', '']);
});

test('a file has every product on sale once, more than one batch of them', async () => {
  const [{ searchText: _, stockCapped: _capped, ...columns }] = (await db
    .select()
    .from(products)
    .where(eq(products.sku, 'PEN-1'))) as [typeof products.$inferSelect];
  const many = Array.from({ length: 1100 }, (_, index) => ({
    ...columns,
    id: `prd_feed${String(index).padStart(6, '0')}`,
    slug: `feed-${index}`,
    sku: `FEED-${index}`,
  }));
  await db.insert(products).values(many.slice(0, 550));
  await db.insert(products).values(many.slice(550));
  await call('POST', '/feeds/google/refresh', { token });
  await makeDueFeeds(deps);
  const ids = [...(await xmlOf('google')).matchAll(/<g:id>(FEED-\d+)<\/g:id>/g)].map(([, id]) => id);
  expect([ids.length, new Set(ids).size]).toEqual([1100, 1100]);
});

test('an unreachable storage is reported, and the former file stays', async () => {
  const before = await xmlOf('google');
  await db.update(products).set({ name: 'Renamed' }).where(eq(products.sku, 'PEN-1'));
  await call('POST', '/feeds/google/refresh', { token });
  const write = async () => {
    throw new Error('The storage is away.');
  };
  await makeDueFeeds({ ...deps, storage: { ...deps.storage, write } });
  expect(await feedOf('google')).toMatchObject({ failure: 'The storage is away.', isPending: false });
  expect(await xmlOf('google')).toBe(before);
});
