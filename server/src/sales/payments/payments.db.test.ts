import { testCardOutcomes } from '@reprise/contract/sales/payments/payments';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { type As, codeOf, openOrderShop, orderOf, problemOf, someAddress } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { mails } from '../../foundations/notifications/notifications.tables.ts';
import { storeSettings } from '../../foundations/settings/settings.tables.ts';
import type { Caller } from '../../platform/http/endpoint.ts';
import { payments, testIntents } from './payments.tables.ts';
import { releaseExpiredReservations } from './release-expired-reservations.ts';

const database = await openTestDatabase();
const { db } = database;
const shop = await openOrderShop(database);
const { call, place, addProduct, stockOf, deps } = shop;

let admin: Caller;
let phone: string;

beforeEach(async () => {
  admin = await shop.addUser('admin');
  phone = await addProduct(10);
  return shop.expectIntegrity;
});

type PlacedOrder = {
  id: string;
  total: number;
  status: string;
  paymentStatus: string;
  createdAt: string;
  reservedUntil: string;
};

async function placeAsGuest(email = someAddress.email): Promise<{ order: PlacedOrder; as: As }> {
  const shippingAddress = { ...someAddress, email };
  const { order, accessToken } = await place(orderOf({ [phone]: 2 }, { shippingAddress }));
  return { order, as: { orderToken: accessToken } };
}

const start = (order: PlacedOrder, as: As, amount = order.total) =>
  call('createPaymentIntent', { body: { amount, orderId: order.id } }, as);
const confirm = (order: PlacedOrder, paymentIntentId: string, as: As) =>
  call('confirmPayment', { body: { paymentIntentId, orderId: order.id } }, as);
const useCard = (clientSecret: string, card = 'pm_card_visa') =>
  call('confirmTestCard', { body: { clientSecret, card } });
const read = async (order: PlacedOrder) =>
  (await call('getOrder', { params: { id: order.id } }, { caller: admin })).order;
const setStatus = (order: PlacedOrder, status: string) =>
  call('changeOrderStatus', { params: { id: order.id }, body: { status } }, { caller: admin });
const intentOf = async (id: string) => {
  const [intent] = await db.select().from(testIntents).where(eq(testIntents.id, id));
  return intent?.refundedCents === intent?.amountCents ? 'refunded' : intent?.status;
};
const wait = (minutes: number) => {
  shop.clock.now = new Date(shop.clock.now.getTime() + minutes * 60_000);
};

describe('starting a payment', () => {
  test('opens one intent for the total, by order id or number', async () => {
    const { order, as } = await placeAsGuest();
    const first = await start(order, as);
    expect(first.clientSecret).toContain(first.paymentIntentId);
    expect(await start(order, as)).toEqual(first);
    const { orderNumber, paymentStatus } = await read(order);
    expect(await start({ ...order, id: orderNumber }, as)).toEqual(first);
    expect(paymentStatus).toBe('started');
  });

  test('opens one intent when a payment is started ten times at once', async () => {
    const { order, as } = await placeAsGuest();
    const all = await Promise.all(Array.from({ length: 10 }, () => start(order, as)));
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(await db.$count(payments, eq(payments.orderId, order.id))).toBe(1);
  });

  test('rejects a payment of another amount, a paid or a cancelled order', async () => {
    const { order, as } = await placeAsGuest();
    expect(await codeOf(start(order, as, order.total - 1))).toBe('AMOUNT_MISMATCH');
    expect(await codeOf(start(order, as, 'all' as never))).toBe('VALIDATION_ERROR');
    const { clientSecret, paymentIntentId } = await start(order, as, order.total + 0.004);
    await useCard(clientSecret);
    await confirm(order, paymentIntentId, as);
    expect(await codeOf(start(order, as))).toBe('ALREADY_PAID');
    const other = await placeAsGuest();
    await setStatus(other.order, 'cancelled');
    expect(await codeOf(start(other.order, other.as))).toBe('ORDER_CANCELLED');
  });

  test('rejects payments of foreign and missing orders with the same error', async () => {
    const { order, as } = await placeAsGuest();
    const other = await placeAsGuest();
    const stranger = await shop.addUser();
    const problems = await Promise.all([
      problemOf(start(order, {})),
      problemOf(start(order, other.as)),
      problemOf(start(order, { caller: stranger })),
      problemOf(start({ ...order, id: 'ord_none' }, as)),
    ]);
    for (const problem of problems) {
      expect(problem).toMatchObject({ code: 'NOT_FOUND', message: 'Order not found.' });
    }
  });
});

describe('the test processor', () => {
  const messages = [
    'Your card was declined.',
    'Your card has insufficient funds.',
    'Your card has expired.',
    "Your card's security code is incorrect.",
    'An error occurred while processing your card. Try again in a little bit.',
  ];

  test.each(testCardOutcomes.slice(1, -1).map((card, index) => [card, messages[index]]))(
    'declines %s, and the next card may succeed',
    async (card, message) => {
      const { order, as } = await placeAsGuest();
      const { clientSecret, paymentIntentId } = await start(order, as);
      const problem = await problemOf(useCard(clientSecret, card));
      expect(problem).toMatchObject({ code: 'CARD_DECLINED', status: 402, message });
      expect(problem.details?.declineCode).toEqual(expect.any(String));
      expect(await codeOf(confirm(order, paymentIntentId, as))).toBe('PAYMENT_NOT_COMPLETED');
      expect(await useCard(clientSecret)).toEqual({ status: 'succeeded' });
    },
  );

  test('simulates PayPal when offered: first cancelled, then approved', async () => {
    await db.update(storeSettings).set({ paypalEnabled: true });
    const { order, as } = await placeAsGuest();
    const { clientSecret, paymentIntentId, redirectMethods } = await start(order, as);
    expect(redirectMethods).toEqual(['paypal']);
    const answerChallenge = (passed: boolean) =>
      call('answerTestChallenge', { body: { clientSecret, passed } });
    expect(await useCard(clientSecret, 'pm_paypal')).toEqual({ status: 'requires_action' });
    expect(await codeOf(confirm(order, paymentIntentId, as))).toBe('PAYMENT_NOT_COMPLETED');
    expect(await problemOf(answerChallenge(false))).toMatchObject({
      code: 'CARD_DECLINED',
      message: 'You cancelled the payment at PayPal. Nothing was charged.',
    });
    expect((await read(order)).paymentStatus).toBe('started');
    await useCard(clientSecret, 'pm_paypal');
    await answerChallenge(true);
    await confirm(order, paymentIntentId, as);
    expect(await read(order)).toMatchObject({
      paymentStatus: 'paid',
      paymentMethod: 'paypal',
      payments: [{ processor: 'test', method: 'paypal' }],
    });
    await db.update(storeSettings).set({ paypalEnabled: false });
  });

  test('rejects PayPal when not offered, and records a card used after PayPal', async () => {
    const cardsOnly = await placeAsGuest();
    const opened = await start(cardsOnly.order, cardsOnly.as);
    expect(opened.redirectMethods).toEqual([]);
    expect(await codeOf(useCard(opened.clientSecret, 'pm_paypal'))).toBe('CARD_DECLINED');
    await db.update(storeSettings).set({ paypalEnabled: true });
    const { order, as } = await placeAsGuest();
    const { clientSecret, paymentIntentId } = await start(order, as);
    await useCard(clientSecret, 'pm_paypal');
    await useCard(clientSecret);
    await confirm(order, paymentIntentId, as);
    expect(await read(order)).toMatchObject({ paymentStatus: 'paid', paymentMethod: 'card' });
    await db.update(storeSettings).set({ paypalEnabled: false });
  });

  test('completes or declines a card after the bank’s challenge', async () => {
    const { order, as } = await placeAsGuest();
    const { clientSecret, paymentIntentId } = await start(order, as);
    const answerChallenge = (passed: boolean) =>
      call('answerTestChallenge', { body: { clientSecret, passed } });
    const challenge = { status: 'requires_action' };
    expect(await codeOf(answerChallenge(true))).toBe('CARD_DECLINED');
    expect(await useCard(clientSecret, 'pm_card_authenticationRequired')).toEqual(challenge);
    expect(await codeOf(confirm(order, paymentIntentId, as))).toBe('PAYMENT_NOT_COMPLETED');
    expect(await codeOf(answerChallenge(false))).toBe('CARD_DECLINED');
    expect(await useCard(clientSecret, 'pm_card_authenticationRequired')).toEqual(challenge);
    expect(await answerChallenge(true)).toEqual({ status: 'succeeded' });
    expect((await confirm(order, paymentIntentId, as)).order.paymentStatus).toBe('paid');
  });

  test('rejects unknown secrets and cards', async () => {
    expect(await codeOf(useCard('pi_none_secret'))).toBe('NOT_FOUND');
    expect(await codeOf(useCard('pi_none_secret', '4242424242424242'))).toBe('VALIDATION_ERROR');
  });
});

describe('confirming', () => {
  test('marks the order paid and processing once the processor confirms', async () => {
    const { order, as } = await placeAsGuest();
    const { clientSecret, paymentIntentId } = await start(order, as);
    expect(await codeOf(confirm(order, paymentIntentId, as))).toBe('PAYMENT_NOT_COMPLETED');
    await useCard(clientSecret);
    const all = await Promise.all(Array.from({ length: 5 }, () => confirm(order, paymentIntentId, as)));
    const { order: paid } = all[0];
    expect(paid).toMatchObject({ paymentStatus: 'paid', status: 'processing' });
    expect(paid.events.map((event: { status: string }) => event.status)).toEqual([
      'Order Placed',
      'Processing',
    ]);
    for (const one of [...all, await confirm(order, paymentIntentId, as)]) expect(one).toEqual(all[0]);
    wait(60);
    await releaseExpiredReservations(deps);
    expect((await read(order)).status).toBe('processing');
  });

  test('rejects confirming with the intent of another order or by strangers', async () => {
    const { order, as } = await placeAsGuest();
    const other = await placeAsGuest();
    const { clientSecret, paymentIntentId } = await start(other.order, other.as);
    await useCard(clientSecret);
    expect(await codeOf(confirm(order, paymentIntentId, as))).toBe('NOT_FOUND');
    expect(await codeOf(confirm(other.order, paymentIntentId, as))).toBe('NOT_FOUND');
    expect(await codeOf(confirm(order, 'pi_none', as))).toBe('NOT_FOUND');
    expect(await codeOf(confirm(order, '', as))).toBe('VALIDATION_ERROR');
    expect((await read(order)).paymentStatus).toBe('unpaid');
  });
});

describe('an expired reservation', () => {
  test('ends the payment and the order and returns its stock when a reservation expires', async () => {
    const email = `${phone}@example.com`;
    const { order, as } = await placeAsGuest(email);
    const { clientSecret, paymentIntentId } = await start(order, as);
    wait(29);
    await releaseExpiredReservations(deps);
    expect((await read(order)).status).toBe('pending');
    wait(1);
    await Promise.all([releaseExpiredReservations(deps), releaseExpiredReservations(deps)]);
    expect(await read(order)).toMatchObject({ status: 'cancelled', paymentStatus: 'unpaid' });
    expect(await stockOf(phone)).toBe(10);
    expect(await codeOf(useCard(clientSecret))).toBe('PAYMENT_NOT_COMPLETED');
    expect(await codeOf(confirm(order, paymentIntentId, as))).toBe('PAYMENT_NOT_COMPLETED');
    await deps.jobs.workUntilIdle();
    const sent = await db.select().from(mails).where(eq(mails.recipient, email));
    expect(sent.map((mail) => mail.kind)).toEqual(['order-cancelled']);
  });

  test('completes an expired order whose payment had succeeded', async () => {
    const { order, as } = await placeAsGuest();
    const { clientSecret } = await start(order, as);
    await useCard(clientSecret);
    wait(31);
    await releaseExpiredReservations(deps);
    expect(await read(order)).toMatchObject({ status: 'processing', paymentStatus: 'paid' });
  });

  test('cancels an expired order whose payment was never started', async () => {
    const { order } = await placeAsGuest();
    const until = new Date(order.reservedUntil).getTime() - new Date(order.createdAt).getTime();
    expect(until).toBe(30 * 60_000);
    wait(30);
    await releaseExpiredReservations(deps);
    const cancelled = await read(order);
    expect(cancelled).toMatchObject({ status: 'cancelled', paymentStatus: 'unpaid', reservedUntil: null });
    expect(cancelled.events.at(-1).description).toBe('The order was not paid in time, so it was cancelled.');
    expect(await stockOf(phone)).toBe(10);
  });

  test('extends the reservation when the payment starts in time', async () => {
    const { order, as } = await placeAsGuest();
    wait(20);
    await start(order, as);
    wait(14);
    await releaseExpiredReservations(deps);
    expect((await read(order)).status).toBe('pending');
    wait(1);
    await releaseExpiredReservations(deps);
    expect((await read(order)).status).toBe('cancelled');
  });

  test('keeps expired orders that an administrator processed or extended', async () => {
    const moved = await placeAsGuest();
    await start(moved.order, moved.as);
    await setStatus(moved.order, 'processing');
    const extended = await placeAsGuest();
    await call('extendReservation', { params: { id: extended.order.id } }, { caller: admin });
    wait(60 * 24);
    await releaseExpiredReservations(deps);
    expect((await read(moved.order)).status).toBe('processing');
    expect((await read(extended.order)).status).toBe('pending');
    wait(6 * 60 * 24);
    await releaseExpiredReservations(deps);
    expect((await read(extended.order)).status).toBe('cancelled');
  });

  test('cancels all expired orders in one run, in batches', { tags: ['slow'] }, async () => {
    const plenty = await addProduct(500);
    await Promise.all(Array.from({ length: 130 }, () => place(orderOf({ [plenty]: 1 }))));
    expect(await stockOf(plenty)).toBe(370);
    wait(30);
    await releaseExpiredReservations(deps);
    expect(await stockOf(plenty)).toBe(500);
  });
});

describe('cancelling', () => {
  test('refunds a cancelled paid order once', async () => {
    const { order, as } = await placeAsGuest();
    const { clientSecret, paymentIntentId } = await start(order, as);
    await useCard(clientSecret);
    await confirm(order, paymentIntentId, as);
    expect((await setStatus(order, 'cancelled')).order.paymentStatus).toBe('refunded');
    await deps.jobs.workUntilIdle();
    expect(await intentOf(paymentIntentId)).toBe('refunded');
    expect(await codeOf(confirm(order, paymentIntentId, as))).toBe('ORDER_CANCELLED');
    await setStatus(order, 'pending');
    const again = await start(order, as);
    expect(again.paymentIntentId).not.toBe(paymentIntentId);
    await useCard(again.clientSecret);
    expect((await confirm(order, again.paymentIntentId, as)).order.paymentStatus).toBe('paid');
  });

  test('ends the open payment of a cancelled order', async () => {
    const { order, as } = await placeAsGuest();
    const { clientSecret, paymentIntentId } = await start(order, as);
    await setStatus(order, 'cancelled');
    await deps.jobs.workUntilIdle();
    expect(await intentOf(paymentIntentId)).toBe('canceled');
    expect(await codeOf(useCard(clientSecret))).toBe('PAYMENT_NOT_COMPLETED');
  });

  test('opens a new payment for an order reopened before its old one ended', async () => {
    const { order, as } = await placeAsGuest();
    const before = await start(order, as);
    await setStatus(order, 'cancelled');
    await setStatus(order, 'pending');
    wait(1);
    const after = await start(order, as);
    await deps.jobs.workUntilIdle();
    expect([await intentOf(before.paymentIntentId), await intentOf(after.paymentIntentId)]).toEqual([
      'canceled',
      'requires_payment_method',
    ]);
    expect(await stockOf(phone)).toBe(8);
    // An order set back to pending by staff has a staff order's reservation.
    wait(6 * 24 * 60);
    await releaseExpiredReservations(deps);
    expect((await read(order)).status).toBe('pending');
    wait(24 * 60);
    await releaseExpiredReservations(deps);
    expect([(await read(order)).status, await stockOf(phone)]).toEqual(['cancelled', 10]);
  });

  test('refunds a payment that succeeds while its order is cancelled', async () => {
    const email = `late-${phone}@example.com`;
    const { order, as } = await placeAsGuest(email);
    const { clientSecret, paymentIntentId } = await start(order, as);
    await useCard(clientSecret);
    await setStatus(order, 'cancelled');
    expect(await codeOf(confirm(order, paymentIntentId, as))).toBe('ORDER_CANCELLED');
    await deps.jobs.workUntilIdle();
    expect(await intentOf(paymentIntentId)).toBe('refunded');
    const { events, ...refunded } = await read(order);
    expect(refunded).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' });
    expect(events.map((event: { status: string }) => event.status)).toEqual([
      'Order Placed',
      'Cancelled',
      'Cancelled',
      'Refunded',
    ]);
    expect(events.at(-2).description).toMatch(/will be refunded to your card/);
    const sent = await db.select().from(mails).where(eq(mails.recipient, email));
    // The mail without the refund had not left yet.
    const cancelled = sent.filter((mail) => mail.kind === 'order-cancelled');
    expect(cancelled.map(({ text }) => text)).toEqual([expect.stringContaining('will be refunded')]);
    expect(await stockOf(phone)).toBe(10);
  });
});
