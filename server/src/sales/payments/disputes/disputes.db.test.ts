import { analyticsEndpoints } from '@reprise/contract/operations/analytics';
import { webhookEvents } from '@reprise/contract/sales/payments/webhook';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signedEvent } from '../../../../../e2e/fake-stripe/fake-stripe.ts';
import type { FakeDispute, FakeEvent } from '../../../../../e2e/fake-stripe/ledger.ts';
import { callsTo } from '../../../../test/call-endpoints.ts';
import { someAddress } from '../../../../test/order-shop.ts';
import { openStripeShop, type StartedOrder } from '../../../../test/stripe-shop.ts';
import { mails } from '../../../foundations/notifications/notifications.tables.ts';
import { analyticsHandlers } from '../../../operations/analytics/analytics.routes.ts';
import { invoices } from '../../orders/invoices/invoices.tables.ts';
import { disputes, paymentReconciliation, stripeEvents } from '../payments.tables.ts';
import { reconcilePayments } from '../reconcile.ts';
import { disputedSentence } from './disputed.ts';

const shop = await openStripeShop();
const { ledger, db, deps, call, placeAndStart, read, fixtures, clock } = shop;
const dashboard = callsTo(analyticsEndpoints, analyticsHandlers(deps));

const deliver = (event: FakeEvent) => {
  const { body, signature } = signedEvent(event);
  return shop.post('receiveStripeEvent', { body: Buffer.from(body), signature });
};
const eventsOf = (id: string) =>
  ledger.events.filter(({ data }) => JSON.stringify(data.object).includes(`"id":"${id}"`));
const paid = async () => {
  const order = await placeAndStart();
  ledger.pay(order.intent, '4242424242424242');
  for (const event of eventsOf(order.intent)) await deliver(event);
  return order;
};
const disputeOf = async (order: { id: string }) => (await read(order)).payments[0].disputes[0];
const mailSubjects = async () => {
  await deps.jobs.workUntilIdle();
  const rows = await db.select().from(mails).where(eq(mails.kind, 'dispute'));
  return rows.map(({ subject }) => subject.replace(/: order.*/, '')).sort();
};
const openDisputes = async () => (await dashboard('getDashboardStats', { as: 'admin' })).disputes;

beforeEach(async () => {
  await db.delete(mails);
});
afterEach(() => {
  ledger.account.isRestricted = false;
});

test('a dispute is on the order and the dashboard, and mailed to the store', async () => {
  const order = await paid();
  const dispute = ledger.openDispute(order.intent);
  for (const event of eventsOf(dispute.id)) await deliver(event);
  const shown = await disputeOf(order);
  expect(shown).toMatchObject({
    id: dispute.id,
    amount: order.total,
    reason: 'fraudulent',
    status: 'needs-response',
    areFundsWithdrawn: true,
    url: `https://dashboard.stripe.com/test/disputes/${dispute.id}`,
  });
  expect(Date.parse(shown.evidenceDueBy) / 1000).toBe(dispute.evidence_details.due_by);
  expect(await openDisputes()).toContainEqual(
    expect.objectContaining({ id: dispute.id, amount: order.total, status: 'needs-response' }),
  );
  expect(await mailSubjects()).toEqual(['A payment is disputed']);

  ledger.answerDispute(dispute);
  ledger.closeDispute(dispute, 'won');
  for (const event of eventsOf(dispute.id)) await deliver(event);
  expect(await disputeOf(order)).toMatchObject({ status: 'won', areFundsWithdrawn: false });
  expect((await openDisputes()).map(({ id }) => id)).not.toContain(dispute.id);
  expect(await mailSubjects()).toEqual([
    'A disputed amount was returned',
    'A payment is disputed',
    'You won a dispute',
  ]);
});

const play = (dispute: FakeDispute, order: 'forward' | 'backward') => {
  const events = eventsOf(dispute.id);
  const once = order === 'forward' ? events : events.toReversed();
  return [...once, ...once.map((event) => ({ ...event, id: `${event.id}again` }))];
};

test.each([
  ['forward', false],
  ['backward', false],
  ['backward', true],
] as const)(
  'events sent %s and twice end in the last state (restricted key: %s)',
  async (how, isRestricted) => {
    ledger.account.isRestricted = isRestricted;
    const order = await paid();
    const dispute = ledger.openDispute(order.intent);
    clock.now = new Date(clock.now.getTime() + 60_000);
    ledger.answerDispute(dispute);
    clock.now = new Date(clock.now.getTime() + 60_000);
    ledger.closeDispute(dispute, 'lost');
    for (const event of play(dispute, how)) await deliver(event);
    expect(await disputeOf(order)).toMatchObject({ status: 'lost', areFundsWithdrawn: true });
    expect(await mailSubjects()).toContain('You lost a dispute');
    expect(await mailSubjects()).not.toContain('You won a dispute');
  },
);

test('the reconciliation finds a dispute and its outcome without any event', async () => {
  const order = await paid();
  const dispute = ledger.openDispute(order.intent);
  const reconcile = async () => {
    await db.delete(paymentReconciliation);
    await reconcilePayments(deps);
  };
  await reconcile();
  expect(await disputeOf(order)).toMatchObject({ status: 'needs-response' });
  ledger.closeDispute(dispute, 'lost');
  clock.now = new Date(clock.now.getTime() + 5 * 86_400_000);
  await reconcile();
  expect(await disputeOf(order)).toMatchObject({ status: 'lost' });
});

const lose = async (order: StartedOrder, amount = order.total) => {
  const dispute = ledger.openDispute(order.intent);
  dispute.amount = Math.round(amount * 100);
  ledger.closeDispute(dispute, 'lost');
  for (const event of eventsOf(dispute.id)) await deliver(event);
  return dispute;
};
const refund = (order: { id: string }, amount?: number) =>
  call('refundOrder', { params: { id: order.id }, body: amount === undefined ? {} : { amount } }, as());
const as = () => ({ caller: { ...fixtures.admin, reauthenticatedAt: clock.now } });
const refundCalls = () => shop.stripe.requests.filter(({ path }) => path === '/v1/refunds').length;
const figures = async () => {
  const { overview } = await dashboard('getDashboardStats', { as: 'admin' });
  return { revenue: overview.monthlyRevenue, sales: overview.monthlyOrders };
};
const drawn = async ({ id }: { id: string }) =>
  (await db.select().from(invoices).where(eq(invoices.orderId, id)).orderBy(asc(invoices.sequence))).map(
    ({ kind, amountCents }) => [kind, amountCents / 100],
  );

test('a lost dispute counts nowhere as paid and cannot be refunded', async () => {
  const before = await figures();
  const order = await paid();
  expect((await figures()).revenue).toBeCloseTo(before.revenue + order.total, 2);
  await lose(order);
  const calls = refundCalls();
  await expect(refund(order)).rejects.toMatchObject({
    code: 'NOT_REFUNDABLE',
    message: 'The bank has returned this payment to the cardholder after a dispute.',
  });
  expect(refundCalls()).toBe(calls);
  expect(await figures()).toEqual(before);
  const { paymentStatus, payments } = await read(order);
  expect(paymentStatus).toBe('refunded');
  expect(payments[0]).toMatchObject({ refunded: order.total, refundable: 0, status: 'refunded' });
  expect(payments[0].refunds).toMatchObject([
    { amount: order.total, reason: 'Dispute lost', status: 'succeeded' },
  ]);
  expect(await drawn(order)).toEqual([
    ['invoice', order.total],
    ['credit-note', order.total],
  ]);
  const sent = await db.select().from(mails).where(eq(mails.kind, 'order-refunded'));
  expect(sent).toEqual([]);
});

test('a chargeback of a part leaves the rest as paid', async () => {
  const before = await figures();
  const order = await paid();
  await lose(order, 40);
  expect((await read(order)).paymentStatus).toBe('partly-refunded');
  expect((await figures()).revenue).toBeCloseTo(before.revenue + order.total - 40, 2);
  await expect(refund(order, 1)).rejects.toMatchObject({ code: 'NOT_REFUNDABLE', message: disputedSentence });
});

test.each(['needs-response', 'under-review'] as const)(
  'a refund is refused before the call while a dispute is %s',
  async (status) => {
    const order = await paid();
    const dispute = ledger.openDispute(order.intent);
    if (status === 'under-review') ledger.answerDispute(dispute);
    for (const event of eventsOf(dispute.id)) await deliver(event);
    const calls = shop.stripe.requests.filter(
      ({ method, path }) => method === 'POST' && path === '/v1/refunds',
    );
    await expect(refund(order, 1)).rejects.toMatchObject({
      code: 'NOT_REFUNDABLE',
      message: disputedSentence,
    });
    expect(
      shop.stripe.requests.filter(({ method, path }) => method === 'POST' && path === '/v1/refunds'),
    ).toEqual(calls);
    expect((await read(order)).payments[0].refundable).toBe(0);
    ledger.closeDispute(dispute, 'won');
    for (const event of eventsOf(dispute.id)) await deliver(event);
    expect((await refund(order, 1)).refund).toMatchObject({ amount: 1, status: 'succeeded' });
  },
);

test('an inquiry can be refunded, which Stripe allows', async () => {
  const order = await paid();
  for (const event of eventsOf(ledger.openInquiry(order.intent).id)) await deliver(event);
  expect((await refund(order)).refund.status).toBe('succeeded');
});

test('a refund stored before the dispute fails in words', async () => {
  const order = await paid();
  ledger.openDispute(order.intent);
  const { refund: failed } = await refund(order, 5);
  expect(failed).toMatchObject({ status: 'failed', failure: disputedSentence });
  expect((await read(order)).paymentStatus).toBe('paid');
});

test('the refund of a cancelled, disputed order waits for the outcome', async () => {
  const order = await paid();
  const dispute = ledger.openDispute(order.intent);
  for (const event of eventsOf(dispute.id)) await deliver(event);
  const ids = { body: { ids: [order.id] } };
  expect((await call('previewCancellations', ids, as())).cancellations).toMatchObject([
    { needsApproval: true },
  ]);
  const { status, paymentStatus, payments } = (
    await call('changeOrderStatus', { params: { id: order.id }, body: { status: 'cancelled' } }, as())
  ).order;
  expect({ status, paymentStatus }).toEqual({ status: 'cancelled', paymentStatus: 'refund-to-approve' });
  const waiting = (await read(order)).payments[0].refunds[0];
  const approve = () =>
    call('approveRefund', { params: { id: order.id, refundId: waiting.id }, body: {} }, as());
  await expect(approve()).rejects.toMatchObject({ code: 'NOT_REFUNDABLE', message: disputedSentence });
  ledger.closeDispute(dispute, 'lost');
  for (const event of eventsOf(dispute.id)) await deliver(event);
  expect((await read(order)).paymentStatus).toBe('refunded');
  await expect(approve()).rejects.toMatchObject({ code: 'NOT_REFUNDABLE' });
  expect(payments).toBeDefined();
});

test('a customer cannot cancel an order whose payment is disputed', async () => {
  const order = await paid();
  for (const event of eventsOf(ledger.openDispute(order.intent).id)) await deliver(event);
  await expect(call('cancelOwnOrder', { params: { id: order.id } }, order.as)).rejects.toMatchObject({
    code: 'EDIT_CONFLICT',
  });
  expect((await read(order)).status).toBe('processing');
});

test('a dispute won after it was lost makes the order paid again', async () => {
  const before = await figures();
  const order = await paid();
  const dispute = await lose(order);
  clock.now = new Date(clock.now.getTime() + 60_000);
  ledger.closeDispute(dispute, 'won');
  for (const event of eventsOf(dispute.id)) await deliver(event);
  expect((await read(order)).paymentStatus).toBe('paid');
  expect((await figures()).revenue).toBeCloseTo(before.revenue + order.total, 2);
  expect((await drawn(order)).map(([kind]) => kind)).toEqual(['invoice', 'credit-note', 'invoice']);
});

test('the reconciliation records a dispute that an earlier release has lost', async () => {
  const order = await paid();
  const dispute = ledger.openDispute(order.intent);
  for (const event of eventsOf(dispute.id)) await deliver(event);
  await db.update(disputes).set({ status: 'lost' }).where(eq(disputes.id, dispute.id));
  dispute.status = 'lost';
  await db.delete(paymentReconciliation);
  await reconcilePayments(deps);
  expect((await read(order)).paymentStatus).toBe('refunded');
});

test('an edit that would refund a disputed payment is refused', async () => {
  const order = await paid();
  for (const event of eventsOf(ledger.openDispute(order.intent).id)) await deliver(event);
  const items = [{ product: fixtures.phone, quantity: 1 }];
  const body = { version: 0, items, shippingMethod: 'standard' as const, shippingAddress: someAddress };
  await expect(call('previewOrderEdit', { params: { id: order.id }, body }, as())).rejects.toMatchObject({
    code: 'NOT_REFUNDABLE',
    message: disputedSentence,
  });
});

test('the stand-in refuses to refund unpaid and cancelled intents as Stripe does', async () => {
  const order = await placeAndStart();
  expect(() => ledger.refund(order.intent, 100, {})).toThrow(/no charge/);
  ledger.cancel(order.intent);
  expect(() => ledger.refund(order.intent, 100, {})).toThrow(/no charge/);
  await expect(refund(order)).rejects.toMatchObject({ code: 'NOT_REFUNDABLE' });
});

test('the webhook check names the events that Stripe does not send', async () => {
  const check = () => call('checkWebhook', {}, { caller: fixtures.admin });
  const url = `${deps.environment.publicUrl}/api/payments/webhook`;
  const [first, ...others] = webhookEvents;
  ledger.account.webhooks = [{ url: 'https://elsewhere.example', status: 'enabled', enabled_events: ['*'] }];
  expect((await check()).state).toBe('missing');
  ledger.account.webhooks.push({ url, status: 'enabled', enabled_events: others });
  expect(await check()).toEqual({ state: 'incomplete', missingEvents: [first] });
  ledger.account.webhooks.push({ url, status: 'enabled', enabled_events: ['*'] });
  expect(await check()).toEqual({ state: 'complete', missingEvents: [] });
  ledger.account.isRestricted = true;
  await db.delete(stripeEvents).where(and(inArray(stripeEvents.type, ['charge.dispute.updated'])));
  await paid();
  const hidden = await check();
  expect(hidden.state).toBe('hidden');
  expect(hidden.missingEvents).toContain('charge.dispute.updated');
  expect(hidden.missingEvents).not.toContain('payment_intent.succeeded');
});
