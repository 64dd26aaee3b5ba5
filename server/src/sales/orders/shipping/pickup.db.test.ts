import { settingsInput } from '@reprise/contract/foundations/settings';
import { cents } from '@reprise/contract/money';
import { sharedStatusLabels, storeStatusLabels } from '@reprise/contract/sales/orders/shipping/pickup';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { openEditing } from '../../../../test/order-editing.ts';
import { openOrderShop, orderOf, problemOf, someAddress } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { auditEntries } from '../../../foundations/audit/audit.tables.ts';
import { mails } from '../../../foundations/notifications/notifications.tables.ts';
import { readPublicSettings, readSettings } from '../../../foundations/settings/settings.queries.ts';
import { updateSettings } from '../../../foundations/settings/update-settings.ts';
import { readableChanges } from '../../../operations/audit-log/readable-changes.ts';
import { checkCart } from '../../cart/check-cart.ts';
import { orders } from '../orders.tables.ts';
import { assertCanShip } from './quote-parcel.ts';

const database = await openTestDatabase();
const { db } = database;
const shop = await openOrderShop(database);
const { call, deps, place, clock } = shop;
const save = (settings: object) => updateSettings(deps, settingsInput.parse(settings), null);

const counter = {
  isOffered: true,
  ...{ address: '5 Market Square', address2: '', city: 'Berlin', state: '', zipCode: '10115' },
  country: 'Germany',
  ...{ hours: 'Monday to Friday 10 to 18', instructions: 'Ring at the blue door.', price: 0 },
};
const contact = { firstName: 'Aroha', lastName: 'Ngata', email: 'aroha@example.com', phone: '+64 21 0' };
/** A country that the store does not ship to. */
const abroad = {
  ...contact,
  address: '1 Queen St',
  city: 'Auckland',
  zipCode: '1010',
  country: 'New Zealand',
};

let product: string;
const collected = (more: object = {}) =>
  orderOf({ [product]: 1 }, { shippingMethod: 'pickup', shippingAddress: abroad, ...more });

beforeEach(async () => {
  clock.now = new Date('2026-11-02T10:00:00Z');
  product = await shop.addProduct(50, cents(6000));
  await save({
    ...{ pickup: counter, shipTo: ['United States'], shippingZones: [], pricesIncludeTax: false },
    ...{ taxBasisPoints: 800, taxRates: [{ country: 'Germany', state: '', basisPoints: 1900 }] },
  });
  return shop.expectIntegrity;
});

test('a store without a counter, or with one switched off, refuses to have an order collected', async () => {
  for (const pickup of [null, { ...counter, isOffered: false }]) {
    await save({ pickup });
    const refused = await problemOf(place(collected()));
    expect([refused.code, refused.errors?.[0]?.field]).toEqual(['VALIDATION_ERROR', 'shippingMethod']);
    const items = [{ product, quantity: 1 }];
    const cart = checkCart(deps, { items, shippingMethod: 'pickup' });
    expect((await problemOf(cart)).message).toBe('This store does not offer collecting at the counter.');
  }
});

test('an order from a country that is not served is collected, with the tax and price of the counter', async () => {
  expect((await problemOf(place(orderOf({ [product]: 1 }, { shippingAddress: abroad })))).message).toBe(
    'We do not ship to New Zealand.',
  );
  const { order } = await place(collected());
  expect(order).toMatchObject({
    ...{ shippingMethod: 'pickup', shipping: 0, subtotal: 60, tax: 11.4, total: 71.4, taxBasisPoints: 1900 },
    shippingAddress: { name: 'Aroha Ngata', address: '5 Market Square', city: 'Berlin', country: 'Germany' },
    ...{ estimatedDelivery: '2026-11-03T12:00:00.000Z', latestDelivery: '2026-11-04T12:00:00.000Z' },
  });
  await save({ pickup: { ...counter, price: 5 }, freeShippingThreshold: 10 });
  expect((await place(collected())).order).toMatchObject({ shipping: 5, total: 76.4 });
});

test('the cart and an expected total have the amounts of the counter', async () => {
  await save({ pickup: { ...counter, price: 5 } });
  const items = [{ product, quantity: 1 }];
  const { figures } = await checkCart(deps, { items, shippingMethod: 'pickup', country: 'New Zealand' });
  expect(figures).toMatchObject({ shipping: 500, tax: 1140, total: 7640 });
  expect((await place(collected({ total: 76.4 }))).order.total).toBe(76.4);
  const stale = await problemOf(place(collected({ total: 71.4 })));
  expect([stale.code, stale.details?.shipping]).toEqual(['PRICE_CHANGED', 5]);
});

test('an order that is shipped has the rates of its own address in a store with a counter', async () => {
  const { order } = await place(
    orderOf({ [product]: 1 }, { shippingAddress: someAddress, shippingMethod: 'express' }),
  );
  expect(order).toMatchObject({ shippingMethod: 'express', shipping: 19.99, tax: 4.8 });
});

test('the customer reads where and when to collect, in the mails of each step', async () => {
  const { setStatus, pay, admin } = await openEditing(shop);
  const email = `${product}@example.com`;
  const { order, accessToken } = await place(collected({ shippingAddress: { ...abroad, email } }));
  const placed = { id: order.id, email, as: { orderToken: accessToken } };
  await pay(placed);
  await save({ pickup: { ...counter, hours: 'Saturday 9 to 13' } });
  const sent = async () => {
    await deps.jobs.workUntilIdle();
    return db.select().from(mails).where(eq(mails.recipient, email)).orderBy(mails.createdAt);
  };
  const textOf = async (kind: string) => (await sent()).find((mail) => mail.kind === kind);
  const paid = await textOf('order-paid');
  expect(paid?.text).toContain('expected to be ready on Nov 3-4');
  expect(paid?.text).toContain('wait for our email');
  await setStatus(placed, 'shipped');
  const ready = await textOf('order-shipped');
  expect(ready?.subject).toBe(`Your order ${order.orderNumber} is ready to collect`);
  for (const words of ['5 Market Square', 'Saturday 9 to 13', 'Ring at the blue door.'])
    expect(ready?.text).toContain(words);
  expect(ready?.text).not.toMatch(/on its way|Ships to|racking number/);
  await setStatus(placed, 'delivered');
  expect((await textOf('order-delivered'))?.subject).toBe(`You collected your order ${order.orderNumber}`);
  const tracking = await call('trackOrder', { params: { number: order.orderNumber } });
  expect(tracking.shippingMethod).toBe('pickup');
  expect(tracking.timeline.map(({ description }: { description: string }) => description)).toContain(
    'Your order is ready to collect at the counter.',
  );
  expect(tracking.timeline).toHaveLength(4);
  const read = (await call('getOrder', { params: { id: order.id } }, { caller: admin })).order;
  expect(read.status).toBe('delivered');
});

test('an order that is collected has no carrier, tracking number, label or parcel', async () => {
  const { admin, pay } = await openEditing(shop);
  const { order, accessToken } = await place(collected());
  await pay({ id: order.id, email: abroad.email, as: { orderToken: accessToken } });
  const by = { caller: admin };
  const change = (body: object) => call('changeOrderStatus', { params: { id: order.id }, body }, by);
  for (const parcel of [{ carrier: 'UPS' }, { trackingNumber: '1Z9' }])
    expect((await problemOf(change({ status: 'shipped', ...parcel }))).message).toContain('no carrier');
  const lines = [{ product, quantity: 1, units: [] }];
  const parcel = call('shipParcel', { params: { id: order.id }, body: { lines } }, by);
  expect((await problemOf(parcel)).message).toContain('no parcel leaves');
  const [row] = await db.select().from(orders).where(eq(orders.id, order.id));
  expect((await problemOf((async () => assertCanShip(row))())).message).toContain('needs no label');
  await change({ status: 'shipped', carrier: '', trackingNumber: '' });
  const returnable = async () =>
    (await call('getReturnable', { params: { id: order.id } }, by)).returnable.items.length;
  expect(await returnable()).toBe(0);
  expect((await call('getOrder', { params: { id: order.id } }, by)).order).toMatchObject({
    ...{ status: 'shipped', carrier: null, trackingNumber: null },
  });
  await change({ status: 'delivered' });
  expect(await returnable()).toBe(1);
});

test('an edit leaves an order at the counter, with its charge', async () => {
  await save({ pickup: { ...counter, price: 5 } });
  const { send, read, editOf, phone } = await openEditing(shop);
  const { order, accessToken } = await place(collected());
  const placed = { id: order.id, email: abroad.email, as: { orderToken: accessToken } };
  await save({ pickup: { ...counter, address: '9 New Street', price: 8 } });
  await send(placed, await editOf(placed, { [product]: 1, [phone]: 1 }));
  expect(await read(placed)).toMatchObject({
    ...{ subtotal: 90, shipping: 5, tax: 17.1, total: 112.1 },
    shippingAddress: { firstName: 'Grace', address: '5 Market Square', country: 'Germany' },
  });
  const shipped = await editOf(placed, { [product]: 1 }, { shippingMethod: 'standard' });
  expect((await problemOf(send(placed, shipped))).errors?.[0]?.field).toBe('shippingMethod');
  const { order: other, accessToken: as } = await place(orderOf({ [product]: 1 }));
  const others = { id: other.id, email: someAddress.email, as: { orderToken: as } };
  const moved = await editOf(others, { [product]: 1 }, { shippingMethod: 'pickup' });
  expect((await problemOf(send(others, moved))).errors?.[0]?.field).toBe('shippingMethod');
});

test('a draft may be collected, at the amounts of the counter', async () => {
  const caller = await shop.addUser('admin');
  await save({ pickup: { ...counter, price: 5 } });
  const body = {
    lines: [{ product, quantity: 1, price: 60 }],
    ...{ shippingAddress: abroad, shippingMethod: 'pickup' },
  };
  const { draft } = await call('createDraftOrder', { body }, { caller });
  expect(draft).toMatchObject({ shipping: 5, tax: 11.4, shippingAddress: { address: '5 Market Square' } });
  const { link } = (await call('sendDraftOrder', { params: { id: draft.id }, body: {} }, { caller })).draft;
  const token = link.split('#token=')[1];
  const { order } = await call('placeDraftOrder', { body: { token, version: draft.version } });
  expect(order).toMatchObject({
    shippingMethod: 'pickup',
    total: 76.4,
    latestDelivery: '2026-11-04T12:00:00.000Z',
  });
});

test('a counter needs an address, hours and a state whose tax can be told', async () => {
  for (const [wrong, path] of [
    [{ hours: ' ' }, 'hours'],
    [{ address: '' }, 'address'],
    [{ zipCode: '' }, 'zipCode'],
    [{ price: -1 }, 'price'],
  ] as const) {
    const { error } = settingsInput.safeParse({ pickup: { ...counter, ...wrong } });
    expect(error?.issues[0]?.path).toEqual(['pickup', path]);
  }
  const taxRates = [{ country: 'United States', state: 'California', basisPoints: 725 }];
  const there = { ...counter, country: 'United States', zipCode: '00000', state: 'Nowhere' };
  const refused = await problemOf(save({ pickup: there, taxRates }));
  expect(refused.errors?.[0]?.field).toBe('pickup.state');
  await save({ pickup: there });
  expect((await problemOf(save({ taxRates }))).errors?.[0]?.field).toBe('taxRates');
});

test('the counter is public and in the audit log, and can be removed', async () => {
  const lines = ['5 Market Square', '10115 Berlin', 'Germany'];
  expect((await readPublicSettings(db)).pickup).toEqual({ ...counter, lines });
  await save({ pickup: { ...counter, price: 2.5 } });
  const entries = await db.select().from(auditEntries).orderBy(auditEntries.createdAt);
  const { before, after } = entries.at(-1) ?? {};
  expect(readableChanges(before, after)).toEqual([
    { field: 'Counter charge', before: '$0.00', after: '$2.50' },
  ]);
  expect((await problemOf(save({ currency: 'EUR', pickup: counter }))).errors?.[0]?.field).toBe('pickup');
  await save({ pickup: null });
  expect((await readSettings(db)).pickup).toBeNull();
});

test('lists and files say ready and collected, and the API keeps its statuses', async () => {
  const { caller } = await openEditing(shop).then(({ admin }) => ({ caller: admin }));
  const [first, second] = [await place(collected()), await place(collected())];
  const { id } = first.order;
  await call('recordPayment', { params: { id }, body: { method: 'cash' } }, { caller });
  await call('changeOrderStatus', { params: { id }, body: { status: 'shipped' } }, { caller });
  const { otherOrders } = await call('getOrderContext', { params: { id: second.order.id } }, { caller });
  const other = otherOrders.find((order: { id: string }) => order.id === id);
  expect(other).toMatchObject({ status: 'shipped', shippingMethod: 'pickup' });
  const csvOf = async () => {
    let csv = '';
    const found = { query: { search: first.order.orderNumber } };
    for await (const piece of (await call('exportOrders', found, { caller })).pieces) csv += piece;
    return csv;
  };
  expect(await csvOf()).toContain(',ready to collect,paid,');
  await call('changeOrderStatus', { params: { id }, body: { status: 'delivered' } }, { caller });
  expect(await csvOf()).toContain(',collected,paid,');
});

test('statuses of several orders have the words of each method', () => {
  expect(sharedStatusLabels(['pickup', 'pickup']).shipped).toBe('Ready to collect');
  expect(sharedStatusLabels(['standard', 'express']).shipped).toBe('Shipped');
  expect(sharedStatusLabels(['standard', 'pickup']).delivered).toBe('Delivered or collected');
  expect(storeStatusLabels({ pickup: null }).delivered).toBe('Delivered');
  expect(storeStatusLabels({ pickup: counter }).shipped).toBe('Shipped or ready to collect');
});
