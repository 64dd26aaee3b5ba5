import { expect, test } from 'vitest';
import { openOrderShop, orderOf } from '../../test/order-shop.ts';
import { openTestDatabase } from '../../test/test-database.ts';

const database = await openTestDatabase();
if (database.kind !== 'postgres') throw new Error('for PostgreSQL');
const { place, addProduct } = await openOrderShop(database);

test('placing an order takes five trips', async () => {
  const product = await addProduct(10);
  await place(orderOf({ [product]: 1 }), { idempotencyKey: 'warm' });
  const client = await database.pool.connect();
  const sent: string[] = [];
  const { prototype } = client.constructor as { prototype: { query: (...all: unknown[]) => unknown } };
  const query = prototype.query;
  client.release();
  prototype.query = function (this: unknown, config: unknown, ...rest: unknown[]) {
    sent.push(typeof config === 'string' ? config : ((config as { text?: string }).text ?? ''));
    return query.call(this, config, ...rest);
  };
  try {
    await place(orderOf({ [product]: 1 }), { idempotencyKey: 'counted' });
  } finally {
    prototype.query = query;
  }
  expect(sent).toHaveLength(5);
  expect(sent[1]).toBe('begin');
  expect(sent[4]).toMatch(/commit$/);
});
