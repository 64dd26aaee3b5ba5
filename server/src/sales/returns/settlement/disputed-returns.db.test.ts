import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { signedEvent } from '../../../../../e2e/fake-stripe/fake-stripe.ts';
import { problemOf } from '../../../../test/order-shop.ts';
import { openStripeShop, type StartedOrder } from '../../../../test/stripe-shop.ts';
import { mails } from '../../../foundations/notifications/notifications.tables.ts';
import { refunds } from '../../payments/payments.tables.ts';

const shop = await openStripeShop();
const { ledger, db, deps, call, fixtures, stockOf } = shop;

async function deliverEvents(id: string): Promise<void> {
  const events = ledger.events.filter(({ data }) => JSON.stringify(data.object).includes(`"id":"${id}"`));
  for (const event of events) {
    const { body, signature } = signedEvent(event);
    await shop.post('receiveStripeEvent', { body: Buffer.from(body), signature });
  }
}

type Name = Parameters<typeof call>[0];
const staff = (name: Name, wire: object) => call(name, wire, { caller: fixtures.admin });
const act = async (name: Name, number: string, body: object) =>
  (await staff(name, { params: { number }, body })).return;

/** Sells two phones by card, and receives one of them in a case that is decided: refund, back to stock. */
async function openDecided() {
  const order = await shop.placeAndStart();
  ledger.pay(order.intent, '4242424242424242');
  await deliverEvents(order.intent);
  const params = { id: order.id };
  await staff('changeOrderStatus', { params, body: { status: 'delivered' } });
  const lines = [{ product: fixtures.phone, quantity: 1, reason: 'not-needed' }];
  const opened = (await staff('openReturnForCustomer', { params, body: { lines } })).return;
  const [{ id: line }] = opened.lines;
  await act('receiveReturn', opened.number, { line, quantity: 1 });
  const decisions = [{ line, decision: 'refund', disposition: 'restock' }];
  const { toSettle } = await act('decideReturn', opened.number, { decisions });
  return { order, number: opened.number as string, toSettle: toSettle as number };
}

const read = async (number: string) => (await staff('getReturn', { params: { number } })).return;
const settle = (number: string, amount: number) => act('settleReturn', number, { amount });
const refundedAs = async ({ id }: StartedOrder) =>
  (await db.select().from(refunds).where(eq(refunds.orderId, id))).map(({ cause }) => cause);

async function dispute({ intent }: StartedOrder) {
  const opened = ledger.openDispute(intent);
  await deliverEvents(opened.id);
  return opened;
}

test('a settlement waits for an open dispute, and refunds once it is won', async () => {
  const { order, number, toSettle } = await openDecided();
  expect((await read(number)).dispute).toBeNull();
  const opened = await dispute(order);
  expect(await read(number)).toMatchObject({ dispute: 'open', toSettle });
  expect((await problemOf(settle(number, toSettle))).code).toBe('NOT_REFUNDABLE');
  ledger.answerDispute(opened);
  ledger.closeDispute(opened, 'won');
  await deliverEvents(opened.id);
  expect((await read(number)).dispute).toBeNull();
  expect(await settle(number, toSettle)).toMatchObject({ state: 'closed', lines: [{ endedAs: 'refunded' }] });
  expect(await refundedAs(order)).toEqual(['administrator']);
});

test('a settlement after a lost dispute refunds nothing a second time and takes the item', async () => {
  const { order, number } = await openDecided();
  const opened = await dispute(order);
  ledger.closeDispute(opened, 'lost');
  await deliverEvents(opened.id);
  expect(await read(number)).toMatchObject({ dispute: 'lost', toSettle: 0 });
  await db.delete(mails);
  expect(await settle(number, 0)).toMatchObject({
    state: 'closed',
    amount: 0,
    lines: [{ endedAs: 'by-bank', amount: 0 }],
  });
  expect(await refundedAs(order)).toEqual(['chargeback']);
  expect(await stockOf(fixtures.phone)).toBe(9);
  await deps.jobs.workUntilIdle();
  const sent = (await db.select().from(mails)).map(({ text }) => text).join('\n');
  expect(sent).toContain('Your bank has already paid you back');
});

test('a settlement refunds no more than refunds by hand left of the payment', async () => {
  const { order, number, toSettle } = await openDecided();
  const rest = 1;
  const caller = { ...fixtures.admin, reauthenticatedAt: shop.clock.now };
  await call('refundOrder', { params: { id: order.id }, body: { amount: order.total - rest } }, { caller });
  expect(toSettle).toBeGreaterThan(rest);
  expect(await read(number)).toMatchObject({ toSettle: rest });
  expect(await settle(number, rest)).toMatchObject({ amount: rest, lines: [{ endedAs: 'refunded' }] });
});
