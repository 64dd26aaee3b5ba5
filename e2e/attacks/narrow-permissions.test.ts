import { afterAll, beforeAll, expect, vi } from 'vitest';
import { type Answer, addProduct, call, orderOf, signIn, signInAgain } from '../plain-client.ts';
import { admin } from '../running-shop.ts';
import { attack } from './attack.ts';
import { type AttackedShop, openAttackedShop } from './attacked-shop.ts';
import { addPerson, newNetwork } from './staff.ts';

let shop: AttackedShop;
let owner: string;
/** Stolen token of a manager; its sign-in is 11 minutes old. */
let stolen: string;
let manager: string;
let support: string;
let packer: string;
let product: string;
let channel: string;
/** SKU of the product at the channel. */
let listedSku: string;

const rules = { name: 'Back Market', buffer: 0, pricePercent: 0, priceEnding: 'exact' };

beforeAll(async () => {
  shop = await openAttackedShop();
  const first = await signIn(shop.url, admin);
  stolen = (await addPerson(shop, first, 'manager')).token;
  await shop.setClock(11 * 60_000);
  owner = await signInAgain(shop.url, admin);
  manager = (await addPerson(shop, owner, 'manager')).token;
  support = (await addPerson(shop, owner, 'support')).token;
  packer = (await addPerson(shop, owner, 'packer')).token;
  product = await addProduct(shop.url, owner, 1000);
  channel = (await send('POST', '/channels', owner, { kind: 'back-market', ...rules })).body.data.channel.id;
  await send('POST', `/channels/${channel}/listings`, owner, { products: [product] });
  const { listings } = (await send('GET', `/channels/${channel}/listings`, owner)).body.data;
  listedSku = listings[0].product.sku;
});

afterAll(async () => {
  await shop?.stop();
});

const send = (method: string, path: string, token?: string, body?: unknown) =>
  call(shop.url, method, path, { token, body, from: newNetwork() });
const codeOf = ({ status, body }: Answer) => `${status} ${body?.code ?? ''}`.trim();

const ship = (id: string, token: string, status = 'shipped') =>
  send('PUT', `/orders/${id}/status`, token, { status });

async function placeOrder(): Promise<{ id: string; total: number; accessToken: string }> {
  const placed = await send('POST', '/orders', undefined, orderOf(product));
  expect(placed.status, placed.text).toBe(201);
  return { ...placed.body.data.order, accessToken: placed.body.data.accessToken };
}

/** Returns an order that was paid in cash and is refunded in full. */
async function refundedOrder(): Promise<string> {
  const { id, total } = await placeOrder();
  const paid = await send('POST', `/orders/${id}/payments`, owner, { method: 'cash' });
  expect(paid.status, paid.text).toBe(201);
  const refunded = await send('POST', `/orders/${id}/refunds`, owner, { amount: total });
  expect(refunded.status, refunded.text).toBe(201);
  return id;
}

const columns =
  'order_id;state;sku;quantity;price;shipping_price;first_name;last_name;street;city;postal_code;country;orderline_id';

function importOrder(token: string, { number = 'A1', sku = listedSku, price = '20.00' } = {}) {
  const line = `${number};1;${sku};3;${price};0;Eve;Evil;666 Drop Street;Portland;97201;US;1`;
  const form = new FormData();
  form.set('file', new Blob([`${columns}\r\n${line}`]), 'orders.csv');
  return send('POST', `/channels/${channel}/order-imports?step=apply`, token, form);
}

const setChannel = (enabled: boolean) => send('PUT', `/channels/${channel}`, owner, { ...rules, enabled });

async function countChannelOrders(): Promise<number> {
  const [row] = await shop.query<{ count: string }>('select count(*) from channel_orders');
  return Number(row?.count);
}

attack('26', 'no API token and no old sign-in makes an order by a file of a channel', async (report) => {
  const token = { name: 'Channels', permissions: ['channels.manage'], days: 1 };
  const { secret } = (await send('POST', '/api-tokens', owner, token)).body.data;
  await setChannel(true);
  const answers = [];
  for (const thief of [secret, stolen]) {
    answers.push(await send('POST', '/channels', thief, { kind: 'back-market', ...rules }));
    answers.push(await send('PUT', `/channels/${channel}`, thief, { ...rules, enabled: true }));
    answers.push(await importOrder(thief));
  }
  expect(answers.map(codeOf)).toEqual(Array(6).fill('403 STEP_UP_REQUIRED'));
  expect(await countChannelOrders()).toBe(0);
  report('6 of 6 calls refused, 0 orders');
});

attack('26', 'a file sells nothing for a channel that is off or does not list it', async (report) => {
  await setChannel(false);
  expect(codeOf(await importOrder(manager))).toBe('400 VALIDATION_ERROR');
  await setChannel(true);
  const unlisted = await addProduct(shop.url, owner, 5);
  const refused = await importOrder(manager, { sku: unlisted });
  expect(refused.body.data.import).toMatchObject({ added: 0, toCheck: 0, rejected: 1 });
  expect(await countChannelOrders()).toBe(0);
  report('0 orders');
});

attack('26', 'three things for $0.09 leave only after their payment is confirmed', async (report) => {
  await setChannel(true);
  const sent = await importOrder(manager, { number: 'CHEAP', price: '0.03' });
  expect(sent.body.data.import).toMatchObject({ added: 0, toCheck: 1 });
  const [order] = await shop.query<{ id: string; payment_status: string }>(
    `select o.id, o.payment_status from orders o join channel_orders c on c.order_id = o.id
     where c.external_id = 'CHEAP'`,
  );
  expect(order?.payment_status).toBe('unpaid');
  const id = order?.id ?? '';
  const confirm = (token: string) => send('POST', `/orders/${id}/channel/confirm`, token, {});
  expect(codeOf(await ship(id, packer))).toBe('409 PAYMENT_NOT_COMPLETED');
  expect([codeOf(await confirm(support)), codeOf(await confirm(stolen))]).toEqual([
    '403 FORBIDDEN',
    '403 STEP_UP_REQUIRED',
  ]);
  expect(codeOf(await confirm(manager))).toBe('200');
  expect(codeOf(await ship(id, packer))).toBe('200');
  report('refused to 3 people, confirmed by a manager with a fresh sign-in');
});

attack('26', 'what is unpaid or refunded in full ships only by who may record payments', async (report) => {
  const orders = [
    (await placeOrder()).id,
    (await placeOrder()).id,
    await refundedOrder(),
    await refundedOrder(),
  ];
  const cancelled = await refundedOrder();
  await send('PUT', `/orders/${cancelled}/status`, owner, { status: 'cancelled' });
  const answers = [];
  for (const id of orders) {
    answers.push(await ship(id, packer), await ship(id, packer, 'delivered'), await ship(id, support));
  }
  answers.push(await ship(cancelled, support));
  expect(answers.map(codeOf)).toEqual(Array(13).fill('409 PAYMENT_NOT_COMPLETED'));
  const changes = orders.map((id) => ({ id, status: 'shipped' }));
  const bulk = await send('POST', '/orders/admin/statuses', packer, { changes });
  const changed = bulk.body.data.outcomes.map(({ changed }: { changed: boolean }) => changed);
  expect(changed, bulk.text).toEqual([false, false, false, false]);
  for (const id of orders) expect(codeOf(await ship(id, manager))).toBe('200');
  report('0 of 17 shipped by packers and support, 4 of 4 by a manager');
});

async function countTextMails(): Promise<number> {
  const mails = await shop.query(
    `select id from mails where kind = 'security-notice' and recipient = $1 and subject like 'A text%'`,
    [admin.email],
  );
  return mails.length;
}

attack('26', 'texts that customers read need a fresh sign-in, and the owners learn of it', async (report) => {
  const token = { name: 'Texts', permissions: ['texts.manage'], days: 1 };
  const { secret } = (await send('POST', '/api-tokens', owner, token)).body.data;
  const evil = 'Pay customs now: https://evil.example/pay';
  const calls: [string, object][] = [
    ['/notifications/introductions/order-shipped', { text: evil }],
    ['/notifications/introductions/password-reset', { text: evil }],
    ['/page-texts/admin/terms', { markdown: evil, version: 0 }],
  ];
  const old = await signIn(shop.url, admin);
  await shop.setClock(22 * 60_000);
  const fresh = await signIn(shop.url, admin);
  const refused = [];
  for (const thief of [secret, old]) {
    for (const [path, body] of calls) refused.push(await send('PUT', path, thief, body));
  }
  expect(refused.map(codeOf)).toEqual(Array(6).fill('403 STEP_UP_REQUIRED'));
  for (const [path, body] of calls) expect(codeOf(await send('PUT', path, fresh, body))).toBe('200');
  await vi.waitFor(async () => expect(await countTextMails()).toBe(3), 30_000);
  report('6 of 6 calls refused, 3 of 3 changes mailed to the owners');
});
