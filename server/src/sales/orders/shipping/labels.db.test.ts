import { easypostKey, openEasyPost } from '@reprise/easypost/test/easypost-server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openOrderShop, orderOf, someAddress } from '../../../../test/order-shop.ts';
import { openTestApp } from '../../../../test/test-app.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { deviceModels, productFamilies } from '../../../catalog/products/families/families.tables.ts';
import { products } from '../../../catalog/products/products.tables.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { orderCosts } from '../costs/order-costs.tables.ts';
import { eraseGuestFromOrders } from '../erase-user-from-orders.ts';
import { orderEvents } from '../orders.tables.ts';
import { carrierAccounts, shippingLabels } from './shipping.tables.ts';

const easypost = await openEasyPost();
const database = await openTestDatabase();
const { db } = database;
const clock = { now: new Date('2026-11-26T10:00:00Z') };
const settings = { EASYPOST_API_URL: easypost.url };
const app = await openTestApp(database, settings, undefined, () => new Date(clock.now));
const shop = await openOrderShop(database);
const token = await app.signIn();
afterAll(easypost.close);

const sender = {
  name: 'Reprise',
  street: '417 Montgomery St',
  street2: '',
  city: 'San Francisco',
  state: 'California',
  zipCode: '94104',
  country: 'United States',
  phone: '415-555-0100',
};
const box = { grams: 120, lengthMm: 250, widthMm: 180, heightMm: 100 };
const account = { apiKey: easypostKey, sender, packaging: { itemGrams: 500, box } };

const setAccount = (change: object = {}) =>
  app.call('PUT', '/shipping/account', { token, body: { ...account, ...change } });
const post = (path: string, body: object = {}) => app.call('POST', path, { token, body });
const labelsOf = async (id: string) => (await app.call('GET', `/packing/${id}/labels`, { token })).body.data;
const ratesOf = async (id: string) => (await post(`/packing/${id}/rates`, box)).body.data;

type Rates = { shipment: string; rates: { id: string; price: number; carrier: string; service: string }[] };
const buy = (id: string, { shipment, rates }: Rates, index = 0) =>
  post(`/packing/${id}/labels`, { shipment, rate: rates[index]?.id, parcel: box });

const orderRow = async (id: string) => (await app.call('GET', `/orders/${id}`, { token })).body.data.order;

async function paidOrder(address: object = {}): Promise<string> {
  const product = await shop.addProduct(9);
  const shippingAddress = { ...someAddress, ...address };
  const { order } = await shop.place(orderOf({ [product]: 2 }, { shippingAddress }));
  await post(`/orders/${order.id}/payments`, { method: 'cash' });
  return order.id;
}

beforeAll(async () => {
  await db.delete(carrierAccounts);
});

beforeEach(async () => {
  easypost.state.fail = null;
  if ((await db.$count(carrierAccounts)) === 0) expect((await setAccount()).status).toBe(200);
});

test('a shop without an account buys no labels', async () => {
  await app.call('DELETE', '/shipping/account', { token });
  const id = await paidOrder();
  expect(await labelsOf(id)).toEqual({ canBuy: false, parcel: null, labels: [] });
  expect((await post(`/packing/${id}/rates`, box)).status).toBe(404);
  expect(easypost.webhooks.size).toBe(0);
});

test('an account is stored once its key and address work, and its key is never shown', async () => {
  const wrongKey = `EZTK${'b'.repeat(40)}`;
  for (const [change, field] of [
    [{ apiKey: wrongKey }, 'apiKey'],
    [{ apiKey: 'sk_test' }, 'apiKey'],
    [{ sender: { ...sender, street: '1 Nowhere Rd' } }, 'sender.street'],
    [{ packaging: { itemGrams: 0, box } }, 'packaging.itemGrams'],
  ] as const) {
    const { status, body } = await setAccount(change);
    expect([status, body.errors?.[0]?.field]).toEqual([400, field]);
  }
  const { body, text } = await setAccount({ apiKey: undefined });
  expect(body.data.account).toMatchObject({ source: 'settings', isTest: true, followsParcels: true, sender });
  const [row] = await db.select().from(carrierAccounts);
  expect(JSON.stringify([text, row])).not.toContain(easypostKey.slice(4));
  expect([...easypost.webhooks.values()].map(({ url }) => url)).toEqual([
    'http://localhost:3000/api/shipping/events',
  ]);
});

test('the parcel of an order has the weight and size of its configurations', async () => {
  const id = await paidOrder();
  expect((await labelsOf(id)).parcel).toEqual({ ...box, grams: 1120 });
  const [line] = (await orderRow(id)).items;
  const modelKey = 'a laptop';
  await db.insert(productFamilies).values({ id: 'fam_size', slug: 'laptop', name: 'Laptop', brand: 'Acme' });
  const model = { key: modelKey, familyId: 'fam_size', name: 'Laptop', brand: 'Acme', identifiers: [] };
  await db.insert(deviceModels).values(model);
  await db.update(products).set({ modelKey }).where(eq(products.id, line.product.id));
  const size = { grams: 1600, lengthMm: 330, widthMm: 230, heightMm: 22 };
  const path = `/device-models/${encodeURIComponent(modelKey)}/size`;
  expect((await app.call('PUT', path, { token, body: size })).body.data).toEqual({ size });
  expect((await labelsOf(id)).parcel).toEqual({ grams: 3320, lengthMm: 350, widthMm: 250, heightMm: 64 });
});

test('a label is bought at the cheapest rate, and the order has its tracking number', async () => {
  const id = await paidOrder();
  const quoted = await ratesOf(id);
  expect(quoted.rates).toMatchObject([
    { carrier: 'USPS', service: 'GroundAdvantage', price: 7.58, days: null },
    { carrier: 'UPS', service: 'Ground', price: 12.4, days: 4 },
    { carrier: 'UPS', service: 'NextDayAir', price: 41, days: 1 },
  ]);
  expect(quoted.messages).toEqual(['FedEx: Account is not active']);
  const { status, body } = await buy(id, quoted);
  expect([status, body.data.label.state, body.data.label.price]).toEqual([201, 'bought', 7.58]);
  const { trackingNumber } = body.data.label;
  expect(await orderRow(id)).toMatchObject({ carrier: 'USPS', trackingNumber, status: 'processing' });
  const file = await app.call('GET', `/shipping-labels/${body.data.label.id}/file`, { token });
  expect([file.status, file.text.slice(0, 5)]).toEqual([200, '%PDF-']);
  const sent = easypost.shipments.get(quoted.shipment)?.request;
  expect(sent?.from_address).toMatchObject({ state: 'CA', country: 'US', zip: '94104' });
  expect(sent?.parcel).toEqual({ length: 9.9, width: 7.1, height: 4, weight: 4.3 });
});

test('an order that is not paid, or has shipped, gets no label', async () => {
  const product = await shop.addProduct(9);
  const { order } = await shop.place(orderOf({ [product]: 1 }));
  expect((await post(`/packing/${order.id}/rates`, box)).body.code).toBe('PAYMENT_NOT_COMPLETED');
  const id = await paidOrder();
  const quoted = await ratesOf(id);
  await app.call('PUT', `/orders/${id}/status`, { token, body: { status: 'shipped' } });
  expect((await buy(id, quoted)).body.message).toBe('This order is shipped: it needs no label.');
});

test('a parcel that leaves the country has its contents declared', async () => {
  const id = await paidOrder({ country: 'United Kingdom', state: 'London' });
  const { shipment } = await ratesOf(id);
  const customs = easypost.shipments.get(shipment)?.request.customs_info;
  expect(customs?.customs_items).toMatchObject([{ quantity: 2, weight: 35.3, value: expect.any(Number) }]);
});

test('a purchase that is repeated, also at once, buys one label', async () => {
  const id = await paidOrder();
  const quoted = await ratesOf(id);
  const before = easypost.state.bought;
  const answers = await Promise.all([1, 2, 3].map(() => buy(id, quoted)));
  const again = await buy(id, quoted);
  expect(again.body.data.label.state).toBe('bought');
  expect(answers.map(({ status }) => status).sort()[0]).toBe(201);
  expect(easypost.state.bought - before).toBe(1);
  expect((await labelsOf(id)).labels).toHaveLength(1);
  const other = await buy(id, await ratesOf(id), 1);
  expect([other.status, other.body.message]).toEqual([
    409,
    'This order has a label already. Refund it before you buy another.',
  ]);
});

test('a purchase whose answer was lost is found again', async () => {
  const id = await paidOrder();
  const quoted = await ratesOf(id);
  easypost.state.fail = { path: '/buy', isLate: true };
  expect((await buy(id, quoted)).status).toBe(503);
  const [label] = (await labelsOf(id)).labels;
  expect(label).toMatchObject({ state: 'buying', trackingNumber: null });
  const checked = await post(`/shipping-labels/${label.id}/check`);
  expect(checked.body.data.label).toMatchObject({ id: label.id, state: 'bought' });
  expect((await orderRow(id)).trackingNumber).toBe(checked.body.data.label.trackingNumber);
});

test('a label is a cost of its order until its money is back; one of a test account is none', async () => {
  const costs = (id: string) => db.select().from(orderCosts).where(eq(orderCosts.orderId, id));
  const tested = await paidOrder();
  await buy(tested, await ratesOf(tested));
  expect(await costs(tested)).toEqual([]);

  const id = await paidOrder();
  easypost.state.fail = { path: '/buy', isLate: true };
  await buy(id, await ratesOf(id));
  // As bought with a key of the live mode.
  await db.update(shippingLabels).set({ isTest: false }).where(eq(shippingLabels.orderId, id));
  const path = `/shipping-labels/${(await labelsOf(id)).labels[0].id}`;
  easypost.state.fail = null;
  await post(`${path}/check`);
  await post(`${path}/check`);
  expect(await costs(id)).toMatchObject([{ kind: 'label', amountCents: 758 }]);
  const { label } = (await post(`${path}/refund`)).body.data;
  if (label.state === 'refunding') {
    expect(await costs(id)).toHaveLength(1);
    for (const shipment of easypost.shipments.values())
      if (shipment.refund_status) shipment.refund_status = 'refunded';
    await post(`${path}/check`);
  }
  expect((await costs(id)).map(({ amountCents }) => amountCents)).toEqual([758, -758]);
});

test('a purchase that never reached the carrier is taken back, after it cannot be under way any more', async () => {
  const id = await paidOrder();
  easypost.state.fail = { path: '/buy', isLate: false };
  expect((await buy(id, await ratesOf(id))).status).toBe(503);
  const path = `/shipping-labels/${(await labelsOf(id)).labels[0].id}/check`;
  const soon = await post(path);
  expect([soon.status, soon.body.code]).toEqual([409, 'IN_PROGRESS']);
  clock.now = new Date(clock.now.getTime() + 61_000);
  expect((await post(path)).body.data).toEqual({ label: null });
  expect((await labelsOf(id)).labels).toEqual([]);
});

test('a refused purchase leaves nothing and says why', async () => {
  const id = await paidOrder();
  const quoted = await ratesOf(id);
  const shipment = easypost.shipments.get(quoted.shipment);
  if (shipment) shipment.rates = shipment.rates.map((rate) => ({ ...rate, id: `${rate.id}x` }));
  const stale = await buy(id, quoted);
  expect([stale.status, stale.body.message]).toEqual([
    404,
    'This rate no longer exists. Ask for the rates again.',
  ]);
  const ofAnother = await buy(id, await ratesOf(await paidOrder()));
  expect([ofAnother.status, ofAnother.body.message]).toEqual([404, 'These rates are of another order.']);
  expect((await labelsOf(id)).labels).toEqual([]);
});

test('a label is refunded while it is unused, and the order can have another', async () => {
  const id = await paidOrder();
  const { body } = await buy(id, await ratesOf(id));
  const path = `/shipping-labels/${body.data.label.id}`;
  easypost.state.refundStatus = 'rejected';
  expect((await post(`${path}/refund`)).body.code).toBe('NOT_REFUNDABLE');
  easypost.state.refundStatus = 'submitted';
  expect((await post(`${path}/refund`)).body.data.label.state).toBe('refunding');
  expect((await post(`${path}/refund`)).status).toBe(409);
  expect(await orderRow(id)).toMatchObject({ carrier: null, trackingNumber: null });
  expect((await buy(id, await ratesOf(id), 1)).status).toBe(201);
  expect((await post(`${path}/check`)).body.data.label.state).toBe('refunding');
  for (const shipment of easypost.shipments.values()) {
    if (shipment.refund_status) shipment.refund_status = 'refunded';
  }
  expect((await post(`${path}/check`)).body.data.label.state).toBe('refunded');
});

const send = (event: { body: string; signature: string }) =>
  app.app.inject({
    method: 'POST',
    url: '/api/shipping/events',
    headers: { 'content-type': 'application/json', 'x-hmac-signature': event.signature },
    payload: event.body,
  });

const steps = [
  { status: 'pre_transit', datetime: '2026-11-26T12:00:00Z' },
  { status: 'in_transit', message: 'Arrived at facility', datetime: '2026-11-27T08:00:00Z' },
  {
    status: 'out_for_delivery',
    message: 'Out for delivery',
    datetime: '2026-11-28T07:00:00Z',
    city: 'Sparks',
  },
  { status: 'delivered', message: 'Left at the front door', datetime: '2026-11-28T15:00:00Z' },
];

test('the steps of a parcel are in the timeline once, and its delivery completes the order', async () => {
  const id = await paidOrder();
  const { body } = await buy(id, await ratesOf(id));
  const { trackingNumber } = body.data.label;
  await app.call('PUT', `/orders/${id}/status`, { token, body: { status: 'shipped' } });
  const events = [2, 4, 3, 4].map((count) => easypost.eventOf(trackingNumber, steps.slice(0, count)));
  for (const event of events) expect((await send(event)).statusCode).toBe(200);
  const order = await orderRow(id);
  expect(order.status).toBe('delivered');
  const followed = order.events.map(({ status, description, location }: Record<string, string>) =>
    [status, description, location].join(' | '),
  );
  expect(followed.filter((line: string) => /Transit|Out for/.test(line))).toEqual([
    'In Transit | Arrived at facility | Reno, NV, US',
    'Out for Delivery | Out for delivery | Sparks, NV, US',
  ]);
  expect((await labelsOf(id)).labels[0].parcelStatus).toBe('delivered');
});

test('an event that EasyPost did not sign changes nothing', async () => {
  const id = await paidOrder();
  const { body } = await buy(id, await ratesOf(id));
  const { body: text, signature } = easypost.eventOf(body.data.label.trackingNumber, steps);
  const forged = { body: text.replace('Left at', 'Lost at'), signature };
  expect((await send(forged)).statusCode).toBe(400);
  expect((await send({ body: text, signature: '' })).statusCode).toBe(400);
  expect(await db.$count(orderEvents, eq(orderEvents.status, 'Out for Delivery'))).toBe(1);
  const unknown = easypost.eventOf('9400999', steps);
  expect((await send(unknown)).statusCode).toBe(200);
});

test('an erased order keeps what its label cost, without the address and the number', async () => {
  const email = 'grace@labels.test';
  const id = await paidOrder({ email });
  const { body } = await buy(id, await ratesOf(id));
  await app.call('PUT', `/orders/${id}/status`, { token, body: { status: 'shipped' } });
  await send(easypost.eventOf(body.data.label.trackingNumber, steps));
  await inTransaction(db, (tx) => eraseGuestFromOrders(tx, shop.deps.secret, email));
  const [label] = await db.select().from(shippingLabels).where(eq(shippingLabels.orderId, id));
  expect(label).toMatchObject({ costCents: 758, trackingNumber: null, labelUrl: null });
  const events = await db.select().from(orderEvents).where(eq(orderEvents.orderId, id));
  expect(events.filter(({ location }) => location !== null)).toEqual([]);
});
