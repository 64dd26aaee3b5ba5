import { afterAll, beforeAll, expect } from 'vitest';
import { addProduct, call, orderOf, signIn } from '../plain-client.ts';
import { admin } from '../running-shop.ts';
import { attack } from './attack.ts';
import { type AttackedShop, openAttackedShop } from './attacked-shop.ts';

let shop: AttackedShop;
let staff: string;
let product: string;

beforeAll(async () => {
  shop = await openAttackedShop();
  staff = await signIn(shop.url, admin);
  product = await addProduct(shop.url, staff, 100);
});

afterAll(async () => {
  await shop?.stop();
});

const notFound = 'Tracking number not found. Please check your tracking number and try again.';
const received = 'We have received this order; its number is in the mail we sent you.';

let lastNetwork = 0;
function newNetwork(): string {
  lastNetwork += 1;
  return `10.30.${lastNetwork >> 8}.${lastNetwork & 255}`;
}

function track(number: string, options: { email?: string; from?: string; token?: string } = {}) {
  const { email, from = newNetwork(), token } = options;
  const query = email === undefined ? '' : `?email=${encodeURIComponent(email)}`;
  return call(shop.url, 'GET', `/tracking/${encodeURIComponent(number)}${query}`, { from, token });
}

async function placeOrder(email: string, clientReference: string, token?: string) {
  const key = crypto.randomUUID();
  const body = { ...orderOf(product, 1, email), clientReference };
  const placed = await call(shop.url, 'POST', '/orders', { body, key, from: newNetwork(), token });
  expect(placed.status).toBe(201);
  return { ...placed.body.data, key };
}

attack('G5', 'the number shown at checkout with the right e-mail', async (report) => {
  const reference = `MJ${Date.now()}`;
  const email = 'shown@example.com';
  const { order } = await placeOrder(email, reference);
  const tracked = await track(reference, { email });
  expect(tracked.body.data).toEqual({ received: true, message: received });
  expect(tracked.text).not.toContain(order.orderNumber);
  expect(tracked.text).not.toMatch(/ada|byron|engine|portland/i);
  for (const answer of [await track(reference), await track(`${reference}9`, { email })]) {
    expect([answer.status, answer.body.message]).toEqual([404, notFound]);
  }
  report('0 fields of the order');
});

attack('5', "a carrier's number, with and without the e-mail", async (report) => {
  const account = { name: 'Grace', email: 'buyer@example.com', password: 'a-long-password-1' };
  await call(shop.url, 'POST', '/auth/register', { body: account, from: newNetwork() });
  const buyer = await signIn(shop.url, account);
  const { order } = await placeOrder(account.email, 'MJ1', buyer);
  const shipped = { status: 'shipped', carrier: 'UPS', trackingNumber: '1Z999AA10123456784' };
  await call(shop.url, 'PUT', `/orders/${order.id}/status`, { token: staff, body: shipped });
  const answers = [
    await track(shipped.trackingNumber),
    await track(shipped.trackingNumber, { email: account.email }),
    await track(shipped.trackingNumber, { token: staff }),
  ];
  for (const { body, text } of answers) {
    expect(body.data).toMatchObject({ orderNumber: null, order: null, ...shipped });
    expect(Object.keys(body.data).sort()).toEqual([
      'carrier',
      'estimatedDelivery',
      'latestDelivery',
      'order',
      'orderNumber',
      'status',
      'timeline',
      'trackingNumber',
    ]);
    expect(text).not.toMatch(new RegExp(`${order.orderNumber}|${order.id}|byron|engine`, 'i'));
  }
  const own = await track(shipped.trackingNumber, { token: buyer });
  expect(own.body.data).toMatchObject({ orderNumber: order.orderNumber, order: { id: order.id } });
  report('order and number null for 3 strangers, shown to the buyer');
});

attack('5', 'the Idempotency-Key of another browser', async (report) => {
  const email = 'key@example.com';
  const { order, accessToken, key } = await placeOrder(email, 'MJ2');
  const find = (lookedFor: string, body: object) =>
    call(shop.url, 'POST', '/orders/placed', { body, key: lookedFor, from: newNetwork() });
  const own = await find(key, { email });
  expect(own.body.data).toMatchObject({ order: { id: order.id }, accessToken });
  const others = await Promise.all([
    find(crypto.randomUUID(), { email }),
    find(key, { email: 'other@example.com' }),
    find(key, {}),
  ]);
  expect(others.map(({ status }) => status)).toEqual([404, 404, 404]);
  report('0 of 3 others found it');
});

attack('G5', '60 guesses of a reference from 60 networks', async (report) => {
  const email = 'guessed@example.com';
  const now = Date.now();
  const { order } = await placeOrder(email, `MJ${now}`);
  const guesses = await Promise.all(
    Array.from({ length: 60 }, (_, guess) => track(`MJ${now - 60 + guess}`, { email })),
  );
  const answered = guesses.filter(({ status }) => status === 404);
  expect(answered).toHaveLength(20);
  expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([404, 429]));
  // The order number itself is not rate-limited.
  expect((await track(order.orderNumber, { email })).body.data.order.id).toBe(order.id);
  // 44 random bits, far too many to guess at ten look-ups a minute.
  expect(order.orderNumber).toMatch(/^MJ-[A-HJ-NP-Z2-9]{9}$/);
  report(`${answered.length} of 60 guesses answered, the buyer is let in`);
});
