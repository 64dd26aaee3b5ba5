import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { fakeKeys, fakeLiveKeys, openFakeStripe } from '../../../../e2e/fake-stripe/fake-stripe.ts';
import { openOrderShop, orderOf, problemOf } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { auditEntries } from '../../foundations/audit/audit.tables.ts';
import { openToVisitors } from '../../foundations/settings/opening.ts';
import { canTakePayments, withProcessor } from '../../foundations/settings/payment-keys.ts';
import { readPublicSettings } from '../../foundations/settings/settings.queries.ts';
import { storeSettings } from '../../foundations/settings/settings.tables.ts';
import { endReplacedTestMode } from '../../foundations/settings/test-mode.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/endpoint.ts';

const stripe = await openFakeStripe();
afterAll(stripe.close);
const database = await openTestDatabase();
const variables = { PAYMENTS: '', STRIPE_API_URL: stripe.url };
const shop = await openOrderShop(database, variables);
const { call, place, deps } = shop;
const owner: Caller = await shop.addUser('admin');
const customer: Caller = await shop.addUser();
const asOwner = { caller: owner };

beforeEach(async () => {
  const fresh = { openedAt: new Date(), testMode: false, liveKeysSince: null, liveMoneySince: null };
  await database.db.update(storeSettings).set(fresh);
  return shop.expectIntegrity;
});

const turn = async (isOn: boolean) => (await call('setTestMode', { body: { isOn } }, asOwner)).testMode;
const start = (order: { id: string; total: number }, as: object) =>
  call('createPaymentIntent', { body: { amount: order.total, orderId: order.id } }, as);
const payByCard = (clientSecret: string, as: object = {}) =>
  call('confirmTestCard', { body: { clientSecret, card: 'pm_card_visa' } }, as);
const settings = async () => withProcessor(deps, await readPublicSettings(deps.db));
const closed = { code: 'PAYMENT_UNAVAILABLE', message: 'This store is not taking orders yet.' };
const refused = { code: 'NOT_TAKING_ORDERS', message: 'This store is not taking orders yet.' };

async function buyAsOwner(quantity = 1) {
  const productId = await shop.addProduct(5);
  const { order } = await place(orderOf({ [productId]: quantity }), asOwner);
  const { clientSecret, paymentIntentId } = await start(order, asOwner);
  await payByCard(clientSecret, asOwner);
  const body = { orderId: order.id, paymentIntentId };
  return { productId, order: (await call('confirmPayment', { body }, asOwner)).order };
}

test('in an open shop staff pay with a test card, and visitors neither order nor pay', async () => {
  const productId = await shop.addProduct(5);
  const before = await place(orderOf({ [productId]: 1 }));
  const guest = { orderToken: before.accessToken };
  await turn(true);
  expect(await settings()).toMatchObject({ paymentProcessor: 'test', testMode: 'staff' });
  expect(await canTakePayments(deps), 'no pay link in mails').toBe(false);
  for (const as of [{}, { caller: customer }])
    expect(await problemOf(place(orderOf({ [productId]: 1 }), as))).toMatchObject(refused);
  const byTest = place(orderOf({ [productId]: 1 }, { paymentMethod: 'test' }));
  expect(['NOT_TAKING_ORDERS', 'VALIDATION_ERROR']).toContain((await problemOf(byTest)).code);
  expect(await problemOf(start(before.order, guest))).toMatchObject(closed);
  const { order } = await buyAsOwner();
  expect(order).toMatchObject({ paymentStatus: 'paid', isTestPaid: true });
});

test('a member of staff who signed out in the checkout cannot finish the payment', async () => {
  await turn(true);
  const { order } = await place(orderOf({ [await shop.addProduct(1)]: 1 }), asOwner);
  const { clientSecret, paymentIntentId } = await start(order, asOwner);
  for (const as of [{}, { caller: customer }]) {
    expect(await problemOf(payByCard(clientSecret, as))).toMatchObject(closed);
    const challenge = { body: { clientSecret, passed: true } };
    expect(await problemOf(call('answerTestChallenge', challenge, as))).toMatchObject(closed);
  }
  const body = { orderId: order.id, paymentIntentId };
  expect(await problemOf(call('confirmPayment', { body }, asOwner))).toMatchObject({
    code: 'PAYMENT_NOT_COMPLETED',
  });
});

test('before the opening everyone who sees the shop pays with test cards', async () => {
  await database.db.update(storeSettings).set({ openedAt: null });
  await turn(true);
  expect(await settings()).toMatchObject({ testMode: 'everyone', isTestModePublic: false });
  const { order, accessToken } = await place(orderOf({ [await shop.addProduct(1)]: 1 }));
  const guest = { orderToken: accessToken };
  const { clientSecret } = await start(order, guest);
  await inTransaction(deps.db, (tx) => openToVisitors(tx, deps.now(), null));
  expect(await problemOf(payByCard(clientSecret, guest))).toMatchObject(closed);
});

test('leaving test mode lists open test orders, and cancelling them returns their stock', async () => {
  await turn(true);
  const { productId, order } = await buyAsOwner(2);
  const state = await turn(false);
  expect(state).toMatchObject({ isOn: false, openOrderCount: state.openOrders.length });
  const listed = state.openOrders.find(({ id }: { id: string }) => id === order.id);
  expect(listed.items).toMatchObject([{ quantity: 2, devices: [] }]);
  expect(await shop.stockOf(productId)).toBe(3);
  const body = { changes: [{ id: order.id, status: 'cancelled' }] };
  const { outcomes } = await call('changeOrderStatuses', { body }, asOwner);
  expect(outcomes).toMatchObject([{ changed: true }]);
  expect(await shop.stockOf(productId)).toBe(5);
  const { testMode } = await call('getTestMode', {}, asOwner);
  expect(testMode.openOrders.map(({ id }: { id: string }) => id)).not.toContain(order.id);
});

test('turning test mode off ends the payments that are open', async () => {
  await turn(true);
  const { order } = await place(orderOf({ [await shop.addProduct(1)]: 1 }), asOwner);
  const { clientSecret } = await start(order, asOwner);
  await turn(false);
  expect(await settings()).toMatchObject({ paymentProcessor: 'none', testMode: 'off' });
  expect(await problemOf(payByCard(clientSecret, asOwner))).toMatchObject({ code: 'PAYMENT_UNAVAILABLE' });
});

test('test mode turned on twice at once is on and audited once', async () => {
  const isSwitch = eq(auditEntries.action, 'turn on test mode');
  const before = await deps.db.$count(auditEntries, isSwitch);
  const states = await Promise.all([turn(true), turn(true)]);
  expect(states.map(({ isOn }) => isOn)).toEqual([true, true]);
  expect(await deps.db.$count(auditEntries, isSwitch)).toBe(before + 1);
});

test('keys of Stripe end test mode, and a shop that had live keys has none', async () => {
  await turn(true);
  await call('setPaymentKeys', { body: fakeKeys }, asOwner);
  expect(await settings()).toMatchObject({ paymentProcessor: 'stripe', testMode: 'off' });
  const { message } = await problemOf(turn(true));
  expect(message).toContain('Another processor takes the payments');
  await call('setPaymentKeys', { body: fakeLiveKeys }, asOwner);
  await call('removePaymentKeys', {}, asOwner);
  expect((await problemOf(turn(true))).message).toContain('has had live keys');
  expect((await call('getTestMode', {}, asOwner)).testMode).toMatchObject({ isOn: false, obstacle: 'live' });
});

test('PAYMENTS=test serves everyone as before and ends the switch at the start', async () => {
  await turn(true);
  const everyone = await openOrderShop(database, { PAYMENTS: 'test' });
  await endReplacedTestMode(everyone.deps);
  const productId = await everyone.addProduct(1);
  const { order, accessToken } = await everyone.place(orderOf({ [productId]: 1 }));
  const guest = { orderToken: accessToken };
  const body = { amount: order.total, orderId: order.id };
  const { clientSecret } = await everyone.call('createPaymentIntent', { body }, guest);
  const card = { clientSecret, card: 'pm_card_visa' };
  expect(await everyone.call('confirmTestCard', { body: card }, guest)).toEqual({ status: 'succeeded' });
  const on = everyone.call('setTestMode', { body: { isOn: true } }, asOwner);
  expect((await problemOf(on)).message).toContain('Everyone can pay with test cards');
});
