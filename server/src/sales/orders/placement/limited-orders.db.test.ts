import { orderLimits } from '@reprise/contract/sales/orders/order';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { codeOf, openOrderShop, orderOf, problemOf } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { sqlState } from '../../../platform/database/database-fault.ts';
import { orders } from '../orders.tables.ts';
import { clearLimitKeys } from './clear-limit-keys.ts';

const database = await openTestDatabase();
const { db } = database;
const shop = await openOrderShop(database, { RATE_LIMIT: 'on' });
const { place, call } = shop;

let phone: string;

beforeEach(async () => {
  await db.update(orders).set({ limitKey: null, limitUnits: null });
  phone = await shop.addProduct(500);
  return shop.expectIntegrity;
});

const { maxOpenOrders, maxOpenUnits, maxRecentOrders } = orderLimits;
const count = async () => db.$count(orders, eq(orders.limitKey, 'network:127.0.0.1'));

test('enforces the limit for parallel orders', async () => {
  const codes = await Promise.all(
    Array.from({ length: 12 }, () => codeOrDone(place(orderOf({ [phone]: 1 })))),
  );
  expect(codes.filter((code) => code === 'done')).toHaveLength(maxOpenOrders);
  expect(await count()).toBe(maxOpenOrders);
});

test.each([
  ['orders', maxOpenOrders, 1, 0],
  ['units', maxOpenOrders - 1, maxOpenUnits / (maxOpenOrders - 1), 0],
  ['orders in ten minutes', maxRecentOrders, 1, maxRecentOrders],
])('the database enforces the limit of %s by itself', async (_limit, most, units, cancelled) => {
  const { order } = await place(orderOf({ [phone]: 1 }));
  const copyTo = (copies: number) =>
    inTransaction(db, async (tx) => {
      const [row] = await tx.select().from(orders).where(eq(orders.id, order.id));
      if (!row) throw new Error('not stored');
      const { searchText: _search, ...columns } = row;
      await tx.update(orders).set({ limitKey: null, limitUnits: null });
      const values = Array.from({ length: copies }, (_, copy) => ({
        ...columns,
        id: `${row.id}${copy}`,
        orderNumber: `MJ-${copy}`,
        idempotencyKey: null,
        status: copy < cancelled ? ('cancelled' as const) : columns.status,
        limitUnits: units,
      }));
      await tx.insert(orders).values(values);
      throw new Error('undone');
    }).catch((error: Error) => sqlState(error) ?? error.message);
  expect(await copyTo(most)).toBe('undone');
  expect(await copyTo(most + 1)).toBe('OL001');
});

async function codeOrDone(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );
}

test('replays the response to a repeated key beyond the limit', async () => {
  const as = { idempotencyKey: crypto.randomUUID() };
  const first = await place(orderOf({ [phone]: 1 }), as);
  for (let more = 1; more < maxOpenOrders; more++) await place(orderOf({ [phone]: 1 }));
  expect(await codeOf(place(orderOf({ [phone]: 1 })))).toBe('TOO_MANY_UNPAID');
  expect(await place(orderOf({ [phone]: 1 }), as)).toEqual(first);
});

test('counts a replaced order as a recent order', async () => {
  let last = await place(orderOf({ [phone]: 1 }));
  const replace = () => {
    const body = { ...orderOf({ [phone]: 1 }), replaces: last.order.id };
    return place(body, { orderToken: last.accessToken });
  };
  for (let more = 1; more < maxRecentOrders; more++) last = await replace();
  const problem = await problemOf(replace());
  expect([problem.code, problem.details?.limit]).toEqual(['TOO_MANY_UNPAID', 'rate']);
  expect(await count()).toBe(maxRecentOrders);
  shop.clock.now = new Date(shop.clock.now.getTime() + 11 * 60_000);
  await clearLimitKeys(shop.deps);
  expect(await count()).toBe(1);
});

test('replaces an unpaid order at the limit of orders and units', async () => {
  const units = maxOpenUnits / maxOpenOrders;
  let last = await place(orderOf({ [phone]: units }));
  for (let more = 1; more < maxOpenOrders; more++) last = await place(orderOf({ [phone]: units }));
  const replaceWith = (quantity: number) => {
    const body = { ...orderOf({ [phone]: quantity }), replaces: last.order.id };
    return place(body, { orderToken: last.accessToken });
  };
  const problem = await problemOf(replaceWith(units + 1));
  expect([problem.code, problem.details?.limit]).toEqual(['TOO_MANY_UNPAID', 'units']);
  expect((await replaceWith(units)).order.status).toBe('pending');
});

test('lists the orders whose tokens were sent, and allows one more after a cancel', async () => {
  const placed = [];
  for (let more = 0; more < maxOpenOrders; more++) placed.push(await place(orderOf({ [phone]: 1 })));
  const orderToken = placed.map(({ accessToken }) => accessToken).join(',');
  const problem = await problemOf(place(orderOf({ [phone]: 1 }), { orderToken }));
  expect(problem.message).toBe(
    'Too many orders are waiting for payment. Pay for one or cancel one, then try again.',
  );
  const listed = (problem.details?.orders ?? []) as { id: string }[];
  expect(listed.map(({ id }) => id).sort()).toEqual(placed.map(({ order }) => order.id).sort());
  await call('cancelOwnOrder', { params: { id: listed[0]?.id } }, { orderToken });
  expect((await place(orderOf({ [phone]: 1 }))).order.status).toBe('pending');
});

test('rejects staff who cancel the order of a customer as their own', async () => {
  const { order } = await place(orderOf({ [phone]: 1 }));
  const caller = await shop.addUser('admin');
  expect(await codeOf(call('cancelOwnOrder', { params: { id: order.id } }, { caller }))).toBe('NOT_FOUND');
});

test('clears the network of an order that is neither open nor recent', async () => {
  const { order, accessToken } = await place(orderOf({ [phone]: 1 }));
  await call('cancelOwnOrder', { params: { id: order.id } }, { orderToken: accessToken });
  await place(orderOf({ [phone]: 1 }));
  await clearLimitKeys(shop.deps);
  expect(await count()).toBe(2);
  shop.clock.now = new Date(shop.clock.now.getTime() + 11 * 60_000);
  await clearLimitKeys(shop.deps);
  expect(await count()).toBe(1);
});
