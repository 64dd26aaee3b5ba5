import { cents } from '@reprise/contract/money';
import { beforeEach, expect, test } from 'vitest';
import { deviceCalls } from '../../../../test/device-shop.ts';
import { openOrderShop, orderOf, problemOf } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import type { Caller } from '../../../platform/http/endpoint.ts';
import { reportMissingItems } from './report-missing.ts';

const database = await openTestDatabase();
const shop = await openOrderShop(database);
const { call, deps } = shop;
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

const ordered = async (contents: Record<string, number>) => {
  const { order } = await shop.place(orderOf(contents));
  await call('recordPayment', { params: { id: order.id }, body: { method: 'cash' } }, { caller: admin });
  return { id: order.id as string, number: order.orderNumber as string };
};
const listed = async (place: string) => {
  const { id, number } = await devices.receive(phone, `PICK${String(++made).padStart(6, '0')}`);
  await devices.placeUnits([id], place);
  await devices.moveUnits({ ids: [id], to: 'ready' });
  await devices.listForSale([id], phone);
  return number;
};

test('suggests each device for one order, by bin, and counted products at the end', async () => {
  const [inB10, inB2] = [await listed('B10'), await listed('B2')];
  const cable = await shop.addProduct(9, cents(900), 'Cable');
  const [first, second] = [
    await ordered({ [phone]: 1, [cable]: 2 }),
    await ordered({ [phone]: 1, [cable]: 1 }),
  ];
  const { items, orders } = await devices.pickList([first.id, second.id]);
  expect(orders).toBe(2);
  expect(items).toMatchObject([
    { place: 'B2', device: inB2, quantity: 1 },
    { place: 'B10', device: inB10, quantity: 1 },
    { place: '', device: null, name: 'Cable', quantity: 3, orders: [{ quantity: 2 }, { quantity: 1 }] },
  ]);
  expect(
    items
      .slice(0, 2)
      .map((item) => item.orders[0]?.orderNumber)
      .sort(),
  ).toEqual([first.number, second.number].sort());
});

test('leaves out devices that are packed, and says where none is left', async () => {
  const [packed, missing] = [await listed('A1'), await listed('A2')];
  const { id } = await ordered({ [phone]: 2 });
  await devices.packDevice(id, packed);
  expect((await devices.pickList([id])).items).toMatchObject([{ device: missing }]);
  await devices.reportMissing(missing);
  expect((await devices.pickList([id])).items).toMatchObject([
    { device: null, isScanned: true, quantity: 1 },
  ]);
});

test('a device reported as missing is not suggested until it is found', async () => {
  const [missing, other] = [await listed('A1'), await listed('A2')];
  const { id } = await ordered({ [phone]: 1 });
  await devices.reportMissing(missing);
  await devices.reportMissing(missing);
  expect((await devices.pickList([id])).items).toMatchObject([{ device: other }]);
  expect((await devices.packingOf(id)).lines[0]?.suggestions).toMatchObject([{ number: other }]);
  expect(await devices.getTracking(phone)).toMatchObject({ stockCount: 1, listed: 2 });
  const events = async () => (await devices.historyOf(missing)).map(({ kind }) => kind);
  expect((await events()).filter((kind) => kind === 'missing')).toHaveLength(1);
  await devices.reportMissing(missing, false);
  expect((await devices.pickList([id])).items).toMatchObject([{ device: missing }]);
  await devices.reportMissing(missing);
  await devices.packDevice(id, missing);
  expect((await devices.unitsOf(phone, 'allocated')).map(({ missingSince }) => missingSince)).toEqual([null]);
});

test('ships another device when nothing is scanned and the oldest is missing', async () => {
  const [missing, other] = [await listed('A1'), await listed('A2')];
  const { id } = await ordered({ [phone]: 1 });
  await devices.reportMissing(missing);
  await call('changeOrderStatus', { params: { id }, body: { status: 'shipped' } }, { caller: admin });
  expect((await devices.unitsOf(phone, 'shipped')).map(({ number }) => number)).toEqual([other]);
});

test('refuses to report a device that is not expected on a shelf', async () => {
  const { number } = await devices.receive(phone, 'PICKBENCH');
  expect((await problemOf(devices.reportMissing(number))).message).toBe(
    `${number} is on the bench, so it is not expected on the shelf.`,
  );
});

test('notes once on the order that a counted product is missing', async () => {
  const cable = await shop.addProduct(9, cents(900), 'Cable');
  const { id } = await ordered({ [cable]: 2 });
  const report = () => reportMissingItems(deps, id, cable, admin.userId);
  await report();
  await report();
  const { rows } = await database.db.execute(`select text from order_notes where order_id = '${id}'`);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.text).toMatch(/^Not on the shelf: Cable \(SKU /);
});
