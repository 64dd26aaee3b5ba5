import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { codeOf, openOrderShop, orderOf, someAddress } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { auditEntries } from '../../foundations/audit/audit.tables.ts';
import { mails } from '../../foundations/notifications/notifications.tables.ts';
import type { Caller } from '../../platform/http/endpoint.ts';
import { testIntents } from './payments.tables.ts';

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

async function placeUnpaid() {
  const email = `${phone}@example.com`;
  const placed = await place(orderOf({ [phone]: 2 }, { shippingAddress: { ...someAddress, email } }));
  const as = { orderToken: placed.accessToken };
  return { id: placed.order.id as string, total: placed.order.total as number, email, as };
}

type Unpaid = Awaited<ReturnType<typeof placeUnpaid>>;

const record = ({ id }: Unpaid, body: object = { method: 'cash' }) =>
  call('recordPayment', { params: { id }, body }, { caller: admin });
const startPayment = ({ id, total, as }: Unpaid) =>
  call('createPaymentIntent', { body: { amount: total, orderId: id } }, as);
const useCard = (clientSecret: string) =>
  call('confirmTestCard', { body: { clientSecret, card: 'pm_card_visa' } });
const setStatus = ({ id }: Unpaid, status: string) =>
  call('changeOrderStatus', { params: { id }, body: { status } }, { caller: admin });
const read = async ({ id }: Unpaid) => (await call('getOrder', { params: { id } }, { caller: admin })).order;
const mailsTo = async ({ email }: Unpaid) => {
  await deps.jobs.workUntilIdle();
  return db.select().from(mails).where(eq(mails.recipient, email));
};

test('records a transfer with its reference, and moves the order on like any payment', async () => {
  const unpaid = await placeUnpaid();
  const { order } = await record(unpaid, { method: 'transfer', reference: 'TR-77', note: 'Seen on Monday' });
  expect(order).toMatchObject({
    status: 'processing',
    paymentStatus: 'paid',
    paymentMethod: 'transfer',
    isTestPaid: false,
    reservedUntil: null,
    payments: [
      {
        processor: 'manual',
        status: 'succeeded',
        amount: unpaid.total,
        reference: 'TR-77',
        refundable: unpaid.total,
      },
    ],
  });
  expect((await mailsTo(unpaid)).map(({ kind }) => kind)).toContain('order-paid');
  const entries = await db.select().from(auditEntries).where(eq(auditEntries.action, 'record payment'));
  expect(entries).toMatchObject([
    { actorId: admin.userId, after: { method: 'transfer', reference: 'TR-77' } },
  ]);
});

test('refunds of a recorded payment are only recorded, also when the order is cancelled', async () => {
  const unpaid = await placeUnpaid();
  await record(unpaid);
  const refund = await call(
    'refundOrder',
    { params: { id: unpaid.id }, body: { amount: 10 } },
    { caller: admin },
  );
  expect(refund.refund).toMatchObject({ amount: 10, status: 'succeeded' });
  await setStatus(unpaid, 'cancelled');
  const texts = (await mailsTo(unpaid)).map(({ text }) => text).join('\n');
  expect(texts).toContain('$10.00 of the');
  expect(texts).toContain('Your payment will be refunded in cash.');
  expect(await read(unpaid)).toMatchObject({
    paymentStatus: 'refunded',
    payments: [{ status: 'refunded', refunded: unpaid.total }],
  });
  expect(await db.$count(testIntents)).toBe(0);
});

test('recording ends an open payment, which can no longer be paid', async () => {
  const unpaid = await placeUnpaid();
  const { clientSecret, paymentIntentId } = await startPayment(unpaid);
  await record(unpaid);
  await expect(useCard(clientSecret)).rejects.toThrow();
  const [intent] = await db.select().from(testIntents).where(eq(testIntents.id, paymentIntentId));
  expect(intent?.status).toBe('canceled');
  expect((await read(unpaid)).payments).toMatchObject([{ processor: 'manual' }, { status: 'cancelled' }]);
});

test('refuses an order that was paid, recorded or cancelled', async () => {
  const paid = await placeUnpaid();
  const { clientSecret } = await startPayment(paid);
  await useCard(clientSecret);
  expect(await codeOf(record(paid))).toBe('ALREADY_PAID');
  const recorded = await placeUnpaid();
  const outcomes = await Promise.allSettled([record(recorded), record(recorded), record(recorded)]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const cancelled = await placeUnpaid();
  await setStatus(cancelled, 'cancelled');
  expect(await codeOf(record(cancelled))).toBe('ORDER_CANCELLED');
});
