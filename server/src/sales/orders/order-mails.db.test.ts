import type { OrderStatus } from '@reprise/contract/sales/orders/order-status';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { type As, openOrderShop, orderOf, someAddress } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { mails } from '../../foundations/notifications/notifications.tables.ts';
import { jobOutbox } from '../../platform/jobs/jobs.tables.ts';
import { dayMs } from '../../platform/time.ts';

const database = await openTestDatabase();
const shop = await openOrderShop(database);
const { call, addProduct } = shop;
const { db } = shop.deps;
let product: string;
let email: string;

const start = shop.clock.now;

beforeEach(async () => {
  shop.clock.now = start;
  product = await addProduct(9);
  email = `${product}@example.com`;
});

async function place() {
  const body = orderOf({ [product]: 1 }, { shippingAddress: { ...someAddress, email } });
  const { order, accessToken } = await shop.place(body);
  return { order, as: { orderToken: accessToken } };
}

async function pay({ id: orderId, total: amount }: { id: string; total: number }, as: As): Promise<void> {
  const { clientSecret, paymentIntentId } = await call(
    'createPaymentIntent',
    { body: { amount, orderId } },
    as,
  );
  await call('confirmTestCard', { body: { clientSecret, card: 'pm_card_visa' } });
  await call('confirmPayment', { body: { paymentIntentId, orderId } }, as);
}

async function mailsSent() {
  await shop.deps.jobs.workUntilIdle();
  return db.select().from(mails).where(eq(mails.recipient, email)).orderBy(mails.createdAt);
}

test('mails an unpaid order with a payment link, then its payment', async () => {
  const { order, as } = await place();
  const [unpaid, ...others] = await mailsSent();
  expect([unpaid?.kind, others]).toEqual(['order-placed', []]);
  expect(unpaid?.subject).toBe(`Your order ${order.orderNumber} is not paid yet`);
  expect(unpaid?.text).toContain('Your items are reserved until Mon, Nov 2, 10:30 AM UTC.');
  expect(unpaid?.text).toContain(`/orders/${order.orderNumber}#hidden`);
  shop.clock.now = new Date(shop.clock.now.getTime() + 1000);
  await pay(order, as);
  const [, paid, ...more] = await mailsSent();
  expect([paid?.kind, more]).toEqual(['order-paid', []]);
  expect(paid?.subject).toBe(`Your order ${order.orderNumber} is confirmed`);
  expect(paid?.text).toContain('Estimated delivery: Nov 10-13.');
  expect(paid?.text).toContain('This was a test payment: no money was taken.');
  expect(paid?.html).toContain('/media/phone.svg" alt="Pixel 7');
});

test('mails an order that is paid at once only about its payment', async () => {
  const { order, as } = await place();
  const [waiting] = await db.select().from(jobOutbox);
  expect(waiting?.startAfter?.getTime()).toBeGreaterThan(waiting?.createdAt.getTime() ?? Infinity);
  await pay(order, as);
  expect((await mailsSent()).map(({ kind }) => kind)).toEqual(['order-paid']);
});

test('counts the delivery of an order from a payment that arrives a day later', async () => {
  const shippingAddress = { ...someAddress, email };
  const { paymentMethod: _, ...body } = orderOf({ [product]: 1 }, { shippingAddress }) as Record<
    string,
    unknown
  >;
  const admin = await shop.addUser('admin');
  const { order } = await call('placeStaffOrder', { body }, { caller: admin });
  shop.clock.now = new Date(shop.clock.now.getTime() + 2 * dayMs);
  await pay(order, { caller: admin });
  const read = await call('getOrder', { params: { id: order.id } }, { caller: admin });
  const days = ({ estimatedDelivery, latestDelivery }: Record<string, string>) =>
    [estimatedDelivery, latestDelivery].map((day) => day?.slice(0, 10));
  expect(days(order)).toEqual(['2026-11-10', '2026-11-13']);
  expect(days(read.order)).toEqual(['2026-11-12', '2026-11-17']);
  expect((await mailsSent()).at(-1)?.text).toContain('Estimated delivery: Nov 12-17.');
});

test('sends the mail of a status 30 seconds after the change', async () => {
  const { order, as } = await place();
  await pay(order, as);
  await mailsSent();
  const admin = { caller: await shop.addUser('admin') };
  await setStatus(order.id, 'shipped', admin);
  const [waiting] = await db.select().from(jobOutbox);
  const delay = (waiting?.startAfter?.getTime() ?? 0) - (waiting?.createdAt.getTime() ?? 0);
  expect(delay).toBe(30_000);
  const context = () => call('getOrderContext', { params: { id: order.id } }, admin);
  expect((await context()).mailLeavesAt).toBe(waiting?.startAfter?.toISOString());
  expect((await mailsSent()).at(-1)?.kind).toBe('order-shipped');
  expect((await context()).mailLeavesAt).toBeNull();
});

test('sends no mail of a status that is set back before it leaves', async () => {
  const { order, as } = await place();
  await pay(order, as);
  const before = (await mailsSent()).length;
  const admin = { caller: await shop.addUser('admin') };
  for (const status of ['delivered', 'processing', 'shipped', 'processing', 'shipped'] as const)
    await setStatus(order.id, status, admin);
  expect((await mailsSent()).slice(before).map(({ kind }) => kind)).toEqual(['order-shipped']);
});

test('sends no mail of a status that is set back while the mail is due', async () => {
  const { order } = await place();
  const admin = { caller: await shop.addUser('admin') };
  await mailsSent();
  await setStatus(order.id, 'delivered', admin);
  // It is due by now, so the change cannot withdraw it any more.
  await db.update(jobOutbox).set({ startAfter: null });
  await setStatus(order.id, 'processing', admin);
  expect((await mailsSent()).map(({ kind }) => kind)).not.toContain('order-delivered');
});

const setStatus = (id: string, status: OrderStatus, admin: As) =>
  call('changeOrderStatus', { params: { id }, body: { status } }, admin);
