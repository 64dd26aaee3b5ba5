import { expect, test } from 'vitest';
import { storeOrdersStatement } from './store-orders.ts';

test('orders are stored by this statement', async () => {
  await expect(storeOrdersStatement.text).toMatchFileSnapshot('store-orders.sql');
});
