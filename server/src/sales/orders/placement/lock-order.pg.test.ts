import { expect, test, vi } from 'vitest';
import { openOrderShop, orderOf } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';

const database = await openTestDatabase();
if (database.kind !== 'postgres') throw new Error('for PostgreSQL');
const { pool } = database;
const { place, addProduct } = await openOrderShop(database);

test('locks the products of a cart in the order of their ids', async () => {
  const products = await Promise.all(Array.from({ length: 20 }, () => addProduct(5)));
  const { rows } = await pool.query('select id from products where id = any($1) order by id', [products]);
  const [first, ...others] = rows.map(({ id }) => id);
  const rival = await pool.connect();
  let placing: Promise<unknown> | undefined;
  try {
    await rival.query('begin');
    await rival.query('select from products where id = $1 for update', [first]);
    placing = place(orderOf(Object.fromEntries(products.map((product) => [product, 1]))));
    const isWaiting = async () => {
      const waiting = await pool.query(`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      expect(waiting.rows).toHaveLength(1);
    };
    await vi.waitFor(isWaiting, 5_000);
    // The order waits for the first product and has locked none after it.
    await rival.query('select from products where id = any($1) for update nowait', [others]);
  } finally {
    await rival.query('rollback');
    rival.release();
    await placing;
  }
});
