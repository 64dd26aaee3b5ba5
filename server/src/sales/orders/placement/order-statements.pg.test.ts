import { expect, test } from 'vitest';
import { openOrderShop, orderOf } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';

const database = await openTestDatabase();
if (database.kind !== 'postgres') throw new Error('for PostgreSQL');
const { place, addProduct } = await openOrderShop(database);

test('places an order in the same few statements, whatever its number of products', async () => {
  const products = await Promise.all(Array.from({ length: 20 }, () => addProduct(30)));
  await place(orderOf({ [products[0] ?? '']: 1 }), { idempotencyKey: 'warm' });
  const client = await database.pool.connect();
  const sent: string[] = [];
  const { prototype } = client.constructor as { prototype: { query: (...all: unknown[]) => unknown } };
  const query = prototype.query;
  client.release();
  prototype.query = function (this: unknown, config: unknown, ...rest: unknown[]) {
    const text = typeof config === 'string' ? config : ((config as { text?: string }).text ?? '');
    // The timers of the job queue send statements of their own at any moment.
    if (!text.includes('pgboss')) sent.push(text);
    return query.call(this, config, ...rest);
  };
  const counted: number[] = [];
  try {
    for (const count of [1, 20]) {
      const lines = products.slice(0, count).map((product) => [product, 1]);
      await place(orderOf(Object.fromEntries(lines)), { idempotencyKey: `of ${count}` });
      expect([sent.at(0), sent.at(-1)]).toEqual(['begin', expect.stringMatching(/commit$/)]);
      counted.push(sent.splice(0).length);
    }
  } finally {
    prototype.query = query;
  }
  expect(counted).toEqual([13, 13]);
});
