import { expect, test, vi } from 'vitest';
import { openOrderShop, orderOf, problemOf, someAddress } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';

const database = await openTestDatabase();
const { place, addProduct } = await openOrderShop(database);

test('rejects a duplicate request with IN_PROGRESS when the first runs too long', async () => {
  if (database.kind !== 'postgres') throw new Error('Expected PostgreSQL.');
  const product = await addProduct(2);
  await place(orderOf({ [product]: 1 }), { idempotencyKey: 'other' });
  const rival = await database.pool.connect();
  await rival.query('begin');
  await rival.query(`update orders set idempotency_key = 'slow' where idempotency_scope = $1`, [
    `guest:${someAddress.email}`,
  ]);
  try {
    const problem = await problemOf(place(orderOf({ [product]: 1 }), { idempotencyKey: 'slow' }));
    expect(problem).toMatchObject({ code: 'IN_PROGRESS', retryAfterSeconds: 1 });
  } finally {
    await rival.query('rollback');
    rival.release();
  }
  await place(orderOf({ [product]: 1 }), { idempotencyKey: 'slow' });
});

test('places orders of other products while batches wait for a product lock', async () => {
  if (database.kind !== 'postgres') throw new Error('Expected PostgreSQL.');
  const [lockedProduct, otherProduct] = [await addProduct(50), await addProduct(50)];
  const rival = await database.pool.connect();
  const prototype = rival.constructor.prototype as { query: (...all: unknown[]) => unknown };
  const { query } = prototype;
  let stored = 0;
  prototype.query = function (this: unknown, config: unknown, ...rest: unknown[]) {
    if ((config as { name?: string }).name === 'store orders') stored++;
    return query.call(this, config, ...rest);
  };
  const waiting: Promise<unknown>[] = [];
  try {
    await rival.query('begin');
    await rival.query('select from products where id = $1 for update', [lockedProduct]);
    for (const group of [1, 2]) {
      waiting.push(place(orderOf({ [lockedProduct]: 1 }), { idempotencyKey: `waits ${group}` }));
      await vi.waitFor(() => expect(stored).toBe(group));
    }
    await place(orderOf({ [otherProduct]: 1 }), { idempotencyKey: 'goes past' });
    // The waiting batches did not time out.
    expect(stored).toBe(3);
  } finally {
    prototype.query = query;
    await rival.query('rollback');
    rival.release();
  }
  await Promise.all(waiting);
});
