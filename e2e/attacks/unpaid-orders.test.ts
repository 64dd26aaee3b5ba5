import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect } from 'vitest';
import { addProduct, call, orderOf, signIn } from '../plain-client.ts';
import { admin, type RunningShop, runShop } from '../running-shop.ts';
import { attack } from './attack.ts';
import { type AttackedShop, openAttackedShop } from './attacked-shop.ts';

let shop: AttackedShop;
let staff: string;

/** Second process of the shop: counts held in memory would allow twice the limit. */
let second: RunningShop;

beforeAll(async () => {
  shop = await openAttackedShop();
  second = await openProcess();
  staff = await signIn(shop.url, admin);
});

afterAll(async () => {
  await second?.stop();
  await shop?.stop();
});

const stepClock = fileURLToPath(new URL('../faults/step-clock.ts', import.meta.url));

function openProcess(): Promise<RunningShop> {
  return runShop({
    dataDir: mkdtempSync(join(shop.dataDir, 'process-')),
    databaseUrl: shop.databaseUrl,
    settings: {
      RATE_LIMIT: 'on',
      TRUSTED_PROXIES: '127.0.0.1',
      CLOCK_STEP: join(shop.dataDir, 'clock'),
      NODE_OPTIONS: `--import=${stepClock}`,
    },
  });
}

const minute = 60_000;
let lastNetwork = 0;

/** Returns a network without orders. */
function newNetwork(): string {
  lastNetwork += 1;
  return `10.20.${lastNetwork >> 8}.${lastNetwork & 255}`;
}

type Placing = {
  at?: RunningShop;
  from: string;
  quantity?: number;
  email?: string;
  token?: string | undefined;
  orderToken?: string;
  more?: object;
};

function place(
  product: string,
  { at = shop, from, quantity = 1, email = 'ada@example.com', more, ...options }: Placing,
) {
  const body = { ...orderOf(product, quantity, email), ...more };
  return call(at.url, 'POST', '/orders', { ...options, from, body, key: crypto.randomUUID() });
}

async function stockOf(product: string): Promise<number | undefined> {
  const [row] = await shop.query<{ stock: number }>(
    'select stock_count as stock from products where id = $1',
    [product],
  );
  return row?.stock;
}

async function openOrdersOf(network: string): Promise<{ orders: number; units: number }> {
  const [row] = await shop.query<{ orders: number; units: number }>(
    `select count(*)::int as orders, coalesce(sum(limit_units), 0)::int as units from orders
     where limit_key = $1 and status = 'pending' and payment_status in ('unpaid', 'started')`,
    [`network:${network}`],
  );
  return row ?? { orders: 0, units: 0 };
}

/** Pays an order by the test processor. */
async function pay(order: { id: string; total: number }, access: { from: string; orderToken: string }) {
  const request = { amount: order.total, orderId: order.id };
  const intent = await call(shop.url, 'POST', '/payments/create-payment-intent', {
    body: request,
    ...access,
  });
  expect(intent.status, intent.text).toBe(200);
  const { clientSecret, paymentIntentId } = intent.body.data;
  const card = { clientSecret, card: 'pm_card_visa' };
  await call(shop.url, 'POST', '/payments/test-processor/confirm', { body: card, ...access });
  const body = { paymentIntentId, orderId: order.id };
  const paid = await call(shop.url, 'POST', '/payments/confirm-payment', { body, ...access });
  expect(paid.body.data.order.paymentStatus).toBe('paid');
}

const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status);

/** Registers a customer and confirms the e-mail address. */
async function register(email: string): Promise<string> {
  const account = { name: 'Grace', email, password: 'a-long-password-1' };
  expect((await call(shop.url, 'POST', '/auth/register', { body: account, from: newNetwork() })).status).toBe(
    201,
  );
  await shop.query('update users set email_verified = true where email = $1', [email]);
  return signIn(shop.url, account);
}

attack('2', 'one network places 60 orders at once in two processes', async (report) => {
  const product = await addProduct(shop.url, staff, 1000);
  const from = newNetwork();
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, turn) => place(product, { from, at: turn % 2 === 0 ? shop : second })),
  );
  const { orders } = await openOrdersOf(from);
  expect(orders).toBe(5);
  expect(statusesOf(answers).filter((status) => status === 201)).toHaveLength(5);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['TOO_MANY_UNPAID']));
  expect(await stockOf(product)).toBe(995);
  report(`${orders} of 60 orders open`);
});

attack('2', 'one network orders 8 units six times at once', async (report) => {
  const product = await addProduct(shop.url, staff, 1000);
  const from = newNetwork();
  const at = (turn: number) => (turn % 2 === 0 ? shop : second);
  await Promise.all(
    Array.from({ length: 6 }, (_, turn) => place(product, { from, quantity: 8, at: at(turn) })),
  );
  const { units } = await openOrdersOf(from);
  expect(units).toBe(16);
  expect((await place(product, { from: newNetwork(), quantity: 21 })).body.code).toBe('TOO_MANY_UNPAID');
  report(`${units} of 48 units reserved`);
});

attack('2', 'one network orders and cancels again and again', async (report) => {
  const product = await addProduct(shop.url, staff, 1000);
  const from = newNetwork();
  const statuses: number[] = [];
  for (let turn = 0; turn < 12; turn++) {
    const placed = await place(product, { from });
    statuses.push(placed.status);
    if (placed.status !== 201) continue;
    const { order, accessToken } = placed.body.data;
    const cancelled = await call(shop.url, 'POST', `/orders/${order.id}/cancel`, {
      from,
      orderToken: accessToken,
    });
    expect(cancelled.body.data.order.status).toBe('cancelled');
  }
  expect(statuses.filter((status) => status === 201)).toHaveLength(10);
  expect(statuses.slice(-2)).toEqual([409, 409]);
  expect(await stockOf(product)).toBe(1000);
  report('10 of 12 orders placed within 10 minutes');
});

attack('25', 'an office orders and pays 25 times from one address', async (report) => {
  const product = await addProduct(shop.url, staff, 1000);
  const from = newNetwork();
  for (let turn = 0; turn < 25; turn++) {
    const email = `office${turn}@example.com`;
    const { order, accessToken: orderToken } = (await place(product, { from, email })).body.data;
    await pay(order, { from, orderToken });
  }
  const unpaid = [];
  for (let turn = 0; turn < 6; turn++) unpaid.push((await place(product, { from })).status);
  expect(unpaid).toEqual([201, 201, 201, 201, 201, 409]);
  report('25 of 25 orders placed and paid, 5 more unpaid ones');
});

attack('2', 'a stranger tries to stop a named customer from ordering', async (report) => {
  const product = await addProduct(shop.url, staff, 1000);
  const email = 'victim@example.com';
  const token = await register(email);
  const strangers = newNetwork();
  for (let turn = 0; turn < 6; turn++) await place(product, { from: strangers, email });
  const asGuest = await place(product, { from: newNetwork(), email });
  // A signed-in customer can order even from the stranger's network.
  const signedIn = await place(product, { from: strangers, email, token });
  expect([asGuest.status, signedIn.status]).toEqual([201, 201]);
  report('ordered as a guest and signed in');
});

attack('2', 'a refusal shows orders of this browser only', async (report) => {
  const product = await addProduct(shop.url, staff, 1000);
  const from = newNetwork();
  const tokens: string[] = [];
  for (let turn = 0; turn < 5; turn++) {
    tokens.push((await place(product, { from, email: `neighbor${turn}@example.com` })).body.data.accessToken);
  }
  const stranger = await place(product, { from });
  expect(stranger.status).toBe(409);
  expect(stranger.body.details.orders).toEqual([]);
  expect(stranger.text).not.toMatch(/MJ-|ord_|neighbor/);
  const owner = await place(product, { from, orderToken: `${tokens[0]},${tokens[3]}` });
  expect(owner.body.details.orders).toHaveLength(2);
  const [{ id }] = owner.body.details.orders;
  await call(shop.url, 'POST', `/orders/${id}/cancel`, { from, orderToken: tokens[3] ?? '' });
  expect((await place(product, { from })).status).toBe(201);
  report('0 of 5 orders named to a stranger, 2 of 2 to their owner');
});

attack('2', 'an order that replaces an unpaid one counts once', async (report) => {
  const product = await addProduct(shop.url, staff, 1000);
  const from = newNetwork();
  let last = (await place(product, { from, quantity: 4 })).body.data;
  for (let turn = 0; turn < 4; turn++) await place(product, { from, quantity: 4 });
  for (let turn = 0; turn < 3; turn++) {
    const more = { replaces: last.order.id };
    const changed = await place(product, { from, quantity: 4, orderToken: last.accessToken, more });
    expect(changed.status).toBe(201);
    last = changed.body.data;
  }
  expect(await openOrdersOf(from)).toEqual({ orders: 5, units: 20 });
  report('5 open orders after 3 replacements');
});

attack('G2', '200 guest orders are placed and never paid', async (report) => {
  const product = await addProduct(shop.url, staff, 1000);
  const sold = async () => (await call(shop.url, 'GET', '/shop/facts')).body.data.devicesSold;
  const before = await sold();
  const orders = Array.from({ length: 200 }, () => place(product, { from: newNetwork() }));
  expect(new Set(statusesOf(await Promise.all(orders)))).toEqual(new Set([201]));
  expect(await stockOf(product)).toBe(800);
  const { paymentMethod: _paymentMethod, ...order } = orderOf(product);
  const byStaff = await call(shop.url, 'POST', '/orders/admin', { token: staff, body: order });
  expect(byStaff.status).toBe(201);
  await shop.setClock(31 * minute);
  // A process releases expired reservations at its start.
  const later = await openProcess();
  await expect.poll(() => stockOf(product), { timeout: 60_000 }).toBe(999);
  expect(await sold()).toBe(before);
  const storedNetworks = async () =>
    (await shop.query<{ kept: number }>('select count(limit_key)::int as kept from orders'))[0]?.kept;
  await expect.poll(storedNetworks, { timeout: 30_000 }).toBe(0);
  await later.stop();
  report('0 of 200 orders hold stock, devices sold unchanged');
});

// Runs last, because it leaves the clock ahead.
attack('2', 'one unpaid order is replaced again and again', async (report) => {
  const start = 31;
  await shop.setClock(start * minute);
  const product = await addProduct(shop.url, await signIn(shop.url, admin), 1000);
  const from = newNetwork();
  let last = (await place(product, { from })).body.data;
  const placedAt = Date.parse(last.order.createdAt);
  const firstEnd = last.order.reservedUntil;
  const replace = async () => {
    const more = { replaces: last.order.id };
    const answer = await place(product, { from, orderToken: last.accessToken, more });
    if (answer.status === 201) last = answer.body.data;
    return answer;
  };
  const statuses: number[] = [];
  for (let turn = 0; turn < 40; turn++) statuses.push((await replace()).status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(9);
  expect(new Set(statuses.slice(9))).toEqual(new Set([409]));
  expect(last.order.reservedUntil).toBe(firstEnd);
  expect(await openOrdersOf(from)).toEqual({ orders: 1, units: 1 });

  // One replacement every four minutes stays below the rate limit: only the end of the reservation stops it.
  let answer: Awaited<ReturnType<typeof replace>> | undefined;
  for (let later = 25; later < 160 && answer?.body.code !== 'EDIT_CONFLICT'; later += 4) {
    await shop.setClock((start + later) * minute);
    answer = await replace();
  }
  expect(answer?.body.code).toBe('EDIT_CONFLICT');
  const reserved = (Date.parse(last.order.reservedUntil) - placedAt) / minute;
  expect(reserved).toBeLessThanOrEqual(120);
  report(`10 of 41 orders placed within 10 minutes, reserved for ${reserved} minutes at most`);
});
