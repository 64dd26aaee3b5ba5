import { gunzipSync } from 'node:zlib';
import { type FeedKind, feedKinds } from '@reprise/contract/catalog/feeds';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openTestApp } from '../../../test/test-app.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { modelCodes } from '../products/families/families.tables.ts';
import { productPrices } from '../products/sales/product-prices.tables.ts';
import { makeDueFeeds } from './make-feeds.ts';

// Rules of Google's product data specification, https://support.google.com/merchants/answer/7052112, and of the pages of
// single attributes, read on 2026-11-29: sale_price_effective_date answer/6324460, item_group_id answer/6324507,
// product_detail answer/9218260, product_highlight answer/9216100. Meta and Microsoft take the same attributes.

type FeedRule = {
  /** How often an item has the attribute. */
  min: 0 | 1 | 2;
  max: number;
  maxLength: number;
  /** Form or values; any text without. */
  pattern?: RegExp;
};

const price = /^\d+\.\d{2} USD$/;
const url = /^https?:\/\/\S+$/;
const moment = '\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(Z|[+-]\\d{4})';

const feedRules: Record<string, FeedRule> = {
  id: { min: 1, max: 1, maxLength: 50 },
  title: { min: 1, max: 1, maxLength: 150 },
  description: { min: 1, max: 1, maxLength: 5000 },
  link: { min: 1, max: 1, maxLength: 2000, pattern: url },
  image_link: { min: 1, max: 1, maxLength: 2000, pattern: url },
  additional_image_link: { min: 0, max: 10, maxLength: 2000, pattern: url },
  availability: {
    min: 1,
    max: 1,
    maxLength: 20,
    pattern: /^(in|out of) stock$|^(in|out_of)_stock$/,
  },
  price: { min: 1, max: 1, maxLength: 20, pattern: price },
  sale_price: { min: 0, max: 1, maxLength: 20, pattern: price },
  sale_price_effective_date: {
    min: 0,
    max: 1,
    maxLength: 51,
    pattern: new RegExp(`^${moment}/${moment}$`),
  },
  condition: { min: 1, max: 1, maxLength: 20, pattern: /^(new|refurbished|used)$/ },
  brand: { min: 1, max: 1, maxLength: 70 },
  gtin: { min: 0, max: 1, maxLength: 50, pattern: /^\d{8}(\d{4}(\d{1,2})?)?$/ },
  mpn: { min: 0, max: 1, maxLength: 70 },
  identifier_exists: { min: 0, max: 1, maxLength: 3, pattern: /^(yes|no)$/ },
  item_group_id: { min: 0, max: 1, maxLength: 50, pattern: /^[A-Za-z0-9_-]+$/ },
  color: { min: 0, max: 1, maxLength: 100 },
  size: { min: 0, max: 1, maxLength: 100 },
  product_type: { min: 0, max: 1, maxLength: 750 },
  return_policy_label: { min: 0, max: 1, maxLength: 100 },
  product_highlight: { min: 0, max: 100, maxLength: 150 },
  product_detail: { min: 0, max: 1000, maxLength: 1280 },
  'product_detail.section_name': { min: 0, max: 1000, maxLength: 140 },
  'product_detail.attribute_name': { min: 0, max: 1000, maxLength: 140 },
  'product_detail.attribute_value': { min: 0, max: 1000, maxLength: 1000 },
  'shipping.price': { min: 0, max: 100, maxLength: 20, pattern: price },
  shipping: { min: 0, max: 100, maxLength: 200 },
  'shipping.country': { min: 0, max: 100, maxLength: 2, pattern: /^[A-Z]{2}$/ },
};

const database = await openTestDatabase();
const { db } = database;
const { app, call, deps, signIn, stepUp } = await openTestApp(database, {
  PUBLIC_URL: 'https://shop.example',
});
const token = await signIn();
await stepUp(token);
await call('POST', '/categories', { token, body: { name: 'Phones', description: 'All kinds' } });

const image = 'https://images.example/one.jpg';
async function addProduct(input: object): Promise<string> {
  const body = { price: 200, brand: 'Acme', category: 'Phones', stockCount: 1, images: [image], ...input };
  const answer = await call('POST', '/products', { token, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data.product.id;
}

type Item = [name: string, value: string][];

/** Returns the attributes of each item, those within others as well. */
async function itemsOf(kind: FeedKind): Promise<Item[]> {
  await call('PUT', `/feeds/${kind}`, { token, body: { enabled: true } });
  await call('POST', `/feeds/${kind}/refresh`, { token });
  await makeDueFeeds(deps);
  const xml = gunzipSync((await app.inject({ url: `/feeds/${kind}.xml.gz` })).rawPayload).toString();
  const read = (text: string, path = ''): Item =>
    [...text.matchAll(/<g:(\w+)>(.*?)<\/g:\1>/gs)].flatMap(([, name = '', value = '']) => [
      [path + name, value] as [string, string],
      ...read(value, `${name}.`),
    ]);
  return xml
    .split('<item>')
    .slice(1)
    .map((item) => read(item));
}
const valuesOf = (item: Item | undefined, name: string) =>
  item?.flatMap(([key, value]) => (key === name ? [value] : [])) ?? [];
const itemOf = (items: Item[], sku: string) => items.find((item) => valuesOf(item, 'id')[0] === sku);

/** Returns the rules that an item breaks. */
function faultsOf(item: Item): string[] {
  const unknown = item.flatMap(([name]) => (name in feedRules ? [] : [`${name} is unknown`]));
  const broken = Object.entries(feedRules).flatMap(([name, { min, max, maxLength, pattern }]) => {
    const values = valuesOf(item, name);
    const isCount = values.length >= min && values.length <= max;
    const wrong = values.filter((value) => value.length > maxLength || (pattern && !pattern.test(value)));
    return [
      ...(isCount ? [] : [`${name}: ${values.length} times`]),
      ...wrong.map((value) => `${name}: ${value}`),
    ];
  });
  const count = (name: string) => valuesOf(item, name).length;
  const related = [
    count('product_highlight') === 1 && 'one highlight only',
    count('sale_price') !== count('sale_price_effective_date') && 'a sale without dates',
    count('identifier_exists') === 0 && count('gtin') + count('mpn') === 0 && 'no identifier',
  ];
  return [...unknown, ...broken, ...related.filter((fault) => fault !== false)];
}

const long = 'Very long name of a device '.repeat(20);

await addProduct({ name: 'Plain', sku: 'PLAIN', brand: 'Brand '.repeat(16), description: long.repeat(20) });
await addProduct({ name: long.slice(0, 200).trim(), sku: 'LONG', features: [long.slice(0, 290), 'Two'] });
const phone = { modelKey: 'phone-128', batteryHealth: 85, originalPrice: 799, newPriceDate: '2021-09' };
const ids = {
  good: await addProduct({ ...phone, name: 'Phone 128 GB', sku: 'GOOD', condition: 'good' }),
  fair: await addProduct({ ...phone, name: 'Phone 128 GB', sku: 'FAIR', condition: 'fair', price: 150 }),
  twin: await addProduct({ ...phone, name: 'Phone 128 GB', sku: 'TWIN', condition: 'good' }),
};
await db.insert(modelCodes).values([{ kind: 'gtin', code: '00012345600012', modelKey: 'phone-128' }]);
const sale = { kind: 'sale-price', price: 180, endsAt: new Date(Date.now() + 86_400_000).toISOString() };
await db.update(productPrices).set({ isEarlierUnknown: true }).where(eq(productPrices.productId, ids.twin));
await call('POST', '/products/admin/bulk', {
  token,
  body: { products: [ids.good, ids.twin], change: sale },
});

test.each(feedKinds)('every item for %s keeps the published rules', async (kind) => {
  const items = await itemsOf(kind);
  expect(items).toHaveLength(5);
  for (const item of items) expect(faultsOf(item), valuesOf(item, 'id')[0]).toEqual([]);
});

test('items of one group differ by title and by an attribute of variants', async () => {
  const items = await itemsOf('google');
  const [good, fair, twin] = ['GOOD', 'FAIR', 'TWIN'].map((sku) => itemOf(items, sku));
  expect([good, fair, twin].map((item) => valuesOf(item, 'title')[0])).toEqual([
    'Phone 128 GB, Good · Pre-owned',
    'Phone 128 GB, Fair · Pre-owned',
    'Phone 128 GB, Good · Pre-owned, TWIN',
  ]);
  const seen = items.map((item) =>
    ['item_group_id', 'color', 'size'].map((name) => valuesOf(item, name)[0] ?? '').join('|'),
  );
  const grouped = seen.filter((key) => !key.startsWith('|'));
  expect([grouped.length, new Set(grouped).size]).toEqual([2, 2]);
});

test('an item names grade, battery and warranty', async () => {
  const item = itemOf(await itemsOf('google'), 'GOOD');
  const [names, values] = [
    valuesOf(item, 'product_detail.attribute_name'),
    valuesOf(item, 'product_detail.attribute_value'),
  ];
  expect(Object.fromEntries(names.map((name, index) => [name, values[index]]))).toMatchObject({
    Grade: 'Good · Pre-owned',
    'Least capacity': '85% of new',
    Duration: '30 days',
  });
  expect(valuesOf(item, 'product_highlight')).toContain('Battery with at least 85% of its first capacity');
});

test('the price is the real one, a sale has the regular price, and dates', async () => {
  const items = await itemsOf('google');
  const pricesOf = (sku: string) =>
    ['price', 'sale_price', 'sale_price_effective_date'].map((name) => valuesOf(itemOf(items, sku), name)[0]);
  // The price when new is no price of the shop.
  expect(pricesOf('FAIR')).toEqual(['150.00 USD', undefined, undefined]);
  const [price, salePrice, dates] = pricesOf('GOOD');
  expect([price, salePrice]).toEqual(['200.00 USD', '180.00 USD']);
  expect(dates?.endsWith(`/${sale.endsAt.slice(0, 16)}Z`)).toBe(true);
  // Without a former price the sale is the price.
  expect(pricesOf('TWIN')).toEqual(['180.00 USD', undefined, undefined]);
  await call('POST', '/products/admin/bulk', {
    token,
    body: { products: [ids.good], change: { kind: 'end-sale' } },
  });
  expect(valuesOf(itemOf(await itemsOf('google'), 'GOOD'), 'sale_price')).toEqual([]);
});

test('items of a category with its own return policy have its label for Google', async () => {
  const [{ id: categoryId }] = (await call('GET', '/categories')).body.data;
  const general = { changeOfMind: true, labelBy: 'customer', restockingPercent: 0 };
  const labels = async (kind: FeedKind) =>
    (await itemsOf(kind)).flatMap((item) => valuesOf(item, 'return_policy_label'));
  expect(await labels('google')).toEqual([]);
  const saved = await call('PUT', '/return-policies', {
    token,
    body: { version: 0, general, categories: [{ ...general, categoryId, days: 14 }] },
  });
  expect(saved.status, saved.text).toBe(200);
  expect(await labels('google')).toEqual(Array.from({ length: 5 }, () => 'Phones'));
  expect(await labels('meta')).toEqual([]);
  const category = { token, body: { name: 'Earphones', description: 'For a test' } };
  const other = (await call('POST', '/categories', category)).body.data.category.id;
  const change = (version: number, categoryIds: string[]) =>
    call('PUT', '/return-policies', {
      token,
      body: {
        version,
        general,
        categories: categoryIds.map((id) => ({ ...general, categoryId: id, days: 14 })),
      },
    });
  // The next file follows: a policy that moves to another category, one that is renamed, and none.
  expect((await change(1, [other])).status).toBe(200);
  expect(await labels('google')).toEqual([]);
  expect((await change(2, [categoryId, other])).status).toBe(200);
  const renamed = { token, body: { name: 'Telephones', description: 'For a test' } };
  expect((await call('PUT', `/categories/${categoryId}`, renamed)).status).toBe(200);
  expect(await labels('google')).toEqual(Array.from({ length: 5 }, () => 'Telephones'));
  expect((await change(3, [])).status).toBe(200);
  expect(await labels('google')).toEqual([]);
});
