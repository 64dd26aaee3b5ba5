import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { signedEvent } from '../../../../../e2e/fake-stripe/fake-stripe.ts';
import type { FakeEvent } from '../../../../../e2e/fake-stripe/ledger.ts';
import { codeOf, orderOf, problemOf } from '../../../../test/order-shop.ts';
import { openStripeShop, type StartedOrder } from '../../../../test/stripe-shop.ts';
import { mails } from '../../../foundations/notifications/notifications.tables.ts';
import { orderCosts } from '../../orders/costs/order-costs.tables.ts';
import { orders } from '../../orders/orders.tables.ts';
import { paymentDiscrepancies, paymentReconciliation, payments } from '../payments.tables.ts';
import { reconcilePayments } from '../reconcile.ts';
import { releaseExpiredReservations } from '../release-expired-reservations.ts';

const shop = await openStripeShop();
const { stripe, ledger, fixtures, clock, db, deps, call, place, start, placeAndStart, confirm, read } = shop;

const cancel = ({ id }: StartedOrder) =>
  call('changeOrderStatus', { params: { id }, body: { status: 'cancelled' } }, { caller: fixtures.admin });
const refund = ({ id }: StartedOrder, amount?: number) =>
  call('refundOrder', { params: { id }, body: { amount } }, { caller: fixtures.admin });
const wait = (minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000);
};
const deliver = (event: FakeEvent, how?: Parameters<typeof signedEvent>[1]) => {
  const { body, signature } = signedEvent(event, how);
  return shop.post('receiveStripeEvent', { body: Buffer.from(body), signature });
};
const eventOf = ({ intent }: Pick<StartedOrder, 'intent'>, type: string): FakeEvent => {
  const event = ledger.events.findLast(
    (event) => event.type === type && JSON.stringify(event.data.object).includes(intent),
  );
  if (!event) throw new Error(`no ${type}`);
  return event;
};
const paidByWebhook = async () => {
  const order = await placeAndStart();
  ledger.pay(order.intent, '4242424242424242');
  await deliver(eventOf(order, 'payment_intent.succeeded'));
  return order;
};
const discrepanciesOf = async ({ intent }: Pick<StartedOrder, 'intent'>) => {
  const rows = await db.select().from(paymentDiscrepancies).where(eq(paymentDiscrepancies.intentId, intent));
  return rows.map(({ kind }) => kind);
};
const mailKinds = async ({ email }: StartedOrder) => {
  await deps.jobs.workUntilIdle();
  const sent = await db.select().from(mails).where(eq(mails.recipient, email));
  return sent.map((mail) => mail.kind).sort();
};

describe('paying with Stripe', () => {
  test('opens one intent with the order id and confirms it when the browser returns', async () => {
    const order = await placeAndStart();
    expect(await start(order)).toMatchObject({ paymentIntentId: order.intent });
    expect(ledger.find(order.intent)).toMatchObject({
      amount: Math.round(order.total * 100),
      currency: 'usd',
      metadata: { reprise_order: order.id },
    });
    expect(await codeOf(confirm(order))).toBe('PAYMENT_NOT_COMPLETED');
    ledger.pay(order.intent, '4242424242424242');
    expect((await confirm(order)).order).toMatchObject({ status: 'processing', paymentStatus: 'paid' });
    await deliver(eventOf(order, 'payment_intent.succeeded'));
    const { events, payments: orderPayments } = await read(order);
    expect(events.map((one: { status: string }) => one.status)).toEqual(['Order Placed', 'Processing']);
    expect(orderPayments).toMatchObject([{ processor: 'stripe', status: 'succeeded', livemode: false }]);
  });

  test('opens one intent when started ten times at once', async () => {
    const { order, accessToken } = await place(orderOf({ [fixtures.phone]: 1 }));
    const before = ledger.intents.size;
    const as = { orderToken: accessToken };
    const all = await Promise.all(Array.from({ length: 10 }, () => start({ ...order, as })));
    expect(new Set(all.map((refund) => refund.paymentIntentId)).size).toBe(1);
    expect(ledger.intents.size).toBe(before + 1);
  });

  test('opens one intent when the connection breaks after the call took effect', async () => {
    const before = ledger.intents.size;
    stripe.failNext('reset', 'error', 'busy');
    const { order, accessToken } = await place(orderOf({ [fixtures.phone]: 1 }));
    const as = { orderToken: accessToken };
    expect(await problemOf(start({ ...order, as }))).toMatchObject({
      code: 'PAYMENT_UNAVAILABLE',
      status: 503,
    });
    await start({ ...order, as });
    expect(ledger.intents.size).toBe(before + 1);
    expect((await read(order)).status).toBe('pending');
  });

  test('rejects test cards when keys are set', async () => {
    const order = await placeAndStart();
    const body = { clientSecret: ledger.find(order.intent).client_secret, card: 'pm_card_visa' };
    expect(await codeOf(call('confirmTestCard', { body }))).toBe('PAYMENT_UNAVAILABLE');
  });
});

describe('an event', () => {
  test('accepts events only with a recent signature of the exact body', async () => {
    const order = await placeAndStart();
    ledger.pay(order.intent, '4242424242424242');
    const event = eventOf(order, 'payment_intent.succeeded');
    const { body, signature } = signedEvent(event);
    const send = (raw: string, header: string) =>
      shop.post('receiveStripeEvent', { body: Buffer.from(raw), signature: header });
    const old = new Date(Date.now() - 301_000);
    for (const bad of [
      send(body, ''),
      send(body, 'nonsense'),
      send(`${body} `, signature),
      send(JSON.stringify(JSON.parse(body)), signature),
      deliver(event, { secret: 'whsec_other' }),
      deliver(event, { at: old }),
    ]) {
      expect(await codeOf(bad)).toBe('VALIDATION_ERROR');
    }
    expect((await read(order)).paymentStatus).toBe('started');
    expect(await send(body, signature)).toEqual({ received: true });
    expect((await read(order)).paymentStatus).toBe('paid');
  });

  test('applies an event received five times at once only once', async () => {
    const order = await placeAndStart();
    ledger.pay(order.intent, '4242424242424242');
    const event = eventOf(order, 'payment_intent.succeeded');
    await Promise.all(Array.from({ length: 5 }, () => deliver(event)));
    await deliver(event);
    expect((await read(order)).events).toHaveLength(2);
  });

  test('rejects events of unknown payments, so that Stripe resends them', async () => {
    const order = await placeAndStart();
    ledger.pay(order.intent, '4242424242424242');
    const event = eventOf(order, 'payment_intent.succeeded');
    const [row] = await db.delete(payments).where(eq(payments.intentId, order.intent)).returning();
    expect(await problemOf(deliver(event))).toMatchObject({ code: 'UNKNOWN_PAYMENT', status: 409 });
    await db.insert(payments).values(row as typeof payments.$inferInsert);
    await deliver(event);
    expect((await read(order)).paymentStatus).toBe('paid');
  });

  test('ignores events of other programs and of no payment', async () => {
    const foreign = ledger.create(500, 'usd', {});
    ledger.pay(foreign.id, '4242424242424242');
    const event = ledger.events.at(-1) as FakeEvent;
    expect(await deliver(event)).toEqual({ received: true });
    const other = { ...event, id: 'evt_other', type: 'customer.created', data: { object: { id: 'cus_1' } } };
    expect(await deliver(other)).toEqual({ received: true });
  });

  test('ignores an event whose success Stripe does not confirm', async () => {
    const order = await placeAndStart();
    const event = eventOf(order, 'payment_intent.created');
    await deliver({ ...event, id: 'evt_claim', type: 'payment_intent.succeeded' });
    expect((await read(order)).paymentStatus).toBe('started');
  });

  test.each<[string, (order: StartedOrder) => unknown]>([
    ['another amount', ({ intent }) => Object.assign(ledger.find(intent), { amount: 1 })],
    ['another currency', ({ intent }) => Object.assign(ledger.find(intent), { currency: 'eur' })],
    [
      'another mode',
      ({ intent }) => db.update(payments).set({ livemode: true }).where(eq(payments.intentId, intent)),
    ],
  ])('marks a payment with %s for review and blocks a second one', async (_, change) => {
    const order = await placeAndStart();
    await change(order);
    ledger.pay(order.intent, '4242424242424242');
    await deliver(eventOf(order, 'payment_intent.succeeded'));
    expect(await read(order)).toMatchObject({
      paymentStatus: 'started',
      payments: [{ status: 'needs-review' }],
    });
    expect(await discrepanciesOf(order)).toEqual(['wrong-amount']);
    expect(await codeOf(confirm(order))).toBe('PAYMENT_NOT_COMPLETED');
    expect(await codeOf(start(order))).toBe('IN_PROGRESS');
    const { discrepancies } = await call(
      'listPaymentDiscrepancies',
      { query: {} },
      { caller: fixtures.admin },
    );
    const [mine] = discrepancies.filter((row: { intentId: string }) => row.intentId === order.intent);
    await call(
      'resolvePaymentDiscrepancy',
      { params: { id: mine.id }, body: {} },
      { caller: fixtures.admin },
    );
    expect((await start(order)).paymentIntentId).not.toBe(order.intent);
  });

  test('records live events received with test keys and changes nothing', async () => {
    const order = await placeAndStart();
    ledger.pay(order.intent, '4242424242424242');
    await deliver({ ...eventOf(order, 'payment_intent.succeeded'), livemode: true });
    expect((await read(order)).paymentStatus).toBe('started');
    expect(await discrepanciesOf(order)).toEqual(['wrong-mode']);
  });

  test('rejects events while Stripe is unavailable and applies them when resent', async () => {
    const order = await placeAndStart();
    ledger.pay(order.intent, '4242424242424242');
    const event = eventOf(order, 'payment_intent.succeeded');
    stripe.failNext('error', 'error', 'error');
    expect(await codeOf(deliver(event))).toBe('PAYMENT_UNAVAILABLE');
    await deliver(event);
    expect((await read(order)).paymentStatus).toBe('paid');
  });
});

describe('an expired reservation', () => {
  test('cancels the intent at Stripe and returns the stock when a reservation expires', async () => {
    const order = await placeAndStart();
    wait(31);
    await releaseExpiredReservations(deps);
    expect(ledger.find(order.intent).status).toBe('canceled');
    expect(await read(order)).toMatchObject({ status: 'cancelled', paymentStatus: 'unpaid' });
    expect(await shop.stockOf(fixtures.phone)).toBe(10);
    await deliver(eventOf(order, 'payment_intent.canceled'));
    expect((await read(order)).payments).toMatchObject([{ status: 'cancelled' }]);
  });

  /** The reservation expires while Stripe does not respond, so the intent stays open; then the card succeeds. */
  async function paidLate(meanwhile: () => Promise<unknown>): Promise<StartedOrder> {
    const order = await placeAndStart();
    wait(31);
    stripe.failNext('error', 'error', 'error');
    await releaseExpiredReservations(deps);
    expect(await read(order)).toMatchObject({ status: 'cancelled' });
    expect(await shop.stockOf(fixtures.phone)).toBe(10);
    await meanwhile();
    ledger.pay(order.intent, '4242424242424242');
    await deliver(eventOf(order, 'payment_intent.succeeded'), { at: new Date() });
    return order;
  }

  test('takes the stock again for a late payment', async () => {
    const order = await paidLate(async () => {});
    expect(await read(order)).toMatchObject({ status: 'processing', paymentStatus: 'paid' });
    expect(await shop.stockOf(fixtures.phone)).toBe(8);
    expect(ledger.netCaptured(order.intent)).toBe(Math.round(order.total * 100));
  });

  test('refunds a late payment once, with a mail, when the stock is gone', async () => {
    const order = await paidLate(() => place(orderOf({ [fixtures.phone]: 9 })));
    await mailKinds(order);
    await deps.jobs.workUntilIdle();
    expect(await read(order)).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' });
    expect(ledger.netCaptured(order.intent)).toBe(0);
    expect(
      [...ledger.refunds.values()].filter((refund) => refund.payment_intent === order.intent),
    ).toHaveLength(1);
    // The first cancellation was taken back before its mail left.
    expect(await mailKinds(order)).toEqual(['order-cancelled']);
    expect(await codeOf(confirm(order))).toBe('ORDER_CANCELLED');
  });

  test('keeps the stock of an expired order while the bank is processing its payment', async () => {
    const order = await placeAndStart();
    ledger.find(order.intent).status = 'processing';
    wait(31);
    await releaseExpiredReservations(deps);
    expect(await read(order)).toMatchObject({ status: 'pending' });
    ledger.find(order.intent).status = 'requires_payment_method';
    await releaseExpiredReservations(deps);
    expect(await read(order)).toMatchObject({ status: 'cancelled' });
  });
});

describe('refunds at Stripe', () => {
  test('sends a refund once when the connection breaks after the call took effect', async () => {
    const order = await paidByWebhook();
    stripe.failNext({ late: 0 }, 'reset');
    const { refund: sent } = await refund(order, 5);
    expect(sent.status).toBe('succeeded');
    expect(ledger.find(order.intent).latest_charge?.amount_refunded).toBe(500);
    await deliver(eventOf(order, 'charge.refunded'));
    expect((await read(order)).payments[0].refunds).toHaveLength(1);
  });

  test('sends pending refunds by job after Stripe was unavailable', async () => {
    const order = await paidByWebhook();
    stripe.failNext('error', 'error', 'error');
    const { order: after, refund: sent } = await refund(order);
    expect(sent.status).toBe('requested');
    expect(after.paymentStatus).toBe('refunded');
    await deps.jobs.workUntilIdle();
    expect((await read(order)).payments[0].refunds).toMatchObject([{ status: 'succeeded' }]);
    expect(ledger.netCaptured(order.intent)).toBe(0);
    expect(await mailKinds(order)).toEqual(['order-paid', 'order-refunded']);
  });

  test('imports refunds made in Stripe’s dashboard once', async () => {
    const order = await paidByWebhook();
    ledger.refund(order.intent, 700, {});
    const event = eventOf(order, 'charge.refunded');
    await deliver(event);
    await deliver({ ...event, id: 'evt_again' });
    expect(await read(order)).toMatchObject({
      paymentStatus: 'partly-refunded',
      payments: [{ refunded: 7, refunds: [{ amount: 7, status: 'succeeded' }] }],
    });
  });

  test('shows a refund the bank rejected as failed and counts the money as paid', async () => {
    const order = await paidByWebhook();
    await refund(order);
    const [sent] = [...ledger.refunds.values()].filter((refund) => refund.payment_intent === order.intent);
    ledger.failRefund(sent?.id ?? '');
    await deliver(eventOf(order, 'refund.failed'));
    expect(await read(order)).toMatchObject({
      paymentStatus: 'paid',
      payments: [{ status: 'succeeded', refunded: 0, refunds: [{ status: 'failed' }] }],
    });
    expect(await discrepanciesOf(order)).toEqual(['refund-failed']);
  });

  test('refunds the rest when the dashboard refunds during a cancellation', async () => {
    const order = await paidByWebhook();
    ledger.refund(order.intent, 100, {});
    await cancel(order);
    await deliver(eventOf(order, 'charge.refunded'));
    await deps.jobs.workUntilIdle();
    expect(ledger.netCaptured(order.intent)).toBe(0);
    expect((await read(order)).paymentStatus).toBe('refunded');
  });

  test('refunds the rest of a cancelled order after an unreported dashboard refund', async () => {
    const order = await paidByWebhook();
    ledger.refund(order.intent, 100, {});
    await cancel(order);
    await deps.jobs.workUntilIdle();
    expect(ledger.netCaptured(order.intent)).toBe(0);
    await deliver(eventOf(order, 'charge.refunded'));
    expect(await read(order)).toMatchObject({
      paymentStatus: 'refunded',
      payments: [{ status: 'refunded', refunds: [{ status: 'succeeded' }, { status: 'succeeded' }] }],
    });
    expect(await discrepanciesOf(order)).toEqual([]);
  });

  test('refunds the rest in full after an unreported dashboard refund', async () => {
    const order = await paidByWebhook();
    ledger.refund(order.intent, 100, {});
    const { order: after, refund: sent } = await refund(order);
    expect(sent).toMatchObject({ amount: order.total - 1, status: 'succeeded' });
    expect(after.paymentStatus).toBe('refunded');
    expect(ledger.netCaptured(order.intent)).toBe(0);
    expect(await discrepanciesOf(order)).toEqual([]);
  });

  test('rejects refunds above what the dashboard has left before storing them', async () => {
    const order = await paidByWebhook();
    ledger.refund(order.intent, 100, {});
    expect(await codeOf(refund(order, order.total))).toBe('NOT_REFUNDABLE');
    expect((await read(order)).payments[0].refunds).toMatchObject([{ amount: 1, status: 'succeeded' }]);
  });

  test('refunds a cancelled order once when event and job run concurrently', async () => {
    const order = await paidByWebhook();
    await cancel(order);
    await deps.jobs.workUntilIdle();
    await deliver(eventOf(order, 'charge.refunded'));
    await deliver(eventOf(order, 'refund.created'));
    expect(ledger.netCaptured(order.intent)).toBe(0);
    expect((await read(order)).payments[0].refunds).toHaveLength(1);
  });
});

describe('comparing the books', () => {
  const compare = async () => {
    await db.delete(paymentReconciliation);
    return reconcilePayments(deps);
  };

  test('settles a succeeded payment whose event was lost', async () => {
    const order = await placeAndStart();
    ledger.pay(order.intent, '4242424242424242');
    wait(6);
    expect(await compare()).toMatchObject({ repaired: expect.any(Number) });
    expect((await read(order)).paymentStatus).toBe('paid');
  });

  test('ends an intent that was never stored, unless it is recent', async () => {
    const orphan = ledger.create(500, 'usd', { reprise_order: 'ord_none' });
    await compare();
    expect(orphan.status).toBe('requires_payment_method');
    wait(6);
    await compare();
    expect(orphan.status).toBe('canceled');
  });

  test('acknowledges the cancellation event of an intent that was never stored', async () => {
    const orphan = { intent: ledger.create(500, 'usd', { reprise_order: 'ord_none' }).id };
    const opened = eventOf(orphan, 'payment_intent.created');
    expect(await codeOf(deliver(opened))).toBe('UNKNOWN_PAYMENT');
    wait(6);
    await compare();
    await deliver(eventOf(orphan, 'payment_intent.canceled'));
    await deliver(opened);
  });

  test('records payments unknown to the shop or unknown to Stripe', async () => {
    const unknown = ledger.create(500, 'usd', { reprise_order: 'ord_none' });
    ledger.pay(unknown.id, '4242424242424242');
    const order = await placeAndStart();
    ledger.intents.delete(order.intent);
    wait(6);
    await compare();
    await compare();
    expect(await discrepanciesOf({ intent: unknown.id })).toEqual(['unknown-payment']);
    expect(await discrepanciesOf(order)).toEqual(['missing-payment']);
    await db.delete(payments).where(eq(payments.intentId, order.intent));
  });

  test('sends refunds whose job was lost and refunds cancelled orders', async () => {
    const order = await paidByWebhook();
    await db.update(orders).set({ status: 'pending' }).where(eq(orders.id, order.id));
    stripe.failNext('error', 'error', 'error');
    await refund(order, 3);
    wait(6);
    await compare();
    expect(ledger.find(order.intent).latest_charge?.amount_refunded).toBe(300);
    await db.update(orders).set({ status: 'processing' }).where(eq(orders.id, order.id));
  });

  test('books the fee of a payment once, and none that is not known', async () => {
    const order = await paidByWebhook();
    const fees = () => db.select().from(orderCosts).where(eq(orderCosts.orderId, order.id));
    expect(await fees()).toEqual([]);
    const charge = ledger.find(order.intent).latest_charge;
    if (charge) charge.balance_transaction.currency = 'eur';
    await compare();
    expect(await fees()).toEqual([]);
    if (charge) charge.balance_transaction.currency = 'usd';
    await compare();
    await compare();
    const amountCents = Math.round(order.total * 100 * 0.029) + 30;
    expect(await fees()).toMatchObject([{ kind: 'processor-fee', amountCents }]);
  });

  test('reconciles in one process at a time, every few minutes', async () => {
    await db.delete(paymentReconciliation);
    const rounds = await Promise.all([reconcilePayments(deps), reconcilePayments(deps)]);
    expect(rounds.filter((round) => round !== null)).toHaveLength(1);
    expect(await reconcilePayments(deps)).toBeNull();
    wait(5);
    expect(await reconcilePayments(deps)).not.toBeNull();
  });
});
