import { fileURLToPath } from 'node:url';
import { toCents } from '@reprise/contract/money';
import { openMollie } from '@reprise/mollie/test/mollie-server';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type As, codeOf, openOrderShop, orderOf, someAddress } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { mails } from '../../../foundations/notifications/notifications.tables.ts';
import { withProcessor } from '../../../foundations/settings/payment-keys.ts';
import { readPublicSettings } from '../../../foundations/settings/settings.queries.ts';
import { storeSettings } from '../../../foundations/settings/settings.tables.ts';
import { dayMs, minuteMs } from '../../../platform/time.ts';
import { paymentDiscrepancies, payments } from '../payments.tables.ts';
import { reconcilePayments } from '../reconcile.ts';
import { releaseExpiredReservations } from '../release-expired-reservations.ts';
import { startPayment } from '../start-payment.ts';

// Payments on the page of another processor, with the example adapter and a stand-in for Mollie.

const mollie = await openMollie();
afterAll(mollie.close);
Object.assign(process.env, mollie.settings);
const database = await openTestDatabase();
const { db } = database;
const shop = await openOrderShop(database, {
  PAYMENT_ADAPTER: fileURLToPath(new URL('../../../../../extensions/mollie-payments.ts', import.meta.url)),
  PUBLIC_URL: 'https://shop.test',
});
const { call, place, deps } = shop;

let admin: Awaited<ReturnType<typeof shop.addUser>>;
let phone: string;

beforeEach(async () => {
  shop.clock.now = new Date();
  Object.assign(mollie.state, { isAway: false, losesNextPost: false, isCancelable: true });
  admin = await shop.addUser('admin');
  phone = await shop.addProduct(10);
  await db.delete(paymentDiscrepancies);
  await db.update(storeSettings).set({ liveMoneySince: null });
  return shop.expectIntegrity;
});
afterEach(() => expect(mollie.objections).toEqual([]));

type Placed = { id: string; total: number; email: string; as: As };

async function placeOrder(): Promise<Placed> {
  const email = `${phone}@example.com`;
  const { order, accessToken } = await place(
    orderOf({ [phone]: 2 }, { shippingAddress: { ...someAddress, email } }),
  );
  return { id: order.id, total: order.total, email, as: { orderToken: accessToken } };
}

const start = ({ id, total, as }: Placed) =>
  call('createPaymentIntent', { body: { amount: total, orderId: id } }, as);
const confirm = ({ id, as }: Placed, paymentIntentId: string) =>
  call('confirmPayment', { body: { paymentIntentId, orderId: id } }, as);
const read = async ({ id }: Placed) => (await call('getOrder', { params: { id } }, { caller: admin })).order;
const notify = (id: string) => call('receivePaymentNotice', { params: { id } });
const cancelOrder = ({ id }: Placed) =>
  call('changeOrderStatus', { params: { id }, body: { status: 'cancelled' } }, { caller: admin });
const refund = ({ id }: Placed, body: object) =>
  call('refundOrder', { params: { id }, body }, { caller: admin });

/** An order whose payment was made on the page. */
async function payOrder(): Promise<Placed & { intent: string }> {
  const order = await placeOrder();
  const { paymentIntentId: intent } = await start(order);
  mollie.last().status = 'paid';
  await confirm(order, intent);
  return { ...order, intent };
}

describe('paying on the page of a processor', () => {
  test('opens one page for all calls, with the amount and the addresses of the shop', async () => {
    const order = await placeOrder();
    const before = mollie.payments.size;
    const all = await Promise.all([start(order), start(order), start(order)]);
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(mollie.payments.size).toBe(before + 1);
    const { id, amount, redirectUrl, webhookUrl } = mollie.last();
    expect(all[0]).toMatchObject({ paymentIntentId: id, paymentPage: `${mollie.url}/pay/${id}` });
    expect(amount).toEqual({ value: order.total.toFixed(2), currency: 'USD' });
    expect(redirectUrl).toBe(`https://shop.test/checkout?order=${order.id}&returned=1`);
    expect(webhookUrl).toBe(`https://shop.test/api/payments/notices/${order.id}`);
  });

  test('a notice pays nothing that the processor does not call paid', async () => {
    const order = await placeOrder();
    await start(order);
    await notify(order.id);
    expect(await codeOf(notify('ord_unknown'))).toBe('NOT_FOUND');
    expect(await read(order)).toMatchObject({ status: 'pending', paymentStatus: 'started' });
    mollie.last().status = 'paid';
    await Promise.all([notify(order.id), notify(order.id)]);
    expect(await read(order)).toMatchObject({
      status: 'processing',
      paymentStatus: 'paid',
      paymentMethod: 'online',
      payments: [{ processor: 'adapter', method: 'online', status: 'succeeded', livemode: false }],
    });
    await deps.jobs.workUntilIdle();
    const sent = await db.select().from(mails).where(eq(mails.recipient, order.email));
    expect(sent.map(({ kind }) => kind)).toEqual(['order-paid']);
  });

  test('a payment cancelled on the page is closed, and the next start opens another', async () => {
    const order = await placeOrder();
    const first = await start(order);
    mollie.last().status = 'canceled';
    expect(await codeOf(confirm(order, first.paymentIntentId))).toBe('PAYMENT_NOT_COMPLETED');
    const second = await start(order);
    expect(second.paymentIntentId).not.toBe(first.paymentIntentId);
    mollie.last().status = 'paid';
    const { order: paid } = await confirm(order, second.paymentIntentId);
    expect(paid.paymentStatus).toBe('paid');
    expect((await read(order)).payments.map(({ status }: { status: string }) => status)).toEqual([
      'succeeded',
      'cancelled',
    ]);
  });

  test('another amount than requested pays nothing and is listed', async () => {
    const order = await placeOrder();
    const { paymentIntentId } = await start(order);
    Object.assign(mollie.last(), { status: 'paid', amount: { value: '1.00', currency: 'USD' } });
    expect(await codeOf(confirm(order, paymentIntentId))).toBe('PAYMENT_NOT_COMPLETED');
    expect((await read(order)).paymentStatus).not.toBe('paid');
    expect(await db.select().from(paymentDiscrepancies)).toMatchObject([{ kind: 'wrong-amount' }]);
    await db.delete(payments).where(eq(payments.orderId, order.id));
  });

  test('a processor that is away takes nothing, and the order stays', async () => {
    const order = await placeOrder();
    mollie.state.isAway = true;
    expect(await codeOf(start(order))).toBe('PAYMENT_UNAVAILABLE');
    mollie.state.isAway = false;
    expect((await start(order)).paymentPage).toContain('/pay/');
    expect(await read(order)).toMatchObject({ status: 'pending', paymentStatus: 'started' });
  });

  test('a payment opened at the processor before is closed, and the page is opened', async () => {
    const order = await placeOrder();
    const before = await startPayment(
      { ...deps, environment: { ...deps.environment, paymentAdapters: [] } },
      { caller: null, orderToken: order.as.orderToken ?? null },
      { orderId: order.id, amount: toCents(order.total) },
    );
    expect(before.paymentPage).toBeNull();
    const { paymentPage } = await start(order);
    expect(paymentPage).toBe(`${mollie.url}/pay/${mollie.last().id}`);
    expect((await read(order)).payments).toMatchObject([
      { processor: 'adapter', status: 'created' },
      { processor: 'test', status: 'cancelled' },
    ]);
  });

  test('an answer that was lost opens no second page', async () => {
    const order = await placeOrder();
    const before = mollie.payments.size;
    mollie.state.losesNextPost = true;
    expect(await codeOf(start(order))).toBe('PAYMENT_UNAVAILABLE');
    await start(order);
    expect(mollie.payments.size).toBe(before + 1);
  });
});

describe('the end of a reservation', () => {
  const later = () => {
    shop.clock.now = new Date(shop.clock.now.getTime() + dayMs);
    return releaseExpiredReservations(deps);
  };

  test('closes the page before the stock goes back', async () => {
    const order = await placeOrder();
    await start(order);
    await later();
    expect(mollie.last().status).toBe('canceled');
    expect((await read(order)).status).toBe('cancelled');
  });

  test('keeps the stock while the page cannot be closed', async () => {
    const order = await placeOrder();
    mollie.state.isCancelable = false;
    const { paymentIntentId } = await start(order);
    await later();
    expect((await read(order)).status).toBe('pending');
    mollie.last().status = 'paid';
    await confirm(order, paymentIntentId);
    expect((await read(order)).paymentStatus).toBe('paid');
  });
});

describe('refunds', () => {
  test('go to the processor once, also if its answer was lost', async () => {
    const order = await payOrder();
    mollie.state.losesNextPost = true;
    await refund(order, { amount: 5 }).catch(() => {});
    await deps.jobs.workUntilIdle();
    const { refunds } = mollie.payments.get(order.intent) ?? { refunds: [] };
    expect(refunds.map(({ amount }) => amount.value)).toEqual(['5.00']);
    expect((await read(order)).payments[0]).toMatchObject({ refunded: 5, refunds: [{ status: 'pending' }] });
    if (refunds[0]) refunds[0].status = 'refunded';
    await notify(order.id);
    expect((await read(order)).payments[0].refunds).toMatchObject([{ status: 'succeeded' }]);
    const text = (await read(order)).events.at(-1).description;
    expect(text).toBe('$5.00 will be refunded to the payment method you used.');
  });

  test('made in the dashboard of the processor become refunds of the order', async () => {
    const order = await payOrder();
    const payment = mollie.payments.get(order.intent);
    const amount = { value: '3.00', currency: 'USD' as const };
    payment?.refunds.push({ id: 're_dashboard', status: 'refunded', amount, metadata: null });
    await notify(order.id);
    await notify(order.id);
    const [{ refunded, refunds }] = (await read(order)).payments;
    expect([refunded, refunds.length, refunds[0].reason]).toEqual([3, 1, 'Given back at Mollie']);
  });

  test('a cancelled order gets its payment back, and one paid after it as well', async () => {
    const order = await payOrder();
    await cancelOrder(order);
    await deps.jobs.workUntilIdle();
    const total = order.total.toFixed(2);
    expect(mollie.payments.get(order.intent)?.refunds.map(({ amount }) => amount.value)).toEqual([total]);

    const late = await placeOrder();
    mollie.state.isCancelable = false;
    const { paymentIntentId } = await start(late);
    await cancelOrder(late);
    await deps.jobs.workUntilIdle();
    mollie.last().status = 'paid';
    await notify(late.id);
    await deps.jobs.workUntilIdle();
    expect(mollie.payments.get(paymentIntentId)?.refunds).toHaveLength(1);
    expect((await read(late)).paymentStatus).toBe('refunded');
  });
});

test('a notice that never came is made up for by the reconciliation', async () => {
  const order = await placeOrder();
  await start(order);
  mollie.last().status = 'paid';
  shop.clock.now = new Date(shop.clock.now.getTime() + 10 * minuteMs);
  await reconcilePayments(deps);
  expect((await read(order)).paymentStatus).toBe('paid');
});

test('the checkout names the processor, and a test mode takes nothing after real money', async () => {
  const shown = async () => withProcessor(deps, await readPublicSettings(db));
  expect(await shown()).toMatchObject({
    paymentProcessor: 'adapter',
    paymentPages: [{ name: 'Mollie', livemode: false }],
    isTestModePublic: true,
  });
  const order = await placeOrder();
  await db.update(storeSettings).set({ liveMoneySince: new Date() });
  expect((await shown()).paymentProcessor).toBe('none');
  expect(await codeOf(start(order))).toBe('PAYMENT_UNAVAILABLE');
});
