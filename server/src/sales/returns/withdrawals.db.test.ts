import { cents } from '@reprise/contract/money';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { codeOf, openOrderShop, orderOf, someAddress } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import type { Caller } from '../../platform/http/endpoint.ts';
import { dayMs } from '../../platform/time.ts';
import { conversations } from '../conversations/conversations.tables.ts';
import { returnSettings } from './returns.tables.ts';

const database = await openTestDatabase();
const shop = await openOrderShop(database);
const { call, clock } = shop;
const { db } = shop.deps;

let admin: Caller;
let cable: string;
let buyers = 0;
beforeEach(async () => {
  admin = await shop.addUser('admin');
  cable = await shop.addProduct(50, cents(1_000));
  return shop.expectIntegrity;
});

type Name = Parameters<typeof call>[0];
const staff = (name: Name, wire: object) => call(name, wire, { caller: admin });
const act = async (name: Name, number: string, body?: object) =>
  (await staff(name, { params: { number }, ...(body && { body }) })).return;

/** Sells three cables to a guest of the country. */
async function sell({ country = 'United Kingdom', status = 'delivered' } = {}) {
  const email = `withdraws${++buyers}@example.com`;
  const shippingAddress = { ...someAddress, email };
  const { order, accessToken } = await shop.place(orderOf({ [cable]: 3 }, { shippingAddress }));
  const { id, orderNumber } = order;
  await db.execute(sql`update orders set country = ${country} where id = ${id}`);
  await staff('recordPayment', { params: { id }, body: { method: 'cash' } });
  await staff('changeOrderStatus', { params: { id }, body: { status } });
  return { id, orderNumber, email, guest: { orderToken: accessToken } };
}
type Sold = Awaited<ReturnType<typeof sell>>;

const withdraw = ({ orderNumber, email }: Pick<Sold, 'orderNumber' | 'email'>) =>
  call('withdrawFromContract', { body: { name: 'Ada', email, orderNumber } });
const returnsOf = async ({ id, guest }: Sold) =>
  (await call('getReturnable', { params: { id } }, guest)).returnable.returns;
const messagesFrom = async ({ email }: Pick<Sold, 'email'>) =>
  (await db.select().from(conversations).where(eq(conversations.email, email))).length;
/** Returns the days that the queued acknowledgements to the address name. */
const acknowledged = async ({ email }: Pick<Sold, 'email'>) => {
  const { rows } = await db.execute<{
    at: string;
  }>(sql`select content->>'receivedAt' as at from outgoing_mails
    where content->>'kind' = 'withdrawal-received' and recipient = ${email}`);
  return rows.map(({ at }) => at);
};

test('a guest withdraws from a delivered order, which is approved and gives shipping back', async () => {
  const sold = await sell();
  const { returnable } = await call('getReturnable', { params: { id: sold.id } }, sold.guest);
  expect(returnable.withdrawUntil).not.toBeNull();
  const typed = { email: sold.email.toUpperCase(), orderNumber: sold.orderNumber.toLowerCase() };
  expect(await withdraw(typed)).toEqual({ receivedAt: clock.now.toISOString() });
  const [{ number }] = await returnsOf(sold);
  const opened = (await call('getReturn', { params: { number } }, sold.guest)).return;
  expect(opened).toMatchObject({
    state: 'approved',
    labelBy: 'customer',
    lines: [{ reason: 'withdrawal', quantity: 3, restockingPercent: 0 }],
  });
  const { order } = await staff('getOrder', { params: { id: sold.id } });
  expect(opened.amount).toBe(order.total);
  expect(await messagesFrom(sold)).toBe(0);
  expect(await acknowledged(sold)).toEqual([clock.now.toISOString()]);
  await withdraw(sold);
  expect([(await returnsOf(sold)).length, await messagesFrom(sold)]).toEqual([1, 0]);
});

test('a withdrawal beside an open return retains nothing of it', async () => {
  const sold = await sell();
  const lines = [{ product: cable, quantity: 1, reason: 'not-needed' }];
  const first = (await call('openReturn', { params: { id: sold.id }, body: { lines } }, sold.guest)).return;
  await db.execute(sql`update return_lines set restocking_percent = 10 where return_id = ${first.id}`);
  await act('receiveReturn', first.number, { line: first.lines[0].id, quantity: 1 });
  await withdraw(sold);
  const cases = await returnsOf(sold);
  expect(cases).toMatchObject([{ units: 2 }, { units: 1 }]);
  const found = (await call('getReturn', { params: { number: first.number } }, sold.guest)).return;
  expect(found.lines).toMatchObject([{ reason: 'withdrawal', restockingPercent: 0 }]);
});

test('a withdrawal before the parcel left cancels the order', async () => {
  const sold = await sell({ status: 'processing' });
  await withdraw(sold);
  const { order } = await staff('getOrder', { params: { id: sold.id } });
  expect(order).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' });
});

test('a withdrawal without the right is answered alike and stored as a message', async () => {
  const [abroad, late, off] = [await sell({ country: 'United States' }), await sell(), await sell()];
  const unknown = { orderNumber: 'MJ-NOSUCH123', email: `nobody${++buyers}@example.com` };
  const stranger = { orderNumber: late.orderNumber, email: `stranger${++buyers}@example.com` };
  const keys = new Set<string>();
  for (const declared of [abroad, unknown, stranger]) {
    keys.add(Object.keys(await withdraw(declared)).join());
    expect(await messagesFrom(declared)).toBe(1);
    expect(await acknowledged(declared)).toHaveLength(1);
  }
  const before = clock.now;
  clock.now = new Date(before.getTime() + 40 * dayMs);
  keys.add(Object.keys(await withdraw(late)).join());
  clock.now = before;
  const row = { sendDays: 14, graceDays: 7, answerDays: 2, instructions: '', withdrawal: false, version: 1 };
  await db.insert(returnSettings).values(row);
  keys.add(Object.keys(await withdraw(off)).join());
  await db.delete(returnSettings);
  expect([...keys]).toEqual(['receivedAt']);
  for (const sold of [abroad, late, off]) {
    expect(await returnsOf(sold)).toEqual([]);
    expect(await messagesFrom(sold)).toBe(1);
  }
});

test('a withdrawal past its refund day is late once its parcel is sent', async () => {
  const sold = await sell();
  await withdraw(sold);
  const [{ number, refundBy }] = await returnsOf(sold);
  const before = clock.now;
  expect(refundBy).toBe(new Date(before.getTime() + 14 * dayMs).toISOString());
  const late = async () => (await staff('listReturns', { query: { tab: 'late', search: number } })).returns;
  clock.now = new Date(before.getTime() + 14 * dayMs + 1);
  expect(await late()).toEqual([]);
  await call('markReturnSent', { params: { number }, body: { trackingNumber: '1Z1' } }, sold.guest);
  expect(await late()).toMatchObject([{ number, refundBy, isLate: true }]);
  expect((await staff('getReturn', { params: { number } })).return).toMatchObject({ refundBy, isLate: true });
  clock.now = before;
  expect(await late()).toEqual([]);
});

test('the refund day of a return that is withdrawn later counts from the withdrawal', async () => {
  const sold = await sell();
  const lines = [{ product: cable, quantity: 3, reason: 'not-needed' }];
  const { number, refundBy } = (
    await call('openReturn', { params: { id: sold.id }, body: { lines } }, sold.guest)
  ).return;
  expect(refundBy).toBeNull();
  const before = clock.now;
  clock.now = new Date(before.getTime() + 2 * dayMs);
  await withdraw(sold);
  expect(await returnsOf(sold)).toMatchObject([
    { number, refundBy: new Date(before.getTime() + 16 * dayMs).toISOString() },
  ]);
  clock.now = before;
});

test('a withdrawal that matches nothing sends its author one mail', async () => {
  const unknown = { orderNumber: 'MJ-NOSUCH456', email: `nobody${++buyers}@example.com` };
  await withdraw(unknown);
  const { rows } = await db.execute<{ kind: string }>(
    sql`select content->>'kind' as kind from outgoing_mails where recipient = ${unknown.email}`,
  );
  expect(rows).toEqual([{ kind: 'withdrawal-received' }]);
});

test('a customer cannot give a withdrawal as the reason of a return', async () => {
  const sold = await sell({ country: 'United States' });
  const lines = [{ product: cable, quantity: 1, reason: 'withdrawal' }];
  const opening = call('openReturn', { params: { id: sold.id }, body: { lines } }, sold.guest);
  expect(await codeOf(opening)).toBe('VALIDATION_ERROR');
});
