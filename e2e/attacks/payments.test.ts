import { afterAll, beforeAll, expect } from 'vitest';
import { fakeLiveKeys, openFakeStripe } from '../fake-stripe/fake-stripe.ts';
import { addProduct, call, orderOf, signIn } from '../plain-client.ts';
import { admin, type RunningShop, runShop } from '../running-shop.ts';
import { attack } from './attack.ts';
import { type AttackedShop, openAttackedShop } from './attacked-shop.ts';

// One shop on one database from its first day to its first live keys; each attack depends on the one before.

const stripe = await openFakeStripe();
let first: AttackedShop;
let shop: RunningShop;
let token: string;
let product: string;

beforeAll(async () => {
  first = await openAttackedShop({ settings: { PAYMENTS: '', STRIPE_API_URL: stripe.url } });
  shop = first;
  token = await signIn(shop.url, admin);
  product = await addProduct(shop.url, token, 100);
});

afterAll(async () => {
  if (shop !== first) await shop?.stop();
  await first?.stop();
  await stripe.close();
});

/** The same shop after a redeploy with another environment. */
async function redeploy(settings: Record<string, string>): Promise<void> {
  const { databaseUrl, dataDir } = first;
  await shop.kill();
  shop = await runShop({
    databaseUrl,
    dataDir,
    settings: { RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1', STRIPE_API_URL: stripe.url, ...settings },
  });
  token = await signIn(shop.url, admin);
}

type Placed = { id: string; total: number; orderToken: string; from: string };

async function placeFrom(from: string): Promise<Placed> {
  const body = orderOf(product, 1, `${crypto.randomUUID()}@example.com`);
  const answer = await call(shop.url, 'POST', '/orders', { body, from });
  expect(answer.status).toBe(201);
  const { order, accessToken: orderToken } = answer.body.data;
  return { id: order.id, total: order.total, orderToken, from };
}

const startOf = ({ id: orderId, total: amount, orderToken, from }: Placed) =>
  call(shop.url, 'POST', '/payments/create-payment-intent', { body: { amount, orderId }, orderToken, from });

const useTestCard = (clientSecret: string, from: string) =>
  call(shop.url, 'POST', '/payments/test-processor/confirm', {
    body: { clientSecret, card: 'pm_card_visa' },
    from,
  });

const confirm = ({ id: orderId, orderToken, from }: Placed, paymentIntentId: string) =>
  call(shop.url, 'POST', '/payments/confirm-payment', {
    body: { paymentIntentId, orderId },
    orderToken,
    from,
  });

async function countPaid(): Promise<string> {
  const [row] = await first.query<{ paid: string; all: string }>(
    `select count(*) filter (where payment_status not in ('unpaid', 'started')) as paid, count(*) as all from orders`,
  );
  return `${row?.paid} of ${row?.all} orders paid`;
}

/** Expects that no payment opens; the networks differ, so that no other limit applies first. */
async function expectClosed(networks: string[]): Promise<void> {
  for (const from of networks) {
    const order = await placeFrom(from);
    const { status, body } = await startOf(order);
    expect([status, body.code]).toEqual([503, 'PAYMENT_UNAVAILABLE']);
    expect((await useTestCard('pi_test_guess_secret_guess', from)).status).toBe(503);
  }
  const { settings } = (await call(shop.url, 'GET', '/settings/public')).body.data;
  expect(settings.paymentProcessor).toBe('none');
}

attack('8', 'no keys and no PAYMENTS=test: nothing takes a test card', async (report) => {
  await expectClosed(['10.8.0.1', '10.8.1.1', '10.8.2.1']);
  const page = await (await fetch(`${shop.url}/checkout`)).text();
  expect(page).toContain('This store cannot take payments yet');
  expect(page.slice(page.indexOf('<main'), page.indexOf('</main>'))).not.toMatch(/<input/);
  const { paymentMethod: _, ...order } = orderOf(product);
  const byPhone = await call(shop.url, 'POST', '/orders/admin', { token, body: order });
  expect(byPhone.status).toBe(201);
  report(`${await countPaid()}; checkout closed before any field; staff order placed`);
});

attack('16', 'B8: a test payment from before going live pays no order', async (report) => {
  await redeploy({ PAYMENTS: 'test' });
  const order = await placeFrom('10.8.3.1');
  const { clientSecret, paymentIntentId } = (await startOf(order)).body.data;
  expect((await useTestCard(clientSecret, order.from)).status).toBe(200);
  const keys = await call(shop.url, 'PUT', '/payments/keys', { token, body: fakeLiveKeys });
  expect([keys.status, keys.body.data?.setup.mode]).toEqual([200, 'live']);
  expect((await confirm(order, paymentIntentId)).status).toBe(409);
  expect((await useTestCard(clientSecret, order.from)).status).toBe(503);
  report(`B8: ${await countPaid()}`);
});

attack('G8', 'live keys that are removed never bring the test processor back', async (report) => {
  const removed = await call(shop.url, 'DELETE', '/payments/keys', { token });
  expect(removed.status).toBe(200);
  await expectClosed(['10.8.4.1', '10.8.5.1']);
  await redeploy({ PAYMENTS: 'test' });
  await expectClosed(['10.8.6.1', '10.8.7.1']);
  report(`503 with and without a restart; ${await countPaid()}`);
});
