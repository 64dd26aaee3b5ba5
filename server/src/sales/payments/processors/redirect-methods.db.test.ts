import { cents } from '@reprise/contract/money';
import {
  offeredMethods,
  type RedirectMethod,
  redirectMethods,
} from '@reprise/contract/sales/payments/payment-methods';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { signedEvent } from '../../../../../e2e/fake-stripe/fake-stripe.ts';
import type { FakeOutcome } from '../../../../../e2e/fake-stripe/ledger.ts';
import { codeOf, orderOf } from '../../../../test/order-shop.ts';
import { openStripeShop, type StartedOrder } from '../../../../test/stripe-shop.ts';
import { openTestApp } from '../../../../test/test-app.ts';
import { mails } from '../../../foundations/notifications/notifications.tables.ts';
import { readSettings } from '../../../foundations/settings/settings.queries.ts';
import { storeSettings } from '../../../foundations/settings/settings.tables.ts';
import { paymentDiscrepancies } from '../payments.tables.ts';

const {
  stripe,
  ledger,
  fixtures,
  database,
  db,
  deps,
  call,
  post,
  place,
  start,
  placeAndStart,
  addProduct,
  confirm,
  read,
} = await openStripeShop();
const offer = (...methods: RedirectMethod[]) =>
  db
    .update(storeSettings)
    .set({ paypalEnabled: methods.includes('paypal'), klarnaEnabled: methods.includes('klarna') });

beforeEach(async () => {
  Object.assign(ledger.account, { paypal: true, klarna: true });
  await db.delete(paymentDiscrepancies);
  await offer('paypal');
});

const discrepancies = async () => (await db.select().from(paymentDiscrepancies)).map(({ kind }) => kind);
const offered = async () => offeredMethods(await readSettings(db));
const lastEvent = (type: string) => ledger.events.findLast((event) => event.type === type);

/** Visits the page of the method, as the browser would. */
function visit({ intent }: StartedOrder, how: FakeOutcome, method: RedirectMethod = 'paypal') {
  ledger.visit(intent, method, 'http://shop.test/checkout');
  ledger.leave(intent, method, how);
}

describe('paying with PayPal or Klarna through Stripe', () => {
  test.for(redirectMethods)('pays the same intent with %s and records the method', async (method) => {
    await offer(...redirectMethods);
    const order = await placeAndStart();
    expect(order.redirectMethods).toEqual(redirectMethods);
    expect(ledger.find(order.intent).payment_method_types).toEqual(['card', ...redirectMethods]);
    visit(order, 'approve', method);
    expect((await confirm(order)).order).toMatchObject({ paymentStatus: 'paid', paymentMethod: method });
    expect(await read(order)).toMatchObject({
      paymentMethod: method,
      payments: [{ status: 'succeeded', method }],
    });
  });

  test('settles a PayPal payment by event when the browser never returns', async () => {
    const order = await placeAndStart();
    visit(order, 'approve');
    const event = lastEvent('payment_intent.succeeded');
    if (!event) throw new Error('no event');
    const { body, signature } = signedEvent(event);
    await post('receiveStripeEvent', { body: Buffer.from(body), signature });
    await confirm(order);
    expect(await read(order)).toMatchObject({ paymentStatus: 'paid', paymentMethod: 'paypal' });
    expect((await read(order)).events).toHaveLength(2);
  });

  test('leaves the order unpaid when cancelled at PayPal, and accepts a card next', async () => {
    const order = await placeAndStart();
    visit(order, 'cancel');
    expect(await codeOf(confirm(order))).toBe('PAYMENT_NOT_COMPLETED');
    expect((await start(order)).paymentIntentId).toBe(order.intent);
    ledger.pay(order.intent, '4242424242424242');
    expect((await confirm(order)).order).toMatchObject({ paymentStatus: 'paid', paymentMethod: 'card' });
    expect(ledger.netCaptured(order.intent)).toBe(Math.round(order.total * 100));
  });

  test('blocks a second payment while PayPal is processing, then settles', async () => {
    const order = await placeAndStart();
    visit(order, 'processing');
    expect(await codeOf(confirm(order))).toBe('IN_PROGRESS');
    expect((await read(order)).paymentStatus).toBe('started');
    ledger.find(order.intent).status = 'requires_action';
    ledger.leave(order.intent, 'paypal', 'approve');
    expect((await confirm(order)).order.paymentStatus).toBe('paid');
  });

  test.for([
    ['paypal', 'to your PayPal account', 'to the PayPal account you paid with'],
    ['klarna', 'through Klarna', 'through Klarna, with which you paid'],
  ] as const)('refunds %s and says so in mail and timeline', async ([method, onPage, inMail]) => {
    await offer(method);
    const order = await placeAndStart();
    visit(order, 'approve', method);
    await confirm(order);
    const { order: after } = await call(
      'refundOrder',
      { params: { id: order.id }, body: { amount: 5 } },
      { caller: fixtures.admin },
    );
    expect(after.events.at(-1).description).toBe(`$5.00 will be refunded ${onPage}.`);
    await deps.jobs.workUntilIdle();
    const sent = await db.select().from(mails).where(eq(mails.recipient, order.email));
    const [mail] = sent.filter(({ kind }) => kind === 'order-refunded');
    expect(mail?.text).toContain(`will be refunded ${inMail}`);
    expect(ledger.netCaptured(order.intent)).toBe(Math.round(order.total * 100) - 500);
  });

  test('leaves Klarna out of an order above its limit and keeps offering it', async () => {
    await offer('paypal', 'klarna');
    const expensive = await addProduct(1, cents(999_900));
    const phones = orderOf({ [expensive]: 1, [fixtures.phone]: 5 });
    const { order, accessToken } = await place(phones);
    const { redirectMethods: taken, paymentIntentId } = await start({
      ...order,
      as: { orderToken: accessToken },
    });
    expect(order.total).toBeGreaterThan(10_000);
    expect(taken).toEqual(['paypal']);
    expect(ledger.find(paymentIntentId).allowed_payment_method_types).toEqual(['card', 'paypal']);
    expect(await offered()).toEqual(['paypal', 'klarna']);
    expect(await discrepancies()).toEqual([]);
  });
});

describe.each([
  ['paypal', 'refused'],
  ['paypal', false],
  ['klarna', 'refused'],
  ['klarna', false],
] as const)('an account without %s (%s)', (method, answer) => {
  const other = method === 'paypal' ? 'klarna' : 'paypal';

  test('accepts cards, stops offering the method and records one discrepancy', async () => {
    await offer('paypal', 'klarna');
    ledger.account[method] = answer;
    const order = await placeAndStart();
    // A rejection does not say which of the two Stripe rejects: this payment is for cards, the next one for both.
    const types = answer === 'refused' ? [] : [other];
    expect(order.redirectMethods).toEqual(types);
    expect(ledger.find(order.intent).allowed_payment_method_types).toEqual(['card', ...types]);
    expect(await offered()).toEqual([other]);
    expect(await discrepancies()).toEqual([`${method}-unavailable`]);
    ledger.pay(order.intent, '4242424242424242');
    expect((await confirm(order)).order).toMatchObject({ paymentStatus: 'paid', paymentMethod: 'card' });
    expect((await placeAndStart()).redirectMethods).toEqual([other]);
    expect(await discrepancies()).toEqual([`${method}-unavailable`]);
  });

  test('opens one payment when started ten times at once without it', async () => {
    await offer(method);
    ledger.account[method] = answer;
    const { order, accessToken } = await place(orderOf({ [fixtures.phone]: 1 }));
    const as = { orderToken: accessToken };
    const all = await Promise.all(Array.from({ length: 10 }, () => start({ ...order, as })));
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(await discrepancies()).toEqual([`${method}-unavailable`]);
  });
});

test('does not change an open payment when PayPal is turned on or off', async () => {
  await offer();
  const before = await placeAndStart();
  expect(before.redirectMethods).toEqual([]);
  await offer('paypal');
  expect(await start(before)).toMatchObject({ paymentIntentId: before.intent, redirectMethods: [] });
  expect((await placeAndStart()).redirectMethods).toEqual(['paypal']);
});

test('keeps offering PayPal when only one order excludes it', async () => {
  const order = await place(orderOf({ [fixtures.phone]: 1 }));
  const { id, total } = order.order;
  // Stripe excludes PayPal from this intent only.
  ledger.account.paypal = false;
  const first = call(
    'createPaymentIntent',
    { body: { amount: total, orderId: id } },
    { orderToken: order.accessToken },
  );
  const unwatch = watchForLimit(() => {
    ledger.account.paypal = true;
  });
  expect((await first).redirectMethods).toEqual([]);
  unwatch();
  expect(await offered()).toEqual(['paypal']);
  expect(await discrepancies()).toEqual([]);
});

/** Called after an intent was limited to cards. */
function watchForLimit(act: () => void): () => void {
  const { limit } = ledger;
  ledger.limit = (id, types) => {
    const limited = limit(id, types);
    act();
    return limited;
  };
  return () => {
    ledger.limit = limit;
  };
}

const app = await openTestApp(database, stripe.settings);

describe('the switch', () => {
  const save = async (body: object) => app.call('PUT', '/settings', { token: await app.signIn(), body });
  const publicSettings = async () => (await app.call('GET', '/settings/public')).body.data.settings;

  test.for(redirectMethods)(
    'turns %s on only if Stripe accepts it, leaving no open payment',
    async (method) => {
      await offer();
      const before = ledger.intents.size;
      expect((await save({ [`${method}Enabled`]: true })).status).toBe(200);
      expect(offeredMethods(await publicSettings())).toEqual([method]);
      const [probe] = [...ledger.intents.values()].slice(before);
      expect(probe).toMatchObject({ status: 'canceled', metadata: {} });
      expect((await save({ [`${method}Enabled`]: true })).status).toBe(200);
      expect(ledger.intents.size).toBe(before + 1);
    },
  );

  test.for([
    ['paypal', 'refused'],
    ['paypal', false],
    ['klarna', false],
  ] as const)('keeps %s off when Stripe rejects it (%s)', async ([method, answer]) => {
    await offer();
    ledger.account[method] = answer;
    const { status, body } = await save({ [`${method}Enabled`]: true, storePhone: '+1 555 0123' });
    expect([status, body.errors[0].field]).toEqual([400, `${method}Enabled`]);
    expect(body.message).toContain("Turn it on in Stripe's dashboard");
    expect(await offered()).toEqual([]);
    expect((await readSettings(db)).storePhone).not.toBe('+1 555 0123');
  });

  test('keeps PayPal off when Stripe does not respond', async () => {
    await offer();
    stripe.failNext('error', 'error', 'error');
    const { status, body } = await save({ paypalEnabled: true });
    expect([status, body.errors[0].field]).toEqual([400, 'paypalEnabled']);
    expect(body.message).toContain('Could not check PayPal');
    expect(await offered()).toEqual([]);
  });
});
