import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openMollie } from '@reprise/mollie/test/mollie-server';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signedEvent } from '../../../../../e2e/fake-stripe/fake-stripe.ts';
import { codeOf, orderOf, problemOf } from '../../../../test/order-shop.ts';
import { openStripeShop, type StartedOrder } from '../../../../test/stripe-shop.ts';
import { temporaryFolder } from '../../../../test/temporary-folder.ts';
import { withProcessor } from '../../../foundations/settings/payment-keys.ts';
import { readPublicSettings } from '../../../foundations/settings/settings.queries.ts';
import { loadPaymentPages } from '../../../platform/adapters.ts';
import { minuteMs } from '../../../platform/time.ts';
import { readPaymentSetup } from '../payment-setup.ts';
import { readMoneyOf } from '../payments.queries.ts';
import { payments } from '../payments.tables.ts';
import { reconcilePayments } from '../reconcile.ts';

// Stripe and the page of Mollie in one shop.

const mollie = await openMollie();
afterAll(mollie.close);
Object.assign(process.env, mollie.settings);
const mollieModule = fileURLToPath(new URL('../../../../../extensions/mollie-payments.ts', import.meta.url));
const shop = await openStripeShop({ PAYMENT_ADAPTER: mollieModule, PUBLIC_URL: 'https://shop.test' });
const { ledger, fixtures, db, deps, call, start, placeAndStart, confirm, read } = shop;

const connect = (...paymentAdapters: string[]) => Object.assign(deps.environment, { paymentAdapters });
beforeEach(() => {
  connect(mollieModule);
  mollie.state.isCancelable = true;
});
afterEach(() => expect(mollie.objections).toEqual([]));

/** Writes a module of Mollie's page with other terms. */
function moduleWith(terms: { name: string; livemode?: boolean }): string {
  const file = join(temporaryFolder(), 'page.ts');
  const of = JSON.stringify(mollieModule);
  writeFileSync(file, `import page from ${of};\nexport default { ...page, ...${JSON.stringify(terms)} };\n`);
  return file;
}

const onPage = async (order: StartedOrder): Promise<StartedOrder> => {
  const { paymentIntentId: intent } = await start(order, { paymentPage: 'Mollie' });
  return { ...order, intent };
};
const payAtStripe = async () => {
  const order = await placeAndStart();
  ledger.pay(order.intent, '4242424242424242');
  await confirm(order);
  return order;
};
const payAtMollie = async () => {
  const order = await onPage(await placeAndStart());
  mollie.last().status = 'paid';
  await confirm(order);
  return order;
};
const refund = ({ id }: StartedOrder) =>
  call('refundOrder', { params: { id }, body: { amount: 5 } }, { caller: fixtures.admin });
const refundedAtMollie = () => [...mollie.payments.values()].flatMap(({ refunds }) => refunds).length;
const statusesOf = async (order: StartedOrder) =>
  (await read(order)).payments.map(({ processor, page, status }: Record<string, string>) => [
    page ?? processor,
    status,
  ]);

describe('a shop with Stripe and a page', () => {
  test('opens the payment that the customer chose, and without a choice keeps the open one', async () => {
    const order = await placeAndStart();
    expect(order.intent).toMatch(/^pi_/);
    const page = await start(order, { paymentPage: 'Mollie' });
    expect(page.paymentPage).toBe(`${mollie.url}/pay/${mollie.last().id}`);
    expect(await start(order)).toEqual(page);
    expect(ledger.find(order.intent).status).toBe('canceled');
    const card = await start(order, { paymentPage: null });
    expect(card.paymentIntentId).toMatch(/^pi_/);
    expect(mollie.last().status).toBe('canceled');
    expect(await statusesOf(order)).toEqual([
      ['stripe', 'created'],
      ['Mollie', 'cancelled'],
      ['stripe', 'cancelled'],
    ]);
    expect(await codeOf(start(order, { paymentPage: 'Adyen' }))).toBe('PAYMENT_UNAVAILABLE');
  });

  test('opens no page again for a customer who cancelled there and has not chosen yet', async () => {
    const order = await onPage(await placeAndStart());
    mollie.last().status = 'canceled';
    const before = mollie.payments.size;
    expect(await start(order)).toMatchObject({ paymentPage: null });
    expect(mollie.payments.size).toBe(before);
  });

  test('opens no second payment while the page cannot end the first', async () => {
    mollie.state.isCancelable = false;
    const order = await onPage(await placeAndStart());
    expect(await problemOf(start(order, { paymentPage: null }))).toMatchObject({
      code: 'PAYMENT_NOT_COMPLETED',
      message:
        'A payment at Mollie is still open and cannot be ended. Finish it there, or try again once it has expired.',
    });
    expect(await start(order, { paymentPage: 'Mollie' })).toMatchObject({ paymentIntentId: order.intent });
    expect(await statusesOf(order)).toEqual([
      ['Mollie', 'created'],
      ['stripe', 'cancelled'],
    ]);
  });

  test('hands out one of two payments that are opened at once', async () => {
    const placed = await shop.place(orderOf({ [fixtures.phone]: 1 }));
    const order = { ...placed.order, as: { orderToken: placed.accessToken } };
    const choices = [null, 'Mollie', null, 'Mollie'];
    const opened = await Promise.allSettled(choices.map((paymentPage) => start(order, { paymentPage })));
    const open = await db.select().from(payments).where(eq(payments.orderId, order.id));
    expect(open.filter(({ status }) => status === 'created')).toHaveLength(1);
    const given = opened.flatMap((start, index) =>
      start.status === 'fulfilled' ? [{ chosen: choices[index], ...start.value }] : [],
    );
    expect(given.length).toBeGreaterThan(0);
    for (const { chosen, paymentPage } of given) expect(paymentPage === null).toBe(chosen === null);
  });

  test('refunds each payment at its own processor', async () => {
    const [card, online] = [await payAtStripe(), await payAtMollie()];
    const before = refundedAtMollie();
    await refund(card);
    expect(ledger.find(card.intent).latest_charge?.amount_refunded).toBe(500);
    expect(refundedAtMollie()).toBe(before);
    await refund(online);
    expect(mollie.payments.get(online.intent)?.refunds).toMatchObject([{ amount: { value: '5.00' } }]);
    expect(ledger.find(card.intent).latest_charge?.amount_refunded).toBe(500);
    expect((await read(online)).payments[0]).toMatchObject({
      processor: 'adapter',
      page: 'Mollie',
      refunded: 5,
    });
  });

  test('an event of Stripe changes no payment of the page, and a notice none of Stripe', async () => {
    const [card, online] = [await placeAndStart(), await onPage(await placeAndStart())];
    ledger.pay(card.intent, '4242424242424242');
    expect(await codeOf(call('receivePaymentNotice', { params: { id: card.id } }))).toBe('NOT_FOUND');
    await call('receivePaymentNotice', { params: { id: online.id } });
    expect((await read(card)).paymentStatus).toBe('started');
    // As if the page had named its payment like the intent.
    await db.update(payments).set({ intentId: 'elsewhere' }).where(eq(payments.intentId, card.intent));
    await db.update(payments).set({ intentId: card.intent }).where(eq(payments.intentId, online.intent));
    const event = ledger.events.findLast(({ type }) => type === 'payment_intent.succeeded');
    if (!event) throw new Error('no event');
    const { body, signature } = signedEvent(event);
    const delivered = shop.post('receiveStripeEvent', { body: Buffer.from(body), signature });
    expect(await codeOf(delivered)).toBe('UNKNOWN_PAYMENT');
    expect((await read(online)).paymentStatus).toBe('started');
    await db.update(payments).set({ intentId: online.intent }).where(eq(payments.intentId, card.intent));
    await db.update(payments).set({ intentId: card.intent }).where(eq(payments.intentId, 'elsewhere'));
  });

  test('reconciliation settles what was paid at either', async () => {
    const [card, online] = [await placeAndStart(), await onPage(await placeAndStart())];
    ledger.pay(card.intent, '4242424242424242');
    mollie.last().status = 'paid';
    shop.clock.now = new Date(shop.clock.now.getTime() + 10 * minuteMs);
    await reconcilePayments(deps);
    expect([(await read(card)).paymentStatus, (await read(online)).paymentStatus]).toEqual(['paid', 'paid']);
  });
});

describe('a page that is not connected any more', () => {
  test('refuses its refunds in words, and those of Stripe go on', async () => {
    const [card, online] = [await payAtStripe(), await payAtMollie()];
    connect();
    expect(await problemOf(refund(online))).toMatchObject({
      code: 'NOT_REFUNDABLE',
      message:
        'This payment was made at Mollie, which is not connected any more, so it cannot be refunded here. Name its module in PAYMENT_ADAPTER again, or return the money yourself and record that on the order.',
    });
    expect((await read(online)).payments[0]).toMatchObject({ refunded: 0, refunds: [] });
    await refund(card);
    expect(ledger.find(card.intent).latest_charge?.amount_refunded).toBe(500);
  });

  test('has its refunds recorded as returned by hand, once, and none of a page that is connected', async () => {
    const online = await payAtMollie();
    const byHand = { method: 'transfer', reference: 'Bank slip 17' };
    const record = (body: object, idempotencyKey: string = crypto.randomUUID()) =>
      call(
        'refundOrder',
        { params: { id: online.id }, body: { byHand, ...body } },
        { caller: fixtures.admin, idempotencyKey },
      );
    expect(await codeOf(record({ amount: 5 }))).toBe('NOT_REFUNDABLE');
    expect((await read(online)).payments[0].isDisconnected).toBe(false);
    connect();
    expect((await read(online)).payments[0].isDisconnected).toBe(true);
    const sent = refundedAtMollie();
    await record({ amount: 5 }, 'once');
    await record({ amount: 5 }, 'once');
    await record({});
    await deps.jobs.workUntilIdle();
    const order = await read(online);
    expect(order.paymentStatus).toBe('refunded');
    const { refunds } = order.payments[0];
    expect(refunds).toMatchObject([
      { amount: order.total - 5, status: 'succeeded', byHand },
      { amount: 5, status: 'succeeded', byHand },
    ]);
    expect((await readMoneyOf(db, [online.id])).get(online.id)).toMatchObject({
      returnedByHand: Math.round(order.total * 100),
    });
    const descriptions = order.events.map(({ description }: { description: string }) => description);
    expect(descriptions).toContain('$5.00 was returned by bank transfer.');
    connect(mollieModule);
    await deps.jobs.workUntilIdle();
    expect(refundedAtMollie()).toBe(sent);
    expect(await codeOf(record({}))).toBe('NOT_REFUNDABLE');
  });

  test('lets the refund of a cancelled order wait until staff have returned it', async () => {
    const online = await payAtMollie();
    connect();
    const params = { id: online.id };
    await call('changeOrderStatus', { params, body: { status: 'cancelled' } }, { caller: fixtures.admin });
    const [waiting] = (await read(online)).payments[0].refunds;
    expect(waiting).toMatchObject({ status: 'awaiting-approval' });
    const decline = { params: { ...params, refundId: waiting.id }, body: { reason: 'Returned by hand' } };
    await call('declineRefund', decline, { caller: fixtures.admin });
    const byHand = { method: 'cash', reference: 'At the counter' };
    await call('refundOrder', { params, body: { byHand } }, { caller: fixtures.admin });
    expect(await read(online)).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' });
  });

  test('is never taken for another page', async () => {
    const online = await payAtMollie();
    connect(moduleWith({ name: 'Adyen' }));
    expect(await codeOf(refund(online))).toBe('NOT_REFUNDABLE');
    connect(moduleWith({ name: 'Adyen' }), mollieModule);
    await refund(online);
    expect((await read(online)).payments[0]).toMatchObject({ page: 'Mollie', refunded: 5 });
  });

  test('two pages of one name are refused', async () => {
    await expect(loadPaymentPages([mollieModule, moduleWith({ name: 'Mollie' })])).rejects.toThrow(
      'PAYMENT_ADAPTER: two modules have the name Mollie.',
    );
  });
});

test('a test mode beside a live processor is not offered', async () => {
  const shown = async () => withProcessor(deps, await readPublicSettings(db));
  expect(await shown()).toMatchObject({
    paymentProcessor: 'stripe',
    paymentPages: [{ name: 'Mollie', livemode: false }],
    isTestModePublic: true,
  });
  const order = await placeAndStart();
  connect(mollieModule, moduleWith({ name: 'Adyen', livemode: true }));
  expect(await shown()).toMatchObject({
    paymentProcessor: 'adapter',
    paymentPages: [{ name: 'Adyen' }],
    isTestModePublic: false,
  });
  expect(await readPaymentSetup(deps)).toMatchObject({
    processor: 'adapter',
    mode: 'test',
    pages: [
      { name: 'Mollie', isOffered: false },
      { name: 'Adyen', isOffered: true },
    ],
  });
  for (const paymentPage of [null, 'Mollie'])
    expect(await codeOf(start(order, { paymentPage }))).toBe('PAYMENT_UNAVAILABLE');
});
