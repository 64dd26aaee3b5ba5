import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { durable, type PrivateServer, startPrivateServer } from '../../server/test/postgres-server.ts';
import { type FakeStripe, openFakeStripe } from '../fake-stripe/fake-stripe.ts';
import type { FakeEvent } from '../fake-stripe/ledger.ts';
import { deliverWebhook } from '../journeys/stripe-shop.ts';
import { addProduct, call, orderOf, signIn } from '../plain-client.ts';
import { admin, type PreparedShop, prepareShop, type RunningShop } from '../running-shop.ts';
import { eventPoints, killSettings, type Point } from './kill-at-point.ts';
import { shopCommand } from './shop-command.ts';
import { sized, timeFor } from './size.ts';

// Kills the shop (kill -9) before, during and after the transaction of a Stripe event, and sends unconfirmed events
// again as Stripe does. In the end each order shows what Stripe's ledger shows of its payment, with each effect
// applied once.

const rounds = sized({ slice: 1, quick: 6, release: 200 });
const databases = sized({
  slice: ['PostgreSQL'],
  quick: ['embedded', 'PostgreSQL'],
  release: ['embedded', 'PostgreSQL'],
});
/** Kills between two comparisons, each made in a start without a kill. */
const comparedEvery = sized({ slice: 1, quick: 3, release: 25 });
const ordersARound = 4;
const stock = 10_000;

const folder = mkdtempSync(join(tmpdir(), 'reprise-killed-at-event-'));
let stripe: FakeStripe;
let postgres: PrivateServer | undefined;
let running: RunningShop | undefined;
let next: PreparedShop | undefined;

beforeAll(async () => {
  stripe = await openFakeStripe();
});

afterAll(async () => {
  next?.drop();
  await running?.kill();
  await stripe?.close();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

type ShopLocation = { dataDir: string; databaseUrl?: string };

/** Loads the next shop while the current one works; without a point the next shop is not killed. */
function prepare(location: ShopLocation, point?: Point): void {
  const times = 1 + Math.floor(Math.random() * ordersARound);
  const ending = point ? killSettings(point, times) : {};
  next = prepareShop({ ...location, logLevel: 'fatal', settings: { ...stripe.settings, ...ending } });
}

async function openNext(): Promise<RunningShop> {
  if (!next) throw new Error('No shop is prepared.');
  running = await next.open();
  return running;
}

type Paid = { id: string; intent: string };

/**
 * Places an order and pays it at Stripe before the shop hears of it; also refunds a part of the first one.
 */
async function payAtStripe(base: string, product: string, turn: number): Promise<Paid> {
  const placed = await call(base, 'POST', '/orders', { body: orderOf(product), key: crypto.randomUUID() });
  const { order, accessToken } = placed.body.data;
  const body = { orderId: order.id, amount: order.total };
  const started = await call(base, 'POST', '/payments/create-payment-intent', {
    body,
    orderToken: accessToken,
  });
  const intent = started.body.data.paymentIntentId;
  stripe.ledger.pay(intent, '4242424242424242');
  if (turn === 0) stripe.ledger.refund(intent, 500, {});
  return { id: order.id, intent };
}

/** Delivers two events at a time, as Stripe does; returns those that are not answered with 200. */
async function deliverAll(shop: RunningShop, events: FakeEvent[]): Promise<FakeEvent[]> {
  const waiting = [...events];
  const unconfirmed: FakeEvent[] = [];
  const sender = async () => {
    for (let event = waiting.shift(); event; event = waiting.shift()) {
      const status = await deliverWebhook(shop, event).catch(() => 0);
      if (status !== 200) unconfirmed.push(event);
    }
  };
  await Promise.all([sender(), sender()]);
  return unconfirmed;
}

/** Returns the later events of the ledger that Stripe sends; it does not send the creation of a payment. */
const eventsSince = (first: number) =>
  stripe.ledger.events.slice(first).filter(({ type }) => type !== 'payment_intent.created');

const inAnyOrder = (events: FakeEvent[]) => events.toSorted(() => Math.random() - 0.5);

async function expectStateOfStripe(base: string, token: string, { id, intent }: Paid): Promise<void> {
  const { order } = (await call(base, 'GET', `/orders/${id}`, { token })).body.data;
  const returned = stripe.ledger.find(intent).latest_charge?.amount_refunded ?? 0;
  expect([order.status, order.paymentStatus]).toEqual([
    'processing',
    returned > 0 ? 'partly-refunded' : 'paid',
  ]);
  const [payment, ...others] = order.payments;
  expect([others, Math.round(payment.refunded * 100)]).toEqual([[], returned]);
  const steps = order.events.map(({ status }: { status: string }) => status);
  expect(steps.filter((step: string) => step === 'Processing')).toHaveLength(1);
  expect(payment.refunds).toHaveLength(returned > 0 ? 1 : 0);
}

test.each(databases)(
  `applies each Stripe event once after ${rounds} kills at an event, %s`,
  async (name) => {
    const location: ShopLocation = { dataDir: join(folder, name) };
    if (name === 'PostgreSQL') {
      postgres = await startPrivateServer(durable);
      location.databaseUrl = postgres.url;
    }
    const first = stripe.ledger.events.length;
    const paid: Paid[] = [];
    let product = '';
    let undelivered: FakeEvent[] = [];
    let unanswered = 0;
    // The slice starts with the points that lose payments: acknowledged before the commit, or lost after it.
    const pointOf = (round: number) => eventPoints[(round + 2) % eventPoints.length];
    prepare(location, pointOf(0));
    for (let n = 0; n < rounds; n++) {
      const shop = await openNext();
      if (product === '') product = await addProduct(shop.url, await signIn(shop.url, admin), stock);
      const isCalmNext = (n + 1) % comparedEvery === 0 || n + 1 === rounds;
      prepare(location, isCalmNext ? undefined : pointOf(n + 1));
      const before = stripe.ledger.events.length;
      for (let turn = 0; turn < ordersARound; turn++) paid.push(await payAtStripe(shop.url, product, turn));
      undelivered = await deliverAll(shop, inAnyOrder([...undelivered, ...eventsSince(before)]));
      await shop.ended;
      unanswered += undelivered.length;
      if (!isCalmNext) continue;
      const calm = await openNext();
      const token = await signIn(calm.url, admin);
      expect(await deliverAll(calm, inAnyOrder(undelivered))).toEqual([]);
      undelivered = [];
      for (const order of paid) await expectStateOfStripe(calm.url, token, order);
      // Stripe may deliver an acknowledged event a second time.
      expect(await deliverAll(calm, inAnyOrder(eventsSince(first)))).toEqual([]);
      for (const order of paid) await expectStateOfStripe(calm.url, token, order);
      expect(await shopCommand(location, 'check')).toMatchObject({ code: 0 });
      expect(stripe.objections).toEqual([]);
      if (n + 1 < rounds) prepare(location, pointOf(n + 1));
      expect(await calm.stop()).toBe(0);
      const events = eventsSince(first).length;
      console.log(
        `F-2 on ${name}: ${n + 1} of ${rounds} kills, ${events} events, unanswered ${unanswered} times, ${paid.length} payments, each once`,
      );
    }
  },
  timeFor(rounds),
);
