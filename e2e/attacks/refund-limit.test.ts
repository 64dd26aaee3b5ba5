import { afterAll, beforeAll, expect } from 'vitest';
import { type Answer, addProduct, address, call, orderOf, signIn } from '../plain-client.ts';
import { admin } from '../running-shop.ts';
import { attack } from './attack.ts';
import { type AttackedShop, openAttackedShop } from './attacked-shop.ts';
import { addPerson } from './staff.ts';

let shop: AttackedShop;
/** Stolen token of an administrator; its sign-in is 11 minutes old. */
let stolen: string;
let product: string;

beforeAll(async () => {
  shop = await openAttackedShop();
  stolen = await signIn(shop.url, admin);
  product = await addProduct(shop.url, stolen, 100);
});

afterAll(async () => {
  await shop?.stop();
});

/** Pays an order of 12 products at $20: above the limit of $200. */
async function payOrder(from: string): Promise<{ id: string; total: number }> {
  const body = orderOf(product, 12, `${crypto.randomUUID()}@example.com`);
  const placed = await call(shop.url, 'POST', '/orders', { body, from });
  const { order, accessToken: orderToken } = placed.body.data;
  const access = { from, orderToken };
  const paymentRequest = { amount: order.total, orderId: order.id };
  const intent = await call(shop.url, 'POST', '/payments/create-payment-intent', {
    body: paymentRequest,
    ...access,
  });
  const { clientSecret, paymentIntentId } = intent.body.data;
  const card = { clientSecret, card: 'pm_card_visa' };
  await call(shop.url, 'POST', '/payments/test-processor/confirm', { body: card, from });
  const confirmed = { paymentIntentId, orderId: order.id };
  await call(shop.url, 'POST', '/payments/confirm-payment', { body: confirmed, ...access });
  expect(order.total).toBeGreaterThan(200);
  return { id: order.id, total: order.total };
}

const refund = (id: string, amount: number) =>
  call(shop.url, 'POST', `/orders/${id}/refunds`, { token: stolen, body: { amount } });
const setStatus = (id: string, token: string) =>
  call(shop.url, 'PUT', `/orders/${id}/status`, { token, body: { status: 'cancelled' } });
const decide = (id: string, refundId: string, token: string) =>
  call(shop.url, 'POST', `/orders/${id}/refunds/${refundId}/approve`, { token, body: {} });
const codeOf = ({ status, body }: Answer) => `${status} ${body?.code ?? ''}`;

async function countReturned(): Promise<number> {
  const [row] = await shop.query<{ sum: string | null }>('select sum(amount_cents) from test_refunds');
  return Number(row?.sum ?? 0) / 100;
}

/** Halves the twelve products of an order, which refunds about half. */
async function editDown(id: string, token: string): Promise<Answer> {
  const { order } = (await call(shop.url, 'GET', `/orders/${id}`, { token })).body.data;
  const body = {
    version: order.version ?? 0,
    shippingAddress: { ...address, email: order.shippingAddress.email },
    items: [{ product, quantity: 6 }],
    shippingMethod: order.shippingMethod,
  };
  return call(shop.url, 'PUT', `/orders/${id}`, { token, body });
}

attack(
  '17',
  'an old sign-in refunds little, and cancelling gives nothing back unapproved',
  async (report) => {
    const orders = [];
    for (const from of ['10.17.0.1', '10.17.1.1', '10.17.2.1']) orders.push(await payOrder(from));
    await shop.setClock(11 * 60_000);
    const [inParts, alone, inBulk] = orders as [(typeof orders)[0], (typeof orders)[0], (typeof orders)[0]];

    expect(codeOf(await refund(inParts.id, inParts.total))).toBe('403 STEP_UP_REQUIRED');
    for (let part = 0; part < 12; part++) await refund(inParts.id, 20);
    expect(await countReturned()).toBe(200);

    const cancelled = await setStatus(alone.id, stolen);
    expect([cancelled.status, cancelled.body.data.order.status]).toEqual([200, 'cancelled']);
    const changes = [{ id: inBulk.id, status: 'cancelled' }];
    await call(shop.url, 'POST', '/orders/admin/statuses', { token: stolen, body: { changes } });
    const waiting = await shop.query<{ id: string; order_id: string }>(
      `select id, order_id from refunds where status = 'awaiting-approval'`,
    );
    expect(waiting).toHaveLength(2);
    for (const { id, order_id } of waiting) {
      expect(codeOf(await decide(order_id, id, stolen))).toBe('403 STEP_UP_REQUIRED');
    }
    const raised = await call(shop.url, 'PUT', '/settings', {
      token: stolen,
      body: { refundLimit: 100_000 },
    });
    expect(codeOf(raised)).toBe('403 STEP_UP_REQUIRED');
    const returned = await countReturned();
    expect(returned).toBe(200);

    const proved = await signIn(shop.url, admin);
    const target = waiting.find(({ order_id }) => order_id === alone.id);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => decide(alone.id, target?.id ?? '', proved)),
    );
    expect(answers.map(codeOf).sort()).toEqual(['200 ', ...Array(4).fill('409 NOT_REFUNDABLE')]);
    expect(await countReturned()).toBeCloseTo(200 + alone.total);
    const paid = orders.reduce((sum, { total }) => sum + total, 0).toFixed(2);
    report(`$${returned} of $${paid} returned by a sign-in of 11 minutes; 5 approvals at once refunded once`);
  },
);

attack('26', 'support edits an order down and cancels it to refund twice the limit', async (report) => {
  const owner = await signIn(shop.url, admin);
  const support = await addPerson(shop, owner, 'support');
  const [single, inBulk] = [await payOrder('10.17.3.1'), await payOrder('10.17.4.1')];
  for (const { id } of [single, inBulk]) {
    const edit = await editDown(id, support.token);
    expect(edit.status, edit.text).toBe(200);
  }
  const refundedOf = async (state: 'decided' | 'waiting') => {
    const [row] = await shop.query<{ sum: string | null }>(
      `select sum(amount_cents) from refunds where order_id in ($1, $2)
       and (status = 'awaiting-approval') = ($3 = 'waiting')`,
      [single.id, inBulk.id, state],
    );
    return Number(row?.sum ?? 0) / 100;
  };
  const edited = await refundedOf('decided');
  expect(edited).toBeGreaterThan(0);
  await setStatus(single.id, support.token);
  const changes = [{ id: inBulk.id, status: 'cancelled' }];
  await call(shop.url, 'POST', '/orders/admin/statuses', { token: support.token, body: { changes } });
  expect(await refundedOf('decided')).toBe(edited);
  const waiting = await refundedOf('waiting');
  expect(edited + waiting).toBeCloseTo(single.total + inBulk.total);
  report(`$${edited} returned by the edits, $${waiting} waits for approval`);
});
