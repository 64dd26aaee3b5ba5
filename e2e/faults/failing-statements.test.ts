import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Database } from '../../server/src/platform/database/database.ts';
import { wrapPglite } from '../../server/src/platform/database/embedded/embedded-database.ts';
import { migrateDatabase } from '../../server/src/platform/database/migrate.ts';
import { type OrderShop, openOrderShop, orderOf } from '../../server/test/order-shop.ts';
import { openTestDatabase } from '../../server/test/test-database.ts';
import { sized } from './size.ts';
import { makeWatchable, watch } from './statements.ts';

// Fails statement 1, 2, … n of an order until the order is placed. After each failure the customer sends the order
// again with the same key, as the browser does.

async function openEmbedded(): Promise<Database> {
  const database = wrapPglite(await PGlite.create({ extensions: { pg_trgm } }));
  await database.pglite.exec(`set timezone = 'UTC'`);
  await migrateDatabase(database);
  return database;
}

const connectionError = () => Object.assign(new Error('the connection was lost'), { code: '08006' });

type Moment = 'before' | 'after';

async function countOrders(shop: OrderShop): Promise<number> {
  const { rows } = await shop.deps.db.execute<{ count: number }>(
    sql`select count(*)::int as count from orders`,
  );
  return rows[0]?.count ?? 0;
}

/** Fails the n-th statement; returns true when the order is placed all the same. */
async function orderFailingAt(
  shop: OrderShop,
  stock: number,
  moment: Moment,
  failing: number,
): Promise<boolean> {
  const product = await shop.addProduct(stock);
  const before = await countOrders(shop);
  const as = { idempotencyKey: crypto.randomUUID() };
  const body = orderOf({ [product]: 2 });
  const fail = ({ number }: { number: number }) => {
    if (number === failing) throw connectionError();
  };
  const outcome = await watch({ [moment]: fail }, () => shop.place(body, as)).then(
    () => 'placed' as const,
    () => 'failed' as const,
  );
  // An order is stored with all of its rows or with none.
  const stored = (await countOrders(shop)) - before;
  expect([0, 1]).toContain(stored);
  expect(await shop.stockOf(product)).toBe(stock - 2 * stored);
  await shop.expectIntegrity();

  const retried = await shop.place(body, as);
  expect((await shop.place(body, as)).order.orderNumber).toBe(retried.order.orderNumber);
  expect((await countOrders(shop)) - before).toBe(1);
  expect(await shop.stockOf(product)).toBe(stock - 2);
  await shop.deps.jobs.workUntilIdle();
  await shop.expectIntegrity();
  return outcome === 'placed';
}

const databases: [string, () => Promise<Database>][] = [
  ['PostgreSQL', openTestDatabase],
  ['the embedded database', openEmbedded],
];

test.each(databases.slice(0, sized({ slice: 1, quick: 2, release: 2 })))(
  'places an order once after each of its statements failed, on %s',
  async (name, open) => {
    const database = await open();
    const shop = await openOrderShop(database);
    makeWatchable(database);
    for (const moment of ['before', 'after'] as const) {
      let failing = 1;
      // The order makes stock run low, which queues a mail to the store.
      while (!(await orderFailingAt(shop, 5, moment, failing))) {
        failing += 1;
        expect(failing).toBeLessThan(100);
      }
      expect(failing).toBeGreaterThan(10);
      console.log(
        `G-11 on ${name}: each of ${failing - 1} statements failed ${moment} it ran, one order each`,
      );
    }
    if (database.kind === 'embedded') await database.close();
  },
);
