import { catalogEndpoints } from '@reprise/contract/catalog/products/products';
import { beforeAll, expect, test } from 'vitest';
import { callsTo } from '../../../test/call-endpoints.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { databaseFault } from '../../platform/database/database-fault.ts';
import { deviceCounts } from '../../workshop/units/count-devices.ts';
import { alertTriggers } from '../alerts/trigger-alerts.ts';
import { catalogHandlers } from './products.routes.ts';
import { products, stockMovements } from './products.tables.ts';
import { postgresSearch } from './search/search-engine.ts';

// Races that need several database connections.

const { db } = await openTestDatabase();
const call = callsTo(
  catalogEndpoints,
  catalogHandlers({
    db,
    now: () => new Date(),
    alerts: alertTriggers,
    devices: deviceCounts,
    search: postgresSearch,
  }),
);

beforeAll(async () => {
  await call('createCategory', { as: 'admin', body: { name: 'Phones', description: 'Phones' } });
});

const pixel = { name: 'Pixel 8', brand: 'Google', category: 'phones', price: 300, stockCount: 7 };
const add = async () => (await call('createProduct', { as: 'admin', body: pixel })).product;

/** Repeats a call that timed out waiting for a lock or a connection, as happens on a busy machine. */
const untilServed = async (work: () => Promise<unknown>): Promise<unknown> => {
  try {
    return await work();
  } catch (error) {
    if (!['contention', 'unavailable'].includes(databaseFault(error)?.kind ?? '')) throw error;
    return untilServed(work);
  }
};
const together = async (count: number, work: (number: number) => Promise<unknown>) => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: count }, (_, number) => untilServed(() => work(number))),
  );
  return outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'done' : outcome.reason.code));
};
const tally = (outcomes: string[]) => {
  const groups = Map.groupBy(outcomes, (outcome) => outcome);
  return Object.fromEntries([...groups].map(([outcome, all]) => [outcome, all.length]));
};

test('30 products added concurrently under one name get unique slugs and SKUs', async () => {
  expect(tally(await together(30, add))).toEqual({ done: 30 });
  const all = await db.select({ slug: products.slug, sku: products.sku }).from(products);
  expect(new Set(all.map(({ slug }) => slug)).size).toBe(30);
  expect(new Set(all.map(({ sku }) => sku)).size).toBe(30);
});

test('20 concurrent takes of the last seven units take seven', async () => {
  const { id } = await add();
  const take = () => call('adjustStock', { as: 'admin', params: { id }, body: { change: -1 } });
  expect(tally(await together(20, take))).toEqual({ done: 7, OUT_OF_STOCK: 13 });
  const { product } = await call('getProduct', { params: { id } });
  expect(product.stockCount).toBe(0);
  const ledger = await db.select().from(stockMovements);
  const sum = ledger.filter((row) => row.productId === id).reduce((total, row) => total + row.change, 0);
  expect(sum).toBe(0);
});

test('one of ten concurrent edits of the same version is stored', async () => {
  const { id, version } = await add();
  const save = (number: number) =>
    call('updateProduct', { as: 'admin', params: { id }, body: { ...pixel, price: 300 + number, version } });
  expect(tally(await together(10, save))).toEqual({ done: 1, EDIT_CONFLICT: 9 });
});

test('ten concurrent edits that add one unit each add ten', async () => {
  const { id } = await add();
  const save = () =>
    call('updateProduct', {
      as: 'admin',
      params: { id },
      body: { ...pixel, stockCount: 8, stockBase: 7 },
    });
  expect(tally(await together(10, save))).toEqual({ done: 10 });
  const { product } = await call('getProduct', { params: { id } });
  expect(product.stockCount).toBe(17);
});

test('one of two concurrent categories with the same name is added', async () => {
  const body = { name: 'Laptops', description: 'x' };
  const outcomes = await together(5, () => call('createCategory', { as: 'admin', body }));
  expect(tally(outcomes)).toEqual({ done: 1, CATEGORY_EXISTS: 4 });
});
