import { cartEndpoints } from '@reprise/contract/sales/cart';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { callsTo } from '../../../../test/call-endpoints.ts';
import { deviceCalls } from '../../../../test/device-shop.ts';
import { openOrderShop, orderOf, problemOf, someAddress } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { mediaFiles } from '../../../foundations/media/media.tables.ts';
import { storeSettings } from '../../../foundations/settings/settings.tables.ts';
import { users } from '../../../people/identity/identity.tables.ts';
import type { Caller } from '../../../platform/http/endpoint.ts';
import { unitPhotos } from '../../../workshop/units/photos/unit-photos.tables.ts';
import { units } from '../../../workshop/units/units.tables.ts';
import { cartHandlers } from '../../cart/cart.routes.ts';

const database = await openTestDatabase();
const { db } = database;
const shop = await openOrderShop(database);
const { call, stockOf } = shop;
const devices = deviceCalls(shop);
const cart = callsTo(cartEndpoints, cartHandlers({ ...database, now: () => new Date() }));

let admin: Caller;
let phone: string;
let chosen: string;
let made = 0;

const newSerial = () => `CHOSEN${String(++made).padStart(5, '0')}`;
const listed = async (publicNote: string) => {
  const unit = await devices.receive(phone, newSerial());
  await devices.editUnit(unit.id, { version: unit.version, publicNote });
  await devices.moveUnits({ ids: [unit.id], to: 'ready' });
  await devices.listForSale([unit.id], phone);
  return unit.number;
};

beforeEach(async () => {
  admin = await shop.addUser('admin');
  phone = await shop.addProduct(1);
  await devices.setTracking(phone, 'serial');
  chosen = await listed('A hairline on the frame');
  await db.update(storeSettings).set({ unitChoice: true, requireScan: false });
  return shop.expectIntegrity;
});

const choose = (numbers: string[], { quantity = numbers.length, ...more }: Record<string, unknown> = {}) =>
  shop.place({
    items: [{ product: phone, quantity, units: numbers }],
    shippingAddress: someAddress,
    paymentMethod: 'card',
    ...more,
  });
const pay = (id: string) =>
  call('recordPayment', { params: { id }, body: { method: 'cash' } }, { caller: admin });
const read = async (id: string) => (await call('getOrder', { params: { id } }, { caller: admin })).order;
const setStatus = async (id: string, status: string, more: object = {}) =>
  (await call('changeOrderStatus', { params: { id }, body: { status, ...more } }, { caller: admin })).order;
const chosenAndPaid = async () => {
  const { order } = await choose([chosen]);
  await pay(order.id);
  return order.id as string;
};
const stateOf = async (number: string) =>
  (await db.select().from(units).where(eq(units.number, number)))[0]?.state;
const offered = async () => (await devices.choicesOf(phone)).map(({ number }) => number);

test('a product offers the devices on sale that differ, without their numbers', async () => {
  const [choice, ...others] = await devices.choicesOf(phone);
  expect(others).toEqual([]);
  expect(choice).toEqual({
    number: chosen,
    battery: null,
    cycles: null,
    wear: [],
    note: 'A hairline on the frame',
    photos: [],
    flags: [],
    testedAt: null,
  });
  expect(JSON.stringify(choice)).not.toContain('CHOSEN0');
  await db.update(storeSettings).set({ unitChoice: false });
  expect(await offered()).toEqual([]);
});

test('a buyer sees the public photos of a device only', async () => {
  const [unit] = await db.select().from(units).where(eq(units.number, chosen));
  const image = { type: 'image/webp', width: 4, height: 3, bytes: 9 };
  const names = ['secret', 'shown'].map((name) => `${name}-${chosen}`);
  await db.insert(mediaFiles).values(names.map((name) => ({ name, ...image })));
  const [secret = '', shown = ''] = names;
  const photo = { unitId: unit?.id ?? '', mediaName: secret, width: 4, height: 3, createdAt: new Date() };
  const marks = [{ x: 0.5, y: 0.5, name: 'Scratch near the camera' }];
  await db.insert(unitPhotos).values([
    { ...photo, id: `pho1${chosen}`, position: 0, view: 'front' },
    { ...photo, id: `pho2${chosen}`, position: 1, view: 'back', publicName: shown, marks },
  ]);
  expect((await devices.choicesOf(phone))[0]?.photos).toEqual([
    { url: `/media/${shown}`, label: 'Back', words: '', marks: ['Scratch near the camera'] },
  ]);
});

test('a buyer gets the very device, and another buyer is told that it is sold', async () => {
  const { order } = await choose([chosen]);
  expect(order.items[0].devices).toEqual([{ number: chosen, identifiers: [], isChosen: true }]);
  expect((await read(order.id)).items[0].devices).toEqual(order.items[0].devices);
  expect([await stockOf(phone), await stateOf(chosen), await offered()]).toEqual([1, 'allocated', []]);
  await shop.expectIntegrity();
  const problem = await problemOf(choose([chosen]));
  expect(problem).toMatchObject({
    code: 'UNIT_TAKEN',
    message: `The device you chose, ${chosen}, has just been sold. Choose another.`,
    details: { units: [{ product: phone, number: chosen }] },
  });
  expect(await stockOf(phone)).toBe(1);
});

test('of buyers of one device at the same time one gets it', async () => {
  const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map(() => choose([chosen])));
  const codes = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'placed' : outcome.reason.code));
  expect(codes.filter((code) => code === 'placed')).toHaveLength(1);
  expect(new Set(codes)).toEqual(new Set(['placed', 'UNIT_TAKEN']));
  expect(await stockOf(phone)).toBe(1);
});

test('a device of another product or one that does not exist cannot be chosen', async () => {
  const other = await shop.addProduct(1);
  const body = {
    ...orderOf({}),
    items: [{ product: other, quantity: 1, units: [chosen] }],
  };
  expect((await problemOf(shop.place(body))).code).toBe('UNIT_TAKEN');
  expect((await problemOf(choose(['U-22222222']))).code).toBe('VALIDATION_ERROR');
  expect((await problemOf(choose([chosen, chosen]))).code).toBe('VALIDATION_ERROR');
  const second = await listed('Clean');
  expect((await problemOf(choose([chosen, second], { quantity: 1 }))).message).toContain('More devices');
});

test('a repeated request with one key gets the same order and device', async () => {
  const as = { idempotencyKey: 'a-key-of-a-device-buyer-0001' };
  const body = {
    items: [{ product: phone, quantity: 1, units: [chosen] }],
    shippingAddress: someAddress,
    paymentMethod: 'card',
  };
  const [first, second] = [await shop.place(body, as), await shop.place(body, as)];
  expect(second.order).toEqual(first.order);
  expect(second.order.items[0].devices).toHaveLength(1);
});

test('only the chosen device is packed for its buyer', async () => {
  const other = await listed('Clean');
  const id = await chosenAndPaid();
  const before = await devices.packingOf(id);
  expect(before.lines[0]).toMatchObject({ devices: [], chosen: [{ number: chosen }], suggestions: [] });
  expect((await devices.listPacking()).find((order) => order.id === id)).toMatchObject({ scanned: 0 });
  expect((await problemOf(devices.packDevice(id, other))).message).toBe(
    `The buyer chose ${chosen}. Put this one back.`,
  );
  const { packing } = await devices.packDevice(id, chosen);
  expect(packing.lines[0]).toMatchObject({ chosen: [], devices: [{ number: chosen, isChosen: true }] });
  expect((await problemOf(devices.packDevice(id, chosen))).message).toContain('in this order already');
  const shipped = await setStatus(id, 'shipped');
  expect(shipped.items[0].devices).toMatchObject([{ number: chosen, identifiers: [{ kind: 'serial' }] }]);
});

test('a line with one chosen device takes any other for the rest', async () => {
  const other = await listed('Clean');
  const { order } = await choose([chosen], { quantity: 2 });
  await pay(order.id);
  await devices.packDevice(order.id, other);
  await devices.packDevice(order.id, chosen);
  const shipped = await setStatus(order.id, 'shipped');
  expect(shipped.items[0].devices.map(({ number }: { number: string }) => number).sort()).toEqual(
    [chosen, other].sort(),
  );
});

test('a cancelled order puts the chosen device on sale; reopened, it takes it again or refuses', async () => {
  const { id } = (await choose([chosen])).order;
  await setStatus(id, 'cancelled');
  expect([await stateOf(chosen), await stockOf(phone)]).toEqual(['listed', 2]);
  await setStatus(id, 'pending');
  expect([await stateOf(chosen), await stockOf(phone)]).toEqual(['allocated', 1]);
  await setStatus(id, 'cancelled');
  await choose([chosen]);
  expect(await problemOf(setStatus(id, 'pending'))).toMatchObject({
    code: 'UNIT_TAKEN',
    message: 'A device that the buyer chose has been sold since. Place a new order with another one.',
  });
  expect(await stockOf(phone)).toBe(1);
});

test('a device that staff took out of an order is not chosen again by reopening', async () => {
  const { id } = (await choose([chosen])).order;
  await devices.unpackDevice(id, chosen);
  await setStatus(id, 'cancelled');
  await setStatus(id, 'pending');
  expect(await stateOf(chosen)).toBe('listed');
});

test('a changed checkout keeps its chosen device', async () => {
  const { order, accessToken } = await choose([chosen]);
  const again = await shop.place(
    {
      items: [{ product: phone, quantity: 1, units: [chosen] }],
      shippingAddress: { ...someAddress, city: 'Salem' },
      paymentMethod: 'card',
      replaces: order.id,
    },
    { orderToken: accessToken },
  );
  expect(again.order.items[0].devices).toMatchObject([{ number: chosen }]);
  expect((await read(order.id)).status).toBe('cancelled');
  expect(await stockOf(phone)).toBe(1);
});

test('a customer can cancel until the first device is packed', async () => {
  const customer = await shop.addUser();
  const place = async () => {
    const body = {
      items: [{ product: phone, quantity: 1, units: [chosen] }],
      shippingAddress: someAddress,
      paymentMethod: 'card',
    };
    return (await shop.place(body, { caller: customer })).order.id as string;
  };
  const cancel = (id: string) => call('cancelOwnOrder', { params: { id }, body: {} }, { caller: customer });
  expect((await cancel(await place())).order.status).toBe('cancelled');
  const packed = await place();
  await devices.packDevice(packed, chosen);
  expect((await read(packed)).isBeingPacked).toBe(true);
  expect((await problemOf(cancel(packed))).message).toContain('being packed');
  const { lines } = await devices.unpackDevice(packed, chosen);
  expect(lines[0]).toMatchObject({ devices: [], chosen: [{ number: chosen }] });
  expect((await cancel(packed)).order.status).toBe('cancelled');
});

test('with requireScan an order ships only after each device was scanned', async () => {
  await db.update(storeSettings).set({ requireScan: true });
  const id = await chosenAndPaid();
  expect((await problemOf(setStatus(id, 'shipped'))).message).toBe(
    'One device of this order is not scanned. Pack it first.',
  );
  await devices.packDevice(id, chosen);
  expect((await setStatus(id, 'shipped')).status).toBe('shipped');
});

test('the cart says which chosen device is sold, and an account keeps the choice', async () => {
  const other = await listed('Clean');
  await choose([other]);
  const items = [{ product: phone, quantity: 2, units: [chosen, other] }];
  const { lines } = await cart('checkCart', { body: { items } });
  expect(lines[0]?.units).toEqual([
    { number: chosen, isAvailable: true },
    { number: other, isAvailable: false },
  ]);
  await db.insert(users).values({ id: 'usr_customer', name: 'Carl', email: 'carl@example.com' });
  const saved = await cart('saveCart', { as: 'customer', body: { items } });
  expect(saved.lines).toMatchObject([{ quantity: 2, units: [{ number: chosen }, { number: other }] }]);
});
