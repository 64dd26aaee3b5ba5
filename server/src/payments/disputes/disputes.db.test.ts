import { analyticsEndpoints } from '@reprise/contract/operations/analytics';
import { webhookEvents } from '@reprise/contract/sales/payments/webhook';
import { and, eq, inArray } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signedEvent } from '../../../../e2e/fake-stripe/fake-stripe.ts';
import type { FakeDispute, FakeEvent } from '../../../../e2e/fake-stripe/ledger.ts';
import { callsTo } from '../../../test/call-endpoints.ts';
import { openStripeShop } from '../../../test/stripe-shop.ts';
import { mails } from '../../foundations/notifications/notifications.tables.ts';
import { analyticsHandlers } from '../../operations/analytics/analytics.routes.ts';
import { paymentReconciliation, stripeEvents } from '../../sales/payments/payments.tables.ts';
import { reconcilePayments } from '../../sales/payments/reconcile.ts';

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
