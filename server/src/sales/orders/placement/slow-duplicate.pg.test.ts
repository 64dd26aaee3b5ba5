import { expect, test } from 'vitest';
import { openOrderShop, orderOf, problemOf, someAddress } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';

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
