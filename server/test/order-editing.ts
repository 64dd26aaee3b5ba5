import { cents } from '@reprise/contract/money';
import { and, eq } from 'drizzle-orm';
import { mails } from '../src/foundations/notifications/notifications.tables.ts';
import type { Caller } from '../src/platform/http/endpoint.ts';
import { payments, testIntents } from '../src/sales/payments/payments.tables.ts';
import { type OrderShop, orderOf, someAddress } from './order-shop.ts';

export type Placed = { id: string; email: string; as: { orderToken: string } };

/** Adds two products and an administrator to a shop, with the calls that place, pay and edit orders of them. */
export async function openEditing(shop: OrderShop, stock = 10) {
  const { call, deps } = shop;
  const admin: Caller = await shop.addUser('admin');
  const phone = await shop.addProduct(stock, cents(3000));
  const laptop = await shop.addProduct(stock, cents(10_000), 'ThinkPad X1');

  /** An unpaid order of two phones: $60 and tax, free shipping. */
  const placed = async (): Promise<Placed> => {
    const email = `${phone}@example.com`;
    const { order, accessToken } = await shop.place(
      orderOf({ [phone]: 2 }, { shippingAddress: { ...someAddress, email } }),
    );
    return { id: order.id, email, as: { orderToken: accessToken } };
  };
  const read = async ({ id }: { id: string }) =>
    (await call('getOrder', { params: { id } }, { caller: admin })).order;
  const start = async ({ id, as }: Placed) => {
    const { amountDue, total } = await read({ id });
    return call('createPaymentIntent', { body: { amount: amountDue ?? total, orderId: id } }, as);
  };
  const finish = async ({ id, as }: Placed, intent: { clientSecret: string; paymentIntentId: string }) => {
    await call('confirmTestCard', { body: { clientSecret: intent.clientSecret, card: 'pm_card_visa' } });
    return call('confirmPayment', { body: { paymentIntentId: intent.paymentIntentId, orderId: id } }, as);
  };
  const pay = async (order: Placed) => finish(order, await start(order));
  const paid = async () => {
    const order = await placed();
    await pay(order);
    return order;
  };
  const setStatus = ({ id }: Placed, status: string) =>
    call('changeOrderStatus', { params: { id }, body: { status } }, { caller: admin });
  const refund = ({ id }: Placed, amount?: number) =>
    call('refundOrder', { params: { id }, body: { amount } }, { caller: admin });

  /** Returns the request that leaves an order as it is, with these parts changed. */
  const editOf = async (order: Placed, items: Record<string, number> = { [phone]: 2 }, more: object = {}) => {
    const { version = 0, shippingMethod } = await read(order);
    const list = Object.entries(items).map(([product, quantity]) => ({ product, quantity }));
    const shippingAddress = { ...someAddress, email: order.email };
    return { version, shippingMethod, shippingAddress, items: list, ...more };
  };
  const send = ({ id }: Placed, body: object, as = admin) =>
    call('editOrder', { params: { id }, body }, { caller: as });
  const edit = async (...change: Parameters<typeof editOf>) => send(change[0], await editOf(...change));
  const preview = async (...change: Parameters<typeof editOf>) => {
    const input = { params: { id: change[0].id }, body: await editOf(...change) };
    return (await call('previewOrderEdit', input, { caller: admin })).preview;
  };
  const mailsTo = async ({ email }: Placed) => {
    await deps.jobs.workUntilIdle();
    return deps.db.select().from(mails).where(eq(mails.recipient, email));
  };
  const received = async (order: Placed) => {
    await deps.jobs.workUntilIdle();
    return readReceived(deps.db, order);
  };
  const orderCalls = { placed, paid, read, start, finish, pay, setStatus, refund, received, mailsTo };
  return { admin, phone, laptop, ...orderCalls, editOf, send, edit, preview };
}

/** Returns what the test processor has received less what it gave back, in dollars. */
async function readReceived(db: OrderShop['deps']['db'], { id }: Placed): Promise<number> {
  const rows = await db
    .select({ amount: testIntents.amountCents, refunded: testIntents.refundedCents })
    .from(testIntents)
    .innerJoin(payments, eq(payments.intentId, testIntents.id))
    .where(and(eq(payments.orderId, id), eq(testIntents.status, 'succeeded')));
  return rows.reduce((sum, { amount, refunded }) => sum + amount - refunded, 0) / 100;
}
