import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openFakeStripe, signedEvent } from '../../../../e2e/fake-stripe/fake-stripe.ts';
import { type As, codeOf, openOrderShop, orderOf, problemOf, someAddress } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { payments } from './payments.tables.ts';

const stripe = await openFakeStripe();
afterAll(stripe.close);
const database = await openTestDatabase();
const atStripe = await openOrderShop(database, { ...stripe.settings, RATE_LIMIT: 'on' });
const inTest = await openOrderShop(database, { RATE_LIMIT: 'on' });
/** Places orders without their own limits. */
const counter = await openOrderShop(database);
type Shop = typeof inTest;

let phone: string;
let networks = 0;
/** A new network per test, because the counters persist. */
const nextNetwork = () => `192.0.2.${++networks}`;
beforeEach(async () => {
  phone = await inTest.addProduct(100);
});

async function started(shop: Shop, as: As & { network: string }, email = `${phone}@example.com`) {
  const shippingAddress = { ...someAddress, email };
  const { order, accessToken } = await counter.place(orderOf({ [phone]: 1 }, { shippingAddress }), as);
  const guest = { ...as, orderToken: accessToken };
  const start = () =>
    shop.call('createPaymentIntent', { body: { amount: order.total, orderId: order.id } }, guest);
  const { clientSecret, paymentIntentId } = await start();
  const body = { paymentIntentId, orderId: order.id };
  const confirm = () => shop.call('confirmPayment', { body }, guest);
  return { clientSecret, intent: paymentIntentId, start, confirm };
}

const tryCard = (clientSecret: string, card = 'pm_card_chargeDeclined') =>
  inTest.call('confirmTestCard', { body: { clientSecret, card } });
const tryTimes = async (times: number, clientSecret: string) => {
  const codes = await Promise.all(Array.from({ length: times }, () => codeOf(tryCard(clientSecret))));
  return codes.filter((code) => code === 'CARD_DECLINED').length;
};

describe('the test processor', () => {
  test('allows ten declined cards per order, also in parallel, then rejects more', async () => {
    const { clientSecret, start } = await started(inTest, { network: nextNetwork() });
    expect(await tryTimes(30, clientSecret)).toBe(10);
    const problem = await problemOf(tryCard(clientSecret, 'pm_card_visa'));
    expect(problem).toMatchObject({ code: 'TOO_MANY_ATTEMPTS', status: 409, retryAfterSeconds: 3600 });
    expect((await start()).clientSecret).toBe(clientSecret);
  });

  test('allows twenty declined cards per network, then opens no payment there', async () => {
    const network = nextNetwork();
    const first = await started(inTest, { network }, 'one@example.com');
    const second = await started(inTest, { network }, 'two@example.com');
    const third = await started(inTest, { network }, 'three@example.com');
    expect(await tryTimes(10, first.clientSecret)).toBe(10);
    expect(await tryTimes(10, second.clientSecret)).toBe(10);
    expect(await tryTimes(10, third.clientSecret)).toBe(0);
    expect(await codeOf(started(inTest, { network }, 'four@example.com'))).toBe('TOO_MANY_ATTEMPTS');
  });

  test('does not count accepted cards or bank challenges', async () => {
    const { clientSecret, intent, confirm } = await started(inTest, { network: nextNetwork() });
    for (let tries = 0; tries < 12; tries++) await tryCard(clientSecret, 'pm_card_authenticationRequired');
    await tryCard(clientSecret, 'pm_card_visa');
    expect((await confirm()).order.paymentStatus).toBe('paid');
    const [over] = await database.db.select().from(payments).where(eq(payments.intentId, intent));
    expect(over).toMatchObject({ status: 'succeeded', network: null });
  });

  test('lets a customer pay after a stranger has used up the limit of their email', async () => {
    const email = 'victim@example.com';
    const stranger = await started(inTest, { network: nextNetwork() }, email);
    expect(await tryTimes(20, stranger.clientSecret)).toBe(10);
    const owner = await started(inTest, { network: nextNetwork() }, email);
    await tryCard(owner.clientSecret, 'pm_card_visa');
    expect((await owner.confirm()).order.paymentStatus).toBe('paid');
  });

  test('lets a verified account pay from the network of a card tester', async () => {
    const network = nextNetwork();
    for (const email of ['a@example.com', 'b@example.com', 'c@example.com']) {
      const { clientSecret } = await started(inTest, { network }, email).catch(() => ({ clientSecret: '' }));
      if (clientSecret) await tryTimes(10, clientSecret);
    }
    const caller = { ...(await inTest.addUser()), emailVerified: true };
    const own = await started(inTest, { network, caller }, caller.email);
    await tryCard(own.clientSecret, 'pm_card_visa');
    expect((await own.confirm()).order.paymentStatus).toBe('paid');
  });

  test('allows ten times as many declined cards from an untrusted proxy', { tags: ['slow'] }, async () => {
    const network = `proxy:${nextNetwork()}`;
    const declined = [];
    for (let count = 0; count < 21; count++) {
      const { clientSecret } = await started(inTest, { network }, `${count}@example.com`).catch(() => ({
        clientSecret: '',
      }));
      declined.push(clientSecret && (await tryTimes(10, clientSecret)));
    }
    expect(declined).toEqual([...Array(20).fill(10), '']);
  });
});

describe('Stripe', () => {
  const tellOfDeclines = async () => {
    for (const event of stripe.ledger.events.splice(0)) {
      if (event.type === 'payment_intent.payment_failed') {
        const { body, signature } = signedEvent(event);
        await atStripe.post('receiveStripeEvent', { body: Buffer.from(body), signature });
      }
    }
  };
  const decline = async (intent: string, times: number) => {
    for (let tries = 0; tries < times; tries++) {
      try {
        stripe.ledger.pay(intent, '4000000000000002');
      } catch {
        // The next card of a card tester.
      }
      await tellOfDeclines();
    }
  };

  test('ends a Stripe payment after ten declined cards and opens no other', async () => {
    const { intent, start } = await started(atStripe, { network: nextNetwork() });
    await decline(intent, 9);
    expect(stripe.ledger.find(intent).status).toBe('requires_payment_method');
    await decline(intent, 1);
    expect(stripe.ledger.find(intent).status).toBe('canceled');
    expect(await problemOf(start())).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
  });

  test('counts a duplicate decline event once', async () => {
    const { intent } = await started(atStripe, { network: nextNetwork() });
    await decline(intent, 8);
    const before = stripe.ledger.events.length;
    await expect(async () => stripe.ledger.pay(intent, '4000000000000002')).rejects.toThrow();
    const again = stripe.ledger.events.slice(before);
    stripe.ledger.events.push(...again, ...again);
    await tellOfDeclines();
    expect(stripe.ledger.find(intent).status).toBe('requires_payment_method');
  });
});

test('opens at most twenty payments per network in ten minutes', async () => {
  const network = nextNetwork();
  const outcomes = [];
  for (let count = 0; count < 22; count++) {
    outcomes.push(
      await started(inTest, { network }, `${count}@example.com`).then(() => 'opened', codeOfError),
    );
  }
  expect(outcomes.filter((outcome) => outcome === 'opened')).toHaveLength(20);
  expect(outcomes.at(-1)).toBe('TOO_MANY_ATTEMPTS');
});

test('does not count payments that succeeded among the started ones', async () => {
  const network = nextNetwork();
  for (let count = 0; count < 25; count++) {
    const { clientSecret, confirm } = await started(inTest, { network }, `${count}@example.com`);
    await tryCard(clientSecret, 'pm_card_visa');
    expect((await confirm()).order.paymentStatus).toBe('paid');
  }
});

const codeOfError = (error: { code?: string }) => error.code;
