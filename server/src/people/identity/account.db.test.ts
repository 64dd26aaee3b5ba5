import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { mailedSecrets } from '../../../test/mailed-links.ts';
import { orderOf, someAddress } from '../../../test/order-shop.ts';
import { openTestApp } from '../../../test/test-app.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { mails } from '../../foundations/notifications/notifications.tables.ts';
import { knownDevices, twoFactors, users } from './identity.tables.ts';

const database = await openTestDatabase();
const { db } = database;
const { call, signIn, register, deps } = await openTestApp(database);

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

describe('deleting the own account', () => {
  const deleteAccount = (token: string, password: string) =>
    call('POST', '/users/profile/delete', { token, body: { password } });

  test('requires the password', async () => {
    const { token, id } = await register();
    const rejected = await deleteAccount(token, 'not-mine');
    expect([rejected.status, rejected.body.errors]).toEqual([
      400,
      [{ field: 'password', message: 'This is not your password' }],
    ]);
    expect((await call('POST', '/users/profile/delete', { token, body: {} })).status).toBe(400);
    expect((await call('POST', '/users/profile/delete', { body: { password: 'x' } })).status).toBe(401);
    expect(await me(token)).toBe(200);
    expect((await db.select().from(users).where(eq(users.id, id))).length).toBe(1);
  });

  test('erases personal data, in open orders once they are closed', async () => {
    const { token, id, email, password } = await register();
    const open = await buy(token);
    const closed = await buy(token);
    await cancel(closed.id);
    expect((await deleteAccount(token, password)).status).toBe(200);
    expect(await me(token)).toBe(401);
    expect((await call('POST', '/auth/login', { body: { email, password } })).status).toBe(401);
    expect(await db.select().from(users).where(eq(users.id, id))).toEqual([]);
    const nameOn = async (order: string) =>
      (await call('GET', `/orders/${order}`, { token: admin })).body.data.order.shippingAddress.firstName;
    expect([await nameOn(open.id), await nameOn(closed.id)]).toEqual([someAddress.firstName, 'Former']);
    await cancel(open.id);
    await deps.jobs.workUntilIdle();
    expect(await nameOn(open.id)).toBe('Former');
  });

  test('is rejected for the last administrator', async () => {
    const answer = await deleteAccount(admin, 'correct-horse-battery');
    expect([answer.status, answer.body.code]).toEqual([409, 'LAST_ADMIN']);
    expect(await me(admin)).toBe(200);
  });
});

test('exports all data of the caller and of no other user', async () => {
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
    alerts: [],
    cart: [],
    mails: [],
    sessions: [{ current: true }],
  });
  await deps.jobs.workUntilIdle();
  await deps.db.update(users).set({ emailVerified: true }).where(eq(users.id, id));
  const verified = (await call('GET', '/users/profile/export', { token })).body.data;
  expect(verified.mails).toHaveLength(1);
  expect(verified.mails[0].subject).toMatch(/confirm|verify/i);
  expect(JSON.stringify(body)).not.toContain(other.email);
  expect((await call('GET', '/users/profile/export')).status).toBe(401);
});

describe('an email address', () => {
  const linkFor = async (email: string) => {
    await deps.jobs.workUntilIdle();
    return mailedSecrets(deps.environment.dataDir, email, 'verify-email').at(-1) ?? '';
  };
  const verify = (token: string, link: string) =>
    call('POST', '/auth/verify-email', { token, body: { token: link } });
  const isVerified = async (token: string) =>
    (await call('GET', '/users/profile', { token })).body.data.user.emailVerified;
  const orderAsGuest = async (email: string) => {
    const shippingAddress = { ...someAddress, email };
    const body = orderOf({ [productId]: 1 }, { shippingAddress });
    return (await call('POST', '/orders', { body })).body.data.order.orderNumber;
  };
  const ordersOf = async (token: string) =>
    (await call('GET', '/orders', { token })).body.data.orders.map(
      (order: { orderNumber: string }) => order.orderNumber,
    );

  test('is verified once by the link mailed after registration', async () => {
    const { token, email } = await register();
    expect(await isVerified(token)).toBe(false);
    const link = await linkFor(email);
    expect((await call('POST', '/auth/verify-email', { body: { token: link } })).status).toBe(401);
    const stranger = await register();
    expect((await verify(stranger.token, link)).body.code).toBe('WRONG_ACCOUNT');
    expect((await verify(token, `${link}x`)).status).toBe(400);
    expect((await verify(token, link)).status).toBe(200);
    expect(await isVerified(token)).toBe(true);
    expect((await verify(token, link)).body.errors[0].field).toBe('token');
  });

  test('claims the orders of a guest once it is verified', async () => {
    const { token, email, password } = await register();
    const others = await orderAsGuest('other.guest@shop.test');
    const number = await orderAsGuest(email.toUpperCase());
    await signIn({ email, password });
    expect(await ordersOf(token)).toEqual([]);
    expect((await call('GET', `/orders/${number}`, { token })).status).toBe(404);
    await verify(token, await linkFor(email));
    expect(await ordersOf(token)).toEqual([number]);
    expect((await call('GET', `/orders/${others}`, { token })).status).toBe(404);
    const later = await orderAsGuest(email);
    await signIn({ email, password });
    expect(await ordersOf(token)).toEqual([later, number]);
  });

  test('changes once the new one is confirmed, and claims its guest orders', async () => {
    const { token, email, password } = await register();
    const old = await linkFor(email);
    const next = `${crypto.randomUUID()}@shop.test`;
    const guests = await orderAsGuest(next);
    await call('PUT', '/users/profile', { token, body: { email: next, currentPassword: password } });
    const link = await linkFor(next);
    expect([await isVerified(token), await ordersOf(token)]).toEqual([false, []]);
    expect((await verify(token, link)).status).toBe(200);
    expect([await isVerified(token), await ordersOf(token)]).toEqual([true, [guests]]);
    expect((await verify(token, old)).status).toBe(400);
  });

  test('loses its second factors when a reset link verifies it first', async () => {
    const { token, email, id } = await register();
    await deps.db.insert(twoFactors).values({ userId: id, secret: 'encrypted', setUpAt: deps.now() });
    const guests = await orderAsGuest(email);
    await call('POST', '/auth/forgot-password', { body: { email } });
    await deps.jobs.workUntilIdle();
    const link = mailedSecrets(deps.environment.dataDir, email, 'reset-password').at(-1) ?? '';
    const body = { token: link, password: 'Owner-of-it-7' };
    expect((await call('POST', '/auth/reset-password', { body })).status).toBe(200);
    expect((await call('GET', '/auth/me', { token })).status).toBe(401);
    expect(await db.$count(twoFactors, eq(twoFactors.userId, id))).toBe(0);
    expect(await db.$count(knownDevices, eq(knownDevices.userId, id))).toBe(0);
    expect(await ordersOf(await signIn({ email, password: 'Owner-of-it-7' }))).toEqual([guests]);
  });

  test('is verified by a reset link, but its own link resets no password', async () => {
    const { token, email } = await register();
    const body = { token: await linkFor(email), password: 'a new password' };
    expect((await call('POST', '/auth/reset-password', { body })).status).toBe(400);
    expect(await isVerified(token)).toBe(false);
  });

  test('gets the link up to three times an hour, and not once it is verified', async () => {
    const { token, email } = await register();
    const again = () => call('POST', '/auth/resend-verification', { token, body: {} });
    expect([(await again()).status, (await again()).status]).toEqual([200, 200]);
    const rejected = await again();
    expect([rejected.status, rejected.body.code]).toEqual([429, 'RATE_LIMITED']);
    await verify(token, await linkFor(email));
    expect((await again()).status).toBe(200);
    expect(await linkFor(email)).not.toBe('');
    expect(await db.$count(mails, eq(mails.recipient, email))).toBe(3);
    expect((await call('POST', '/auth/resend-verification')).status).toBe(401);
  });
});
