import { desc, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { codeOf, openOrderShop, orderOf } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { stockMovements } from '../../../catalog/products/products.tables.ts';
import type { Caller } from '../../../platform/http/endpoint.ts';

const database = await openTestDatabase();
const shop = await openOrderShop(database);
const { call, place, stockOf } = shop;

let admin: Caller;
let phone: string;
let orderId: string;

beforeEach(async () => {
  admin = await shop.addUser('admin');
  phone = await shop.addProduct(10);
  orderId = (await place(orderOf({ [phone]: 2 }))).order.id;
  return shop.expectIntegrity;
});

const setStatus = (status: string, more: object = {}) =>
  call('changeOrderStatus', { params: { id: orderId }, body: { status, ...more } }, { caller: admin });
const ledger = async () => {
  const rows = await database.db
    .select()
    .from(stockMovements)
    .where(eq(stockMovements.productId, phone))
    // The clock of the test does not advance, so the times give no order.
    .orderBy(desc(stockMovements.reason));
  return rows
    .filter(({ reason }) => reason !== 'initial')
    .map(({ change, reason, note }) => [change, reason, note]);
};

test('a shipped order cancelled as not back leaves the stock, and says so in the ledger', async () => {
  await setStatus('shipped');
  await setStatus('cancelled', { itemsReturned: false });
  expect(await stockOf(phone)).toBe(8);
  expect(await ledger()).toEqual([
    [-2, 'order', ''],
    [2, 'cancellation', ''],
    [-2, 'adjustment', 'not returned'],
  ]);
});

test('reopening an order whose items are not back takes nothing from the stock', async () => {
  await setStatus('shipped');
  await setStatus('cancelled', { itemsReturned: false });
  await setStatus('shipped');
  expect(await stockOf(phone)).toBe(8);
  await setStatus('cancelled', { itemsReturned: true });
  expect(await stockOf(phone)).toBe(10);
  await setStatus('processing');
  expect(await stockOf(phone)).toBe(8);
});

test('without an answer, or with yes, the items return to stock', async () => {
  for (const answer of [{}, { itemsReturned: true }]) {
    await setStatus('delivered');
    await setStatus('cancelled', answer);
    expect(await stockOf(phone)).toBe(10);
  }
});

test('refuses an answer for an order that was not shipped', async () => {
  expect(await codeOf(setStatus('cancelled', { itemsReturned: false }))).toBe('VALIDATION_ERROR');
  expect(await stockOf(phone)).toBe(8);
});
