import { passportEndpoints } from '@reprise/contract/workshop/units/passport';
import { beforeEach, expect, test } from 'vitest';
import { callsTo } from '../../../../test/call-endpoints.ts';
import { deviceCalls } from '../../../../test/device-shop.ts';
import { openOrderShop, orderOf, problemOf } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import type { Caller } from '../../../platform/http/endpoint.ts';
import { passportHandlers } from '../../../workshop/units/passport/passport.routes.ts';

const database = await openTestDatabase();
const shop = await openOrderShop(database);
const { call, deps, stockOf } = shop;
const devices = deviceCalls(shop);
const passports = callsTo(passportEndpoints, passportHandlers(deps));

let admin: Caller;
let phone: string;
let made = 0;

beforeEach(async () => {
  admin = await shop.addUser('admin');
  phone = await shop.addProduct(0);
  await devices.setTracking(phone, 'serial');
  return shop.expectIntegrity;
});

const read = async (id: string) => (await call('getOrder', { params: { id } }, { caller: admin })).order;
const setStatus = async (id: string, status: string) =>
  (await call('changeOrderStatus', { params: { id }, body: { status } }, { caller: admin })).order;
const ordered = async (quantity = 1) => {
  const { order } = await shop.place(orderOf({ [phone]: quantity }));
  await call('recordPayment', { params: { id: order.id }, body: { method: 'cash' } }, { caller: admin });
  return order.id as string;
};
const listed = async () => {
  const serial = `SCAN${String(++made).padStart(6, '0')}`;
  const unit = await devices.receive(phone, serial);
  await devices.moveUnits({ ids: [unit.id], to: 'ready' });
  await devices.listForSale([unit.id], phone);
  return { ...unit, serial };
};
const shippedUnscanned = async (quantity = 1, status = 'shipped') => {
  const id = await ordered(quantity);
  await setStatus(id, status);
  return id;
};

test('the scan of the device that was assumed names it', async () => {
  const device = await listed();
  const id = await shippedUnscanned();
  expect(await devices.getUnit(device.id)).toMatchObject({ state: 'shipped', isAssumed: true });
  const { packing } = await devices.packDevice(id, device.serial);
  expect(packing.lines[0]?.devices).toMatchObject([{ number: device.number, isAssumed: false }]);
  const order = await read(id);
  expect(order.items[0].devices).toMatchObject([
    { number: device.number, identifiers: [{ value: device.serial }] },
  ]);
  expect(order).not.toHaveProperty('devicesToScan');
});

test.each(['shipped', 'delivered'])(
  'another device that is scanned for a %s order changes places with the assumed one',
  async (status) => {
    const [oldest, sent] = [await listed(), await listed()];
    const id = await shippedUnscanned(1, status);
    const stock = await stockOf(phone);
    await devices.packDevice(id, sent.serial);
    expect((await read(id)).items[0].devices).toMatchObject([{ number: sent.number }]);
    expect(await devices.getUnit(sent.id)).toMatchObject({
      state: status === 'shipped' ? 'shipped' : 'sold',
    });
    expect(await devices.getUnit(oldest.id)).toMatchObject({ state: 'listed', order: null });
    expect(await stockOf(phone)).toBe(stock);
  },
);

test('two orders that left unscanned change their devices when one is scanned', async () => {
  const [first, second] = [await listed(), await listed()];
  const orders = [await shippedUnscanned(), await shippedUnscanned(1, 'delivered')] as const;
  await devices.packDevice(orders[0], second.serial);
  expect((await read(orders[0])).items[0].devices).toMatchObject([{ number: second.number }]);
  const other = await read(orders[1]);
  expect(other).toMatchObject({ devicesToScan: 1 });
  expect(other.items[0].devices).toBeUndefined();
  expect(await devices.getUnit(first.id)).toMatchObject({
    state: 'sold',
    order: other.orderNumber,
    isAssumed: true,
  });
  await devices.packDevice(orders[1], first.serial);
  expect((await read(orders[1])).items[0].devices).toMatchObject([{ number: first.number }]);
});

test('a device that was scanned for another order is refused', async () => {
  const [first] = [await listed(), await listed()];
  const scanned = await ordered();
  await devices.packDevice(scanned, first.serial);
  await setStatus(scanned, 'shipped');
  const id = await shippedUnscanned();
  expect((await problemOf(devices.packDevice(id, first.serial))).message).toBe(
    `${first.number} is shipped, so it cannot be sold. Take another.`,
  );
  expect(await devices.getUnit(first.id)).toMatchObject({
    order: (await read(scanned)).orderNumber,
    isAssumed: false,
  });
});

test('an order whose devices were all scanned takes no more after it left', async () => {
  const [first, second] = [await listed(), await listed()];
  const id = await ordered();
  await devices.packDevice(id, first.serial);
  await setStatus(id, 'shipped');
  expect((await problemOf(devices.packDevice(id, second.serial))).message).toBe(
    'This order has been shipped already.',
  );
});

test('a number that is new is recorded for the device without one that left', async () => {
  const product = await shop.addProduct(1);
  await devices.setTracking(product, 'serial');
  phone = product;
  const id = await shippedUnscanned();
  const problem = await problemOf(devices.packDevice(id, 'SCANNEW00001'));
  expect(problem.details).toMatchObject({ newNumber: 'SCANNEW00001' });
  await devices.packDevice(id, 'SCANNEW00001', true);
  expect((await read(id)).items[0].devices).toMatchObject([{ identifiers: [{ value: 'SCANNEW00001' }] }]);
});

test('the passport of an assumed device compares no number until it was scanned', async () => {
  const device = await listed();
  const id = await shippedUnscanned();
  const token = device.passport;
  const match = async () =>
    (await passports('matchPassport', { params: { token }, body: { ending: device.serial.slice(-6) } }))
      .matches;
  const canMatch = async () => (await passports('getPassport', { params: { token } })).passport.canMatch;
  expect([await canMatch(), await match()]).toEqual([false, false]);
  await devices.packDevice(id, device.serial);
  expect([await canMatch(), await match()]).toEqual([true, true]);
});

test('an order set back from shipping counts what was not scanned as still to scan', async () => {
  const device = await listed();
  const id = await shippedUnscanned();
  await setStatus(id, 'processing');
  expect(await read(id)).toMatchObject({ devicesToScan: 1 });
  await devices.packDevice(id, device.serial);
  expect(await read(id)).not.toHaveProperty('devicesToScan');
});
