import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openOrderShop } from '../../test/order-shop.ts';
import { openTestDatabase } from '../../test/test-database.ts';
import { products } from '../catalog/catalog.tables.ts';
import { findBrokenInvariants } from '../orders/check-invariants.ts';
import { orders } from '../orders/orders.tables.ts';
import { reviews } from '../reviews/reviews.tables.ts';
import { loadDemo } from './load-demo.ts';
import { demoModels } from './models/all.ts';
import { demoOrders } from './orders.ts';
import { demoReviews } from './reviews.ts';

const database = await openTestDatabase();
if (database.kind !== 'postgres') throw new Error('Several processes need PostgreSQL.');
const { deps } = await openOrderShop(database);
const dataDir = await mkdtemp(join(tmpdir(), 'reprise-demo-'));
afterAll(() => rm(dataDir, { recursive: true }));

test('of several that start at once one loads, the others wait for it', async () => {
  const environment = { ...deps.environment, dataDir, databaseUrl: database.url };
  const loads = await Promise.all([1, 2, 3].map(() => loadDemo({ ...deps, environment })));
  expect(loads[0]?.accounts).toHaveLength(2);
  expect(loads[1]).toEqual(loads[0]);
  expect(loads[2]).toEqual(loads[0]);
  expect(await database.db.$count(products)).toBe(demoModels.flatMap((model) => model.products).length);
  expect(await database.db.$count(orders)).toBe(demoOrders.length);
  expect(await database.db.$count(reviews)).toBe(demoReviews.length);
  expect(await findBrokenInvariants(database.db)).toEqual([]);
}, 180_000);
