import { beforeEach, expect, test } from 'vitest';
import { deviceCalls } from '../../../../test/device-shop.ts';
import { openOrderShop, orderOf, problemOf } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
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
  phone = await shop.addProduct(0);
  await devices.setTracking(phone, 'serial');
  return shop.expectIntegrity;
});

const read = async (id: string) => (await call('getOrder', { params: { id } }, { caller: admin })).order;
const setStatus = (id: string, body: object) =>
  call('changeOrderStatus', { params: { id }, body }, { caller: admin });
const list = async ({ id }: { id: string }) => {
  await devices.moveUnits({ ids: [id], to: 'ready' });
  await devices.listForSale([id], phone);
};
const sold = async (serial: string, status = 'delivered') => {
  const { order } = await shop.place(orderOf({ [phone]: 1 }));
  await call('recordPayment', { params: { id: order.id }, body: { method: 'cash' } }, { caller: admin });
  await devices.packDevice(order.id, serial);
  await setStatus(order.id, { status });
  return order as { id: string; orderNumber: string };
};
/** A device that was sold once. */
const soldOnce = async (status?: string) => {
  const serial = `BACK${String(++made).padStart(6, '0')}`;
  const unit = await devices.receive(phone, serial);
  await list(unit);
  return { unit, serial, order: await sold(serial, status) };
};
const again = (serial: string) => devices.receive(phone, serial, undefined, true);

test('a device that is bought back is another unit, and each order names what it sent', async () => {
  const { unit, serial, order } = await soldOnce();
  expect((await problemOf(devices.receive(phone, serial))).message).toContain('which is sold');
  const back = await again(serial);
  expect(back).toMatchObject({ state: 'bench', previous: unit.number, identifiers: [{ value: serial }] });
  await list(back);
  const second = await sold(serial);
  const sent = async ({ id }: { id: string }) => (await read(id)).items[0].devices;
  expect(await sent(order)).toMatchObject([{ number: unit.number, identifiers: [{ value: serial }] }]);
  expect(await sent(second)).toMatchObject([{ number: back.number, identifiers: [{ value: serial }] }]);
  const { orders } = await call('listAllOrders', { query: { search: serial } }, { caller: admin });
  expect(orders.map(({ id }: { id: string }) => id).sort()).toEqual([order.id, second.id].sort());
  await deps.jobs.workUntilIdle();
});

test('a device that is still on its way to its buyer cannot be bought back', async () => {
  const { serial } = await soldOnce('shipped');
  expect((await problemOf(again(serial))).code).toBe('IDENTIFIER_IN_USE');
});

test.each([true, false])(
  'cancelling the order of a device that was bought back brings nothing back, with items returned: %s',
  async (itemsReturned) => {
    const { unit, serial, order } = await soldOnce();
    const back = await again(serial);
    await setStatus(order.id, { status: 'cancelled', itemsReturned });
    expect(await devices.getUnit(unit.id)).toMatchObject({ state: 'gone', goneAs: 'bought-back' });
    expect(await devices.getUnit(back.id)).toMatchObject({
      state: 'bench',
      identifiers: [{ value: serial }],
    });
    expect(await stockOf(phone)).toBe(0);
  },
);
