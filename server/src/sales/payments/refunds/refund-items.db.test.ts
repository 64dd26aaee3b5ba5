import { cents } from '@reprise/contract/money';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { openDiscounts } from '../../../../test/discount-codes.ts';
import { openEditing } from '../../../../test/order-editing.ts';
import { codeOf, openOrderShop, orderOf, problemOf, someAddress } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { auditEntries } from '../../../foundations/audit/audit.tables.ts';
import { updateSettings } from '../../../foundations/settings/update-settings.ts';
import { orderItems } from '../../orders/orders.tables.ts';
import { payments, refunds, testIntents } from '../payments.tables.ts';
import { settleRefund } from './send-refund.ts';

const database = await openTestDatabase();
const { db } = database;
const shop = await openOrderShop(database);
const { call, deps } = shop;

let editing: Awaited<ReturnType<typeof openEditing>>;

beforeEach(async () => {
  editing = await openEditing(shop);
  return shop.expectIntegrity;
});

const refund = async ({ id }: { id: string }, body: object, idempotencyKey?: string) =>
  call(
    'refundOrder',
    { params: { id }, body },
    { caller: editing.admin, ...(idempotencyKey && { idempotencyKey }) },
  );

test('refunds a unit with its tax, and returns it to stock if asked', async () => {
  const { phone, paid, received, read } = editing;
  const order = await paid();
  const { total } = await read(order);
  const items = [{ product: phone, quantity: 1 }];
  const { refund: made } = await refund(order, { items });
  expect(made).toMatchObject({ amount: 32.4, restocked: false, items: [{ quantity: 1 }] });
  expect(await shop.stockOf(phone)).toBe(8);
  expect((await read(order)).items).toMatchObject([{ quantity: 2, refundedQuantity: 1 }]);
  const both = [{ product: phone, quantity: 2 }];
  expect(await problemOf(refund(order, { items: both }))).toMatchObject({ errors: [{ field: 'items' }] });
  await refund(order, { items, restock: true });
  expect(await shop.stockOf(phone)).toBe(9);
  expect(await received(order)).toBeCloseTo(total - 64.8);
  const entries = await db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.subject, `order ${order.id}`));
  expect(JSON.stringify(entries)).toContain('"restocked":true');
});

test('refunds all units one by one for exactly the items and their tax', async () => {
  const { phone, paid, edit, pay, received } = editing;
  const order = await paid();
  const prices = [{ product: phone, price: 33.33 }];
  await edit(order, { [phone]: 7 }, { prices, reason: 'Agreed', shipping: 5 });
  await pay(order);
  for (let unit = 0; unit < 7; unit++) await refund(order, { items: [{ product: phone, quantity: 1 }] });
  // Only the shipping charge is left.
  expect(await received(order)).toBeCloseTo(5);
});

test('takes another amount for the items, and rejects unknown ones', async () => {
  const { phone, laptop, paid } = editing;
  const order = await paid();
  const items = [{ product: phone, quantity: 1 }];
  expect((await refund(order, { items, amount: 5 })).refund.amount).toBe(5);
  expect(await codeOf(refund(order, { items: [{ product: laptop, quantity: 1 }] }))).toBe('VALIDATION_ERROR');
  expect(await codeOf(refund(order, { items: [...items, ...items] }))).toBe('VALIDATION_ERROR');
  expect(await codeOf(refund(order, { items: [] }))).toBe('VALIDATION_ERROR');
});

test('the same key refunds and restocks once', async () => {
  const { phone, paid } = editing;
  const order = await paid();
  const body = { items: [{ product: phone, quantity: 1 }], restock: true };
  const key = crypto.randomUUID();
  const sent = await Promise.all([refund(order, body, key), refund(order, body, key)]);
  expect(new Set(sent.map(({ refund: { id } }) => id)).size).toBe(1);
  expect(await shop.stockOf(phone)).toBe(9);
  expect(await codeOf(refund(order, { ...body, restock: false }, key))).toBe('IDEMPOTENCY_KEY_REUSED');
});

test('a cancelled order returns only the other units, and is reopened with all', async () => {
  const { phone, paid, setStatus, read } = editing;
  const order = await paid();
  await refund(order, { items: [{ product: phone, quantity: 1 }], restock: true });
  await setStatus(order, 'cancelled');
  expect(await shop.stockOf(phone)).toBe(10);
  await deps.jobs.workUntilIdle();
  await setStatus(order, 'pending');
  expect(await shop.stockOf(phone)).toBe(8);
  expect((await read(order)).items[0]).not.toHaveProperty('refundedQuantity');
});

test('units whose refund failed can be refunded again', async () => {
  const { phone, paid } = editing;
  const order = await paid();
  const { refund: made } = await refund(order, { items: [{ product: phone, quantity: 2 }] });
  // The bank of the card sends the money back later.
  await db.update(refunds).set({ status: 'pending' }).where(eq(refunds.id, made.id));
  const { intentId = '' } = (await db.select().from(payments).where(eq(payments.orderId, order.id)))[0] ?? {};
  await db
    .update(testIntents)
    .set({ refundedCents: cents(0) })
    .where(eq(testIntents.id, intentId));
  await settleRefund(deps, made.id, { status: 'failed', id: 're_failed', failure: 'Card closed' });
  const [item] = await db.select().from(orderItems).where(eq(orderItems.orderId, order.id));
  expect(item?.refundedQuantity).toBe(0);
});

test('refunds what was paid for discounted units, to the cent', async () => {
  const { phone, laptop, start, finish, read, received } = editing;
  const { addCode } = await openDiscounts(shop);
  const code = await addCode({ type: 'percent', percent: 15 });
  const items = { [phone]: 3, [laptop]: 1 };
  const { order, accessToken } = await shop.place(orderOf(items, { discountCode: code.code }));
  const placed = { id: order.id, email: someAddress.email, as: { orderToken: accessToken } };
  await finish(placed, await start(placed));
  for (const product of [phone, phone, phone, laptop]) {
    await refund(placed, { items: [{ product, quantity: 1 }] });
  }
  expect(await received(placed)).toBeCloseTo((await read(placed)).shipping);
});

describe('a refund of an amount', () => {
  /** Pays two phones for $60, express shipping for $19.99 and 8 % tax on the phones. */
  const paidExpress = async () => {
    const order = await editing.placed();
    const version = (await editing.read(order)).version ?? 0;
    await editing.edit(order, { [editing.phone]: 2 }, { shippingMethod: 'express', version });
    await call(
      'recordPayment',
      { params: { id: order.id }, body: { method: 'cash' } },
      { caller: editing.admin },
    );
    return order;
  };
  const creditsOf = async ({ id }: { id: string }) => {
    const { invoices } = await call('listOrderInvoices', { params: { id } }, { caller: editing.admin });
    return invoices.slice(1).map(({ amount, tax }: { amount: number; tax: number }) => [amount, tax]);
  };

  test('credits shipping with the tax charged on it, and goods with theirs', async () => {
    const order = await paidExpress();
    await refund(order, { kind: 'shipping' });
    await refund(order, { kind: 'goods', amount: 10.8 });
    await refund(order, { kind: 'goodwill', amount: 5.4 });
    await refund(order, {});
    expect(await creditsOf(order)).toEqual([
      [19.99, 0],
      [10.8, 0.8],
      [5.4, 0.4],
      [48.6, 3.6],
    ]);
  });

  test('credits goodwill without tax where the store has set it, and the tax at last', async () => {
    const order = await paidExpress();
    await updateSettings(deps, { goodwillTaxed: false }, null);
    await refund(order, { kind: 'goodwill', amount: 5.4 });
    await updateSettings(deps, { goodwillTaxed: true }, null);
    await refund(order, {});
    expect(await creditsOf(order)).toEqual([
      [5.4, 0],
      [79.39, 4.8],
    ]);
  });

  test('is of no more shipping than was charged, and not of items as well', async () => {
    const order = await paidExpress();
    await refund(order, { kind: 'shipping', amount: 15 });
    const more = await problemOf(refund(order, { kind: 'shipping', amount: 5 }));
    expect(more).toMatchObject({ errors: [{ field: 'amount' }] });
    expect(more.message).toBe('Only $4.99 of the shipping is left to refund.');
    const items = [{ product: editing.phone, quantity: 1 }];
    expect(await problemOf(refund(order, { kind: 'goods', items }))).toMatchObject({
      errors: [{ field: 'kind' }],
    });
    await refund(order, { kind: 'shipping' });
    expect(await problemOf(refund(order, { kind: 'shipping' }))).toMatchObject({
      errors: [{ field: 'kind' }],
    });
  });
});
