import { afterAll, beforeEach, expect, test } from 'vitest';
import { fakeKeys, fakeLiveKeys, openFakeStripe } from '../../../../e2e/fake-stripe/fake-stripe.ts';
import { openOrderShop, orderOf, problemOf } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { demoLoads } from '../../foundations/settings/demo-loads.tables.ts';
import { withProcessor } from '../../foundations/settings/payment-keys.ts';
import { readPublicSettings } from '../../foundations/settings/settings.queries.ts';
import type { Caller } from '../../platform/http/endpoint.ts';
import { orderMailReaders } from '../orders/order-mails.ts';
import { goLiveWithFixedKeys } from './end-test-payments.ts';

// The tests follow one shop from its first day to its first real payment and depend on their order.

const stripe = await openFakeStripe();
afterAll(stripe.close);
const database = await openTestDatabase();
const STRIPE_API_URL = stripe.url;
const plain = await openOrderShop(database, { PAYMENTS: '', STRIPE_API_URL });
const testing = await openOrderShop(database, { STRIPE_API_URL });
type Shop = typeof plain;

let admin: Caller;
let phone: string;
beforeEach(async () => {
  admin = await plain.addUser('admin');
  phone = await plain.addProduct(10);
  return plain.expectIntegrity;
});

const placeAsGuest = async () => {
  const { order, accessToken } = await plain.place(orderOf({ [phone]: 1 }));
  return { ...order, as: { orderToken: accessToken } };
};
type Placed = Awaited<ReturnType<typeof placeAsGuest>>;
const start = (shop: Shop, { id, total, as }: Placed) =>
  shop.call('createPaymentIntent', { body: { amount: total, orderId: id } }, as);
const confirm = (shop: Shop, { id, as }: Placed, paymentIntentId: string) =>
  shop.call('confirmPayment', { body: { paymentIntentId, orderId: id } }, as);
const useCard = (shop: Shop, clientSecret: string) =>
  shop.call('confirmTestCard', { body: { clientSecret, card: 'pm_card_visa' } });
const read = async ({ id }: Placed) =>
  (await plain.call('getOrder', { params: { id } }, { caller: admin })).order;
const setKeys = (shop: Shop, body: object) => shop.call('setPaymentKeys', { body }, { caller: admin });
const processorOf = async ({ deps }: Shop) =>
  (await withProcessor(deps, await readPublicSettings(deps.db))).paymentProcessor;
const closed = { code: 'PAYMENT_UNAVAILABLE', status: 503 };

test('opens no payment without keys and without PAYMENTS=test, but accepts orders', async () => {
  const order = await placeAsGuest();
  expect(await processorOf(plain)).toBe('none');
  expect(await problemOf(start(plain, order))).toMatchObject(closed);
  const open = await start(testing, order);
  expect(await problemOf(useCard(plain, open.clientSecret))).toMatchObject(closed);
  const challenge = { body: { clientSecret: open.clientSecret, passed: true } };
  expect(await problemOf(plain.call('answerTestChallenge', challenge))).toMatchObject(closed);
  const { setup } = await plain.call('getPaymentSetup', {}, { caller: admin });
  expect(setup).toMatchObject({ processor: 'none', withoutKeys: 'none' });
  const byPhone = await plain.call('placeStaffOrder', { body: staffOrder() }, { caller: admin });
  expect(byPhone.order.paymentStatus).toBe('unpaid');
  expect(await payLinkIn(plain, byPhone.order.id)).toBeUndefined();
  expect(await payLinkIn(testing, byPhone.order.id)).toContain('#token=');
});

async function payLinkIn({ deps }: Shop, orderId: string) {
  const mail = await orderMailReaders(deps)['order-placed']({
    kind: 'order-placed',
    eventKey: orderId,
    orderId,
  });
  return mail?.kind === 'order-placed' ? mail.order.payLink : 'no mail';
}

function staffOrder() {
  const { paymentMethod: _, ...order } = orderOf({ [phone]: 1 }) as Record<string, unknown>;
  return order;
}

test('allows the test processor with demo data and marks its orders as test-paid', async () => {
  await database.db.insert(demoLoads).values({ startedAt: new Date() });
  expect(await processorOf(plain)).toBe('none');
  await database.db.update(demoLoads).set({ finishedAt: new Date() });
  expect(await processorOf(plain)).toBe('test');
  const order = await placeAsGuest();
  const { clientSecret, paymentIntentId } = await start(plain, order);
  await useCard(plain, clientSecret);
  expect((await confirm(plain, order, paymentIntentId)).order).toMatchObject({
    paymentStatus: 'paid',
    isTestPaid: true,
  });
});

test('ends test payments when live keys are set, and counts none of them as paid', async () => {
  const [opened, succeeded] = [await placeAsGuest(), await placeAsGuest()];
  const { paymentIntentId: openIntent } = await start(testing, opened);
  const test = await start(testing, succeeded);
  await useCard(testing, test.clientSecret);
  const { setup } = await setKeys(testing, fakeLiveKeys);
  expect(setup).toMatchObject({ processor: 'stripe', mode: 'live', withoutKeys: 'none' });
  for (const [order, intent] of [
    [opened, openIntent],
    [succeeded, test.paymentIntentId],
  ] as const) {
    expect(await problemOf(confirm(testing, order, intent))).toMatchObject({ code: 'PAYMENT_NOT_COMPLETED' });
    const paidOrder = await read(order);
    expect(paidOrder.paymentStatus).not.toBe('paid');
    expect(paidOrder.payments).toMatchObject([{ processor: 'test', status: 'cancelled' }]);
  }
  expect((await start(testing, succeeded)).paymentIntentId).toMatch(/^pi_/);
  expect((await read(succeeded)).payments[0]).toMatchObject({ processor: 'stripe', livemode: true });
});

test('stops payments when a live shop loses its live keys', async () => {
  await plain.call('removePaymentKeys', {}, { caller: admin });
  const order = await placeAsGuest();
  for (const shop of [plain, testing]) {
    expect(await processorOf(shop)).toBe('none');
    expect(await problemOf(start(shop, order))).toMatchObject(closed);
  }
});

test("accepts Stripe's test keys only before the first real payment", async () => {
  const order = await placeAsGuest();
  await setKeys(testing, fakeKeys);
  const inTest = await start(testing, order);
  await setKeys(testing, fakeLiveKeys);
  const { paymentIntentId } = await start(testing, order);
  expect(paymentIntentId).not.toBe(inTest.paymentIntentId);
  stripe.ledger.pay(paymentIntentId, '4242424242424242');
  expect((await confirm(testing, order, paymentIntentId)).order).toMatchObject({
    paymentStatus: 'paid',
    isTestPaid: false,
  });
  expect(await problemOf(setKeys(testing, fakeKeys))).toMatchObject({ code: 'VALIDATION_ERROR' });
  const redeployed = await openOrderShop(database, stripe.settings);
  expect(await processorOf(redeployed)).toBe('none');
  expect(await problemOf(start(redeployed, await placeAsGuest()))).toMatchObject(closed);
});

test('records live keys of the environment at startup', async () => {
  const other = await openTestDatabase();
  const live = await openOrderShop(other, { ...stripe.settings, ...liveVariables });
  await goLiveWithFixedKeys(live.deps);
  expect(await processorOf(await openOrderShop(other))).toBe('none');
});

const liveVariables = {
  STRIPE_SECRET_KEY: fakeLiveKeys.secretKey,
  STRIPE_PUBLISHABLE_KEY: fakeLiveKeys.publishableKey,
};
