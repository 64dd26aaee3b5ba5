import { lotInput, supplierInput } from '@reprise/contract/workshop/lots/lot';
import { beforeEach, expect, test } from 'vitest';
import { deviceCalls } from '../../../test/device-shop.ts';
import { openOrderShop, orderOf, someAddress } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import type { Caller } from '../../platform/http/endpoint.ts';
import { createLot } from '../../workshop/lots/save-lot.ts';
import { createSupplier } from '../../workshop/lots/suppliers.ts';

const database = await openTestDatabase();
const shop = await openOrderShop(database);
const { call } = shop;
const devices = deviceCalls(shop);

let admin: Caller;
let phone: string;
let made = 0;

beforeEach(async () => {
  admin = await shop.addUser('admin');
  phone = await shop.addProduct(0);
  await devices.setTracking(phone, 'serial');
});

const found = async (search: string): Promise<string[]> =>
  (await call('listAllOrders', { query: { search } }, { caller: admin })).orders.map(
    ({ id }: { id: string }) => id,
  );
const setStatus = (id: string, body: object) =>
  call('changeOrderStatus', { params: { id }, body }, { caller: admin });
const placed = async (address: object = {}) => {
  const { order } = await shop.place(
    orderOf({ [phone]: 1 }, { shippingAddress: { ...someAddress, ...address } }),
  );
  await call('recordPayment', { params: { id: order.id }, body: { method: 'cash' } }, { caller: admin });
  return order as { id: string; orderNumber: string };
};
const listed = async (lot?: string) => {
  made += 1;
  const serial = `FND${String(made).padStart(3, '0')}QWERT${made}Z`;
  const unit = await devices.receive(phone, serial, lot);
  await devices.moveUnits({ ids: [unit.id], to: 'ready' });
  await devices.listForSale([unit.id], phone);
  return { ...unit, serial };
};

test('an order is found by the numbers of the device that was scanned for it', async () => {
  const device = await listed();
  const order = await placed();
  await devices.packDevice(order.id, device.serial);
  await setStatus(order.id, { status: 'shipped' });
  const bare = device.number.replace('-', '').toLowerCase();
  for (const search of [
    device.number,
    bare,
    device.serial,
    device.serial.slice(-6),
    `S/N: ${device.serial}`,
  ]) {
    expect([search, await found(search)]).toEqual([search, [order.id]]);
  }
});

test('an order that left without a scan is not found by the device that was assumed', async () => {
  const device = await listed();
  const order = await placed();
  await setStatus(order.id, { status: 'shipped' });
  expect(await found(device.serial)).toEqual([]);
  await devices.packDevice(order.id, device.serial);
  expect(await found(device.serial)).toEqual([order.id]);
});

test('orders are found by the lot of their devices', async () => {
  const name = `Supplier ${phone}`;
  const supplier = await createSupplier(
    shop.deps,
    supplierInput.parse({ name, kind: 'company' }),
    admin.userId,
  );
  const lot = await createLot(shop.deps, lotInput.parse({ supplier: supplier.id }), {
    actorId: admin.userId,
    seesCosts: true,
  });
  const device = await listed(lot.id);
  const order = await placed();
  await devices.packDevice(order.id, device.serial);
  for (const search of [lot.number, lot.number.replace('-', '').toLowerCase()])
    expect([search, await found(search)]).toEqual([search, [order.id]]);
  expect(await found(`${lot.number}9`)).toEqual([]);
});

test('an order is found by its invoice', async () => {
  await listed();
  const order = await placed();
  const { invoices } = await call('listOrderInvoices', { params: { id: order.id } }, { caller: admin });
  expect(await found(invoices[0].number)).toEqual([order.id]);
});

test('numbers are found with and without hyphens and blanks, names in any order', async () => {
  await listed();
  const order = await placed({ firstName: 'Nora', lastName: "D'Alessandro" });
  await setStatus(order.id, { status: 'shipped', carrier: 'UPS', trackingNumber: `1Z 999-${made}77 QX` });
  const characters = order.orderNumber.slice(3);
  for (const search of [
    `MJ${characters}`,
    `mj ${characters.toLowerCase()}`,
    `1z999${made}77qx`,
    `1Z 999 ${made} 77 QX`,
    `1Z-99-9${made}-77QX`,
    'dalessandro nora',
    `nora  d'alessandro`,
    'Nora DAlessandro',
  ]) {
    expect([search, await found(search)]).toEqual([search, [order.id]]);
  }
});

test('calls take an order number without its hyphen', async () => {
  await listed();
  const order = await placed();
  for (const id of [order.orderNumber.replace('-', ''), order.orderNumber.replace('-', ' ').toLowerCase()]) {
    expect((await call('getOrder', { params: { id } }, { caller: admin })).order.id).toBe(order.id);
    expect((await call('trackOrder', { params: { number: id } })).orderNumber).toBe(order.orderNumber);
  }
});
