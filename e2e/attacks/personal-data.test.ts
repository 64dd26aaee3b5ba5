import { afterAll, beforeAll, expect } from 'vitest';
import { addProduct, address, call, orderOf, signIn } from '../plain-client.ts';
import { admin } from '../running-shop.ts';
import { attack } from './attack.ts';
import { type AttackedShop, openAttackedShop } from './attacked-shop.ts';
import { waitForLink } from './mailed-link.ts';
import { newNetwork } from './staff.ts';

const storeAddress = 'hello@reprise.example';
let shop: AttackedShop;
let owner: string;
let product: string;

beforeAll(async () => {
  shop = await openAttackedShop();
  owner = await signIn(shop.url, admin);
  product = await addProduct(shop.url, owner, 100);
});

afterAll(async () => {
  await shop?.stop();
});

const post = (path: string, body: object, token?: string) =>
  call(shop.url, 'POST', path, { body, token, from: newNetwork() });

async function register(email: string, name = 'Pat'): Promise<string> {
  const answer = await post('/auth/register', { name, email, password: 'canary-password' });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.token;
}

async function waitForMails(email: string, count: number): Promise<void> {
  for (;;) {
    const [row] = await shop.query<{ mails: number }>(
      'select count(*)::int as mails from mails where recipient = $1 or reply_to = $1',
      [email],
    );
    if ((row?.mails ?? 0) >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Returns every row of every table, including the job queue's, that contains one of the words. */
async function rowsWith(words: string[]): Promise<string[]> {
  const tables = await shop.query<{ name: string }>(`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname in ('public', 'pgboss')`);
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await shop.query<{ row: string }>(`select t::text as row from ${name} t`);
    for (const { row } of rows) {
      const word = words.find((needle) => row.toLowerCase().includes(needle.toLowerCase()));
      if (word !== undefined) found.push(`${name}: ${word}`);
    }
  }
  return found;
}

attack('G4', 'deleting unconfirmed accounts named like the store deletes no mail', async (report) => {
  const guest = 'banjo@x.example';
  await post('/support/messages', { name: 'Ann', email: guest, message: `Please answer ${storeAddress}` });
  await post('/orders', orderOf(product, 1, guest));
  await waitForMails(guest, 3);
  const count = async () =>
    (
      await shop.query<{ mails: number }>(
        `select count(*)::int as mails from mails where kind not in ('verify-email')`,
      )
    )[0]?.mails;
  const before = await count();
  for (const email of ['o@reprise.example', 'jo@x.example', guest]) {
    const token = await register(email);
    const left = await post('/users/profile/delete', { password: 'canary-password' }, token);
    expect(left.status, left.text).toBe(200);
  }
  expect(await count()).toBe(before);
  const [entry] = await shop.query<{ after: { erased: object } }>(
    `select after from audit_entries where action = 'delete user' limit 1`,
  );
  expect(entry?.after.erased).toMatchObject({ mails: expect.any(Number), orders: 0 });
  report(`${before} of ${before} mails stay`);
});

attack('4', 'erasing a confirmed person deletes their mails and no others', async (report) => {
  const email = 'jo@y.example';
  const token = await register(email);
  const secret = await waitForLink(shop.dataDir, email, 'verify-email');
  expect((await post('/auth/verify-email', { token: secret }, token)).status).toBe(200);
  for (const from of [email, 'banjo@y.example']) {
    await post('/support/messages', { name: 'Jo', email: from, message: `I am not ${email}` });
    await waitForMails(from, 2);
  }
  await post('/users/profile/delete', { password: 'canary-password' }, token);
  const left = await shop.query<{ whose: string }>(
    `select coalesce(reply_to, recipient) as whose from mails where reply_to like '%jo@y%' or recipient like '%jo@y%'`,
  );
  expect(left.map(({ whose }) => whose)).toEqual(['banjo@y.example', 'banjo@y.example']);

  // An account with the store's address, confirmed by a reader of the store's mailbox.
  const ofStore = await register(storeAddress);
  const link = await waitForLink(shop.dataDir, storeAddress, 'verify-email');
  expect((await post('/auth/verify-email', { token: link }, ofStore)).status).toBe(200);
  const countMessages = async () =>
    (await shop.query("select 1 from mails where kind = 'support-message'")).length;
  const messages = await countMessages();
  expect(messages).toBeGreaterThan(0);
  const deleted = await post('/users/profile/delete', { password: 'canary-password' }, ofStore);
  expect(deleted.status, deleted.text).toBe(200);
  expect(await countMessages()).toBe(messages);
  report(`0 mails of the person, 2 of 2 of the other, ${messages} of ${messages} to the store`);
});

attack('12', 'no table and no log contains a mailed link', async (report) => {
  const email = 'grace@z.example';
  const token = await register(email);
  const secrets = [await waitForLink(shop.dataDir, email, 'verify-email')];
  await post('/auth/forgot-password', { email });
  secrets.push(await waitForLink(shop.dataDir, email, 'reset-password'));
  await call(shop.url, 'POST', '/users/users', {
    token: owner,
    body: { name: 'New', email: 'new@z.example', role: 'customer', status: 'active' },
  });
  secrets.push(await waitForLink(shop.dataDir, 'new@z.example', 'reset-password'));
  await post(`/products/${product}/alerts`, { kind: 'price-drop', email: 'alert@z.example' });
  secrets.push(await waitForLink(shop.dataDir, 'alert@z.example', 'alerts/stop'));
  const parts = secrets.map((secret) => secret.slice(secret.lastIndexOf('.') + 1));
  expect(await rowsWith([...parts, token])).toEqual([]);
  const log = shop.output.join('\n');
  for (const part of [...parts, token]) expect(log).not.toContain(part);
  report(`0 of ${parts.length} links and 0 session tokens at rest`);
});

attack('G12', 'after a guest erased their data no row and no line names them', async (report) => {
  const email = 'erased-person@w.example';
  const person = {
    ...address,
    firstName: 'Zelda',
    lastName: 'Quxworthy',
    address: '77 Vanishing Lane',
    email,
  };
  const placed = await post('/orders', { ...orderOf(product), shippingAddress: person });
  const { order } = placed.body.data;
  await call(shop.url, 'PUT', `/orders/${order.id}/status`, { token: owner, body: { status: 'cancelled' } });
  await post('/support/messages', { name: 'Zelda Quxworthy', email, message: 'Hello' });
  await waitForMails(email, 3);
  const words = [email, 'Quxworthy', 'Vanishing Lane'];
  expect((await rowsWith(words)).length).toBeGreaterThan(0);
  expect((await post('/privacy/requests', { email })).status).toBe(200);
  const secret = await waitForLink(shop.dataDir, email, 'privacy/requests');
  const opened = await post('/privacy/requests/open', { token: secret });
  expect(opened.status, opened.text).toBe(200);
  expect(opened.body.data.data.orders).toHaveLength(1);
  expect((await post('/privacy/requests/open', { token: secret })).status).toBe(400);
  const erased = await post('/privacy/requests/erase', { token: opened.body.data.erasureToken });
  expect(erased.status, erased.text).toBe(200);
  expect(await rowsWith(words)).toEqual([]);
  const log = shop.output.join('\n');
  for (const word of words) expect(log).not.toContain(word);
  report(
    `0 rows with the person in ${erased.body.data.erased.orders} order and ${erased.body.data.erased.mails} mails`,
  );
});

attack('21', 'exports and views are audited, and what is too old is gone', async (report) => {
  const email = 'old-guest@v.example';
  const placed = await post('/orders', {
    ...orderOf(product),
    shippingAddress: { ...address, lastName: 'Longago', email },
  });
  const { order } = placed.body.data;
  await call(shop.url, 'PUT', `/orders/${order.id}/status`, { token: owner, body: { status: 'cancelled' } });
  await waitForMails(email, 1);
  for (let index = 0; index < 3; index++)
    await call(shop.url, 'GET', `/orders/${order.id}`, { token: owner });
  expect((await call(shop.url, 'GET', '/users/export', { token: owner })).status).toBe(200);
  const audited = await shop.query<{ action: string }>(
    `select action from audit_entries where action = 'export users' or (action = 'view order' and subject = $1)`,
    [`order ${order.id}`],
  );
  expect(audited.map(({ action }) => action).sort()).toEqual(['export users', 'view order']);
  await expect(shop.query('delete from audit_entries')).rejects.toThrow('append-only');
  await shop.setClock(1200 * 24 * 3_600_000);
  for (;;) {
    const [row] = await shop.query<{ left: number }>(
      `select (select count(*) from orders where email = $1)::int + (select count(*) from mails)::int as left`,
      [email],
    );
    if (row?.left === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  expect(await rowsWith(['Longago'])).toEqual([]);
  const [networks] = await shop.query<{ left: number }>(
    `select (select count(*) from sessions where ip_address is not null)::int
          + (select count(*) from orders where limit_key is not null)::int as left`,
  );
  expect(networks?.left).toBe(0);
  const [remaining] = await shop.query<{ orders: number }>(
    'select count(*)::int as orders from orders where id = $1',
    [order.id],
  );
  expect(remaining?.orders).toBe(1);
  report('2 of 2 reads audited; after 1,200 days 0 mails, 0 guests, 0 networks, the order stays');
});
