import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { openFakeStripe, signedEvent } from '../../../../../e2e/fake-stripe/fake-stripe.ts';
import type { FakeEvent } from '../../../../../e2e/fake-stripe/ledger.ts';
import { openOrderShop, orderOf } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { mails } from '../../../foundations/notifications/notifications.tables.ts';
import type { Caller } from '../../../platform/http/endpoint.ts';

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
function createRandom(start: number) {
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

type Random = ReturnType<typeof createRandom>;

function shuffled<T>(items: T[], { below }: Random): T[] {
  const result = [...items];
  for (let index = result.length - 1; index > 0; index--) {
    const other = below(index + 1);
    [result[index], result[other]] = [result[other] as T, result[index] as T];
  }
  return result;
}

const deliver = (event: FakeEvent) => {
  const { body, signature } = signedEvent(event);
  return shop.post('receiveStripeEvent', { body: Buffer.from(body), signature });
};

/** Steps of one order at Stripe; every step creates events. */
async function simulatePayment(admin: Caller, phone: string, random: Random) {
  const { order, accessToken } = await call('placeOrder', { body: orderOf({ [phone]: 1 }) });
  const as = { orderToken: accessToken };
  const body = { amount: order.total, orderId: order.id };
  const { paymentIntentId: intent } = await call('createPaymentIntent', { body }, as);
  if (random.chance(0.4)) expect(() => ledger.pay(intent, '4000000000000002')).toThrow();
  const paid = random.chance(0.85);
  if (paid) ledger.pay(intent, '4242424242424242');
  else ledger.cancel(intent);
  const outside = paid && random.chance(0.3);
  if (outside) ledger.refund(intent, random.chance(0.5) ? 100 : ledger.find(intent).amount, {});
  return { id: order.id as string, intent, as, paid, admin };
}

type SimulatedPayment = Awaited<ReturnType<typeof simulatePayment>>;

/** Actions of shop and customer between the events. */
async function actRandomly({ id, intent, as, admin }: SimulatedPayment, random: Random): Promise<void> {
  const actions = [
    () => call('confirmPayment', { body: { paymentIntentId: intent, orderId: id } }, as),
    () => call('refundOrder', { params: { id }, body: { amount: 1 } }, { caller: admin }),
    () => call('changeOrderStatus', { params: { id }, body: { status: 'cancelled' } }, { caller: admin }),
    () => deps.jobs.workUntilIdle(),
  ];
  await actions[random.below(actions.length)]?.().catch(() => {});
}

test(`${sequences} event sequences, duplicated, shuffled and parallel, match Stripe (seed ${seed})`, {
  timeout: 60_000 + sequences * 2_000,
}, async () => {
  const random = createRandom(seed);
  const admin = await shop.addUser('admin');
  const phone = await shop.addProduct(1_000_000);
  for (let sequence = 0; sequence < sequences; sequence++) {
    const first = ledger.events.length;
    const simulated = await simulatePayment(admin, phone, random);
    const created = ledger.events.slice(first);
    const deliveries = shuffled([...created, ...created.filter(() => random.chance(0.5))], random);
    const parallel = random.chance(0.5) ? 2 : 1;
    for (let index = 0; index < deliveries.length; index += parallel) {
      await Promise.all(deliveries.slice(index, index + parallel).map(deliver));
      if (random.chance(0.3)) await actRandomly(simulated, random);
    }
    await deps.jobs.workUntilIdle();
    // The shop's own calls create events too.
    for (const event of shuffled(ledger.events.slice(first), random)) await deliver(event);
    await deps.jobs.workUntilIdle();
    await expectStateOfStripe(simulated, `sequence ${sequence} of seed ${seed}`);
    if (sequences > 25 && (sequence + 1) % 100 === 0)
      console.log(`G-6: ${sequence + 1} of ${sequences} sequences so far`);
  }
  await shop.expectIntegrity();
  expect(stripe.objections).toEqual([]);
  console.log(`G-6: ${sequences} sequences, each with the same state as Stripe's ledger`);
});

/** Asserts that the order matches the intent in Stripe's ledger. */
async function expectStateOfStripe(
  { id, intent, paid, admin }: SimulatedPayment,
  message: string,
): Promise<void> {
  const { order } = await call('getOrder', { params: { id } }, { caller: admin });
  const [payment] = order.payments;
  const { amount, latest_charge: charge } = ledger.find(intent);
  const refunded = charge?.amount_refunded ?? 0;
  const paymentStatus = refunded === amount ? 'refunded' : refunded > 0 ? 'partly-refunded' : 'paid';
  const cancelled = order.status === 'cancelled';
  if (!paid) {
    expect([payment.status, order.status !== 'processing'], message).toEqual(['cancelled', true]);
    return;
  }
  expect([order.paymentStatus, Math.round(payment.refunded * 100)], message).toEqual([
    paymentStatus,
    refunded,
  ]);
  expect(payment.status, message).toBe(paymentStatus === 'refunded' ? 'refunded' : 'succeeded');
  // A cancelled order has no payment left; any other was paid and is processing.
  if (cancelled) expect(refunded, message).toBe(amount);
  else expect(order.status, message).toBe('processing');
  const steps = order.events.filter((event: { status: string }) => event.status === 'Processing');
  expect(steps.length, message).toBeLessThanOrEqual(1);
}

test('sends no mail twice', async () => {
  const sent = await database.db.select().from(mails).where(eq(mails.kind, 'order-refunded'));
  expect(new Set(sent.map((mail) => mail.eventKey)).size).toBe(sent.length);
});
