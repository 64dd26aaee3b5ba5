import { beforeEach, expect, test } from 'vitest';
import { deviceCalls } from '../../../../test/device-shop.ts';
import { codeOf, openOrderShop, orderOf } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';

const database = await openTestDatabase();
const shop = await openOrderShop(database);
const devices = deviceCalls(shop);

let phone: string;
beforeEach(async () => {
  await shop.addUser('admin');
  phone = await shop.addProduct(2);
  await devices.setTracking(phone, 'serial');
  return shop.expectIntegrity;
});

async function list(serial: string) {
  const { id } = await devices.receive(phone, serial);
  await devices.moveUnits({ ids: [id], to: 'ready' });
  await devices.listForSale([id], phone);
  return devices.getUnit(id);
}

test('another kind takes judged devices off sale with the stock; counted ones stay as no record', async () => {
  const { id, version } = await list('GATE0001');
  expect(await shop.stockOf(phone)).toBe(3);
  await devices.editUnit(id, { version, kind: 'tablet' });
  expect(await devices.getUnit(id)).toMatchObject({ state: 'bench', gate: null });
  expect(await shop.stockOf(phone)).toBe(2);
  const onSale = await devices.unitsOf(phone, 'listed');
  expect(onSale.map(({ gate }) => gate)).toEqual(['unrecorded', 'unrecorded']);
});

test('another kind makes the order short that waits for the last device', async () => {
  await list('GATE0002');
  const { id, version } = await list('GATE0003');
  await shop.place(orderOf({ [phone]: 4 }));
  expect(await shop.stockOf(phone)).toBe(0);
  await devices.editUnit(id, { version, kind: 'tablet' });
  expect((await devices.unitsOf(phone, 'listed')).length).toBe(2);
  expect(await shop.stockOf(phone)).toBe(0);
});

test('a device without a record cannot be chosen by a buyer', async () => {
  const [counted] = await devices.unitsOf(phone, 'listed');
  await devices.editUnit(counted?.id ?? '', { version: counted?.version, publicNote: 'A hairline' });
  expect(await devices.choicesOf(phone)).toEqual([]);
  const items = [{ product: phone, quantity: 1, units: [counted?.number ?? ''] }];
  expect(await codeOf(shop.place({ ...orderOf({}), items }))).toBe('UNIT_TAKEN');
});
