import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openTestApp } from '../../../test/test-app.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { auditEntries } from '../../audit/audit.tables.ts';
import { createLog } from '../../platform/log.ts';
import { openResponseCache } from '../../platform/response-cache/open-response-cache.ts';
import { products } from '../catalog.tables.ts';
import { applyDueSales } from './apply-sales.ts';
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
  const { price, originalPrice } = (await call('GET', `/products/${id}`)).body.data.product;
  return [price, originalPrice];
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

test('an original price stays during and after a sale', async () => {
  const id = await addProduct({ originalPrice: 150 });
  await bulk([id], { kind: 'sale-price', price: 79.5, endsAt: at(20) });
  expect(await shown(id)).toEqual([79.5, 150]);
  await pass(20);
  expect(await shown(id)).toEqual([100, 150]);
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
  expect([await shown(id), (await row(id)).sale]).toEqual([[70, 100], null]);
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
  expect(product).toMatchObject({ priceCents: 9000, originalPriceCents: 10_000, version: 2 });
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
