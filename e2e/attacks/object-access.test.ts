import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect } from 'vitest';
import { addProduct, address, call, orderOf, signIn } from '../plain-client.ts';
import { admin } from '../running-shop.ts';
import { attack } from './attack.ts';
import { type AttackedShop, openAttackedShop } from './attacked-shop.ts';
import { readEndpointRows } from './endpoint-rows.ts';
import { waitForLink } from './mailed-link.ts';
import { addPerson, newNetwork } from './staff.ts';

let shop: AttackedShop;
let product: string;
let owner: string;
let attacker: { id: string; token: string };
/** Tokens of other orders, and tokens that opened a victim's order earlier. */
let tokens: string[];
/** Identifiers of the victims' rows. */
let ids: string[];
let orderIds: string[];
let userIds: string[];
let secrets: string[];

const send = (method: string, path: string, options: Parameters<typeof call>[3] = {}) =>
  call(shop.url, method, path, { from: newNetwork(), ...options });

/** Places an order whose address contains words found in no other row. */
async function place(email: string, token?: string) {
  const word = `Canary${crypto.randomUUID().slice(0, 8)}`;
  const person = { ...address, email, lastName: word, address: `1 ${word} Street`, phone: '555-0177' };
  const body = { ...orderOf(product), shippingAddress: person };
  const answer = await send('POST', '/orders', { token, body });
  expect(answer.status, answer.text).toBe(201);
  const { order, accessToken } = answer.body.data;
  return { ...order, accessToken, word } as {
    id: string;
    orderNumber: string;
    total: number;
    accessToken?: string;
    word: string;
  };
}

beforeAll(async () => {
  shop = await openAttackedShop();
  owner = await signIn(shop.url, admin);
  product = await addProduct(shop.url, owner, 50);
  attacker = await addPerson(shop, owner);
  const victim = await addPerson(shop, owner);
  const own = await place(victim.email, victim.token);
  const body = { ...address, lastName: own.word, address: `1 ${own.word} Street`, label: 'Home' };
  const saved = await send('POST', '/users/profile/addresses', { token: victim.token, body });
  expect(saved.status, saved.text).toBe(201);
  const session = await send('GET', '/users/profile/sessions', { token: victim.token });
  const start = { orderId: own.id, amount: own.total };
  const intent = await send('POST', '/payments/create-payment-intent', { token: victim.token, body: start });
  expect(intent.status, intent.text).toBe(200);

  const guest = await place('guest-victim@example.com');
  const other = await place('other-guest@example.com');

  const claimed = await claimOrder();
  const leaver = await addPerson(shop, owner);
  const erased = await place(leaver.email, leaver.token);
  const leave = { token: leaver.token, body: { password: leaver.password } };
  expect((await send('POST', '/users/profile/delete', leave)).status).toBe(200);

  const orders = [own, guest, claimed.order, erased];
  orderIds = orders.map(({ id }) => id);
  userIds = [victim.id, claimed.person.id];
  ids = [
    ...orders.flatMap(({ id, orderNumber }) => [id, orderNumber]),
    saved.body.data.addresses[0].id,
    session.body.data.sessions[0].id,
    intent.body.data.paymentIntentId,
    victim.id,
  ];
  secrets = [
    ...orders.map(({ word }) => word),
    victim.email,
    claimed.person.email,
    leaver.email,
    'guest-victim@example.com',
  ];
  tokens = [other.accessToken ?? '', claimed.order.accessToken ?? ''];
  expect(tokens.every(Boolean)).toBe(true);
});

afterAll(async () => {
  await shop?.stop();
});

/** Returns a guest order that an account claimed by confirming its e-mail address. */
async function claimOrder() {
  const email = `${crypto.randomUUID()}@example.com`;
  const order = await place(email);
  const account = { name: 'Grace', email, password: 'canary-password' };
  const { token, user } = (await send('POST', '/auth/register', { body: account })).body.data;
  const secret = await waitForLink(shop.dataDir, email, 'verify-email');
  const answer = await send('POST', '/auth/verify-email', { token, body: { token: secret } });
  expect(answer.status, answer.text).toBe(200);
  const mine = await send('GET', `/orders/${order.id}`, { token });
  expect(mine.status).toBe(200);
  return { order, person: { id: user.id as string, email } };
}

/** Returns the victims' rows as text. */
async function fingerprint(): Promise<string> {
  const queries: [string, string[]][] = [
    ['select * from orders where id = any($1) order by id', orderIds],
    ['select * from order_events where order_id = any($1) order by id', orderIds],
    ['select * from payments where order_id = any($1) order by id', orderIds],
    ['select * from users where id = any($1) order by id', userIds],
    ['select * from addresses where user_id = any($1) order by id', userIds],
    ['select * from sessions where user_id = any($1) order by id', userIds],
  ];
  const rows = [];
  for (const [text, values] of queries) rows.push(await shop.query(text, [values]));
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex');
}

/** Body with the id of a victim's row in every field an endpoint might read. */
const bodyNaming = (id: string) => ({
  ...orderOf(product),
  orderId: id,
  paymentIntentId: id,
  replaces: id,
  id,
  userId: id,
  amount: 31.59,
  status: 'cancelled',
  rating: 1,
  text: 'A stranger was here',
  name: 'A stranger',
});

attack('G13', 'ids of others open and change nothing on any endpoint', async (report) => {
  const before = await fingerprint();
  const rows = readEndpointRows().filter(
    ({ access, path }) => ['customer', 'visitor', 'public'].includes(access) && path !== '/auth/logout',
  );
  const callers = [
    { token: attacker.token },
    {},
    ...tokens.map((orderToken) => ({ orderToken })),
    { token: attacker.token, orderToken: tokens.join(',') },
  ];
  const leaks: string[] = [];
  let calls = 0;
  for (const { method, path } of rows) {
    const named = path.includes(':') || method !== 'GET' ? ids : [''];
    for (const id of named) {
      const answers = callers.map(async (caller) => {
        const body = method === 'GET' ? undefined : bodyNaming(id);
        const url = path.replace(/:\w+/g, encodeURIComponent(id));
        const { status, text } = await send(method, url, { ...caller, body });
        calls++;
        const leak = secrets.find((secret) => text.includes(secret));
        if (leak || status >= 500) leaks.push(`${method} ${url}: ${status} ${leak ?? ''}`);
      });
      await Promise.all(answers);
    }
  }
  expect(leaks).toEqual([]);
  expect(await fingerprint()).toBe(before);
  report(`0 of ${calls} calls read or changed a row of somebody else`);
});

attack('G13', 'the token of an order opens nothing after a claim', async (report) => {
  const claimedToken = tokens[1] ?? '';
  const claimedId = orderIds[2] ?? '';
  const tries: [string, string, unknown?][] = [
    ['GET', `/orders/${claimedId}`],
    ['POST', `/orders/${claimedId}/cancel`, {}],
    ['POST', '/payments/create-payment-intent', { orderId: claimedId, amount: 31.59 }],
  ];
  const opened = [];
  for (const [method, path, body] of tries) {
    const { status } = await send(method, path, { orderToken: claimedToken, body });
    if (status !== 404) opened.push(`${method} ${path}: ${status}`);
  }
  expect(opened).toEqual([]);
  report(`0 of ${tries.length} calls`);
});
