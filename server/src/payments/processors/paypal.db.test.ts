import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { signedEvent } from '../../../../e2e/fake-stripe/fake-stripe.ts';
import { codeOf, orderOf } from '../../../test/order-shop.ts';
import { openStripeShop, type Started } from '../../../test/stripe-shop.ts';
import { openTestApp } from '../../../test/test-app.ts';
import { mails } from '../../notifications/notifications.tables.ts';
import { readSettings } from '../../settings/settings.queries.ts';
import { storeSettings } from '../../settings/settings.tables.ts';
import { paymentDiscrepancies } from '../payments.tables.ts';

const { stripe, ledger, here, database, db, deps, call, post, place, start, started, confirm, read } =
  await openStripeShop();
const offer = (paypalEnabled: boolean) => db.update(storeSettings).set({ paypalEnabled });

beforeEach(async () => {
  ledger.account.paypal = true;
  await db.delete(paymentDiscrepancies);
  await offer(true);
});

const findings = async () => (await db.select().from(paymentDiscrepancies)).map(({ kind }) => kind);
const isOffered = async () => (await readSettings(db)).paypalEnabled;
const lastEvent = (type: string) => ledger.events.findLast((event) => event.type === type);

/** To PayPal and back, as the browser would go. */
function visit({ intent }: Started, how: 'approve' | 'cancel' | 'processing') {
  ledger.visitPaypal(intent, 'http://shop.test/checkout');
  ledger.leavePaypal(intent, how);
}

describe('paying with PayPal through Stripe', () => {
  test('is the same intent, confirmed the same way, and the order says how it was paid', async () => {
    const order = await started();
    expect(order.takesPaypal).toBe(true);
    expect(ledger.find(order.intent).payment_method_types).toEqual(['card', 'paypal']);
    visit(order, 'approve');
    expect((await confirm(order)).order).toMatchObject({ paymentStatus: 'paid', paymentMethod: 'paypal' });
    expect(await read(order)).toMatchObject({
      paymentMethod: 'paypal',
      payments: [{ status: 'succeeded', method: 'paypal' }],
    });
  });

  test('is settled by Stripe’s message where the browser never comes back, once', async () => {
    const order = await started();
    visit(order, 'approve');
    const event = lastEvent('payment_intent.succeeded');
    if (!event) throw new Error('no event');
    const { body, signature } = signedEvent(event);
    await post('receiveStripeEvent', { body: Buffer.from(body), signature });
    await confirm(order);
    expect(await read(order)).toMatchObject({ paymentStatus: 'paid', paymentMethod: 'paypal' });
    expect((await read(order)).events).toHaveLength(2);
  });

  test('that is cancelled there leaves the order unpaid, and a card pays the same intent', async () => {
    const order = await started();
    visit(order, 'cancel');
    expect(await codeOf(confirm(order))).toBe('PAYMENT_NOT_COMPLETED');
    expect((await start(order)).paymentIntentId).toBe(order.intent);
    ledger.pay(order.intent, '4242424242424242');
    expect((await confirm(order)).order).toMatchObject({ paymentStatus: 'paid', paymentMethod: 'card' });
    expect(ledger.kept(order.intent)).toBe(Math.round(order.total * 100));
  });

  test('whose money is still on its way is not to be paid again, and is settled when it is here', async () => {
    const order = await started();
    visit(order, 'processing');
    expect(await codeOf(confirm(order))).toBe('IN_PROGRESS');
    expect((await read(order)).paymentStatus).toBe('started');
    ledger.find(order.intent).status = 'requires_action';
    ledger.leavePaypal(order.intent, 'approve');
    expect((await confirm(order)).order.paymentStatus).toBe('paid');
  });

  test('goes back to PayPal, and the mail and the timeline say so', async () => {
    const order = await started();
    visit(order, 'approve');
    await confirm(order);
    const { order: after } = await call(
      'refundOrder',
      { params: { id: order.id }, body: { amount: 5 } },
      { caller: here.admin },
    );
    expect(after.events.at(-1).description).toBe('$5.00 goes back to your PayPal account.');
    await deps.jobs.workUntilIdle();
    const sent = await db.select().from(mails).where(eq(mails.recipient, order.email));
    const [mail] = sent.filter(({ kind }) => kind === 'order-refunded');
    expect(mail?.text).toContain('goes back to the PayPal account you paid with');
    expect(ledger.kept(order.intent)).toBe(Math.round(order.total * 100) - 500);
  });
});

describe.each(['refused', false] as const)('an account without PayPal (%s)', (answer) => {
  test('is paid by card, the shop stops offering PayPal and tells the administrator once', async () => {
    ledger.account.paypal = answer;
    const order = await started();
    expect(order.takesPaypal).toBe(false);
    expect(ledger.find(order.intent).allowed_payment_method_types).toEqual(['card']);
    expect(await isOffered()).toBe(false);
    expect(await findings()).toEqual(['paypal-unavailable']);
    ledger.pay(order.intent, '4242424242424242');
    expect((await confirm(order)).order).toMatchObject({ paymentStatus: 'paid', paymentMethod: 'card' });
    expect((await started()).takesPaypal).toBe(false);
    expect(await findings()).toEqual(['paypal-unavailable']);
  });

  test('and ten starts at once open one payment', async () => {
    ledger.account.paypal = answer;
    const { order, accessToken } = await place(orderOf({ [here.phone]: 1 }));
    const as = { orderToken: accessToken };
    const all = await Promise.all(Array.from({ length: 10 }, () => start({ ...order, as })));
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(await findings()).toEqual(['paypal-unavailable']);
  });
});

test('a payment keeps what it was opened for when the switch is moved', async () => {
  await offer(false);
  const before = await started();
  expect(before.takesPaypal).toBe(false);
  await offer(true);
  expect(await start(before)).toMatchObject({ paymentIntentId: before.intent, takesPaypal: false });
  expect((await started()).takesPaypal).toBe(true);
});

test('an order that PayPal is only not made for changes nothing for the others', async () => {
  const order = await place(orderOf({ [here.phone]: 1 }));
  const { id, total } = order.order;
  // Stripe leaves PayPal out of this one only.
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
  expect(await findings()).toEqual([]);
});

/** Runs once an intent was limited to cards. */
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

describe('the switch', () => {
  const app = openTestApp(database, stripe.settings);
  const save = async (body: object) => {
    const { call: request, signIn } = await app;
    return request('PUT', '/settings', { token: await signIn(), body });
  };
  const shown = async () => (await (await app).call('GET', '/settings/public')).body.data.settings;

  test('is moved only if Stripe takes PayPal for the account, and leaves no open payment behind', async () => {
    await offer(false);
    const before = ledger.intents.size;
    expect((await save({ paypalEnabled: true })).status).toBe(200);
    expect((await shown()).paypalEnabled).toBe(true);
    const [probe] = [...ledger.intents.values()].slice(before);
    expect(probe).toMatchObject({ status: 'canceled', metadata: {} });
    expect((await save({ paypalEnabled: true })).status).toBe(200);
    expect(ledger.intents.size).toBe(before + 1);
  });

  test.each(['refused', false] as const)('stays off where Stripe does not (%s)', async (answer) => {
    await offer(false);
    ledger.account.paypal = answer;
    const { status, body } = await save({ paypalEnabled: true, storePhone: '+1 555 0123' });
    expect([status, body.errors[0].field]).toEqual([400, 'paypalEnabled']);
    expect(body.message).toContain("Turn it on in Stripe's dashboard");
    expect(await readSettings(db)).toMatchObject({ paypalEnabled: false });
    expect((await readSettings(db)).storePhone).not.toBe('+1 555 0123');
  });

  test('stays off where Stripe does not answer', async () => {
    await offer(false);
    stripe.failNext('error', 'error', 'error');
    const { status, body } = await save({ paypalEnabled: true });
    expect([status, body.errors[0].field]).toEqual([400, 'paypalEnabled']);
    expect(body.message).toContain('could not be asked');
    expect(await isOffered()).toBe(false);
  });
});
