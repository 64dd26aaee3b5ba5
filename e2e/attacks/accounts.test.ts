import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from 'vitest';
import { address, call, signIn, signInAgain } from '../plain-client.ts';
import { admin } from '../running-shop.ts';
import { attack } from './attack.ts';
import { type AttackedShop, openAttackedShop } from './attacked-shop.ts';
import { waitForLink } from './mailed-link.ts';
import { sendSlowly } from './send-raw.ts';
import { createAuthenticator } from './soft-authenticator.ts';

let shop: AttackedShop;
let productId: string;

beforeAll(async () => {
  shop = await openAttackedShop();
  const token = await signIn(shop.url, admin);
  await call(shop.url, 'POST', '/categories', { token, body: { name: 'Phones', description: 'Phones' } });
  const body = { name: 'Pixel 7', price: 100, brand: 'Google', category: 'Phones', stockCount: 50 };
  productId = (await call(shop.url, 'POST', '/products', { token, body })).body.data.product.id;
});

afterAll(async () => {
  await shop?.stop();
});

const register = async (email: string, name = 'Ada') => {
  const account = { name, email, password: 'canary-password' };
  const answer = await call(shop.url, 'POST', '/auth/register', { body: account });
  expect(answer.status).toBe(201);
  return { ...account, token: answer.body.data.token as string };
};

/** Places a guest order of the victim with the e-mail address that the attacker entered. */
async function orderAsGuest(email: string): Promise<void> {
  const items = [{ product: productId, quantity: 1 }];
  const body = { items, shippingAddress: { ...address, email }, paymentMethod: 'card' };
  expect((await call(shop.url, 'POST', '/orders', { body })).status).toBe(201);
}

/** Adds a software passkey to the account of the session, with its password. */
async function addPasskey(token: string, password = 'canary-password') {
  expect((await call(shop.url, 'POST', '/auth/step-up', { token, body: { password } })).status).toBe(200);
  const passkey = createAuthenticator(shop.url.replace('127.0.0.1', 'localhost'));
  const path = '/users/profile/passkeys';
  const { options } = (await call(shop.url, 'POST', `${path}/options`, { token, body: {} })).body.data;
  const body = { name: 'Key', response: passkey.register(options) };
  expect((await call(shop.url, 'POST', path, { token, body })).status).toBe(201);
  return passkey;
}

const ordersOf = async (token: string) =>
  (await call(shop.url, 'GET', '/orders', { token })).body?.data?.orders?.length ?? 0;
const statusOf = async (token: string) => (await call(shop.url, 'GET', '/auth/me', { token })).status;

attack('6', "a victim's click on the mailed link confirms nothing for the attacker", async (report) => {
  const victim = 'victim.click@example.com';
  const attacker = await register(victim, 'Attacker');
  await orderAsGuest(victim);
  const token = await waitForLink(shop.dataDir, victim, 'verify-email');
  const withoutSession = await call(shop.url, 'POST', '/auth/verify-email', { body: { token } });
  const own = await register('victim.own@example.com', 'Victim');
  const ofAnother = await call(shop.url, 'POST', '/auth/verify-email', { token: own.token, body: { token } });
  expect([withoutSession.status, ofAnother.status, ofAnother.body.code]).toEqual([401, 403, 'WRONG_ACCOUNT']);
  await signIn(shop.url, attacker);
  const seen = await ordersOf(attacker.token);
  expect(seen).toBe(0);
  report(`${seen} of 1 guest orders reach the attacker`);
});

attack('6', "a profile's new e-mail is not confirmed by its owner's click", async (report) => {
  const victim = 'victim.profile@example.com';
  const attacker = await register('attacker.profile@example.com', 'Attacker');
  await orderAsGuest(victim);
  const body = { email: victim, currentPassword: attacker.password };
  await call(shop.url, 'PUT', '/users/profile', { token: attacker.token, body });
  const token = await waitForLink(shop.dataDir, victim, 'verify-email');
  expect((await call(shop.url, 'POST', '/auth/verify-email', { body: { token } })).status).toBe(401);
  const { user } = (await call(shop.url, 'GET', '/users/profile', { token: attacker.token })).body.data;
  expect([user.email, await ordersOf(attacker.token)]).toEqual([attacker.email, 0]);
  report('the address stays pending, 0 orders reach the attacker');
});

attack('G6', 'nothing an attacker set up survives the reset by the owner of the address', async (report) => {
  const victim = 'victim.reset@example.com';
  const attacker = await register(victim, 'Attacker');
  const other = await signIn(shop.url, attacker);
  await orderAsGuest(victim);
  const passkey = await addPasskey(attacker.token);
  const change = { email: 'attacker.pending@example.com', currentPassword: attacker.password };
  const pending = await call(shop.url, 'PUT', '/users/profile', { token: attacker.token, body: change });
  expect(pending.body.data.user.pendingEmail).toBe(change.email);
  // Sets the flag that a confirmed code sets; the attack needs no code.
  await shop.query(
    `insert into two_factors (user_id, secret, set_up_at) select id, 'attacker', now() from users where email = $1`,
    [victim],
  );
  await shop.query(
    `insert into recovery_codes (id, user_id, code_hash) select 'rcv_attack', id, 'hash' from users where email = $1`,
    [victim],
  );
  await call(shop.url, 'POST', '/auth/forgot-password', { body: { email: victim } });
  const token = await waitForLink(shop.dataDir, victim, 'reset-password');
  const password = 'the-owner-chose-this';
  const reset = await call(shop.url, 'POST', '/auth/reset-password', { body: { token, password } });
  expect(reset.status).toBe(200);
  const alive = await Promise.all([attacker.token, other].map(statusOf));
  expect(alive).toEqual([401, 401]);
  const owner = await signIn(shop.url, { email: victim, password });
  expect(await ordersOf(owner)).toBe(1);
  const [left] = await shop.query(
    `select (select count(*)::int from two_factors t where t.user_id = u.id) factors,
            (select count(*)::int from recovery_codes r where r.user_id = u.id) codes,
            (select count(*)::int from passkeys p where p.user_id = u.id) passkeys, pending_email
     from users u where email = $1`,
    [victim],
  );
  expect(left).toEqual({ factors: 0, codes: 0, passkeys: 0, pending_email: null });
  const { options } = (await call(shop.url, 'POST', '/auth/passkey/options', { body: {} })).body.data;
  const response = passkey.assert(options);
  expect((await call(shop.url, 'POST', '/auth/passkey', { body: { response } })).status).toBe(401);
  expect((await call(shop.url, 'POST', '/auth/login', { body: attacker })).status).toBe(401);
  report('0 of 2 sessions, 0 factors, codes and passkeys survive; the owner has 1 of 1 orders');
});

attack('6', 'a call that was open when its session ended does nothing', async (report) => {
  const victim = await register('victim.slow@example.com', 'Victim');
  const confirm = 'update users set email_verified = true, confirmed_at = now() where email = $1';
  await shop.query(confirm, [victim.email]);
  const path = '/users/profile/passkeys';
  const begin = (method: string, path: string, token: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return sendSlowly(shop.url, { method, path: `/api${path}`, headers, body: JSON.stringify(body) });
  };
  const newPasskey = async (token: string) => {
    const { options } = (await call(shop.url, 'POST', `${path}/options`, { token, body: {} })).body.data;
    const authenticator = createAuthenticator(shop.url.replace('127.0.0.1', 'localhost'));
    return { name: 'Attacker', response: authenticator.register(options) };
  };
  const statuses = (finish: (() => Promise<{ status: number }>)[]) =>
    Promise.all(finish.map(async (end) => (await end()).status));

  // The shop resolves a caller at most once a second.
  const brief = await signInAgain(shop.url, victim);
  const atOnce = [
    begin('POST', path, brief, await newPasskey(brief)),
    begin('POST', `${path}/options`, brief, { slow: 1 }),
  ];
  expect(await statusOf(brief)).toBe(200);
  await call(shop.url, 'POST', '/auth/logout', { token: brief });
  const quick = await statuses(atOnce);

  const stolen = await signInAgain(shop.url, victim);
  const calls = [
    begin('POST', path, stolen, await newPasskey(stolen)),
    begin('POST', `${path}/options`, stolen, { slow: 1 }),
    begin('PUT', '/users/profile', stolen, { name: 'Attacker' }),
  ];
  const opened = performance.now();
  await call(shop.url, 'POST', '/auth/forgot-password', { body: { email: victim.email } });
  const token = await waitForLink(shop.dataDir, victim.email, 'reset-password');
  const body = { token, password: 'the-owner-chose-this' };
  expect((await call(shop.url, 'POST', '/auth/reset-password', { body })).status).toBe(200);
  // A call counts as slow after one second.
  await pause(Math.max(0, 1100 - (performance.now() - opened)));
  const slow = await statuses(calls);

  expect([quick, slow]).toEqual([
    [401, 401],
    [401, 401, 401],
  ]);
  const [left] = await shop.query<{ name: string; passkeys: number }>(
    'select name, (select count(*)::int from passkeys p where p.user_id = u.id) passkeys from users u where email = $1',
    [victim.email],
  );
  expect(left).toEqual({ name: 'Victim', passkeys: 0 });
  report('0 of 5 open calls act after the end of their session');
});
