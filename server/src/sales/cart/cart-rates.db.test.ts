import { beforeAll, expect, test } from 'vitest';
import { orderOf } from '../../../test/order-shop.ts';
import { openTestApp } from '../../../test/test-app.ts';
import { openTestDatabase } from '../../../test/test-database.ts';

const { call, signIn } = await openTestApp(await openTestDatabase());

const rate = (country: string, basisPoints: number, more: object = {}) => ({
  ...{ country, state: '', basisPoints },
  ...more,
});
let token: string;
let items: { product: string; quantity: number }[];

beforeAll(async () => {
  token = await signIn();
  await call('POST', '/categories', { token, body: { name: 'Phones', description: 'Phones' } });
  const add = async (price: number, taxClass: string) => {
    const body = { name: 'Pixel', price, brand: 'Google', category: 'Phones', stockCount: 9, taxClass };
    const { id } = (await call('POST', '/products', { token, body })).body.data.product;
    return { product: id, quantity: 1 };
  };
  items = [await add(100, 'standard'), await add(20, 'reduced'), await add(10, 'none')];
  const taxRates = [
    ...[rate('Germany', 1900), rate('Germany', 700, { taxClass: 'reduced' })],
    ...[rate('Germany', 2500, { from: '2999-01-01' }), rate('United States', 625, { state: 'TX' })],
  ];
  const settings = { taxBasisPoints: 500, taxRates, shipTo: ['United States', 'Germany'] };
  expect((await call('PUT', '/settings', { token, body: settings })).status).toBe(200);
  const code = { code: 'TEN', type: 'percent', percent: 10, startsAt: '2026-01-01T00:00:00Z' };
  const discount = { ...code, oncePerCustomer: false, categories: [], conditions: [] };
  expect((await call('POST', '/discounts', { token, body: discount })).status).toBe(201);
});

test.each([
  // 19% of 100 and 7% of 20; elsewhere 5% of both. The code takes a tenth off each.
  [{ country: 'Germany' }, 20.4, 18.36],
  [{ country: 'United States' }, 6, 5.4],
  [{}, 6, 5.4],
])('a cart for %j is quoted at the rates of its country and classes', async (to, tax, discounted) => {
  const checked = await call('POST', '/cart/check', { body: { items, ...to } });
  expect(checked.body.data.figures).toEqual({
    subtotal: 130,
    discount: 0,
    shipping: 0,
    tax,
    total: 130 + tax,
  });
  const quoted = await call('POST', '/cart/discount', { body: { code: 'TEN', items, ...to } });
  expect(quoted.body.data.figures).toMatchObject({ discount: 13, tax: discounted, total: 117 + discounted });
});

test('an order in the country has the total of the cart', async () => {
  const address = { city: 'Berlin', state: '', zipCode: '10115', country: 'Germany' };
  const { shippingAddress, ...order } = orderOf({ [items[0]?.product ?? '']: 1 });
  const body = {
    ...order,
    items,
    shippingAddress: { ...(shippingAddress as object), ...address },
    total: 150.4,
  };
  const placed = await call('POST', '/orders', { body });
  expect(placed.body, placed.text).toMatchObject({ data: { order: { tax: 20.4, total: 150.4 } } });
});
