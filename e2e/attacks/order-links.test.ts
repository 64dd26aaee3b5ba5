import { afterAll, beforeAll, expect } from 'vitest';
import { addProduct, call, orderOf, signIn } from '../plain-client.ts';
import { admin } from '../running-shop.ts';
import { attack } from './attack.ts';
import { type AttackedShop, openAttackedShop } from './attacked-shop.ts';

let shop: AttackedShop;
let product: string;

beforeAll(async () => {
  shop = await openAttackedShop();
  product = await addProduct(shop.url, await signIn(shop.url, admin), 100);
});

afterAll(async () => {
  await shop?.stop();
});

const day = 24 * 3600 * 1000;

async function placeAsGuest(email: string, from: string) {
  const placed = await call(shop.url, 'POST', '/orders', { body: orderOf(product, 1, email), from });
  expect(placed.status).toBe(201);
  return placed.body.data as { order: { id: string }; accessToken: string };
}

const open = async (id: string, orderToken: string) =>
  (await call(shop.url, 'GET', `/orders/${id}`, { orderToken, from: '10.40.0.1' })).status;

attack('14', 'a token after a claim and after erasure', async (report) => {
  const account = { name: 'Grace', email: 'claims@example.com', password: 'a-long-password-1' };
  const { order, accessToken } = await placeAsGuest(account.email, '10.40.1.1');
  expect(await open(order.id, accessToken)).toBe(200);
  await call(shop.url, 'POST', '/auth/register', { body: account, from: '10.40.1.1' });
  await shop.query('update users set email_verified = true where email = $1', [account.email]);
  const token = await signIn(shop.url, account);
  expect((await call(shop.url, 'GET', `/orders/${order.id}`, { token })).status).toBe(200);
  const afterClaim = await open(order.id, accessToken);
  const body = { password: account.password };
  const deleted = await call(shop.url, 'POST', '/users/profile/delete', { token, body });
  expect(deleted.status).toBe(200);
  const afterErasure = await open(order.id, accessToken);
  expect([afterClaim, afterErasure]).toEqual([404, 404]);
  report('404 after the claim, 404 after erasure');
});

attack('14', 'a token with another end, and after 90 days', async (report) => {
  const { order, accessToken } = await placeAsGuest('waits@example.com', '10.40.2.1');
  const [version, expiry = '', signature] = accessToken.split('.');
  const later = (Number.parseInt(expiry, 36) + day).toString(36);
  expect(await open(order.id, `${version}.${later}.${signature}`)).toBe(404);
  expect(await open(order.id, signature ?? '')).toBe(404);
  await shop.setClock(89 * day);
  expect(await open(order.id, accessToken)).toBe(200);
  await shop.setClock(90 * day + 60_000);
  expect(await open(order.id, accessToken)).toBe(404);
  report('200 on day 89, 404 on day 90');
});
