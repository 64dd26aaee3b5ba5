import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { type As, codeOf, openOrderShop, orderOf, someAddress } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { mails } from '../../../foundations/notifications/notifications.tables.ts';
import { dayMs } from '../../../platform/time.ts';
import { answerConversation } from '../../conversations/answer-conversation.ts';
import { orders } from '../orders.tables.ts';

// Calls of customers and guests on their own orders.

const database = await openTestDatabase();
const shop = await openOrderShop(database);
const { call, addProduct, stockOf } = shop;
const { db, jobs } = shop.deps;
const admin = await shop.addUser('admin');
let product: string;

beforeEach(async () => {
  product = await addProduct(5);
  return shop.expectIntegrity;
});

type Placed = { order: { id: string; orderNumber: string; total: number }; as: As };

async function place(email = someAddress.email): Promise<Placed> {
  const { order, accessToken } = await shop.place(
    orderOf({ [product]: 2 }, { shippingAddress: { ...someAddress, email } }),
  );
  return { order, as: { orderToken: accessToken } };
}

async function placePaid(): Promise<Placed> {
  const { order, as } = await place();
  const body = { amount: order.total, orderId: order.id };
  const { clientSecret, paymentIntentId } = await call('createPaymentIntent', { body }, as);
  await call('confirmTestCard', { body: { clientSecret, card: 'pm_card_visa' } });
  await call('confirmPayment', { body: { paymentIntentId, orderId: order.id } }, as);
  return { order, as };
}

const cancel = (id: string, as: As) => call('cancelOwnOrder', { params: { id } }, as);
const ship = (id: string) =>
  call(
    'changeOrderStatus',
    { params: { id }, body: { status: 'shipped', seenStatus: 'processing' } },
    { caller: admin },
  );
const readAsAdmin = async (id: string) =>
  (await call('getOrder', { params: { id } }, { caller: admin })).order;

describe('cancelling an own order', () => {
  test('refunds a paid order once, returns its stock and tells the customer', async () => {
    const { order, as } = await placePaid();
    const answers = await Promise.all([cancel(order.id, as), cancel(order.orderNumber, as)]);
    for (const answer of answers) {
      expect(answer.order).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' });
    }
    await jobs.workUntilIdle();
    expect(await stockOf(product)).toBe(5);
    const [payment] = (await readAsAdmin(order.id)).payments;
    expect(payment).toMatchObject({
      refunded: order.total,
      refundable: 0,
      refunds: [{ status: 'succeeded' }],
    });
    const sent = await db.select().from(mails).where(eq(mails.orderId, order.id));
    const [mail, ...more] = sent.filter(({ kind }) => kind === 'order-cancelled');
    expect(more).toEqual([]);
    expect(mail?.text).toMatch(/Your payment\s+will\s+be\s+refunded/);
  });

  test('either ships or cancels when both happen at once', async () => {
    const { order, as } = await placePaid();
    const outcomes = await Promise.allSettled([cancel(order.id, as), ship(order.id)]);
    const rejected = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(rejected).toMatchObject([{ reason: { code: 'EDIT_CONFLICT' } }]);
    const { status, paymentStatus } = await readAsAdmin(order.id);
    expect([
      ['cancelled', 'refunded'],
      ['shipped', 'paid'],
    ]).toContainEqual([status, paymentStatus]);
  });

  test('rejects a shipped order, a stranger and the token of another order', async () => {
    const { order, as } = await placePaid();
    const other = await place();
    expect(await codeOf(cancel(order.id, other.as))).toBe('NOT_FOUND');
    expect(await codeOf(cancel(order.id, { caller: await shop.addUser() }))).toBe('NOT_FOUND');
    expect(await codeOf(cancel(order.id, {}))).toBe('NOT_FOUND');
    await ship(order.id);
    expect(await codeOf(cancel(order.id, as))).toBe('EDIT_CONFLICT');
    expect(await readAsAdmin(order.id)).toMatchObject({ status: 'shipped', paymentStatus: 'paid' });
  });
});

describe('a message about an order', () => {
  const report = (id: string, message: string, as: As) =>
    call('reportOrderProblem', { params: { id }, body: { message } }, as);

  test('is stored once for the staff and mailed to the store', async () => {
    const { order, as } = await place('ada@message.example.com');
    await Promise.all([1, 2].map(() => report(order.id, 'The screen is cracked.', as)));
    const { messages } = await call('getOrderContext', { params: { id: order.id } }, { caller: admin });
    expect(messages.map(({ text }: { text: string }) => text)).toEqual(['The screen is cracked.']);
    await jobs.workUntilIdle();
    const [mail, ...more] = await db.select().from(mails).where(eq(mails.kind, 'support-message'));
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ replyTo: 'ada@message.example.com' });
    expect(mail?.text).toContain('The screen is cracked.');
    expect(mail?.subject).toContain(order.orderNumber);
  });

  test('is answered to the address of the order, and read by its customer only', async () => {
    const { order, as } = await place('typo@message.example.com');
    await report(order.id, 'Where is it?', as);
    await db.update(orders).set({ email: 'right@message.example.com' }).where(eq(orders.id, order.id));
    const { conversation } = await call('getOrderContext', { params: { id: order.id } }, { caller: admin });
    await answerConversation(shop.deps, conversation.id, { text: 'On its way.' }, admin.userId);
    await jobs.workUntilIdle();
    const [mail] = await db.select().from(mails).where(eq(mails.kind, 'support-reply'));
    expect(mail).toMatchObject({ recipient: 'right@message.example.com' });
    expect(mail?.subject).toContain(order.orderNumber);
    const read = (reader: As) => call('listOrderMessages', { params: { id: order.id } }, reader);
    expect((await read(as)).messages).toMatchObject([
      { text: 'Where is it?', author: 'Grace Hopper' },
      { text: 'On its way.', author: 'Reprise' },
    ]);
    expect(await codeOf(read({ caller: await shop.addUser() }))).toBe('NOT_FOUND');
    expect(await codeOf(read((await place()).as))).toBe('NOT_FOUND');
  });

  test('begins with staff, who write once when they press twice', async () => {
    const { order, as } = await place('first@message.example.com');
    const write = (caller = admin) => {
      const wire = { params: { id: order.orderNumber }, body: { text: 'Which charger is missing?' } };
      return call('writeToCustomer', wire, { caller });
    };
    await write();
    await write();
    await jobs.workUntilIdle();
    const sent = await db.select().from(mails).where(eq(mails.recipient, 'first@message.example.com'));
    expect(sent.filter(({ kind }) => kind === 'support-reply')).toMatchObject([
      { subject: `A message from Reprise about order ${order.orderNumber}` },
    ]);
    await report(order.id, 'The small one.', as);
    const { messages } = await call('listOrderMessages', { params: { id: order.id } }, as);
    expect(messages.map(({ author }: { author: string }) => author)).toEqual(['Reprise', 'Grace Hopper']);
    expect(await codeOf(write(await shop.addUser()))).toBe('FORBIDDEN');
    await db.update(orders).set({ email: '' }).where(eq(orders.id, order.id));
    expect(await codeOf(write())).toBe('NOT_FOUND');
  });

  test('is limited in length, to five a day, and to the customer of the order', async () => {
    const { order, as } = await place();
    expect(await codeOf(report(order.id, 'x'.repeat(2001), as))).toBe('VALIDATION_ERROR');
    expect(await codeOf(report(order.id, ' ', as))).toBe('VALIDATION_ERROR');
    expect(await codeOf(report(order.id, 'Mine', { caller: await shop.addUser() }))).toBe('NOT_FOUND');
    for (let number = 1; number <= 5; number++) await report(order.id, `Message ${number}`, as);
    expect(await codeOf(report(order.id, 'Message 6', as))).toBe('RATE_LIMITED');
    shop.clock.now = new Date(shop.clock.now.getTime() + dayMs + 1);
    await report(order.id, 'Message 6', as);
    const { messages } = await call('listOrderMessages', { params: { id: order.id } }, as);
    expect(messages).toHaveLength(6);
  });
});

test('tracking by number and email gives a guest access to the order, and a stranger none', async () => {
  const { order } = await place();
  const track = (email: string) =>
    call('trackOrder', { params: { number: order.orderNumber }, query: { email } });
  const { accessToken } = await track(someAddress.email);
  expect((await cancel(order.id, { orderToken: accessToken })).order.status).toBe('cancelled');
  expect(await track('other@example.com')).not.toHaveProperty('accessToken');
  const buyer = await shop.addUser();
  const own = await shop.place(orderOf({ [product]: 1 }), { caller: buyer });
  const found = await call('trackOrder', {
    params: { number: own.order.orderNumber },
    query: { email: someAddress.email },
  });
  expect(found.order.id).toBe(own.order.id);
  expect(found).not.toHaveProperty('accessToken');
});
