import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { signedEvent } from '../../../../e2e/fake-stripe/fake-stripe.ts';
import { codeOf, orderOf } from '../../../test/order-shop.ts';
import { openStripeShop, type StartedOrder } from '../../../test/stripe-shop.ts';
import { openTestApp } from '../../../test/test-app.ts';
import { mails } from '../../notifications/notifications.tables.ts';
import { readSettings } from '../../settings/settings.queries.ts';
import { storeSettings } from '../../settings/settings.tables.ts';
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
  confirm,
  read,
} = await openStripeShop();
const offer = (paypalEnabled: boolean) => db.update(storeSettings).set({ paypalEnabled });

beforeEach(async () => {
  ledger.account.paypal = true;
  await db.delete(paymentDiscrepancies);
  await offer(true);
});

const discrepancies = async () => (await db.select().from(paymentDiscrepancies)).map(({ kind }) => kind);
const isOffered = async () => (await readSettings(db)).paypalEnabled;
const lastEvent = (type: string) => ledger.events.findLast((event) => event.type === type);

/** Approves the payment at PayPal, as the browser would. */
function visit({ intent }: StartedOrder, how: 'approve' | 'cancel' | 'processing') {
  ledger.visitPaypal(intent, 'http://shop.test/checkout');
  ledger.leavePaypal(intent, how);
}

describe('paying with PayPal through Stripe', () => {
  test('pays the same intent with PayPal and records the method', async () => {
    const order = await placeAndStart();
    expect(order.takesPaypal).toBe(true);
    expect(ledger.find(order.intent).payment_method_types).toEqual(['card', 'paypal']);
    visit(order, 'approve');
    expect((await confirm(order)).order).toMatchObject({ paymentStatus: 'paid', paymentMethod: 'paypal' });
    expect(await read(order)).toMatchObject({
      paymentMethod: 'paypal',
      payments: [{ status: 'succeeded', method: 'paypal' }],
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
    ledger.leavePaypal(order.intent, 'approve');
    expect((await confirm(order)).order.paymentStatus).toBe('paid');
  });

  test('refunds to PayPal and says so in mail and timeline', async () => {
    const order = await placeAndStart();
    visit(order, 'approve');
    await confirm(order);
    const { order: after } = await call(
      'refundOrder',
      { params: { id: order.id }, body: { amount: 5 } },
      { caller: fixtures.admin },
    );
    expect(after.events.at(-1).description).toBe('$5.00 will be refunded to your PayPal account.');
    await deps.jobs.workUntilIdle();
    const sent = await db.select().from(mails).where(eq(mails.recipient, order.email));
    const [mail] = sent.filter(({ kind }) => kind === 'order-refunded');
    expect(mail?.text).toContain('will be refunded to the PayPal account you paid with');
    expect(ledger.netCaptured(order.intent)).toBe(Math.round(order.total * 100) - 500);
  });
});

describe.each(['refused', false] as const)('an account without PayPal (%s)', (answer) => {
  test('accepts cards, stops offering PayPal and records one discrepancy', async () => {
    ledger.account.paypal = answer;
    const order = await placeAndStart();
    expect(order.takesPaypal).toBe(false);
    expect(ledger.find(order.intent).allowed_payment_method_types).toEqual(['card']);
    expect(await isOffered()).toBe(false);
    expect(await discrepancies()).toEqual(['paypal-unavailable']);
    ledger.pay(order.intent, '4242424242424242');
    expect((await confirm(order)).order).toMatchObject({ paymentStatus: 'paid', paymentMethod: 'card' });
    expect((await placeAndStart()).takesPaypal).toBe(false);
    expect(await discrepancies()).toEqual(['paypal-unavailable']);
  });

  test('opens one payment when started ten times at once without PayPal', async () => {
    ledger.account.paypal = answer;
    const { order, accessToken } = await place(orderOf({ [fixtures.phone]: 1 }));
    const as = { orderToken: accessToken };
    const all = await Promise.all(Array.from({ length: 10 }, () => start({ ...order, as })));
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(await discrepancies()).toEqual(['paypal-unavailable']);
  });
});

test('does not change an open payment when PayPal is turned on or off', async () => {
  await offer(false);
  const before = await placeAndStart();
  expect(before.takesPaypal).toBe(false);
  await offer(true);
  expect(await start(before)).toMatchObject({ paymentIntentId: before.intent, takesPaypal: false });
  expect((await placeAndStart()).takesPaypal).toBe(true);
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
  expect((await first).takesPaypal).toBe(false);
  unwatch();
  expect(await isOffered()).toBe(true);
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

  test('turns PayPal on only if Stripe accepts it, without leaving an open payment', async () => {
    await offer(false);
    const before = ledger.intents.size;
    expect((await save({ paypalEnabled: true })).status).toBe(200);
    expect((await publicSettings()).paypalEnabled).toBe(true);
    const [probe] = [...ledger.intents.values()].slice(before);
    expect(probe).toMatchObject({ status: 'canceled', metadata: {} });
    expect((await save({ paypalEnabled: true })).status).toBe(200);
    expect(ledger.intents.size).toBe(before + 1);
  });

  test.each(['refused', false] as const)('keeps PayPal off when Stripe rejects it (%s)', async (answer) => {
    await offer(false);
    ledger.account.paypal = answer;
    const { status, body } = await save({ paypalEnabled: true, storePhone: '+1 555 0123' });
    expect([status, body.errors[0].field]).toEqual([400, 'paypalEnabled']);
    expect(body.message).toContain("Turn it on in Stripe's dashboard");
    expect(await readSettings(db)).toMatchObject({ paypalEnabled: false });
    expect((await readSettings(db)).storePhone).not.toBe('+1 555 0123');
  });

  test('keeps PayPal off when Stripe does not respond', async () => {
    await offer(false);
    stripe.failNext('error', 'error', 'error');
    const { status, body } = await save({ paypalEnabled: true });
    expect([status, body.errors[0].field]).toEqual([400, 'paypalEnabled']);
    expect(body.message).toContain('Could not check PayPal');
    expect(await isOffered()).toBe(false);
  });
});
