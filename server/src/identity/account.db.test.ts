import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { orderOf, someAddress } from '../../test/order-shop.ts';
import { openTestApp } from '../../test/test-app.ts';
import { openTestDatabase } from '../../test/test-database.ts';
import { users } from './identity.tables.ts';

const database = await openTestDatabase();
const { db } = database;
const { call, signIn, register } = await openTestApp(database);

let admin: string;
let productId: string;
beforeEach(async () => {
  admin = await signIn();
  const name = `Phones ${crypto.randomUUID()}`;
  await call('POST', '/categories', { token: admin, body: { name, description: name } });
  const body = { name: 'Pixel 7', price: 100, brand: 'Google', category: name, stockCount: 9 };
  productId = (await call('POST', '/products', { token: admin, body })).body.data.product.id;
});

const me = async (token: string) => (await call('GET', '/auth/me', { token })).status;
const buy = async (token: string) =>
  (await call('POST', '/orders', { token, body: orderOf({ [productId]: 1 }) })).body.data.order;
const cancel = (id: string) =>
  call('PUT', `/orders/${id}/status`, { token: admin, body: { status: 'cancelled' } });

describe("deleting one's own account", () => {
  const leave = (token: string, password: string) =>
    call('POST', '/users/profile/delete', { token, body: { password } });

  test('takes the password, and nothing else', async () => {
    const { token, id } = await register();
    const refused = await leave(token, 'not-mine');
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ field: 'password', message: 'This is not your password' }],
    ]);
    expect((await call('POST', '/users/profile/delete', { token, body: {} })).status).toBe(400);
    expect((await call('POST', '/users/profile/delete', { body: { password: 'x' } })).status).toBe(401);
    expect(await me(token)).toBe(200);
    expect((await db.select().from(users).where(eq(users.id, id))).length).toBe(1);
  });

  test('erases the person; an open order keeps what delivery needs until it closes', async () => {
    const { token, id, email, password } = await register();
    const open = await buy(token);
    const closed = await buy(token);
    await cancel(closed.id);
    expect((await leave(token, password)).status).toBe(200);
    expect(await me(token)).toBe(401);
    expect((await call('POST', '/auth/login', { body: { email, password } })).status).toBe(401);
    expect(await db.select().from(users).where(eq(users.id, id))).toEqual([]);
    const nameOn = async (order: string) =>
      (await call('GET', `/orders/${order}`, { token: admin })).body.data.order.shippingAddress.firstName;
    expect([await nameOn(open.id), await nameOn(closed.id)]).toEqual([someAddress.firstName, 'Former']);
    await cancel(open.id);
    expect(await nameOn(open.id)).toBe('Former');
  });

  test('is refused to the last administrator', async () => {
    const answer = await leave(admin, 'correct-horse-battery');
    expect([answer.status, answer.body.code]).toEqual([409, 'LAST_ADMIN']);
    expect(await me(admin)).toBe(200);
  });
});

test('everybody can take along what the shop knows of them, and only that', async () => {
  const { token, email, id } = await register('Grace');
  const other = await register();
  const order = await buy(token);
  await buy(other.token);
  const { status, body } = await call('GET', '/users/profile/export', { token });
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    profile: { id, name: 'Grace', email },
    orders: [{ orderNumber: order.orderNumber, total: order.total }],
    reviews: [],
    wishlist: [],
    sessions: [{ current: true }],
  });
  expect(JSON.stringify(body)).not.toContain(other.email);
  expect((await call('GET', '/users/profile/export')).status).toBe(401);
});
