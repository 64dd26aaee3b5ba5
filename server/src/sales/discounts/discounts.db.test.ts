import { beforeAll, expect, test } from 'vitest';
import { openTestApp } from '../../../test/test-app.ts';
import { openTestDatabase } from '../../../test/test-database.ts';

const database = await openTestDatabase();
const { call, signIn } = await openTestApp(database, { RATE_LIMIT: 'on' });

const someCode = {
  code: 'spring 10',
  type: 'percent',
  percent: 10,
  startsAt: '2026-01-01T00:00:00Z',
  oncePerCustomer: false,
  categories: [],
  conditions: [],
};

let admin: string;
let phone: string;
beforeAll(async () => {
  admin = await signIn();
  await call('POST', '/categories', { token: admin, body: { name: 'Phones', description: 'Phones' } });
  const body = { name: 'Pixel', price: 100, brand: 'Google', category: 'Phones', stockCount: 9 };
  phone = (await call('POST', '/products', { token: admin, body })).body.data.product.id;
});

const add = (fields: object) =>
  call('POST', '/discounts', { token: admin, body: { ...someCode, ...fields } });
const quote = (code: string) =>
  call('POST', '/cart/discount', { body: { code, items: [{ product: phone, quantity: 2 }] } });

test('a code is added, changed on one version, ended and listed', async () => {
  const { discount } = (await add({ code: ' vip-20 ', percent: 20 })).body.data;
  expect(discount).toMatchObject({ code: 'VIP-20', percent: 20, status: 'active', uses: 0, version: 0 });
  expect((await add({ code: 'VIP-20' })).body.code).toBe('DISCOUNT_EXISTS');
  const edit = { ...someCode, code: 'VIP-25', percent: 25 };
  const path = `/discounts/${discount.id}`;
  const changed = await call('PUT', path, { token: admin, body: { ...edit, version: 0 } });
  expect(changed.body.data.discount).toMatchObject({ code: 'VIP-25', version: 1 });
  const stale = await call('PUT', path, { token: admin, body: { ...edit, version: 0 } });
  expect(stale.body.code).toBe('EDIT_CONFLICT');
  const ended = await call('POST', `${path}/end`, { token: admin });
  expect(ended.body.data.discount.status).toBe('ended');
  const list = await call('GET', '/discounts?status=ended&search=vip', { token: admin });
  expect(list.body.data.discounts.map(({ code }: { code: string }) => code)).toEqual(['VIP-25']);
  const log = await call('GET', '/audit?limit=10', { token: admin });
  expect(log.text).toContain('end discount code');
});

test.each([
  [{ code: 'A' }, 'code'],
  [{ type: 'amount' }, 'amount'],
  [{ type: 'amount', amount: 0 }, 'amount'],
  [{ percent: 101 }, 'percent'],
  [{ percent: 12.5 }, 'percent'],
  [{ percent: null }, 'percent'],
  [{ endsAt: '2025-12-31T00:00:00Z' }, 'endsAt'],
  [{ startsAt: 'soon' }, 'startsAt'],
  [{ maxUses: 0 }, 'maxUses'],
])('rejects the code %j at its field', async (fields, field) => {
  const { status, body } = await add(fields);
  expect([status, body.errors.map((error: { field: string }) => error.field)]).toEqual([400, [field]]);
});

test('customers can neither list nor add codes', async () => {
  expect((await call('GET', '/discounts')).status).toBe(401);
  expect((await call('POST', '/discounts', { body: someCode })).status).toBe(401);
});

test('a network that guesses codes is stopped, right code or not', async () => {
  await add({ code: 'RIGHT' });
  const { figures, discount } = (await quote('right')).body.data;
  expect(figures).toEqual({ subtotal: 200, discount: 20, shipping: 0, tax: 14.4, total: 194.4 });
  expect(discount).toMatchObject({ code: 'RIGHT', type: 'percent', percent: 10, products: [phone] });
  const statuses = await Promise.all(
    Array.from({ length: 25 }, async (_, n) => (await quote(`WRONG${n}`)).status),
  );
  expect(statuses.filter((status) => status === 400)).toHaveLength(20);
  const stopped = await quote('RIGHT');
  expect([stopped.status, stopped.body.errors?.[0]?.field]).toEqual([429, 'discountCode']);
});
