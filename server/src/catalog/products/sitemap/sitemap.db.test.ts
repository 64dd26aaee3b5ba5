import { expect, test } from 'vitest';
import { openTestApp } from '../../../../test/test-app.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { products } from '../products.tables.ts';
import { addressesPerPart, listProductAddresses, listProductParts } from './sitemap.queries.ts';

const database = await openTestDatabase();
const { db } = database;
const shop = 'https://shop.example';
const { app, call, signIn } = await openTestApp(database, { PUBLIC_URL: shop });
const admin = await signIn();

const read = async (url: string) => {
  const { statusCode, headers, payload } = await app.inject({ url, headers: { host: 'evil.example' } });
  return { status: statusCode, type: headers['content-type'], text: payload };
};
const urlsIn = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);

test('robots.txt allows public pages and names the sitemap', async () => {
  const robots = await read('/robots.txt');
  expect([robots.status, robots.type]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(robots.text).toContain(`Sitemap: ${shop}/sitemap.xml`);
  for (const path of ['/admin', '/api/', '/checkout', '/profile', '/orders'])
    expect(robots.text).toContain(`Disallow: ${path}\n`);
  expect(robots.text).not.toMatch(/Disallow: \/(product.*)?$/m);
});

test('the sitemap of an empty shop lists its pages', async () => {
  expect(urlsIn((await read('/sitemap.xml')).text)).toEqual([`${shop}/sitemap/pages.xml`]);
  expect((await read('/sitemap/products-prd_x.xml')).status).toBe(404);
  expect((await read('/sitemap/products-%00.xml')).status).toBe(404);
});

test('the sitemap lists products by current slug and categories by their list', async () => {
  const category = { name: `Bits & "Bobs" <'>`, description: 'All kinds' };
  await call('POST', '/categories', { token: admin, body: category });
  const body = { name: 'First name', price: 20, brand: 'Acme', category: category.name, stockCount: 1 };
  const { product } = (await call('POST', '/products', { token: admin, body })).body.data;
  await call('PUT', `/products/${product.id}`, { token: admin, body: { ...body, name: 'Second name' } });
  const renamed = (await call('GET', `/products/${product.id}`)).body.data.product;

  const index = await read('/sitemap.xml');
  expect([index.status, index.type]).toEqual([200, 'application/xml; charset=utf-8']);
  const [pages, part] = urlsIn(index.text);
  expect(index.text).toContain(`<lastmod>${renamed.updatedAt}</lastmod>`);

  const listed = await read(part?.slice(shop.length) ?? '');
  expect(urlsIn(listed.text)).toEqual([`${shop}/product/${renamed.slug}`]);
  expect(listed.text).toContain(`<lastmod>${renamed.updatedAt}</lastmod>`);

  const pageUrls = urlsIn((await read(pages?.slice(shop.length) ?? '')).text);
  expect(pageUrls).toContain(`${shop}/deals`);
  expect(pageUrls).toContain(`${shop}/products?category=Bits+%26+%22Bobs%22+%3C%27%3E`);
});

test('sitemap parts are limited in size and list every product once', async () => {
  const [one] = await db.select().from(products);
  if (!one) throw new Error('There is no product.');
  const { searchText: _, ...columns } = one;
  const many = Array.from({ length: 60 }, (_, index) => ({
    ...columns,
    id: `prd_bulk${String(index).padStart(6, '0')}`,
    slug: `bulk-${index}`,
    sku: `BULK-${index}`,
  }));
  await db.insert(products).values(many);
  const size = 25;
  const parts = await listProductParts(db, size);
  const lists = await Promise.all(parts.map(({ firstId }) => listProductAddresses(db, firstId, size)));
  expect(lists.map(({ length }) => length)).toEqual([25, 25, 11]);
  expect(new Set(lists.flat().map(({ slug }) => slug)).size).toBe(61);
  expect(addressesPerPart).toBe(5000);
  expect(await listProductParts(db)).toHaveLength(1);
});
