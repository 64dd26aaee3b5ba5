/** @module-tag slow */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { ensureGrading } from '../src/catalog/grading/ensure-grading.ts';
import { productFamilies } from '../src/catalog/products/families/families.tables.ts';
import { products, stockMovements } from '../src/catalog/products/products.tables.ts';
import { reviews } from '../src/catalog/reviews/reviews.tables.ts';
import type { Deps } from '../src/deps.ts';
import { findBrokenInvariants } from '../src/operations/integrity/check-invariants.ts';
import { users } from '../src/people/identity/identity.tables.ts';
import { findByEmail } from '../src/people/identity/passwords/password-account.ts';
import { isPassword } from '../src/people/identity/passwords/password-hash.ts';
import type { Database, Db } from '../src/platform/database/database.ts';
import { orderEvents, orders } from '../src/sales/orders/orders.tables.ts';
import { payments, refunds } from '../src/sales/payments/payments.tables.ts';
import { returnEvents, returns } from '../src/sales/returns/returns.tables.ts';
import { repairs } from '../src/workshop/units/repairs/repairs.tables.ts';
import { units } from '../src/workshop/units/units.tables.ts';
import { openOrderShop } from '../test/order-shop.ts';
import { openTestDatabase } from '../test/test-database.ts';
import { loadDemo } from './load-demo.ts';
import { demoModels } from './models.ts';
import { demoOrders } from './orders.ts';
import { demoReturns, returnedOrders } from './returns/returns.ts';
import { demoReviews } from './reviews.ts';

// Whole loads are slow; the statements are the same on both databases, so they run on one.

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true });
});

async function open(database: Database): Promise<Deps> {
  if (database.kind !== 'postgres') throw new Error('Several processes need PostgreSQL.');
  const { deps } = await openOrderShop(database);
  await ensureGrading(database.db, deps.now());
  const dataDir = await mkdtemp(join(tmpdir(), 'reprise-demo-'));
  folders.push(dataDir);
  return { ...deps, environment: { ...deps.environment, dataDir, databaseUrl: database.url } };
}

const deps = await open(await openTestDatabase());
const other = await open(await openTestDatabase());

/** Returns the row counts of a load. */
async function countAll(db: Db) {
  const tables = { units, products, users, orders, reviews, orderEvents, payments, stockMovements };
  const cases = { returns, returnEvents, refunds, repairs };
  const counted: Record<string, number> = {};
  for (const [name, table] of Object.entries({ ...tables, ...cases })) counted[name] = await db.$count(table);
  return counted;
}

test('one of several processes loads the demo, the others wait for it', async () => {
  const loads = await Promise.all([1, 2, 3].map(() => loadDemo(deps)));
  expect(loads[0]?.accounts).toHaveLength(2);
  expect(loads.filter((load) => load?.isNew)).toHaveLength(1);
  for (const load of loads) expect({ ...load, isNew: true }).toEqual({ ...loads[0], isNew: true });
  expect(await countAll(deps.db)).toMatchObject({
    products: demoModels.flatMap((model) => model.products).length,
    orders: demoOrders.length + returnedOrders.length,
    returns: demoReturns.length,
    reviews: demoReviews.length,
  });
  expect(await findBrokenInvariants(deps.db)).toEqual([]);
});

test('demo passwords sign in', async () => {
  for (const { email, password } of (await loadDemo(deps))?.accounts ?? []) {
    const account = await findByEmail(deps.db, email);
    expect(await isPassword(password, account?.passwordHash ?? null)).toBe(true);
  }
});

test('an interrupted load resumes and ends with the same data', async () => {
  let cuts = 0;
  for (let calls = 5; ; calls *= 3) {
    const end = await loadDemo({ ...other, db: failAfter(other.db, calls) }).catch((error: Error) => error);
    if (!(end instanceof Error)) break;
    expect(end.message).toBe('cut');
    cuts++;
  }
  expect(cuts).toBeGreaterThan(4);
  expect(await countAll(other.db)).toEqual(await countAll(deps.db));
  expect(await findBrokenInvariants(other.db)).toEqual([]);
  expect(await comparableProducts(other.db)).toEqual(await comparableProducts(deps.db));
});

/** Throws at the n-th database call outside transactions, like a killed process. */
function failAfter(handle: Db, calls: number): Db {
  let left = calls;
  return new Proxy(handle, {
    get(target, key) {
      if (left-- === 0) throw new Error('cut');
      return Reflect.get(target, key);
    },
  });
}

/** Removes values that differ between loads: ids and relative dates. */
async function comparableProducts(db: Db) {
  const found = await db
    .select({ product: products, family: productFamilies.slug })
    .from(products)
    .leftJoin(productFamilies, eq(productFamilies.id, products.familyId))
    .orderBy(products.slug);
  return found.map(({ product, family }) => {
    const { id: _, categoryId: __, familyId: ___, createdAt: ____, updatedAt: _____, ...same } = product;
    return { ...same, family };
  });
}
