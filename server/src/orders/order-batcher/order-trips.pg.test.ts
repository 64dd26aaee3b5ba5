import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openOrderShop, orderOf } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';

const database = await openTestDatabase();
if (database.kind !== 'postgres') throw new Error('for PostgreSQL');
const { place, addProduct } = await openOrderShop(database);

test('writes one stats delta for orders placed in one batch, and none of sales', async () => {
  const products = [await addProduct(50), await addProduct(50)];
  const count = async () => {
    const { rows } = await database.db.execute<{ orders: number; sales: number }>(sql`
      select (select count(*)::int from daily_order_stat_deltas) as orders,
        (select count(*)::int from daily_sales_stat_deltas) as sales`);
    return rows[0];
  };
  const before = await count();
  await Promise.all(
    ['x', 'y', 'z'].map((idempotencyKey) =>
      place(orderOf(Object.fromEntries(products.map((product) => [product, 1]))), { idempotencyKey }),
    ),
  );
  expect(await count()).toEqual({ orders: (before?.orders ?? 0) + 1, sales: before?.sales ?? 0 });
});

test('places a batch in two round trips, and one low-stock order in at most five', async () => {
  const product = await addProduct(30);
  await place(orderOf({ [product]: 1 }), { idempotencyKey: 'warm' });
  const client = await database.pool.connect();
  const sent: string[] = [];
  const { prototype } = client.constructor as { prototype: { query: (...all: unknown[]) => unknown } };
  const query = prototype.query;
  client.release();
  prototype.query = function (this: unknown, config: unknown, ...rest: unknown[]) {
    const text = typeof config === 'string' ? config : ((config as { text?: string }).text ?? '');
    // The timers of the job queue send statements of their own at any moment; an order only adds jobs.
    if (!text.includes('pgboss') || /insert into pgboss\.job/i.test(text)) sent.push(text);
    return query.call(this, config, ...rest);
  };
  try {
    await place(orderOf({ [product]: 1 }), { idempotencyKey: 'counted' });
    expect(sent.splice(0)).toHaveLength(2);
    await Promise.all(
      ['a', 'b', 'c'].map((idempotencyKey) => place(orderOf({ [product]: 1 }), { idempotencyKey })),
    );
    expect(sent.splice(0)).toHaveLength(2);
    await place(orderOf({ [product]: 25 }), { idempotencyKey: 'the last' });
  } finally {
    prototype.query = query;
  }
  // Low stock: the order uses its own transaction and also queues a mail to the store.
  expect(sent).toHaveLength(5);
  expect(sent[1]).toBe('begin');
  expect(sent.at(-1)).toMatch(/commit$/);
});
