import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openTestApp } from '../../../../test/test-app.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { auditEntries } from '../../../foundations/audit/audit.tables.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { createLog } from '../../../platform/log.ts';
import { openResponseCache } from '../../../platform/response-cache/open-response-cache.ts';
import { products } from '../products.tables.ts';
import { applyDueSales } from './apply-sales.ts';
import { expireProductPrices } from './expire-product-prices.ts';
import { productPrices } from './product-prices.tables.ts';
import { productSales } from './product-sales.tables.ts';

const database = await openTestDatabase();
const { db } = database;
const cache = await openResponseCache(database, createLog('silent'));
afterAll(cache.stop);
const start = Date.UTC(2026, 10, 27, 8);
const minute = 60_000;
let time = start;
const { deps, call, signIn, stepUp } = await openTestApp(
  database,
  {},
  cache.responseCache,
  () => new Date(time),
);
const token = await signIn();
await stepUp(token);
await call('POST', '/categories', { token, body: { name: 'Phones', description: 'All of them' } });

async function addProduct(extra: object = {}): Promise<string> {
  const body = { name: 'Pixel 8', brand: 'Google', price: 100, category: 'Phones', stockCount: 9, ...extra };
  return (await call('POST', '/products', { token, body })).body.data.product.id;
}
const bulk = async (ids: string[], change: object, dryRun = false) =>
  call('POST', '/products/admin/bulk', { token, body: { products: ids, change, dryRun } });
const at = (minutes: number) => new Date(start + minutes * minute).toISOString();
const tenPercent = { kind: 'sale', percentOff: 10, ending: 'exact', startsAt: at(10), endsAt: at(20) };
const shown = async (id: string) => {
  const { price, formerPrice } = (await call('GET', `/products/${id}`)).body.data.product;
  return [price, formerPrice];
};
const pass = async (minutes: number) => {
  time = start + minutes * minute;
  await applyDueSales(deps);
};
const row = async (id: string) =>
  (await call('GET', `/products/admin/all?search=${id}`, { token })).body.data.products[0];

beforeEach(async () => {
  time = start;
  await db.delete(products);
});

test('a sale lowers the price at its start and restores it at its end, also on cached pages', async () => {
  const id = await addProduct();
  const { rows } = (await bulk([id], tenPercent)).body.data;
  expect(rows).toMatchObject([{ outcome: 'changed', before: { salePrice: null }, after: { salePrice: 90 } }]);
  expect([await shown(id), (await row(id)).sale]).toEqual([
    [100, null],
    { price: 90, startsAt: at(10), endsAt: at(20), isRunning: false },
  ]);
  await pass(9);
  expect(await shown(id)).toEqual([100, null]);
  await pass(10);
  expect([await shown(id), (await row(id)).sale.isRunning]).toEqual([[90, 100], true]);
  const { body } = await call('GET', `/products/admin/one/${id}`, { token });
  expect(body.data.sale).toEqual({ price: 90, startsAt: at(10), endsAt: at(20), isRunning: true });
  await pass(19);
  expect(await shown(id)).toEqual([90, 100]);
  await pass(20);
  expect([await shown(id), (await row(id)).sale, await db.$count(productSales)]).toEqual([
    [100, null],
    null,
    0,
  ]);
});

test('a sale leaves the price when new and its date alone', async () => {
  const [id, without] = [
    await addProduct({ originalPrice: 150, newPriceDate: '2021-09' }),
    await addProduct(),
  ];
  const whenNew = async (product: string) => {
    const { originalPrice, newPriceDate } = (await call('GET', `/products/${product}`)).body.data.product;
    return [originalPrice, newPriceDate];
  };
  await bulk([id, without], { kind: 'sale-price', price: 79.5, endsAt: at(20) });
  expect([await whenNew(id), await whenNew(without)]).toEqual([
    [150, '2021-09'],
    [null, null],
  ]);
  await pass(20);
  expect([await whenNew(id), await whenNew(without)]).toEqual([
    [150, '2021-09'],
    [null, null],
  ]);
});

/** Lets the price history of a product have begun so many days earlier. */
const ageHistory = (id: string, days: number) =>
  db.execute(
    sql`update product_prices set since = since - ${days} * interval '1 day' where product_id = ${id}`,
  );

test('a sale after another is compared with the price of the first', async () => {
  const id = await addProduct();
  await ageHistory(id, 60);
  await bulk([id], { kind: 'sale-price', price: 80, endsAt: at(5) });
  expect(await shown(id)).toEqual([80, 100]);
  await pass(5);
  expect(await shown(id)).toEqual([100, null]);
  await bulk([id], { kind: 'sale-price', price: 75, endsAt: at(20) });
  expect(await shown(id)).toEqual([75, 80]);
  await pass(20);
  await bulk([id], { kind: 'sale-price', price: 90, endsAt: at(40) });
  expect(await shown(id)).toEqual([90, null]);
});

test('a sale compares with nothing where earlier prices are unknown', async () => {
  const id = await addProduct();
  await db.update(productPrices).set({ isEarlierUnknown: true }).where(eq(productPrices.productId, id));
  await ageHistory(id, 29);
  await bulk([id], { kind: 'sale-price', price: 80, endsAt: at(5) });
  expect(await shown(id)).toEqual([80, null]);
  await pass(5);
  await ageHistory(id, 2);
  await bulk([id], { kind: 'sale-price', price: 70, endsAt: at(20) });
  expect(await shown(id)).toEqual([70, 80]);
});

test('every write of the price or the archive appends to the price history', async () => {
  const draft = { name: 'Pixel 9', price: 200 };
  const id = (await call('POST', '/products/admin/drafts', { token, body: draft })).body.data.product.id;
  const edit = { name: 'Pixel 9', brand: 'Google', category: 'Phones' };
  await call('POST', `/products/admin/drafts/${id}/publish`, {
    token,
    body: { ...edit, price: 210, version: 1 },
  });
  await call('PUT', `/products/${id}`, { token, body: { ...edit, price: 220 } });
  await call('PUT', `/products/${id}`, { token, body: { ...edit, name: 'Pixel 9a', price: 220 } });
  await bulk([id], { kind: 'archive', archived: true });
  await bulk([id], { kind: 'price', price: 190 });
  await bulk([id], { kind: 'archive', archived: false });
  await db.execute(sql`update products set price_cents = 18000 where id = ${id}`);
  const rows = await db
    .select()
    .from(productPrices)
    .where(eq(productPrices.productId, id))
    .orderBy(productPrices.since);
  expect(rows.map(({ priceCents }) => priceCents)).toEqual([
    null,
    21_000,
    22_000,
    null,
    null,
    19_000,
    18_000,
  ]);
  expect(rows.some(({ isEarlierUnknown }) => isEarlierUnknown)).toBe(false);
});

test('the former price and the end of a sale go with any change of the price', async () => {
  const [edited, raw, ended] = [await addProduct(), await addProduct(), await addProduct()];
  await bulk([edited, raw, ended], { kind: 'sale-price', price: 60, endsAt: at(20) });
  const saleOf = async (id: string) => {
    const { formerPrice, saleEndsAt } = (await call('GET', `/products/${id}`)).body.data.product;
    return [formerPrice, saleEndsAt];
  };
  expect(await saleOf(edited)).toEqual([100, at(20)]);
  await call('PUT', `/products/${edited}`, {
    token,
    body: { name: 'Pixel 8', price: 65, category: 'Phones' },
  });
  await bulk([ended], { kind: 'end-sale' });
  await db.execute(sql`update products set price_cents = 5000 where id = ${raw}`);
  const [stored] = await db.select().from(products).where(eq(products.id, raw));
  expect(stored).toMatchObject({ formerPriceCents: null, saleEndsAt: null });
  expect([await saleOf(edited), await saleOf(ended)]).toEqual([
    [null, null],
    [null, null],
  ]);
});

test('the price in force and those of the last 30 days outlive the retention', async () => {
  const id = await addProduct();
  for (const price of [110, 120, 130]) {
    await ageHistory(id, 20);
    await bulk([id], { kind: 'price', price });
  }
  const prices = async () =>
    (
      await db
        .select()
        .from(productPrices)
        .where(eq(productPrices.productId, id))
        .orderBy(productPrices.since)
    ).map(({ priceCents }) => priceCents);
  expect(await prices()).toEqual([10_000, 11_000, 12_000, 13_000]);
  const expire = async () => {
    const before = new Date(Date.now() - 31 * 24 * 60 * minute).toISOString();
    for (const step of Object.values(expireProductPrices(before)))
      await inTransaction(db, (tx) => step(tx, 500));
  };
  await expire();
  expect(await prices()).toEqual([11_000, 12_000, 13_000]);
  await ageHistory(id, 400);
  await expire();
  expect(await prices()).toEqual([13_000]);
});

test('an order of the sale keeps its price, and later ones pay the regular price', async () => {
  const id = await addProduct();
  await bulk([id], { kind: 'sale-price', price: 60, endsAt: at(20) });
  const address = {
    ...{ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@shop.test', phone: '5550100' },
    ...{
      address: '1 Harbor Street',
      city: 'Portland',
      state: 'OR',
      zipCode: '97201',
      country: 'United States',
    },
  };
  const body = { items: [{ product: id, quantity: 1 }], shippingAddress: address, paymentMethod: 'card' };
  const place = async () => (await call('POST', '/orders', { body })).body.data.order.subtotal;
  expect(await place()).toBe(60);
  await pass(20);
  expect(await place()).toBe(100);
  const orders = (await call('GET', '/orders/admin/all', { token })).body.data.orders;
  expect(orders.map(({ subtotal }: { subtotal: number }) => subtotal).sort()).toEqual([100, 60]);
});

test('a price edited during a sale stays and ends the sale', async () => {
  const id = await addProduct();
  await bulk([id], { kind: 'sale-price', price: 60, endsAt: at(20) });
  await bulk([id], { kind: 'price', price: 70 });
  await pass(5);
  expect([await shown(id), (await row(id)).sale]).toEqual([[70, null], null]);
  await pass(20);
  expect((await shown(id))[0]).toBe(70);
});

test('a form opened before the start does not overwrite the sale price', async () => {
  const id = await addProduct();
  const { version } = (await call('GET', `/products/admin/one/${id}`, { token })).body.data.product;
  await bulk([id], { kind: 'sale-price', price: 60, endsAt: at(20) });
  const body = { name: 'Pixel 8', price: 100, category: 'Phones', version };
  expect((await call('PUT', `/products/${id}`, { token, body })).body.code).toBe('EDIT_CONFLICT');
  expect((await shown(id))[0]).toBe(60);
});

test('a sale that the price has overtaken, or that was missed, is dropped', async () => {
  const [cheap, late] = [await addProduct(), await addProduct()];
  await bulk([cheap, late], tenPercent);
  await bulk([cheap], { kind: 'price', price: 80 });
  await pass(10);
  expect((await shown(cheap))[0]).toBe(80);
  const missed = await addProduct();
  time = start;
  await bulk([missed], tenPercent);
  await pass(25);
  expect([(await shown(missed))[0], (await shown(late))[0], await db.$count(productSales)]).toEqual([
    100, 100, 0,
  ]);
});

test('two processes start a sale once', async () => {
  const id = await addProduct();
  await bulk([id], tenPercent);
  time = start + 10 * minute;
  await Promise.all([applyDueSales(deps), applyDueSales(deps), applyDueSales(deps)]);
  const [product] = await db.select().from(products).where(eq(products.id, id));
  expect(product).toMatchObject({ priceCents: 9000, formerPriceCents: 10_000, version: 2 });
  const started = await db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.subject, `product ${id}`));
  expect(started.filter(({ action }) => action === 'start sale')).toHaveLength(1);
});

test('rejects a sale above the price, of a draft or over a running one, and wrong dates', async () => {
  const id = await addProduct();
  const reason = async (change: object) => (await bulk([id], change)).body.data.rows[0].reason;
  expect(await reason({ kind: 'sale-price', price: 100, endsAt: at(20) })).toBe(
    'Not below its price of $100.00',
  );
  const cheap = await addProduct({ price: 0.01 });
  expect((await bulk([cheap], { ...tenPercent, percentOff: 95 })).body.data.rows[0].reason).toContain('zero');
  expect((await bulk([id], { ...tenPercent, endsAt: at(5) })).body.code).toBe('VALIDATION_ERROR');
  expect((await bulk([id], { ...tenPercent, startsAt: null, endsAt: at(-1) })).body.code).toBe(
    'VALIDATION_ERROR',
  );
  expect((await bulk([id], tenPercent, true)).body.data.rows[0].outcome).toBe('changed');
  expect(await db.$count(productSales)).toBe(0);
  await bulk([id], { kind: 'sale-price', price: 60, endsAt: at(20) });
  expect(await reason(tenPercent)).toBe('A sale is running. End it first.');
  expect((await bulk([id], { kind: 'end-sale' })).body.data.rows[0]).toMatchObject({
    before: { salePrice: 60 },
    after: { salePrice: null },
  });
  expect(await shown(id)).toEqual([100, null]);
  expect((await bulk([id], { kind: 'end-sale' })).body.data.rows[0].outcome).toBe('unchanged');
  await bulk([id], { kind: 'publish', published: false });
  expect(await reason(tenPercent)).toContain('A draft');
});
