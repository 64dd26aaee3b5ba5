import { beforeEach, expect, test } from 'vitest';
import { deviceCalls } from '../../../../test/device-shop.ts';
import { openOrderShop, orderOf, problemOf } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import type { Caller } from '../../../platform/http/endpoint.ts';

const database = await openTestDatabase();
const shop = await openOrderShop(database);
const { call, stockOf } = shop;
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

type Sold = { id: string; orderNumber: string; serials: string[]; numbers: string[] };

/** Sells, packs and delivers so many devices in one order. */
async function sell(count: number, status = 'delivered'): Promise<Sold> {
  const serials = Array.from({ length: count }, () => `TAKE${String(++made).padStart(6, '0')}`);
  const numbers: string[] = [];
  for (const serial of serials) {
    const { id, number } = await devices.receive(phone, serial);
    await devices.moveUnits({ ids: [id], to: 'ready' });
    await devices.listForSale([id], phone);
    numbers.push(number);
  }
  const { order } = await shop.place(orderOf({ [phone]: count }));
  await call('recordPayment', { params: { id: order.id }, body: { method: 'cash' } }, { caller: admin });
  for (const serial of serials) await devices.packDevice(order.id, serial);
  await setStatus(order.id, { status });
  return { id: order.id, orderNumber: order.orderNumber, serials, numbers };
}

const setStatus = (id: string, body: object) =>
  call('changeOrderStatus', { params: { id }, body }, { caller: admin });
const refund = (id: string, quantity: number, more: object = {}, units?: string[]) =>
  call(
    'refundOrder',
    { params: { id }, body: { items: [{ product: phone, quantity, ...(units && { units }) }], ...more } },
    { caller: admin },
  );
const statesOf = async ({ numbers }: Sold) =>
  Promise.all(numbers.map(async (number) => (await devices.getUnit(number)).state));

test('a refund that names a device returns exactly that one', async () => {
  const sold = await sell(2);
  const [first = ''] = sold.numbers;
  const { refund: made } = await refund(sold.id, 1, {}, [first]);
  expect(made.items).toMatchObject([{ quantity: 1, units: [first], unlisted: 1 }]);
  expect(await statesOf(sold)).toEqual(['returned', 'sold']);
  expect(await stockOf(phone)).toBe(0);
});

test('a refund with a field that does not exist is refused by its name', async () => {
  const sold = await sell(1);
  const withField = (body: object) =>
    problemOf(call('refundOrder', { params: { id: sold.id }, body }, { caller: admin }));
  const item = { product: phone, quantity: 1, unit: sold.numbers[0] };
  expect(await withField({ items: [item] })).toMatchObject({ message: 'There is no field "unit" here' });
  expect(await withField({ units: sold.numbers })).toMatchObject({ code: 'VALIDATION_ERROR' });
  expect(await statesOf(sold)).toEqual(['sold']);
});

test('a refund of some of several sent devices asks which came back', async () => {
  const sold = await sell(2);
  const problem = await problemOf(refund(sold.id, 1, { restock: true }));
  expect(problem).toMatchObject({ code: 'VALIDATION_ERROR' });
  expect(problem.message).toContain('Name those that came back');
  expect(await statesOf(sold)).toEqual(['sold', 'sold']);
  await refund(sold.id, 2, { restock: true });
  expect(await statesOf(sold)).toEqual(['returned', 'returned']);
});

test('a device that is scanned before its refund waits with its order, and the refund takes it', async () => {
  const sold = await sell(2);
  const [, second = ''] = sold.serials;
  expect(await devices.takeBack(second)).toMatchObject({ outcome: 'in-hand', order: sold.orderNumber });
  expect(await statesOf(sold)).toEqual(['sold', 'returned']);
  const [outcome] = await devices.moveUnits({
    ids: [(await devices.getUnit(sold.numbers[1] ?? '')).id],
    to: 'bench',
  });
  expect(outcome?.problem).toBe('');
  const ready = await devices.moveUnits({ ids: [outcome?.id ?? ''], to: 'ready' });
  expect(ready[0]?.problem).toContain(`It came back from order ${sold.orderNumber}`);
  const { refund: made } = await refund(sold.id, 1, { restock: true });
  expect(made.items).toMatchObject([{ units: [sold.numbers[1]], unlisted: 1 }]);
  expect(await statesOf(sold)).toEqual(['sold', 'bench']);
  expect((await devices.moveUnits({ ids: [outcome?.id ?? ''], to: 'ready' }))[0]?.problem).toBe('');
});

test('a device that is scanned after its refund is returned', async () => {
  const sold = await sell(2);
  const [first = ''] = sold.serials;
  await refund(sold.id, 1, { restock: false });
  expect(await statesOf(sold)).toEqual(['sold', 'sold']);
  expect(await devices.takeBack(first)).toMatchObject({ outcome: 'returned' });
  expect(await statesOf(sold)).toEqual(['returned', 'sold']);
  expect(await devices.takeBack(sold.serials[1] ?? '')).toMatchObject({ outcome: 'in-hand' });
});

test('a device of an order that was refunded as an amount is returned by its scan', async () => {
  const sold = await sell(1);
  await call('refundOrder', { params: { id: sold.id }, body: {} }, { caller: admin });
  expect(await devices.takeBack(sold.numbers[0] ?? '')).toMatchObject({ outcome: 'returned' });
  expect(await statesOf(sold)).toEqual(['returned']);
});

test.each([{}, { itemsReturned: true }, { itemsReturned: false }])(
  'a cancellation that names no device leaves the sent ones on their way back: %j',
  async (answer) => {
    const sold = await sell(2);
    await setStatus(sold.id, { status: 'cancelled', ...answer });
    expect(await statesOf(sold)).toEqual(['returning', 'returning']);
    expect(await stockOf(phone)).toBe(0);
    expect(await devices.takeBack(sold.serials[1] ?? '')).toMatchObject({ outcome: 'returned' });
    expect(await statesOf(sold)).toEqual(['returning', 'returned']);
  },
);

test('a cancellation returns the devices that it names and those in hand', async () => {
  const sold = await sell(3);
  await devices.takeBack(sold.serials[2] ?? '');
  await setStatus(sold.id, { status: 'cancelled', units: [sold.numbers[0]] });
  expect(await statesOf(sold)).toEqual(['returned', 'returning', 'returned']);
});

test('a device that came back goes to its buyer again', async () => {
  const sold = await sell(1);
  await devices.takeBack(sold.numbers[0] ?? '');
  const { id } = await devices.getUnit(sold.numbers[0] ?? '');
  expect((await devices.moveUnits({ ids: [id], to: 'sold' }))[0]?.problem).toBe('');
  const other = await devices.receive(phone, 'NOTSOLD1');
  const [outcome] = await devices.moveUnits({ ids: [other.id], to: 'sold' });
  expect(outcome?.problem).toContain('belongs to no order');
});

test('names only devices of the line that can come back', async () => {
  const [sold, other] = [await sell(1), await sell(1)];
  expect(await problemOf(refund(sold.id, 1, {}, other.numbers))).toMatchObject({ code: 'VALIDATION_ERROR' });
  const answer = { status: 'cancelled', units: other.numbers };
  expect(await problemOf(setStatus(sold.id, answer))).toMatchObject({ code: 'VALIDATION_ERROR' });
  expect((await problemOf(refund(sold.id, 1, { restock: false }, sold.numbers))).code).toBe(
    'VALIDATION_ERROR',
  );
});

test('says why a device cannot come back', async () => {
  const { number } = await devices.receive(phone, 'ONBENCH1');
  expect((await problemOf(devices.takeBack(number))).message).toContain('no order has it');
});

test('an edit takes out the packed device that it names', async () => {
  const sold = await sell(2, 'processing');
  const order = (await call('getOrder', { params: { id: sold.id } }, { caller: admin })).order;
  const { name: _name, ...address } = order.shippingAddress;
  const [firstName = 'A', lastName = 'B'] = String(order.shippingAddress.name).split(' ');
  const body = {
    version: order.version ?? 0,
    shippingAddress: { ...address, firstName, lastName },
    items: [{ product: phone, quantity: 1 }],
    unitsRemoved: [sold.numbers[0]],
    shippingMethod: order.shippingMethod,
  };
  const other = await sell(1, 'processing');
  const wrong = { ...body, unitsRemoved: other.numbers };
  const problem = await problemOf(
    call('editOrder', { params: { id: sold.id }, body: wrong }, { caller: admin }),
  );
  expect(problem.message).toContain('is not one of the devices of this order');
  await call('editOrder', { params: { id: sold.id }, body }, { caller: admin });
  expect(await statesOf(sold)).toEqual(['listed', 'allocated']);
});

test('counted items refunded without coming back stay with the customer when the order is cancelled', async () => {
  const cable = await shop.addProduct(10);
  const { order } = await shop.place(orderOf({ [cable]: 3 }));
  await call('recordPayment', { params: { id: order.id }, body: { method: 'cash' } }, { caller: admin });
  await setStatus(order.id, { status: 'shipped' });
  const body = { items: [{ product: cable, quantity: 2 }], restock: false };
  await call('refundOrder', { params: { id: order.id }, body }, { caller: admin });
  const { cancellations } = await call(
    'previewCancellations',
    { body: { ids: [order.id] } },
    { caller: admin },
  );
  expect(cancellations[0].units).toBe(1);
  await setStatus(order.id, { status: 'cancelled', itemsReturned: true });
  expect(await stockOf(cable)).toBe(8);
  await setStatus(order.id, { status: 'processing' });
  expect(await stockOf(cable)).toBe(7);
});
