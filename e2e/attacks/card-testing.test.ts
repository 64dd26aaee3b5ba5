import { afterAll, beforeAll, expect } from 'vitest';
import { addProduct, call, orderOf, signIn } from '../plain-client.ts';
import { admin } from '../running-shop.ts';
import { attack } from './attack.ts';
import { type AttackedShop, openAttackedShop } from './attacked-shop.ts';

let shop: AttackedShop;
let product: string;

beforeAll(async () => {
  shop = await openAttackedShop();
  product = await addProduct(shop.url, await signIn(shop.url, admin), 200);
});

afterAll(async () => {
  await shop?.stop();
});

type Buyer = { email: string; from: string; token?: string };

/** Places an order and opens its payment; null if a limit rejects either. */
async function open({ email, from, token }: Buyer) {
  const body = orderOf(product, 1, email);
  const placed = await call(shop.url, 'POST', '/orders', { body, from, token });
  if (placed.status !== 201) return null;
  const { order, accessToken: orderToken } = placed.body.data;
  const access = { from, token, orderToken };
  const paymentRequest = { amount: order.total, orderId: order.id };
  const intent = await call(shop.url, 'POST', '/payments/create-payment-intent', {
    body: paymentRequest,
    ...access,
  });
  if (intent.status !== 200) return null;
  const { clientSecret, paymentIntentId } = intent.body.data;
  const useCard = (card: string) =>
    call(shop.url, 'POST', '/payments/test-processor/confirm', { body: { clientSecret, card }, from });
  const confirm = () =>
    call(shop.url, 'POST', '/payments/confirm-payment', {
      body: { paymentIntentId, orderId: order.id },
      ...access,
    });
  return { useCard, confirm };
}

async function pays(buyer: Buyer): Promise<boolean> {
  const payment = await open(buyer);
  await payment?.useCard('pm_card_visa');
  const confirmed = await payment?.confirm();
  return confirmed?.status === 200 && confirmed.body.data.order.paymentStatus === 'paid';
}

const victim = { email: 'victim@example.com', from: '10.3.9.1' };
const tester = '10.3.0.1';

attack('16', 'B3: a card tester tries few cards, and other customers can still pay', async (report) => {
  const statuses: number[] = [];
  for (const email of [victim.email, 'b@example.com', 'c@example.com', 'd@example.com']) {
    const payment = await open({ email, from: tester });
    if (!payment) continue;
    const cards = Array.from({ length: 40 }, () => payment.useCard('pm_card_chargeDeclined'));
    statuses.push(...(await Promise.all(cards)).map(({ status }) => status));
  }
  const reached = statuses.filter((status) => status === 402).length;
  expect(reached).toBeLessThanOrEqual(20);
  expect(statuses.filter((status) => status !== 402).every((status) => status === 409)).toBe(true);
  expect(await pays({ email: 'e@example.com', from: tester })).toBe(false);
  expect(await pays(victim)).toBe(true);

  const account = { name: 'Vera', email: 'vera@example.com', password: 'canary-password' };
  const registered = await call(shop.url, 'POST', '/auth/register', { body: account, from: '10.3.9.2' });
  await shop.query('update users set email_verified = true where email = $1', [account.email]);
  const { token } = registered.body.data;
  expect(await pays({ email: account.email, from: tester, token })).toBe(true);
  report(`B3: ${reached} of ${statuses.length} tries reached the card network; others paid`);
});
