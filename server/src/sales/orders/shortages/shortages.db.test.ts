import { cents } from '@reprise/contract/money';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { deviceCalls } from '../../../../test/device-shop.ts';
import { openOrderShop, orderOf, problemOf } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { deleteProduct } from '../../../catalog/products/delete-product.ts';
import { products } from '../../../catalog/products/products.tables.ts';
import type { Caller } from '../../../platform/http/endpoint.ts';

const database = await openTestDatabase();
const shop = await openOrderShop(database);
const { call, deps, stockOf } = shop;
const devices = deviceCalls(shop);

let admin: Caller;
let phone: string;

beforeEach(async () => {
  admin = await shop.addUser('admin');
  phone = await shop.addProduct(2);
  await devices.setTracking(phone, 'serial');
  return shop.expectIntegrity;
});

const ordered = async (quantity = 1) => {
  shop.clock.now = new Date(shop.clock.now.getTime() + 60_000);
  const { order } = await shop.place(orderOf({ [phone]: quantity }));
  await call('recordPayment', { params: { id: order.id }, body: { method: 'cash' } }, { caller: admin });
  return order as { id: string; orderNumber: string };
};
const setStatus = (id: string, status: string) =>
  call('changeOrderStatus', { params: { id }, body: { status } }, { caller: admin });
const refund = (id: string, restock: boolean) =>
  call(
    'refundOrder',
    { params: { id }, body: { items: [{ product: phone, quantity: 1 }], restock } },
    { caller: admin },
  );
const edit = async (id: string, quantity: number) => {
  const { order } = await call('getOrder', { params: { id } }, { caller: admin });
  const { name: _name, ...shippingAddress } = order.shippingAddress;
  const body = {
    version: order.version ?? 0,
    shippingAddress,
    items: [{ product: phone, quantity }],
    shippingMethod: 'standard',
    reason: 'The customer agreed',
  };
  await call('editOrder', { params: { id }, body }, { caller: admin });
};
const shortOf = async (id: string) => (await devices.packingOf(id)).lines[0]?.short;
/** Moves a device on sale to quarantine and returns the order that is short because of it. */
const breakOne = async () => {
  const [unit] = await devices.unitsOf(phone, 'listed');
  const [outcome] = await devices.moveUnits({ ids: [unit?.id], to: 'quarantine', reason: 'Screen broken' });
  return { unit, outcome };
};
const bringOne = async () => {
  const unit = await devices.receive(phone);
  await devices.moveUnits({ ids: [unit.id], to: 'ready' });
  await devices.listForSale([unit.id], phone);
  return unit;
};
/** Ledger of the product after its devices were first counted. */
const ledger = async () => {
  const { rows } = await database.db.execute<{ reason: string; change: number }>(
    sql`select reason, change from stock_movements where product_id = ${phone} and reason <> 'initial' order by created_at, id`,
  );
  return rows.map(({ reason, change }) => `${change > 0 ? '+' : ''}${change} ${reason}`);
};

test('a promised device that breaks makes the newest waiting order short and tells staff', async () => {
  const [older, newer] = [await ordered(), await ordered()];
  const { unit, outcome } = await breakOne();
  expect(outcome).toMatchObject({ problem: '', shortOrder: newer.orderNumber });
  expect([await shortOf(older.id), await shortOf(newer.id), await stockOf(phone)]).toEqual([0, 1, 0]);
  expect((await ledger()).slice(2).sort()).toEqual(['+1 shortage', '-1 delisting']);
  expect((await devices.listPacking()).map(({ id, short }) => [id, short]).slice(0, 2)).toEqual([
    [newer.id, 1],
    [older.id, 0],
  ]);
  await deps.jobs.workUntilIdle();
  const { rows } = await database.db.execute<{ subject: string; text: string }>(
    sql`select subject, text from mails where kind = 'unit-short'`,
  );
  expect(rows).toMatchObject([{ subject: `Order ${newer.orderNumber} is short of Pixel 7 128 GB Snow` }]);
  expect(rows[0]?.text).toContain(unit?.number);
  const { order, tracking } = await call('getOrder', { params: { id: newer.id } }, { caller: admin });
  expect(JSON.stringify([order.items, tracking])).not.toMatch(/short/i);
});

test('a free device leaves without a shortage, and none may leave by choice while all are promised', async () => {
  const { id } = await ordered();
  expect((await breakOne()).outcome?.shortOrder).toBeUndefined();
  const [unit] = await devices.unitsOf(phone, 'listed');
  const [outcome] = await devices.moveUnits({ ids: [unit?.id], to: 'bench' });
  expect(outcome?.problem).toContain('promised to orders');
  expect([await shortOf(id), await stockOf(phone)]).toEqual([0, 0]);
});

test('a better device of the model takes the place of one that is not there', async () => {
  const better = await shop.addProduct(0, cents(24999), 'Pixel 7 128 GB Snow');
  await database.db.update(products).set({ modelKey: 'pixel-7-upgrade' }).where(eq(products.id, better));
  await devices.setTracking(better, 'serial');
  const good = await shop.addProduct(0, cents(19999), 'Pixel 7 128 GB Snow');
  await database.db.update(products).set({ modelKey: 'pixel-7-upgrade' }).where(eq(products.id, good));
  await devices.setTracking(good, 'serial');
  const list = async (product: string) => {
    const unit = await devices.receive(product);
    await devices.moveUnits({ ids: [unit.id], to: 'ready' });
    await devices.listForSale([unit.id], product);
    return unit;
  };
  const [broken, upgrade] = [await list(good), await list(better)];
  const { order } = await shop.place(orderOf({ [good]: 1 }));
  await call('recordPayment', { params: { id: order.id }, body: { method: 'cash' } }, { caller: admin });
  await devices.moveUnits({ ids: [broken.id], to: 'quarantine', reason: 'Screen broken' });
  expect(await shortOf(order.id)).toBe(1);
  const body = { code: upgrade.number };
  const { packing } = await call('upgradeDevice', { params: { id: order.id }, body }, { caller: admin });
  expect(packing.lines).toMatchObject([{ product: better, short: 0, devices: [{ number: upgrade.number }] }]);
  expect([await stockOf(good), await stockOf(better)]).toEqual([0, 0]);
});

test('a device that is put on sale goes to the short order placed first', async () => {
  const [older, newer] = [await ordered(), await ordered()];
  await breakOne();
  await breakOne();
  expect([await shortOf(older.id), await shortOf(newer.id)]).toEqual([1, 1]);
  await bringOne();
  expect([await shortOf(older.id), await shortOf(newer.id), await stockOf(phone)]).toEqual([0, 1, 0]);
  expect((await ledger()).slice(-2)).toEqual(['+1 listing', '-1 shortage']);
});

test('a scan fills a short line once another order frees its device', async () => {
  const [older, newer] = [await ordered(), await ordered()];
  await breakOne();
  const [left] = await devices.unitsOf(phone, 'listed');
  expect((await problemOf(devices.packDevice(newer.id, left?.number ?? ''))).message).toContain(
    'promised to other orders',
  );
  await setStatus(older.id, 'cancelled');
  await devices.packDevice(newer.id, left?.number ?? '');
  expect([await shortOf(newer.id), await stockOf(phone)]).toEqual([0, 0]);
  await setStatus(newer.id, 'shipped');
});

test('an order ships only when its short units are there or refunded', async () => {
  const { id } = await ordered(2);
  await breakOne();
  const problem = await problemOf(setStatus(id, 'shipped'));
  expect([problem.code, problem.message]).toEqual([
    'UNITS_MISSING',
    '1 of Pixel 7 128 GB Snow is not there. Wait for a device, or refund it first.',
  ]);
  await refund(id, false);
  expect(await shortOf(id)).toBe(0);
  await setStatus(id, 'shipped');
  expect([(await devices.unitsOf(phone, 'shipped')).length, await stockOf(phone)]).toEqual([1, 0]);
});

test('a cancelled order gives back only the devices that are there', async () => {
  const { id } = await ordered(2);
  await breakOne();
  await setStatus(id, 'cancelled');
  expect([await stockOf(phone), (await ledger()).slice(-2)]).toEqual([1, ['+2 cancellation', '-1 shortage']]);
  expect((await problemOf(setStatus(id, 'pending'))).code).toBe('OUT_OF_STOCK');
  await bringOne();
  await setStatus(id, 'pending');
  expect([await shortOf(id), await stockOf(phone)]).toEqual([0, 0]);
});

test('an edit or a return takes the units that are not there first', async () => {
  const edited = await ordered(2);
  await breakOne();
  await edit(edited.id, 1);
  expect([await shortOf(edited.id), await stockOf(phone)]).toEqual([0, 0]);
  await breakOne();
  expect(await shortOf(edited.id)).toBe(1);
  await refund(edited.id, true);
  expect([await shortOf(edited.id), await stockOf(phone)]).toEqual([0, 0]);
});

test('switching to a count and back keeps an order short', async () => {
  const { id } = await ordered(2);
  await breakOne();
  await devices.setTracking(phone, 'quantity');
  await shop.expectIntegrity();
  expect([await shortOf(id), await stockOf(phone)]).toEqual([1, 0]);
  expect(await devices.setTracking(phone, 'serial')).toMatchObject({ listed: 1, waiting: 1, stockCount: 0 });
  await setStatus(id, 'cancelled');
  expect(await stockOf(phone)).toBe(1);
});

test('a short order of a deleted product can be cancelled', async () => {
  const { id } = await ordered(2);
  await breakOne();
  await deleteProduct(deps, phone, admin.userId);
  expect(await shortOf(id)).toBe(1);
  await setStatus(id, 'cancelled');
});
