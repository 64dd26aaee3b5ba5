import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { openFakeStripe, signedEvent } from '../../../../e2e/fake-stripe/fake-stripe.ts';
import type { FakeEvent } from '../../../../e2e/fake-stripe/ledger.ts';
import { openOrderShop, orderOf } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { mails } from '../../notifications/notifications.tables.ts';
import type { Caller } from '../../platform/http/endpoint.ts';

/** Number of event sequences; `npm run test:faults` sets more. */
const sequences = Number(process.env.EVENT_SEQUENCES ?? 10);
const seed = Number(process.env.EVENT_SEED ?? Math.floor(Math.random() * 2 ** 31));

const stripe = await openFakeStripe();
afterAll(stripe.close);
const { ledger } = stripe;
const database = await openTestDatabase();
const shop = await openOrderShop(database, stripe.settings);
const { call, deps } = shop;

/** Pseudo-random numbers, reproducible by seed. */
function dice(start: number) {
  let state = start >>> 0;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    below: (limit: number) => Math.floor(next() * limit),
    chance: (share: number) => next() < share,
  };
}

type Dice = ReturnType<typeof dice>;

function shuffled<T>(items: T[], { below }: Dice): T[] {
  const all = [...items];
  for (let at = all.length - 1; at > 0; at--) {
    const other = below(at + 1);
    [all[at], all[other]] = [all[other] as T, all[at] as T];
  }
  return all;
}

const deliver = (event: FakeEvent) => {
  const { body, signature } = signedEvent(event);
  return shop.post('receiveStripeEvent', { body: Buffer.from(body), signature });
};

/** Steps of one order at Stripe; every step creates events. */
async function live(admin: Caller, phone: string, roll: Dice) {
  const { order, accessToken } = await call('placeOrder', { body: orderOf({ [phone]: 1 }) });
  const as = { orderToken: accessToken };
  const body = { amount: order.total, orderId: order.id };
  const { paymentIntentId: intent } = await call('createPaymentIntent', { body }, as);
  if (roll.chance(0.4)) expect(() => ledger.pay(intent, '4000000000000002')).toThrow();
  const paid = roll.chance(0.85);
  if (paid) ledger.pay(intent, '4242424242424242');
  else ledger.cancel(intent);
  const outside = paid && roll.chance(0.3);
  if (outside) ledger.refund(intent, roll.chance(0.5) ? 100 : ledger.find(intent).amount, {});
  return { id: order.id as string, intent, as, paid, admin };
}

type Life = Awaited<ReturnType<typeof live>>;

/** Actions of shop and customer between the events. */
async function meddle({ id, intent, as, admin }: Life, roll: Dice): Promise<void> {
  const acts = [
    () => call('confirmPayment', { body: { paymentIntentId: intent, orderId: id } }, as),
    () => call('refundOrder', { params: { id }, body: { amount: 1 } }, { caller: admin }),
    () => call('changeOrderStatus', { params: { id }, body: { status: 'cancelled' } }, { caller: admin }),
    () => deps.jobs.workUntilIdle(),
  ];
  await acts[roll.below(acts.length)]?.().catch(() => {});
}

test(`${sequences} event sequences, duplicated, shuffled and parallel, match Stripe (seed ${seed})`, {
  timeout: 60_000 + sequences * 2_000,
}, async () => {
  const roll = dice(seed);
  const admin = await shop.addUser('admin');
  const phone = await shop.addProduct(1_000_000);
  for (let played = 0; played < sequences; played++) {
    const first = ledger.events.length;
    const life = await live(admin, phone, roll);
    const mine = ledger.events.slice(first);
    const told = shuffled([...mine, ...mine.filter(() => roll.chance(0.5))], roll);
    const twoAtOnce = roll.chance(0.5);
    for (let at = 0; at < told.length; at += twoAtOnce ? 2 : 1) {
      await Promise.all(told.slice(at, at + (twoAtOnce ? 2 : 1)).map(deliver));
      if (roll.chance(0.3)) await meddle(life, roll);
    }
    await deps.jobs.workUntilIdle();
    // The shop's own calls create events too.
    for (const event of shuffled(ledger.events.slice(first), roll)) await deliver(event);
    await deps.jobs.workUntilIdle();
    await expectTruth(life, `sequence ${played} of seed ${seed}`);
    if (sequences > 25 && (played + 1) % 100 === 0)
      console.log(`G-6: ${played + 1} of ${sequences} sequences so far`);
  }
  await shop.expectIntegrity();
  expect(stripe.objections).toEqual([]);
  console.log(`G-6: ${sequences} sequences, each with the same state as Stripe's ledger`);
});

/** Asserts that the order matches the intent in Stripe's ledger. */
async function expectTruth({ id, intent, paid, admin }: Life, which: string): Promise<void> {
  const { order } = await call('getOrder', { params: { id } }, { caller: admin });
  const [payment] = order.payments;
  const { amount, latest_charge: charge } = ledger.find(intent);
  const refunded = charge?.amount_refunded ?? 0;
  const word = refunded === amount ? 'refunded' : refunded > 0 ? 'partly-refunded' : 'paid';
  const cancelled = order.status === 'cancelled';
  if (!paid) {
    expect([payment.status, order.status !== 'processing'], which).toEqual(['cancelled', true]);
    return;
  }
  expect([order.paymentStatus, Math.round(payment.refunded * 100)], which).toEqual([word, refunded]);
  expect(payment.status, which).toBe(word === 'refunded' ? 'refunded' : 'succeeded');
  // A cancelled order has no payment left; any other was paid and is processing.
  if (cancelled) expect(refunded, which).toBe(amount);
  else expect(order.status, which).toBe('processing');
  const steps = order.events.filter((event: { status: string }) => event.status === 'Processing');
  expect(steps.length, which).toBeLessThanOrEqual(1);
}

test('sends no mail twice', async () => {
  const sent = await database.db.select().from(mails).where(eq(mails.kind, 'order-refunded'));
  expect(new Set(sent.map((mail) => mail.eventKey)).size).toBe(sent.length);
});
