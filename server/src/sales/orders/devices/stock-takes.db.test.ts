import { beforeEach, expect, test } from 'vitest';
import { deviceCalls } from '../../../../test/device-shop.ts';
import { openOrderShop, orderOf, problemOf } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import type { Caller } from '../../../platform/http/endpoint.ts';

const database = await openTestDatabase();
const shop = await openOrderShop(database);
const { call, clock } = shop;
const devices = deviceCalls(shop);

let admin: Caller;
let phone: string;
let bin: string;
let made = 0;

beforeEach(async () => {
  admin = await shop.addUser('admin');
  phone = await shop.addProduct(0);
  await devices.setTracking(phone, 'serial');
  bin = `S${++made}`;
  return shop.expectIntegrity;
});

const received = async (place = bin) => {
  const { id, number } = await devices.receive(phone, `COUNT${String(++made).padStart(6, '0')}`);
  await devices.placeUnits([id], place);
  return { id, number };
};
const listed = async (place = bin) => {
  const unit = await received(place);
  await devices.moveUnits({ ids: [unit.id], to: 'ready' });
  await devices.listForSale([unit.id], phone);
  return unit;
};
const ordered = async () => {
  const { order } = await shop.place(orderOf({ [phone]: 1 }));
  await call('recordPayment', { params: { id: order.id }, body: { method: 'cash' } }, { caller: admin });
  return order.id as string;
};
/** Lets a minute pass, so that what happens next is newer. */
const wait = () => {
  clock.now = new Date(clock.now.getTime() + 60_000);
};
const started = (place = bin) => {
  wait();
  return devices.startStockTake(place);
};
const numbers = (units: { number: string }[]) => units.map(({ number }) => number);

test('counts what is there, and closing removes what is missing once', async () => {
  const [here, missing] = [await listed(), await listed()];
  const bench = await received();
  const { id } = await started();
  expect((await devices.stockTakeOf(id)).stockTake.counts).toMatchObject({
    expected: 3,
    found: 0,
    missing: 3,
  });
  await devices.count(id, here.number);
  expect(await devices.count(id, bench.number)).toMatchObject({ isExpected: true, isRepeated: false });
  expect(await devices.count(id, bench.number)).toMatchObject({ isExpected: true, isRepeated: true });
  const open = await devices.stockTakeOf(id);
  expect(open.stockTake.counts).toMatchObject({ expected: 3, found: 2, missing: 1, unexpected: 0 });
  expect(numbers(open.missing)).toEqual([missing.number]);
  const { stockTake, kept } = await devices.closeStockTake(id, 1);
  expect(stockTake).toMatchObject({ state: 'closed', counts: { found: 2, missing: 1, lost: 1 } });
  expect(kept).toEqual([]);
  await devices.closeStockTake(id, 1);
  expect(await devices.getTracking(phone)).toMatchObject({ stockCount: 1, listed: 1 });
  expect(await devices.unitsOf(phone, 'gone')).toMatchObject([{ number: missing.number, goneAs: 'lost' }]);
  expect((await problemOf(devices.count(id, here.number))).message).toBe(
    'This stock-take is closed. Start another to count again.',
  );
});

test('a lost device that an order waits for makes the order short', async () => {
  await listed();
  const waiting = await ordered();
  const { id } = await started();
  const { kept, shortOrders, stockTake } = await devices.closeStockTake(id, 1);
  expect([kept, shortOrders.length, stockTake.counts.lost]).toEqual([[], 1, 1]);
  expect((await devices.packingOf(waiting)).lines).toMatchObject([{ quantity: 0, short: 1 }]);
});

test('says what to do with a device that should not be there', async () => {
  const [elsewhere, unplaced] = [await listed('ELSE'), await listed('')];
  const gone = await received();
  await devices.moveUnits({ ids: [gone.id], to: 'gone', goneAs: 'scrap' });
  const { id } = await started();
  const advice = async (code: string) => (await devices.count(id, code)).device.advice;
  expect(await advice(elsewhere.number)).toBe(
    `It belongs in bin ELSE. Take it there, or set its bin to ${bin}.`,
  );
  expect(await advice(unplaced.number)).toBe(`No bin is recorded for it. Set its bin to ${bin}.`);
  expect(await advice(gone.number)).toBe('It counts as gone. A manager can bring it back on its page.');
  expect((await devices.stockTakeOf(id)).stockTake.counts).toMatchObject({ expected: 0, unexpected: 3 });
  await devices.placeUnits([elsewhere.id], bin);
  expect(numbers((await devices.stockTakeOf(id)).unexpected).sort()).toEqual(
    [unplaced.number, gone.number].sort(),
  );
  expect(await devices.uncount(id, gone.number)).toMatchObject({ counts: { unexpected: 1 } });
  await devices.closeStockTake(id, 0);
  expect(await devices.unitsOf(phone, 'listed')).toHaveLength(2);
});

test('a device that was packed or moved since the start is not missing', async () => {
  const [packed, moved] = [await listed(), await listed()];
  const { id } = await started();
  wait();
  const order = await ordered();
  await devices.packDevice(order, packed.number);
  await devices.moveUnits({ ids: [moved.id], to: 'bench' });
  expect((await devices.stockTakeOf(id)).stockTake.counts).toMatchObject({
    expected: 2,
    found: 2,
    missing: 0,
  });
});

test('a second start joins the open stock-take of the bin', async () => {
  const [first, second] = await Promise.all([devices.startStockTake(bin), devices.startStockTake(bin)]);
  expect(second.id).toBe(first.id);
  await devices.discardStockTake(first.id);
  expect((await started()).id).not.toBe(first.id);
});

test('refuses to close when other devices are missing than the manager has seen', async () => {
  await listed();
  const { id } = await started();
  expect((await problemOf(devices.closeStockTake(id, 0))).code).toBe('EDIT_CONFLICT');
  expect(await devices.getTracking(phone)).toMatchObject({ stockCount: 1 });
});

test('refuses codes of no device, with what to do', async () => {
  const { id } = await started();
  const problem = async (code: string) => (await problemOf(devices.count(id, code))).message;
  expect(await problem('BIN-B7')).toContain(`You are counting bin ${bin}.`);
  expect(await problem('NEVERSEEN1')).toBe(
    'No device has this number. Receive it, or record the number on the page of its device.',
  );
});
