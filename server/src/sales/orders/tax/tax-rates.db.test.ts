import { eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openFakeStripe } from '../../../../../e2e/fake-stripe/fake-stripe.ts';
import { openOrderShop, orderOf, someAddress } from '../../../../test/order-shop.ts';
import { openTestApp } from '../../../../test/test-app.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { readEnvironment } from '../../../platform/environment.ts';
import { rateLimits } from '../../../platform/http/rate-limit/rate-limits.tables.ts';
import { orders } from '../orders.tables.ts';
import { taxRateAt } from './tax-rates.ts';

const stripe = await openFakeStripe();
afterAll(stripe.close);
const database = await openTestDatabase();
const { db } = database;
const clock = { now: new Date('2026-11-26T10:00:00Z') };
const app = await openTestApp(database, stripe.settings, undefined, () => new Date(clock.now));
const shop = await openOrderShop(database);
const token = await app.signIn();

const save = async (body: object) =>
  expect((await app.call('PUT', '/settings', { token, body })).status).toBe(200);
const reno = { city: 'Reno', state: 'Nevada', zipCode: '89501', country: 'United States' };
let product: string;

const quoteOf = async (place: object = reno) => {
  const body = { items: [{ product, quantity: 1 }], ...place };
  return (await app.call('POST', '/orders/shipping-quote', { body })).body.data.quote;
};
const order = async (shippingQuote: string, place: object = reno, more: object = {}) => {
  const shippingAddress = { ...someAddress, ...place };
  const body = { ...orderOf({ [product]: 1 }, { shippingAddress }), shippingQuote, ...more };
  return (await app.call('POST', '/orders', { body })).body;
};
const questions = () => stripe.requests.filter(({ path }) => path === '/v1/tax/calculations').length;

beforeAll(async () => {
  const taxRates = [{ country: 'United States', state: 'Nevada', basisPoints: 700 }];
  await save({
    taxByAddress: true,
    taxBasisPoints: 500,
    taxRates,
    standardShippingRate: 5,
    freeShippingThreshold: 1000,
  });
});

beforeEach(async () => {
  product = await shop.addProduct(99, 100_00 as never);
});

test('an order is charged the tax of its address, which it keeps', async () => {
  const quote = await quoteOf();
  expect(quote).toMatchObject({ taxBasisPoints: 826.5, standardShippingRate: 5 });
  const placed = (await order(quote.token)).data.order;
  expect(placed).toMatchObject({
    subtotal: 100,
    tax: 8.27,
    shipping: 5,
    total: 113.27,
    taxBasisPoints: 826.5,
  });
  const [row] = await db.select().from(orders).where(eq(orders.id, placed.id));
  expect(row?.taxRateTenths).toBe(8265);
  expect(
    (await order((await quoteOf({ ...reno, state: 'NY', city: 'New York', zipCode: '10001' })).token)).data
      .order.tax,
  ).toBe(7);
});

test('where the seller is not registered there is no tax', async () => {
  const place = { ...reno, city: 'Portland', state: 'OR', zipCode: '97201' };
  const quote = await quoteOf(place);
  expect(quote.taxBasisPoints).toBe(0);
  expect((await order(quote.token, place)).data.order.tax).toBe(0);
});

test('the rates of the settings count without an answer, without a quote and when it is switched off', async () => {
  const nowhere = { ...reno, zipCode: '00000' };
  expect(await quoteOf(nowhere)).toBeNull();
  expect((await order('', nowhere)).data.order.tax).toBe(7);
  const { token: quote } = await quoteOf();
  const [until, , ...rest] = quote.split('-');
  expect((await order([until, '1', ...rest].join('-'))).data.order.tax).toBe(7);
  expect((await order(quote, reno, { total: 112 })).code).toBe('PRICE_CHANGED');
  await save({ taxByAddress: false });
  const before = questions();
  expect(await quoteOf({ ...reno, zipCode: '89509' })).toBeNull();
  expect(questions()).toBe(before);
  await save({ taxByAddress: true });
});

test('a place is asked for once a day', async () => {
  const place = { ...reno, zipCode: '89502' };
  const before = questions();
  await quoteOf(place);
  await quoteOf({ ...place, city: ' RENO ' });
  expect(questions()).toBe(before + 1);
  clock.now = new Date(clock.now.getTime() + 86_400_000);
  await quoteOf(place);
  expect(questions()).toBe(before + 2);
});

test('a shop asks for a limited number of places a day', async () => {
  const environment = readEnvironment({ ...stripe.settings, RATE_LIMIT: 'on' });
  const ask = (zipCode: string) =>
    taxRateAt({ ...shop.deps, environment }, { city: 'Reno', state: 'NV', zipCode, country: 'US' });
  expect(await ask('89511')).toBe(826.5);
  await db.update(rateLimits).set({ points: 5000 }).where(like(rateLimits.key, '%tax-questions%'));
  const before = questions();
  await expect(ask('89512')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  expect(await ask('89511')).toBe(826.5);
  expect(questions()).toBe(before);
});
