import { expect, test } from 'vitest';
import { openOrderShop, orderOf, refusalOf, someAddress } from '../../test/order-shop.ts';
import { openTestDatabase } from '../../test/test-database.ts';

const database = await openTestDatabase();
const { place, addProduct } = await openOrderShop(database);

test('a twin that runs too long is reported, not waited for without end', async () => {
  if (database.kind !== 'postgres') throw new Error('for PostgreSQL');
  const product = await addProduct(2);
  await place(orderOf({ [product]: 1 }), { idempotencyKey: 'other' });
  const rival = await database.pool.connect();
  await rival.query('begin');
  await rival.query(`update orders set idempotency_key = 'slow' where idempotency_scope = $1`, [
    `guest:${someAddress.email}`,
  ]);
  try {
    const refused = await refusalOf(place(orderOf({ [product]: 1 }), { idempotencyKey: 'slow' }));
    expect(refused).toMatchObject({ code: 'IN_PROGRESS', retryAfterSeconds: 1 });
  } finally {
    await rival.query('rollback');
    rival.release();
  }
  await place(orderOf({ [product]: 1 }), { idempotencyKey: 'slow' });
});
