import { cents } from '@reprise/contract/money';
import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { openEditing, type Placed } from '../../../../test/order-editing.ts';
import { codeOf, openOrderShop, someAddress } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { products } from '../../../catalog/products/products.tables.ts';
import { auditEntries } from '../../../foundations/audit/audit.tables.ts';
import { storeSettings } from '../../../foundations/settings/settings.tables.ts';

const database = await openTestDatabase();
const { db } = database;
const shop = await openOrderShop(database);
const { call, deps } = shop;

let editing: Awaited<ReturnType<typeof openEditing>>;

beforeEach(async () => {
  editing = await openEditing(shop);
  return shop.expectIntegrity;
});

describe('an unpaid order', () => {
  test('gets a new address, in history and timeline; the audit log names only the field', async () => {
    const { admin, phone, placed, edit } = editing;
    const order = await placed();
    const shippingAddress = { ...someAddress, email: order.email, city: 'Salem' };
    const { order: after } = await edit(order, { [phone]: 2 }, { shippingAddress, reason: 'Moved' });
    expect(after.shippingAddress.city).toBe('Salem');
    expect(after).toMatchObject({ version: 1, paymentStatus: 'unpaid', amountDue: after.total });
    expect(after.events.at(-1)).toMatchObject({
      status: 'Edited',
      description: 'We changed the shipping address of your order.',
    });
    const { edits } = await call('getOrderContext', { params: { id: order.id } }, { caller: admin });
    expect(edits).toMatchObject([
      { version: 1, reason: 'Moved', changes: [{ label: 'City', before: 'Portland', after: 'Salem' }] },
    ]);
    const [entry] = await db
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.subject, `order ${order.id}`), eq(auditEntries.action, 'edit order')));
    expect(JSON.stringify(entry)).not.toContain('Salem');
    expect(entry?.after).toMatchObject({ addressFields: ['City'], reason: 'Moved' });
  });

  test('validates the address like the checkout', async () => {
    const { phone, placed, edit } = editing;
    const order = await placed();
    for (const wrong of [{ city: '' }, { email: 'x' }, { country: 'France' }]) {
      const shippingAddress = { ...someAddress, ...wrong };
      expect(await codeOf(edit(order, { [phone]: 2 }, { shippingAddress }))).toBe('VALIDATION_ERROR');
    }
  });

  test('a new email ends the links sent to the former one', async () => {
    const { phone, placed, edit } = editing;
    const order = await placed();
    const shippingAddress = { ...someAddress, email: 'right@example.com' };
    await edit(order, { [phone]: 2 }, { shippingAddress });
    expect(await codeOf(call('getOrder', { params: { id: order.id } }, order.as))).toBe('NOT_FOUND');
  });

  test('takes and returns stock and is paid with its new total by the mailed link', async () => {
    const { phone, laptop, placed, read, pay, received, mailsTo, edit } = editing;
    const order = await placed();
    const { order: after } = await edit(order, { [phone]: 1, [laptop]: 3 });
    expect([await shop.stockOf(phone), await shop.stockOf(laptop)]).toEqual([9, 7]);
    expect(after.subtotal).toBe(330);
    expect(Date.parse(after.reservedUntil)).toBeGreaterThan(shop.clock.now.getTime() + 24 * 3_600_000);
    const mail = (await mailsTo(order)).find(({ kind }) => kind === 'order-edited');
    expect(mail?.text).toContain(`Please pay $${after.total.toFixed(2)}.`);
    await pay(order);
    expect(await received(order)).toBe(after.total);
    expect(await read(order)).toMatchObject({ paymentStatus: 'paid', amountDue: 0 });
  });

  test('ends the open payment of the amount before', async () => {
    const { phone, placed, read, start, finish, pay, received, edit } = editing;
    const order = await placed();
    const intent = await start(order);
    await edit(order, { [phone]: 1 });
    await deps.jobs.workUntilIdle();
    expect(await codeOf(finish(order, intent))).toBe('PAYMENT_NOT_COMPLETED');
    await pay(order);
    expect(await received(order)).toBe((await read(order)).total);
  });

  test('paid with the amount before, it owes the rest', async () => {
    const { phone, placed, read, start, finish, pay, received, edit } = editing;
    const order = await placed();
    const intent = await start(order);
    const before = (await read(order)).total;
    const { order: after } = await edit(order, { [phone]: 4 });
    await finish(order, intent);
    expect(await read(order)).toMatchObject({ status: 'processing', paymentStatus: 'paid' });
    expect((await read(order)).amountDue).toBeCloseTo(after.total - before);
    await pay(order);
    expect(await received(order)).toBe(after.total);
  });

  test('paid with the amount before, it gets the surplus back', async () => {
    const { phone, placed, read, start, finish, received, mailsTo, edit } = editing;
    const order = await placed();
    const intent = await start(order);
    const { order: after } = await edit(order, { [phone]: 1 });
    await finish(order, intent);
    expect(await received(order)).toBe(after.total);
    expect(await read(order)).toMatchObject({ paymentStatus: 'paid', amountDue: 0 });
    expect((await mailsTo(order)).map(({ kind }) => kind)).toContain('order-refunded');
  });
});

describe('a paid order', () => {
  test('owes what an edit adds, and is settled by a second payment', async () => {
    const { phone, laptop, paid, read, start, pay, received, mailsTo, edit, preview } = editing;
    const order = await paid();
    const before = (await read(order)).total;
    const change = { [phone]: 2, [laptop]: 1 };
    const seen = await preview(order, change);
    expect(seen).toMatchObject({ paid: before, refund: 0, amountDue: expect.closeTo(seen.total - before) });
    const expected = { amountDue: seen.amountDue, refund: 0 };
    const { order: after } = await edit(order, change, { expected });
    expect(after).toMatchObject({ total: seen.total, amountDue: seen.amountDue, paymentStatus: 'paid' });
    const mail = (await mailsTo(order)).find(({ kind }) => kind === 'order-edited');
    expect(mail?.text).toContain(`Please pay the remaining $${seen.amountDue.toFixed(2)}.`);
    expect(
      await codeOf(
        call('createPaymentIntent', { body: { amount: after.total, orderId: order.id } }, order.as),
      ),
    ).toBe('AMOUNT_MISMATCH');
    await shop.expectIntegrity();
    await pay(order);
    expect(await received(order)).toBe(after.total);
    expect(await read(order)).toMatchObject({ amountDue: 0, paymentStatus: 'paid', status: 'processing' });
    expect(await codeOf(start(order))).toBe('ALREADY_PAID');
  });

  test('gets back what an edit takes away', async () => {
    const { phone, paid, read, received, mailsTo, edit } = editing;
    const order = await paid();
    const before = (await read(order)).total;
    const { order: after } = await edit(order, { [phone]: 1 });
    expect(await received(order)).toBe(after.total);
    expect(await read(order)).toMatchObject({ paymentStatus: 'paid', amountDue: 0 });
    expect(await shop.stockOf(phone)).toBe(9);
    const kinds = (await mailsTo(order)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'order-edited' || kind === 'order-refunded')).toEqual([
      'order-edited',
    ]);
    const mail = (await mailsTo(order)).find(({ kind }) => kind === 'order-edited');
    expect(mail?.text).toContain(`$${(before - after.total).toFixed(2)} will be refunded`);
  });

  test('keeps the prices, tax and shipping rule of its day', async () => {
    const { admin, phone, paid, read, preview } = editing;
    const order = await paid();
    const before = await read(order);
    await call(
      'changeOrderStatus',
      { params: { id: order.id }, body: { status: 'pending' } },
      { caller: admin },
    );
    await db
      .update(products)
      .set({ priceCents: cents(9900) })
      .where(eq(products.id, phone));
    const [settings] = await db.select().from(storeSettings);
    await db.update(storeSettings).set({ taxRateTenths: 20_000, freeShippingThresholdCents: cents(0) });
    const seen = await preview(order, { [phone]: 1 });
    expect([seen.subtotal, seen.shipping]).toEqual([30, 9.99]);
    expect(seen.tax / 30).toBeCloseTo(before.tax / 60, 3);
    await db.update(storeSettings).set(settings ?? {});
  });

  test('keeps a refund of before: it is neither asked for nor returned again', async () => {
    const { phone, laptop, paid, read, pay, refund, received, edit } = editing;
    const order = await paid();
    await refund(order, 10);
    const { order: after } = await edit(order, { [phone]: 2, [laptop]: 1 });
    await pay(order);
    expect(await received(order)).toBeCloseTo(after.total - 10);
    const { order: lower } = await edit(order, { [phone]: 1 });
    expect(await received(order)).toBeCloseTo(lower.total - 10);
    expect(await read(order)).toMatchObject({ paymentStatus: 'partly-refunded' });
  });

  test('refunds both payments when it is cancelled, and is paid anew when reopened', async () => {
    const { phone, paid, pay, setStatus, received, edit } = editing;
    const order = await paid();
    await edit(order, { [phone]: 3 });
    await pay(order);
    await setStatus(order, 'cancelled');
    expect(await received(order)).toBe(0);
    await shop.expectIntegrity();
    const { order: reopened } = await setStatus(order, 'pending');
    expect(reopened).toMatchObject({ paymentStatus: 'unpaid', amountDue: reopened.total });
    await pay(order);
    expect(await received(order)).toBe(reopened.total);
  });

  test('takes a recorded payment for the rest', async () => {
    const { admin, phone, paid, read, edit } = editing;
    const order = await paid();
    await edit(order, { [phone]: 4 });
    await call('recordPayment', { params: { id: order.id }, body: { method: 'cash' } }, { caller: admin });
    expect(await read(order)).toMatchObject({ amountDue: 0, paymentStatus: 'paid' });
  });

  test('refunds a second payment that arrives after the order was refunded in full', async () => {
    const { phone, paid, read, start, finish, refund, received, edit } = editing;
    const order = await paid();
    await edit(order, { [phone]: 4 });
    const intent = await start(order);
    await refund(order);
    await finish(order, intent);
    expect(await received(order)).toBe(0);
    expect(await read(order)).toMatchObject({ paymentStatus: 'refunded', amountDue: 0 });
  });
});

describe('an order that an edit makes free', () => {
  const free = async (order: Placed) => {
    const { phone, editOf, send } = editing;
    const prices = [{ product: phone, price: 0 }];
    return send(order, await editOf(order, { [phone]: 2 }, { prices, shipping: 0, reason: 'Replacement' }));
  };

  test('is paid at once, with the mail and the stock of a paid order', async () => {
    const { phone, placed, read, start, mailsTo } = editing;
    const order = await placed();
    expect((await free(order)).order).toMatchObject({
      total: 0,
      paymentStatus: 'paid',
      status: 'processing',
    });
    expect(await shop.stockOf(phone)).toBe(8);
    expect((await mailsTo(order)).map(({ kind }) => kind)).toContain('order-paid');
    expect(await read(order)).toMatchObject({ reservedUntil: null, amountDue: 0 });
    expect(await codeOf(start(order))).toBe('ALREADY_PAID');
    const { invoices } = await call('listOrderInvoices', { params: { id: order.id } }, order.as);
    expect(invoices).toMatchObject([{ kind: 'invoice', amount: 0 }]);
  });

  test('returns all that was paid and stays paid', async () => {
    const { phone, paid, read, received, setStatus } = editing;
    const order = await paid();
    await free(order);
    expect(await received(order)).toBe(0);
    expect(await read(order)).toMatchObject({ paymentStatus: 'paid', status: 'processing', amountDue: 0 });
    await setStatus(order, 'shipped');
    expect(await shop.stockOf(phone)).toBe(8);
  });

  test('returns a payment that was made meanwhile, and stays paid', async () => {
    const { placed, read, start, finish, received } = editing;
    const order = await placed();
    const intent = await start(order);
    await call('confirmTestCard', { body: { clientSecret: intent.clientSecret, card: 'pm_card_visa' } });
    await free(order);
    await finish(order, intent);
    expect(await received(order)).toBe(0);
    expect(await read(order)).toMatchObject({ paymentStatus: 'paid', status: 'processing' });
  });

  test('owes what a later edit adds', async () => {
    const { phone, placed, received, pay, read, edit } = editing;
    const order = await placed();
    await free(order);
    const { order: after } = await edit(order, { [phone]: 3 });
    expect(after.amountDue).toBe(after.total);
    await pay(order);
    expect(await received(order)).toBe(after.total);
    expect(await read(order)).toMatchObject({ paymentStatus: 'paid', amountDue: 0 });
  });
});
