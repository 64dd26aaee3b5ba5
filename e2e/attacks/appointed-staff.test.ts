import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { address, call } from '../plain-client.ts';
import { admin } from '../running-shop.ts';
import { attack } from './attack.ts';
import { type AttackedShop, openAttackedShop } from './attacked-shop.ts';
import { waitForLink } from './mailed-link.ts';
import { createAuthenticator } from './soft-authenticator.ts';
import { newNetwork } from './staff.ts';

const elevenMinutes = 11 * 60_000;
const password = 'Canary-Walks-18-Roles!';
const chosen = 'The-Owner-Chose-This-1!';

let shop: AttackedShop;
let owner: string;
let productId: string;

beforeAll(async () => {
  shop = await openAttackedShop();
  owner = await signIn(admin);
  await post('/categories', { name: 'Phones', description: 'Phones' }, owner);
  const product = { name: 'Pixel 7', price: 100, brand: 'Google', category: 'Phones', stockCount: 50 };
  productId = (await post('/products', product, owner)).body.data.product.id;
});

// Signing in counts as a fresh proof.
beforeEach(async () => {
  owner = await signIn(admin);
});

afterAll(async () => {
  await shop?.stop();
});

const send = (method: string, path: string, token?: string, body?: unknown) =>
  call(shop.url, method, path, { token, body, from: newNetwork() });
const post = (path: string, body: object, token?: string) => send('POST', path, token, body);
const change = (id: string, body: object, token = owner) => send('PUT', `/users/users/${id}`, token, body);
const statusOf = async (token: string) => (await send('GET', '/auth/me', token)).status;
const signIn = async (account: { email: string; password: string }): Promise<string> =>
  (await post('/auth/login', account)).body.data.token;
const login = async (email: string, word = password) =>
  (await post('/auth/login', { email, password: word })).status;

/** Registers an account with a passkey in a stranger's hands. */
async function register(name: string, { isConfirmed = false } = {}) {
  const account = { name: 'Evil Name', email: `${name}@example.com`, password };
  const { token, user } = (await post('/auth/register', account)).body.data;
  expect((await post('/auth/step-up', { password }, token)).status).toBe(200);
  const passkey = createAuthenticator(shop.url.replace('127.0.0.1', 'localhost'));
  const { options } = (await post('/users/profile/passkeys/options', {}, token)).body.data;
  const response = passkey.register(options);
  expect((await post('/users/profile/passkeys', { name: 'Key', response }, token)).status).toBe(201);
  if (isConfirmed) {
    const sql = 'update users set email_verified = true, confirmed_at = now() where id = $1';
    await shop.query(sql, [user.id]);
  }
  return { ...account, passkey, token: token as string, id: user.id as string };
}

type Stranger = Awaited<ReturnType<typeof register>>;

async function signInByPasskey({ passkey }: Pick<Stranger, 'passkey'>): Promise<number> {
  const { options } = (await post('/auth/passkey/options', {})).body.data;
  return (await post('/auth/passkey', { response: passkey.assert(options) })).status;
}

/** Tries every way into the account that a stranger prepared; returns those that still open it. */
async function waysIn(person: Stranger): Promise<string[]> {
  const ways = {
    session: await statusOf(person.token),
    password: await login(person.email),
    passkey: await signInByPasskey(person),
  };
  return Object.entries(ways).flatMap(([way, status]) => (status === 200 ? [way] : []));
}

/** Accepts the invitation in the mailbox and returns a session. */
async function accept(email: string): Promise<string> {
  const token = await waitForLink(shop.dataDir, email, 'reset-password');
  expect((await post('/auth/reset-password', { token, password: chosen })).status).toBe(200);
  return signIn({ email, password: chosen });
}

attack('27', 'a stranger’s account with a colleague’s address is worth nothing as staff', async (report) => {
  const stranger = await register('newhire');
  const { token } = stranger;
  await send('PUT', '/users/profile', token, { phone: '666' });
  const { email: _, ...evil } = { ...address, address: '666 Drop Street', isDefault: true };
  expect((await post('/users/profile/addresses', evil, token)).status).toBe(201);
  const answer = await change(stranger.id, { role: 'admin', staffRoles: ['manager'] });
  expect([answer.status, answer.body.data?.user.invited]).toEqual([200, true]);
  expect(await waysIn(stranger)).toEqual([]);
  const colleague = await accept(stranger.email);
  const { user } = (await send('GET', '/users/profile', colleague)).body.data;
  expect(user).toMatchObject({ staffRoles: ['manager'], emailVerified: true, name: 'newhire', phone: null });
  expect((await send('GET', '/users/profile/addresses', colleague)).body.data.addresses).toEqual([]);
  expect((await send('GET', '/orders/admin/all', colleague)).status).toBe(200);
  expect(await waysIn(stranger)).toEqual([]);
  report('0 of 3 ways in, 0 addresses left; the mailbox accepts and reads orders');
});

attack('27', 'an address that changes with the appointment has to accept it', async (report) => {
  const customer = await register('customer', { isConfirmed: true });
  const email = 'moved@example.com';
  expect((await change(customer.id, { email, role: 'admin', staffRoles: ['support'] })).status).toBe(200);
  expect(await waysIn({ ...customer, email })).toEqual([]);
  await accept(email);

  // Staff whose address an owner has changed since.
  const packer = await register('packer', { isConfirmed: true });
  await change(packer.id, { role: 'admin', staffRoles: ['packer'] });
  await change(packer.id, { email: 'mistyped@example.com' });
  expect(await login('mistyped@example.com')).toBe(200);
  await change(packer.id, { staffRoles: ['packer', 'manager'] });
  expect(await waysIn({ ...packer, email: 'mistyped@example.com' })).toEqual([]);
  report('0 of 6 ways in with an unconfirmed address');
});

attack('27', 'a confirmed customer becomes staff without passkeys and sessions', async (report) => {
  const customer = await register('confirmed', { isConfirmed: true });
  await change(customer.id, { role: 'admin', staffRoles: ['manager'] });
  expect(await shop.query('select 1 from known_devices where user_id = $1', [customer.id])).toEqual([]);
  expect(await waysIn(customer)).toEqual(['password']);
  report('1 of 3 ways in: the password, checked against the policy for staff');
});

attack('27', 'a call without staff roles makes an owner, with a proof and mails', async (report) => {
  const second = 'second-owner@example.com';
  const secondOwner = { name: 'Second', email: second, role: 'admin', staffRoles: ['owner'] };
  expect((await post('/users/users', secondOwner, owner)).status).toBe(201);
  const customer = await register('plain', { isConfirmed: true });
  await shop.setClock(elevenMinutes);
  const stale = owner;
  const added = { name: 'Third', email: 'third@example.com', role: 'admin' };
  const refused = [
    await change(customer.id, { role: 'admin' }, stale),
    await post('/users/users', added, stale),
  ].map(({ status, body }) => `${status} ${body.code}`);
  await shop.setClock(0);
  expect(refused).toEqual(['403 STEP_UP_REQUIRED', '403 STEP_UP_REQUIRED']);

  const changed = await change(customer.id, { role: 'admin' });
  const created = await post('/users/users', added, owner);
  for (const { body } of [changed, created]) {
    expect(body.data.user).toMatchObject({ role: 'admin', staffRoles: ['owner'] });
  }
  const told = `select recipient from mails where subject like 'A staff account%' and text like '%: owner.%'
    and recipient = any($1) order by recipient`;
  // The first owner also reads of the second one, in a mail that may be written later than the calls above.
  const expected = [admin.email, admin.email, admin.email, second, second];
  const read = async () =>
    (await shop.query<{ recipient: string }>(told, [[admin.email, second]])).map(
      ({ recipient }) => recipient,
    );
  const end = Date.now() + 30_000;
  while ((await read()).length < expected.length && Date.now() < end)
    await new Promise((next) => setTimeout(next, 50));
  expect(await read()).toEqual(expected);
  report('2 of 2 calls refused without a proof; 2 of 2 owners told of both, the one who acts included');
});

attack('27', 'a phone order for an unconfirmed account shows nothing to its stranger', async (report) => {
  const stranger = await register('phone');
  const items = [{ product: productId, quantity: 1 }];
  const order = { items, shippingAddress: { ...address, email: stranger.email }, customerId: stranger.id };
  const placed = await post('/orders/admin', order, owner);
  expect(placed.status, placed.text).toBe(201);
  const { id, orderNumber } = placed.body.data.order;
  const seen = (await send('GET', '/orders', stranger.token)).body.data.orders;
  const paths = [
    `/orders/${id}`,
    `/orders/${orderNumber}`,
    `/orders/${id}/invoices`,
    `/orders/${id}/messages`,
  ];
  const statuses = await Promise.all(
    paths.map(async (path) => (await send('GET', path, stranger.token)).status),
  );
  expect([seen, statuses]).toEqual([[], [404, 404, 404, 404]]);
  const exported = (await send('GET', '/users/profile/export', stranger.token)).text;
  expect(exported).not.toContain(address.address);

  await post('/auth/forgot-password', { email: stranger.email });
  const customer = await accept(stranger.email);
  expect((await send('GET', '/orders', customer)).body.data.orders).toHaveLength(1);
  report('0 of 1 phone orders shown; 1 of 1 after the mailbox has confirmed');
});

attack('27', 'an answer of staff reaches the mailbox, not the stranger’s account', async (report) => {
  const stranger = await register('writer');
  const question = { message: 'Where is my order, and where does it go?' };
  expect((await post('/support/conversations', question, stranger.token)).status).toBe(201);
  const list = (await send('GET', `/conversations?search=${stranger.email}`, owner)).body.data.conversations;
  const secret = `It goes to ${crypto.randomUUID()}.`;
  const answered = await post(`/conversations/${list[0].id}/messages`, { text: secret }, owner);
  expect(answered.status, answered.text).toBe(201);
  for (const path of ['/support/conversations', '/users/profile/export']) {
    const { status, text } = await send('GET', path, stranger.token);
    expect([status, text.includes(secret)]).toEqual([200, false]);
  }
  await shop.query('update users set email_verified = true where id = $1', [stranger.id]);
  expect((await send('GET', '/support/conversations', stranger.token)).text).toContain(secret);
  report('0 of 2 calls show the answer before the address is confirmed, 1 of 1 afterwards');
});
