import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { easypostKey, openEasyPost } from '@reprise/easypost/test/easypost-server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openOrderShop, orderOf, someAddress } from '../../../../test/order-shop.ts';
import { temporaryFolder } from '../../../../test/temporary-folder.ts';
import { openTestApp } from '../../../../test/test-app.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { orders } from '../orders.tables.ts';
import { quoteCheckout } from './quote-checkout.ts';

const easypost = await openEasyPost();
const database = await openTestDatabase();
const { db } = database;
const clock = { now: new Date('2026-11-26T10:00:00Z') };
const now = () => new Date(clock.now);
const app = await openTestApp(database, { EASYPOST_API_URL: easypost.url }, undefined, now);
const shop = await openOrderShop(database);
const token = await app.signIn();
afterAll(easypost.close);

const save = (body: object) => app.call('PUT', '/settings', { token, body });
const address = { ...someAddress, city: 'Reno', state: 'Nevada', zipCode: '89501' };
const place = { city: 'Reno', state: 'Nevada', zipCode: '89501', country: 'United States' };

let product: string;
const quoteOf = async (change: object = {}) => {
  const body = { items: [{ product, quantity: 1 }], ...place, ...change };
  return (await app.call('POST', '/orders/shipping-quote', { body })).body.data.quote;
};

/** Places an order as the checkout does; returns its answer. */
const order = async (shippingQuote: string, change: object = {}) => {
  const body = { ...orderOf({ [product]: 1 }, { shippingAddress: address }), shippingQuote, ...change };
  return (await app.call('POST', '/orders', { body })).body;
};
const shippingOf = async (shippingQuote: string, change: object = {}) =>
  (await order(shippingQuote, change)).data.order.shipping;

beforeAll(async () => {
  const sender = {
    name: 'Reprise',
    street: '417 Montgomery St',
    street2: '',
    city: 'San Francisco',
    state: 'CA',
    zipCode: '94104',
    country: 'United States',
    phone: '415 555 0100',
  };
  const box = { grams: 120, lengthMm: 250, widthMm: 180, heightMm: 100 };
  const body = { apiKey: easypostKey, sender, packaging: { itemGrams: 500, box } };
  expect((await app.call('PUT', '/shipping/account', { token, body })).status).toBe(200);
  await save({
    carrierRates: true,
    freeShippingThreshold: 1000,
    standardShippingRate: 5,
    expressShippingRate: 30,
    expressDays: 2,
  });
});

beforeEach(async () => {
  easypost.state.fail = null;
  product = await shop.addProduct(99);
});

test('an order is charged the rates that its cart was quoted', async () => {
  const quote = await quoteOf();
  expect(quote).toMatchObject({ standardShippingRate: 7.58, expressShippingRate: 41 });
  expect(quote.expiresAt).toBe('2026-11-26T10:15:00.000Z');
  const standard = (await order(quote.token)).data.order;
  expect(standard).toMatchObject({ shipping: 7.58 });
  expect(await shippingOf(quote.token, { shippingMethod: 'express' })).toBe(41);
  const [row] = await db.select().from(orders).where(eq(orders.id, standard.id));
  expect(row).toMatchObject({ standardShippingCents: 758, expressShippingCents: 4100, shippingCents: 758 });
  expect(easypost.shipments.size).toBeGreaterThan(0);
});

test('spellings of one address have one quote', async () => {
  const { token: quote } = await quoteOf({ city: ' RENO', state: 'NV', zipCode: '89501 ' });
  expect(await shippingOf(quote)).toBe(7.58);
});

test.each([
  ['another address', { shippingAddress: { ...address, zipCode: '10001' } }],
  ['another quantity', { quantity: 2 }],
])('a quote does not count for %s', async (_case, change) => {
  const { token: quote } = await quoteOf();
  const items = [{ product, quantity: 'quantity' in change ? change.quantity : 1 }];
  const shippingAddress = 'shippingAddress' in change ? change.shippingAddress : address;
  expect(await shippingOf(quote, { items, shippingAddress })).toBe(5);
});

test('a quote that ended or was changed does not count, and a total with it is refused', async () => {
  const { token: quote } = await quoteOf();
  const [until, , ...rest] = quote.split('-');
  expect(await shippingOf([until, '1', ...rest].join('-'))).toBe(5);
  expect(await shippingOf('nonsense')).toBe(5);
  const { total } = (await order(quote)).data.order;
  clock.now = new Date(clock.now.getTime() + 15 * 60_000);
  expect(await shippingOf(quote)).toBe(5);
  const refused = await order(quote, { total });
  expect([refused.code, refused.details.shipping]).toEqual(['PRICE_CHANGED', 5]);
});

test('free shipping stays free', async () => {
  await save({ freeShippingThreshold: 1 });
  const { token: quote } = await quoteOf();
  expect(await shippingOf(quote)).toBe(0);
  expect(await shippingOf(quote, { shippingMethod: 'express' })).toBe(41);
  await save({ freeShippingThreshold: 1000 });
});

test('the rates of the settings count while the carriers do not answer', async () => {
  easypost.state.fail = { path: '/shipments', isLate: false };
  expect(await quoteOf()).toBeNull();
  easypost.state.prices = ['12.40', '7.58', '41.00'];
  expect(await quoteOf({ items: [{ product: 'unknown', quantity: 1 }] })).toBeNull();
  await save({ carrierRates: false });
  const before = easypost.shipments.size;
  expect(await quoteOf()).toBeNull();
  expect(easypost.shipments.size).toBe(before);
  expect(await shippingOf('')).toBe(5);
  await save({ carrierRates: true });
});

test('rates of an adapter with a wrong field do not count, and the log names it', async () => {
  const file = join(temporaryFolder(), 'carrier.ts');
  writeFileSync(
    file,
    `const done = async () => null;
    export default {
      quote: async () => ({
        shipmentId: 'shp_1',
        messages: [],
        rates: [{ id: '1', carrier: 'Post', service: 'Parcel', priceCents: 599, days: 3 }],
      }),
      readShipment: done, buy: done, refund: done, checkAddress: done, events: null,
    };`,
  );
  const warnings: string[] = [];
  const log = { warn: ({ err }: { err: Error }) => warnings.push(err.message) } as never;
  const environment = { ...app.deps.environment, carrierAdapter: file };
  const asked = { items: [{ product, quantity: 1 }], ...place, country: 'United States' as const };
  expect(await quoteCheckout({ ...app.deps, environment, log }, asked)).toBeNull();
  expect(warnings).toEqual([
    'CARRIER_ADAPTER: the result of quote is not valid. rates.0.price: must be a whole number of cents',
  ]);
});

test('carriers are asked where the zone of the country says so', async () => {
  const zone = {
    ...{ name: 'Home', countries: ['United States'], freeShippingThreshold: 1000 },
    ...{ standardShippingRate: 6, expressShippingRate: 31 },
    ...{ standardDaysFrom: 5, standardDaysTo: 7, expressDays: 2 },
  };
  easypost.state.fail = null;
  await save({ carrierRates: true, shippingZones: [{ ...zone, carrierRates: false }] });
  expect(await quoteOf()).toBeNull();
  await save({ carrierRates: false, shippingZones: [{ ...zone, carrierRates: true }] });
  const quote = await quoteOf();
  expect(quote).toMatchObject({ standardShippingRate: 7.58, expressShippingRate: 41 });
  expect(await shippingOf(quote.token)).toBe(7.58);
  expect(await shippingOf('nonsense')).toBe(6);
  await save({ shippingZones: [] });
});
