import { beforeEach, expect, test } from 'vitest';
import { openTestApp } from '../../../test/test-app.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { cartLines } from './cart.tables.ts';

const database = await openTestDatabase();
const { call, signIn, register } = await openTestApp(database);

let admin: string;
let [phone, tablet] = ['', ''];
const addProduct = async (name: string): Promise<string> => {
  const body = { name, price: 100, brand: 'Google', category: 'Phones', stockCount: 3 };
  return (await call('POST', '/products', { token: admin, body })).body.data.product.id;
};
beforeEach(async () => {
  admin = await signIn();
  await call('POST', '/categories', { token: admin, body: { name: 'Phones', description: 'Phones' } });
  [phone, tablet] = [await addProduct('Pixel'), await addProduct('Tab')];
});

const save = (token: string, items: unknown) => call('PUT', '/cart', { token, body: { items } });
const read = async (token: string) => {
  const { body } = await call('GET', '/cart', { token });
  return body.data.lines.map((line: { productId: string; quantity: number }) => [
    line.productId,
    line.quantity,
  ]);
};
const item = (product: string, quantity: number) => ({ product, quantity });

test('a cart is stored in order for its owner only', async () => {
  const [ada, bob] = [await register(), await register()];
  expect(await read(ada.token)).toEqual([]);
  const saved = await save(ada.token, [item(tablet, 5), item(phone, 1)]);
  expect(saved.body.data.lines).toMatchObject([
    { productId: tablet, quantity: 5, available: 3, product: { name: 'Tab', price: 100 } },
    { productId: phone, quantity: 1, available: 1 },
  ]);
  expect([await read(ada.token), await read(bob.token)]).toEqual([
    [
      [tablet, 5],
      [phone, 1],
    ],
    [],
  ]);
  await save(ada.token, [item(phone, 2), item(phone, 1)]);
  expect(await read(ada.token)).toEqual([[phone, 3]]);
  await save(ada.token, []);
  expect(await read(ada.token)).toEqual([]);
});

test('a cart survives sign-out and is deleted with product or account', async () => {
  const { token, email, password, id } = await register();
  await save(token, [item(phone, 1), item(tablet, 1), item('prd_gone', 1)]);
  await call('POST', '/auth/logout', { token });
  const again = await signIn({ email, password });
  expect(await read(again)).toEqual([
    [phone, 1],
    [tablet, 1],
  ]);
  await call('DELETE', `/products/${phone}`, { token: admin });
  expect(await read(again)).toEqual([[tablet, 1]]);
  await call('POST', '/users/profile/delete', { token: again, body: { password } });
  expect((await database.db.select().from(cartLines)).filter(({ userId }) => userId === id)).toEqual([]);
});

test('concurrent saves from two devices store one whole cart', async () => {
  const { token } = await register();
  const carts = [
    [item(phone, 1), item(tablet, 1)],
    [item(tablet, 2), item(phone, 2)],
  ];
  const answers = await Promise.all(carts.map((items) => save(token, items)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect([
    JSON.stringify([
      [phone, 1],
      [tablet, 1],
    ]),
    JSON.stringify([
      [tablet, 2],
      [phone, 2],
    ]),
  ]).toContain(JSON.stringify(await read(token)));
});

test.each([
  [undefined],
  ['x'],
  [[item('x', 0)]],
  [[item('x', 1001)]],
  [[{ quantity: 1 }]],
  [Array.from({ length: 101 }, (_, n) => item(`p${n}`, 1))],
])('rejects saving %j', async (items) => {
  const { token } = await register();
  expect((await save(token, items)).status).toBe(400);
});

test('rejects the account cart of a guest', async () => {
  expect((await call('GET', '/cart')).status).toBe(401);
  expect((await call('PUT', '/cart', { body: { items: [] } })).status).toBe(401);
});
