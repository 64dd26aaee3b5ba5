import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openOrderShop } from '../../test/order-shop.ts';
import { openTestDatabase } from '../../test/test-database.ts';
import { products } from '../catalog/catalog.tables.ts';
import { findBrokenInvariants } from '../orders/check-invariants.ts';
import { orders } from '../orders/orders.tables.ts';
import type { Database, Db } from '../platform/database.ts';
import type { Deps } from '../platform/deps.ts';
import { reviews } from '../reviews/reviews.tables.ts';
import { loadDemo } from './load-demo.ts';
import { demoModels } from './models/all.ts';
import { demoOrders } from './orders.ts';
import { demoReviews } from './reviews.ts';

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true });
});

async function open(database: Database): Promise<Deps> {
  if (database.kind !== 'postgres') throw new Error('Several processes need PostgreSQL.');
  const { deps } = await openOrderShop(database);
  const dataDir = await mkdtemp(join(tmpdir(), 'reprise-demo-'));
  folders.push(dataDir);
  return { ...deps, environment: { ...deps.environment, dataDir, databaseUrl: database.url } };
}

const deps = await open(await openTestDatabase());
const { db } = deps;

test('a load that is interrupted again and again, at last by nobody, ends as one that was not', async () => {
  for (const uses of [5, 15, 45, 135, 405]) {
    const end = await loadDemo({ ...deps, db: cutAfter(db, uses) }).catch((error: Error) => error);
    expect(end).toMatchObject({ message: 'cut' });
  }
  // Of several that go on with it at once one loads, the others wait for it.
  const loads = await Promise.all([1, 2, 3].map(() => loadDemo(deps)));
  expect(loads[0]?.accounts).toHaveLength(2);
  expect(loads[1]).toEqual(loads[0]);
  expect(loads[2]).toEqual(loads[0]);

  const planned = demoModels.flatMap((model) => model.products);
  const found = await db.select().from(products);
  const shelf = (all: { slug: string; sku: string; stockCount: number; priceCents: number }[]) =>
    all.map(({ slug, sku, stockCount, priceCents }) => `${slug} ${sku} ${stockCount} ${priceCents}`).sort();
  expect(shelf(found)).toEqual(shelf(planned));
  expect(await db.$count(orders)).toBe(demoOrders.length);
  expect(await db.$count(reviews)).toBe(demoReviews.length);
  expect(await findBrokenInvariants(db)).toEqual([]);
}, 300_000);

/** Fails at the n-th use of the database outside of transactions, as if the process ended there. */
function cutAfter(handle: Db, uses: number): Db {
  let left = uses;
  return new Proxy(handle, {
    get(target, key) {
      if (left-- === 0) throw new Error('cut');
      return Reflect.get(target, key);
    },
  });
}
