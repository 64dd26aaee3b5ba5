import { isoIn } from '@reprise/contract/time-zone';
import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { codeOf, openOrderShop, orderOf, problemOf, someAddress } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { auditEntries } from '../../../foundations/audit/audit.tables.ts';
import { mails } from '../../../foundations/notifications/notifications.tables.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import type { Caller } from '../../../platform/http/endpoint.ts';
import { refunds, testIntents, testRefunds } from '../payments.tables.ts';

const database = await openTestDatabase();
const { db } = database;
const shop = await openOrderShop(database);
const { call, place, deps } = shop;

let admin: Caller;
let phone: string;

beforeEach(async () => {
  admin = await shop.addUser('admin');
  phone = await shop.addProduct(10);
  return shop.expectIntegrity;
});

/** A paid order of $59.98 plus tax. */
async function paidOrder(email = `${phone}@example.com`) {
  const { order, accessToken } = await place(
    orderOf({ [phone]: 2 }, { shippingAddress: { ...someAddress, email } }),
  );
  const as = { orderToken: accessToken };
  const body = { amount: order.total, orderId: order.id };
  const { clientSecret, paymentIntentId } = await call('createPaymentIntent', { body }, as);
  await call('confirmTestCard', { body: { clientSecret, card: 'pm_card_visa' } });
  await call('confirmPayment', { body: { paymentIntentId, orderId: order.id } }, as);
  return { id: order.id as string, total: order.total as number, email, paymentIntentId, as };
}

type Paid = Awaited<ReturnType<typeof paidOrder>>;

const refund = ({ id }: Paid, body: object = {}, idempotencyKey: string | null = null) =>
  call('refundOrder', { params: { id }, body }, { caller: admin, idempotencyKey });
const read = async ({ id }: Paid) => (await call('getOrder', { params: { id } }, { caller: admin })).order;
const cancel = ({ id }: Paid) =>
  call('changeOrderStatus', { params: { id }, body: { status: 'cancelled' } }, { caller: admin });
const givenBack = async ({ paymentIntentId }: Paid) => {
  const [intent] = await db.select().from(testIntents).where(eq(testIntents.id, paymentIntentId));
  return (intent?.refundedCents ?? 0) / 100;
};
const mailKinds = async ({ email }: Paid) => {
  await deps.jobs.workUntilIdle();
  const sent = await db.select().from(mails).where(eq(mails.recipient, email));
  return sent.map((mail) => mail.kind).filter((kind) => kind !== 'order-paid');
};

describe('refunding', () => {
  test('the orders file has payment, refunds, the last one and the amount due', async () => {
    const paid = await paidOrder();
    const unpaid = await place(orderOf({ [phone]: 1 }));
    const paidAt = isoIn('UTC', shop.clock.now);
    await refund(paid, { amount: 20 });
    shop.clock.now = new Date(shop.clock.now.getTime() + 3_600_000);
    await refund(paid, { amount: 5.5 });
    let text = '';
    for await (const piece of (await call('exportOrders', {}, { caller: admin })).pieces) text += piece;
    const [head = '', ...lines] = text.split('\r\n').map((line) => line.split(','));
    const cellsOf = ({ orderNumber }: { orderNumber: string }) => {
      const line = lines.find(([number]) => number === orderNumber) ?? [];
      return ['Paid', 'Refunded', 'Last refund', 'Amount due'].map((title) => line[head.indexOf(title)]);
    };
    const { orderNumber } = await read(paid);
    expect(cellsOf({ orderNumber })).toEqual([paidAt, '25.5', isoIn('UTC', shop.clock.now), '0']);
    expect(cellsOf(unpaid.order)).toEqual(['', '0', '', String(unpaid.order.total)]);
  });

  test('refunds a part, then the rest, and informs the customer', async () => {
    const paid = await paidOrder();
    const first = await refund(paid, { amount: 20, reason: 'Scratch on the back' });
    expect(first.refund).toMatchObject({ amount: 20, status: 'succeeded', reason: 'Scratch on the back' });
    expect(first.order).toMatchObject({ status: 'processing', paymentStatus: 'partly-refunded' });
    expect(first.order.payments).toMatchObject([
      { amount: paid.total, refunded: 20, refundable: paid.total - 20, refunds: [{ amount: 20 }] },
    ]);
    expect(first.order.events.at(-1)).toMatchObject({
      status: 'Refunded',
      description: '$20.00 will be refunded to your card.',
    });
    const second = await refund(paid);
    expect(second.refund.amount).toBeCloseTo(paid.total - 20);
    expect(second.order.paymentStatus).toBe('refunded');
    expect(second.order.payments[0]).toMatchObject({ status: 'refunded', refundable: 0 });
    expect(await givenBack(paid)).toBeCloseTo(paid.total);
    expect(await mailKinds(paid)).toEqual(['order-refunded', 'order-refunded']);
    const audited = await db
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.subject, `order ${paid.id}`), eq(auditEntries.action, 'refund order')));
    expect(audited).toHaveLength(2);
    expect(await codeOf(refund(paid))).toBe('NOT_REFUNDABLE');
    const body = { amount: paid.total, orderId: paid.id };
    expect(await codeOf(call('createPaymentIntent', { body }, paid.as))).toBe('ALREADY_PAID');
  });

  test('never refunds more than was paid, also in parallel', async () => {
    const paid = await paidOrder();
    expect(await problemOf(refund(paid, { amount: paid.total + 0.01 }))).toMatchObject({
      code: 'NOT_REFUNDABLE',
      message: expect.stringContaining('is left to refund'),
    });
    const amount = Math.floor(paid.total / 3);
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => refund(paid, { amount })));
    expect(all.filter((one) => one.status === 'fulfilled')).toHaveLength(3);
    expect(await givenBack(paid)).toBe(3 * amount);
  });

  test('rejects zero, negative and fractional amounts and unpaid orders', async () => {
    const paid = await paidOrder();
    for (const amount of [0, -1, 0.001, '5', 1e12]) {
      expect(await codeOf(refund(paid, { amount }))).toBe('VALIDATION_ERROR');
    }
    const { order } = await place(orderOf({ [phone]: 1 }));
    expect(await codeOf(refund({ ...paid, id: order.id }))).toBe('NOT_REFUNDABLE');
    expect(await codeOf(refund({ ...paid, id: 'ord_none' }))).toBe('NOT_FOUND');
    expect(await codeOf(call('refundOrder', { params: { id: paid.id }, body: {} }, paid.as))).toBe(
      'UNAUTHENTICATED',
    );
  });

  test('refunds once per key and rejects the key with another amount', async () => {
    const paid = await paidOrder();
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => refund(paid, { amount: 5 }, 'key 1')),
    );
    expect(new Set(responses.map((response) => response.refund.id)).size).toBe(1);
    expect(await givenBack(paid)).toBe(5);
    expect(await codeOf(refund(paid, { amount: 6 }, 'key 1'))).toBe('IDEMPOTENCY_KEY_REUSED');
    await refund(paid, { amount: 5 }, 'key 2');
    expect(await givenBack(paid)).toBe(10);
  });

  test('sends a committed refund by job after a crash, with one mail', async () => {
    const paid = await paidOrder();
    await refund(paid, { amount: 7 });
    // The rows as a crash leaves them: committed, but not sent.
    await inTransaction(db, async (tx) => {
      await tx.delete(testRefunds).where(eq(testRefunds.intentId, paid.paymentIntentId));
      await tx
        .update(testIntents)
        .set({ refundedCents: 0 as never })
        .where(eq(testIntents.id, paid.paymentIntentId));
      await tx.update(refunds).set({ status: 'requested' }).where(eq(refunds.orderId, paid.id));
    });
    await deps.jobs.workUntilIdle();
    expect(await givenBack(paid)).toBe(7);
    expect((await read(paid)).payments[0].refunds).toMatchObject([{ amount: 7, status: 'succeeded' }]);
    expect(await mailKinds(paid)).toEqual(['order-refunded']);
  });

  test('shows a rejected refund as failed and counts the money as paid', async () => {
    const paid = await paidOrder();
    await db.update(testIntents).set({ status: 'canceled' }).where(eq(testIntents.id, paid.paymentIntentId));
    const { order, refund: failed } = await refund(paid, { amount: 7 });
    expect(failed).toMatchObject({ status: 'failed', failure: expect.stringMatching(/left to refund/) });
    expect(order).toMatchObject({ paymentStatus: 'paid', payments: [{ refunded: 0, status: 'succeeded' }] });
    expect(await mailKinds(paid)).toEqual([]);
    await db.update(testIntents).set({ status: 'succeeded' }).where(eq(testIntents.id, paid.paymentIntentId));
    expect((await refund(paid, { amount: 7 })).refund.status).toBe('succeeded');
  });
});

describe('cancelling a paid order', () => {
  test('shows the refund of a cancelled order before the job has stored it', async () => {
    const paid = await paidOrder();
    await refund(paid, { amount: 10 });
    await cancel(paid);
    const left = Math.round((paid.total - 10) * 100) / 100;
    expect((await read(paid)).payments).toMatchObject([{ refunding: left, refundable: 0 }]);
    await deps.jobs.workUntilIdle();
    const [payment] = (await read(paid)).payments;
    expect(payment).toMatchObject({ refunding: 0, refundable: 0, refunded: paid.total });
    expect(payment.refunds[0]).toMatchObject({ amount: left, status: 'succeeded' });
  });

  test('refunds the rest of a cancelled order exactly once', async () => {
    const paid = await paidOrder();
    await refund(paid, { amount: 10 });
    expect((await cancel(paid)).order.paymentStatus).toBe('refunded');
    await cancel(paid);
    await deps.jobs.workUntilIdle();
    const { payments } = await read(paid);
    expect(payments[0]).toMatchObject({ status: 'refunded', refunded: paid.total });
    expect(payments[0].refunds).toHaveLength(2);
    expect(await givenBack(paid)).toBeCloseTo(paid.total);
    expect(await mailKinds(paid)).toEqual(['order-refunded', 'order-cancelled']);
    expect(await codeOf(refund(paid))).toBe('NOT_REFUNDABLE');
  });

  test('completes the refund when the order is reopened, which must be paid again', async () => {
    const paid = await paidOrder();
    await cancel(paid);
    const body = { status: 'pending' };
    await call('changeOrderStatus', { params: { id: paid.id }, body }, { caller: admin });
    await deps.jobs.workUntilIdle();
    expect(await givenBack(paid)).toBeCloseTo(paid.total);
    expect(await read(paid)).toMatchObject({ status: 'pending', paymentStatus: 'unpaid' });
  });
});

test('shows payments to administrators only', async () => {
  const paid = await paidOrder();
  expect((await read(paid)).payments).toHaveLength(1);
  expect((await call('getOrder', { params: { id: paid.id } }, paid.as)).order).not.toHaveProperty('payments');
});
