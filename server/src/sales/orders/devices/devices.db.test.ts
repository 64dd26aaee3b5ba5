import { cents } from '@reprise/contract/money';
import { eq, inArray } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { deviceCalls } from '../../../../test/device-shop.ts';
import { openOrderShop, orderOf, problemOf } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { deleteProduct } from '../../../catalog/products/delete-product.ts';
import { products, stockMovements } from '../../../catalog/products/products.tables.ts';
import { adjustStock } from '../../../catalog/products/stock/adjust-stock.ts';
import { updateProduct } from '../../../catalog/products/update-product.ts';
import type { Caller } from '../../../platform/http/endpoint.ts';

const database = await openTestDatabase();
const shop = await openOrderShop(database);
const { call, deps, stockOf } = shop;
const devices = deviceCalls(shop);

let admin: Caller;
let phone: string;
let made = 0;

beforeEach(async () => {
  admin = await shop.addUser('admin');
  phone = await shop.addProduct(3);
  await devices.setTracking(phone, 'serial');
  return shop.expectIntegrity;
});

const newSerial = () => `DEMO${String(++made).padStart(6, '0')}`;
const pay = (id: string) =>
  call('recordPayment', { params: { id }, body: { method: 'cash' } }, { caller: admin });
const read = async (id: string) => (await call('getOrder', { params: { id } }, { caller: admin })).order;
const setStatus = async (id: string, status: string, more: object = {}) =>
  (await call('changeOrderStatus', { params: { id }, body: { status, ...more } }, { caller: admin })).order;
const ordered = async (quantity = 1) => {
  const { order } = await shop.place(orderOf({ [phone]: quantity }));
  await pay(order.id);
  return order.id as string;
};
const numbersOf = async (state: string) =>
  (await devices.unitsOf(phone, state)).map(({ number }) => number).sort();
const listed = async (serial = newSerial(), product = phone) => {
  const unit = await devices.receive(product, serial);
  await devices.moveUnits({ ids: [unit.id], to: 'ready' });
  await devices.listForSale([unit.id], product);
  return { ...unit, serial };
};

test('switching to devices and back leaves the stock and what orders wait for', async () => {
  expect(await devices.getTracking(phone)).toEqual({
    tracking: 'serial',
    stockCount: 3,
    listed: 3,
    waiting: 0,
    withoutNumber: 3,
  });
  await ordered(2);
  expect(await devices.getTracking(phone)).toMatchObject({ stockCount: 1, listed: 3, waiting: 2 });
  await devices.setTracking(phone, 'quantity');
  expect(await devices.getTracking(phone)).toMatchObject({ stockCount: 1, listed: 0 });
  await shop.expectIntegrity();
  expect(await devices.setTracking(phone, 'serial')).toMatchObject({ stockCount: 1, listed: 3, waiting: 2 });
});

test('switching counts a device once whose order was taken back from shipping', async () => {
  const id = await ordered(2);
  await setStatus(id, 'shipped');
  await devices.setTracking(phone, 'quantity');
  await setStatus(id, 'processing');
  expect(await devices.setTracking(phone, 'serial')).toMatchObject({ stockCount: 1, listed: 1, waiting: 0 });
});

test('the buyer reads the serial number of the device that was scanned', async () => {
  const { serial, number } = await listed();
  const id = await ordered();
  expect((await devices.listPacking()).find((one) => one.id === id)).toMatchObject({ toScan: 1, scanned: 0 });
  const { device, packing } = await devices.packDevice(id, `S/N: ${serial}`);
  expect(device).toBe(number);
  expect(packing.lines).toMatchObject([{ quantity: 1, devices: [{ number, isAssumed: false }] }]);
  expect((await read(id)).items[0].devices).toBeUndefined();
  const shipped = await setStatus(id, 'shipped', { carrier: 'UPS', trackingNumber: '1Z999' });
  expect(shipped.items[0].devices).toMatchObject([
    { number, identifiers: [{ kind: 'serial', value: serial }] },
  ]);
  await setStatus(id, 'delivered');
  expect(await numbersOf('sold')).toEqual([number]);
});

test('refuses a device that does not belong in the order, and says what is wrong', async () => {
  const other = await shop.addProduct(1, cents(4999), 'Pixel 8 128 GB Hazel');
  await devices.setTracking(other, 'serial');
  const [pixel8, mine, bench] = [
    await listed(newSerial(), other),
    await listed(),
    await devices.receive(phone, newSerial()),
  ];
  const [id, elsewhere] = [await ordered(), await ordered()];
  const problem = async (code: string) => (await problemOf(devices.packDevice(id, code))).message;
  expect(await problem(pixel8.number)).toBe(
    'This is Pixel 8 128 GB Hazel, Good. The order wants Pixel 7 128 GB Snow.',
  );
  expect(await problem(bench.number)).toBe(
    `${bench.number} is on the bench, so it cannot be sold. Take another.`,
  );
  expect(await problem('U-22222229')).toBe(
    'This looks like a device number of the shop, and its check character does not fit. Scan it again.',
  );
  expect(await problem('356938035643800')).toContain('The check digit of this IMEI does not fit.');
  await devices.packDevice(elsewhere, mine.serial);
  expect(await problem(mine.number)).toBe(
    `${mine.number} is packed for order ${(await read(elsewhere)).orderNumber}. Put it back there.`,
  );
  expect((await problemOf(devices.packDevice(elsewhere, mine.number))).message).toBe(
    `${mine.number} is in this order already.`,
  );
});

test('a better device of the model is sent at the price of the line, on request', async () => {
  const name = 'Pixel 7 128 GB Snow';
  const [good, better] = [
    await shop.addProduct(0, cents(19999), name),
    await shop.addProduct(0, cents(24999), name),
  ];
  const { db } = database;
  await db
    .update(products)
    .set({ modelKey: 'pixel-7' })
    .where(inArray(products.id, [good, better]));
  await db.update(products).set({ condition: 'excellent' }).where(eq(products.id, better));
  for (const product of [good, better]) await devices.setTracking(product, 'serial');
  for (const product of [good, good]) await listed(newSerial(), product);
  const { number } = await listed(newSerial(), better);
  const { order } = await shop.place(orderOf({ [good]: 2 }));
  await pay(order.id);
  const { id } = order;
  const { total } = await read(id);
  const refusal = await problemOf(devices.packDevice(id, number));
  expect(refusal).toMatchObject({
    code: 'WRONG_UNIT',
    message: 'This is Like New. The order wants Good.',
    details: { upgrade: 'Pixel 7 128 GB Snow (Like New)', insteadOf: 'Pixel 7 128 GB Snow (Good)' },
  });
  const upgrade = () => call('upgradeDevice', { params: { id }, body: { code: number } }, { caller: admin });
  const { packing } = await upgrade();
  expect(packing.lines).toMatchObject([
    { product: good, quantity: 1, devices: [] },
    { product: better, quantity: 1, devices: [{ number }] },
  ]);
  expect((await read(id)).total).toBe(total);
  expect([await stockOf(good), await stockOf(better)]).toEqual([1, 0]);
  expect((await problemOf(upgrade())).code).toBe('WRONG_UNIT');

  await devices.unpackDevice(id, number);
  await setStatus(id, 'cancelled');
  expect([await stockOf(good), await stockOf(better)]).toEqual([2, 1]);
});

test('a number that is new is offered, and recorded on request for a device on sale without one', async () => {
  const id = await ordered();
  const serial = newSerial();
  expect(await problemOf(devices.packDevice(id, serial))).toMatchObject({
    code: 'WRONG_UNIT',
    details: { newNumber: serial, kind: 'serial', model: expect.any(String) },
  });
  expect(await devices.getTracking(phone)).toMatchObject({ withoutNumber: 3 });
  await devices.packDevice(id, serial, true);
  expect((await setStatus(id, 'shipped')).items[0].devices).toMatchObject([
    { identifiers: [{ kind: 'serial', value: serial }] },
  ]);
  expect(await devices.getTracking(phone)).toMatchObject({ withoutNumber: 2 });
});

test('an order that is shipped without a scan takes the device on sale longest and names none', async () => {
  const [oldest] = (await devices.packingOf(await ordered())).lines[0]?.suggestions ?? [];
  const id = await ordered();
  expect(await read(id)).toMatchObject({ devicesToScan: 1 });
  const delivered = await setStatus(id, 'delivered');
  expect(delivered).toMatchObject({ devicesToScan: 1 });
  expect(delivered.items[0].devices).toBeUndefined();
  expect((await devices.packingOf(id)).lines[0]?.devices).toMatchObject([
    { number: oldest?.number, isAssumed: true },
  ]);
});

test('an order cancelled before it left puts its devices on sale again', async () => {
  const id = await ordered(2);
  const [first] = (await devices.packingOf(id)).lines[0]?.suggestions ?? [];
  await devices.packDevice(id, first?.number ?? '');
  await setStatus(id, 'cancelled');
  expect([await stockOf(phone), await numbersOf('listed')]).toEqual([
    3,
    expect.arrayContaining([first?.number]),
  ]);
});

test('devices of an order cancelled after it left are in stock only when they are listed again', async () => {
  const id = await ordered(2);
  await setStatus(id, 'shipped');
  await setStatus(id, 'cancelled');
  expect(await stockOf(phone)).toBe(1);
  const away = await devices.unitsOf(phone, 'returning');
  const ids = away.map((unit) => unit.id);
  await devices.moveUnits({ ids, to: 'returned' });
  await devices.moveUnits({ ids, to: 'bench' });
  await devices.moveUnits({ ids, to: 'ready' });
  expect(await stockOf(phone)).toBe(1);
  await devices.listForSale(ids, phone);
  expect(await stockOf(phone)).toBe(3);
});

test('an order that is opened again counts the devices that are still away', async () => {
  const id = await ordered(2);
  await setStatus(id, 'shipped');
  await setStatus(id, 'cancelled');
  await setStatus(id, 'shipped');
  expect([await stockOf(phone), (await numbersOf('shipped')).length]).toEqual([1, 2]);
});

test('an order that is opened again waits for another device instead of one that was lost', async () => {
  const id = await ordered(2);
  await setStatus(id, 'shipped');
  await setStatus(id, 'cancelled');
  const [lost] = await devices.unitsOf(phone, 'returning');
  await devices.moveUnits({ ids: [lost?.id], to: 'gone', goneAs: 'lost' });
  await setStatus(id, 'processing');
  expect(await stockOf(phone)).toBe(0);
  await shop.expectIntegrity();
  await setStatus(id, 'shipped');
  expect((await devices.packingOf(id)).lines[0]?.devices).toHaveLength(2);
});

test('an edit that lowers the quantity puts the device packed last on sale again', async () => {
  const id = await ordered(2);
  const [first, second] = (await devices.packingOf(id)).lines[0]?.suggestions ?? [];
  await devices.packDevice(id, first?.number ?? '');
  shop.clock.now = new Date(shop.clock.now.getTime() + 1000);
  await devices.packDevice(id, second?.number ?? '');
  const { version = 0, shippingMethod, shippingAddress } = await read(id);
  const { name: _name, ...address } = shippingAddress;
  const body = {
    version,
    shippingMethod,
    shippingAddress: address,
    items: [{ product: phone, quantity: 1 }],
    reason: 'One is enough',
  };
  await call('editOrder', { params: { id }, body }, { caller: admin });
  expect((await devices.packingOf(id)).lines[0]?.devices).toMatchObject([{ number: first?.number }]);
  expect(await stockOf(phone)).toBe(2);
});

test('a refund with restock of a shipped order takes the device back to the bench side, not to stock', async () => {
  const id = await ordered(2);
  await setStatus(id, 'shipped');
  const [sent = ''] = await numbersOf('shipped');
  const items = [{ product: phone, quantity: 1, units: [sent] }];
  await call('refundOrder', { params: { id }, body: { items, restock: true } }, { caller: admin });
  expect([
    await stockOf(phone),
    (await numbersOf('returned')).length,
    (await numbersOf('shipped')).length,
  ]).toEqual([1, 1, 1]);
});

test('a count by hand adds devices without a number, and takes those off sale first', async () => {
  const { number } = await listed();
  await adjustStock(deps, phone, { change: 2 }, admin.userId);
  expect(await devices.getTracking(phone)).toMatchObject({ stockCount: 6, listed: 6, withoutNumber: 5 });
  await adjustStock(deps, phone, { change: -5 }, admin.userId);
  expect(await numbersOf('listed')).toEqual([number]);
  await adjustStock(deps, phone, { change: 1 }, admin.userId);
  expect(await devices.getTracking(phone)).toMatchObject({ listed: 2, withoutNumber: 1 });
});

test('devices that go on sale or off it together have a row of the ledger each', async () => {
  const received = [];
  for (let count = 0; count < 3; count++) received.push(await devices.receive(phone, newSerial()));
  const ids = received.map(({ id }) => id);
  await devices.moveUnits({ ids, to: 'ready' });
  await devices.listForSale(ids, phone);
  expect(await stockOf(phone)).toBe(6);
  await devices.moveUnits({ ids, to: 'ready', reason: 'A new picture' });
  expect(await stockOf(phone)).toBe(3);
  const { unitId, change } = stockMovements;
  const rows = await database.db.select({ unitId, change }).from(stockMovements).where(inArray(unitId, ids));
  for (const id of ids) {
    const changes = rows.filter((row) => row.unitId === id).map((row) => row.change);
    expect(changes.sort()).toEqual([-1, 1]);
  }
});

test('devices that orders wait for cannot go off sale', async () => {
  await ordered(2);
  const ids = (await devices.unitsOf(phone)).map(({ id }) => id);
  const outcomes = await devices.moveUnits({ ids, to: 'bench' });
  expect(outcomes.map(({ problem }) => problem === '').sort()).toEqual([false, false, true]);
  expect(await stockOf(phone)).toBe(0);
  expect((await problemOf(adjustStock(deps, phone, { change: -1 }, admin.userId))).code).toBe('OUT_OF_STOCK');
});

test('an order cancelled as devices and as a count gains no stock when it is opened again', async () => {
  await devices.setTracking(phone, 'quantity');
  const id = await ordered();
  await setStatus(id, 'shipped');
  await devices.setTracking(phone, 'serial');
  await setStatus(id, 'cancelled', { itemsReturned: true });
  await devices.setTracking(phone, 'quantity');
  await setStatus(id, 'pending');
  await setStatus(id, 'cancelled');
  await devices.setTracking(phone, 'serial');
  const before = (await stockOf(phone)) ?? 0;
  await setStatus(id, 'pending');
  expect(await stockOf(phone)).toBe(before - 1);
});

test('a deleted product leaves its devices ready, and keeps its model while it is tracked', async () => {
  const [product] = await database.db.select().from(products).where(eq(products.id, phone));
  if (!product) throw new Error('The product is missing.');
  const edit = { name: product.name, price: product.priceCents, category: 'none', modelKey: 'another' };
  expect((await problemOf(updateProduct(deps, phone, edit, admin.userId))).code).toBe('SERIAL_TRACKED');
  const id = await ordered();
  const ids = (await devices.unitsOf(phone)).map((unit) => unit.id);
  await deleteProduct(deps, phone, admin.userId);
  expect((await setStatus(id, 'shipped')).items[0].devices).toBeUndefined();
  const outcomes = await devices.moveUnits({ ids, to: 'bench' });
  expect(outcomes.map(({ problem }) => problem)).toEqual(['', '', '']);
});

test('a device on sale cannot be taken back as a mistake or get another model, which would leave its stock', async () => {
  const other = await shop.addProduct(0, cents(4999), 'Pixel 9');
  const [unit] = await devices.unitsOf(phone, 'listed');
  if (!unit) throw new Error('No device is on sale.');
  expect((await problemOf(devices.undoReceive(unit.id))).code).toBe('UNIT_STATE');
  const edit = { version: unit.version, model: { product: other } };
  expect((await problemOf(devices.editUnit(unit.id, edit))).message).toBe(
    'Its model cannot change while it is on sale.',
  );
  expect([await stockOf(phone), (await numbersOf('listed')).length]).toEqual([3, 3]);
});
