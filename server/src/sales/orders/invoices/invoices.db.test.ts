import { cents } from '@reprise/contract/money';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { openEditing, type Placed } from '../../../../test/order-editing.ts';
import { codeOf, openOrderShop } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { settingsEffects } from '../../../app/settings-effects.ts';
import { updateSettings } from '../../../foundations/settings/update-settings.ts';
import { beforeCommit, inTransaction } from '../../../platform/database/database.ts';
import { refunds, testIntents } from '../../payments/payments.tables.ts';
import { settleRefund } from '../../payments/refunds/send-refund.ts';
import { eraseGuestFromOrders } from '../erase-user-from-orders.ts';
import { orders } from '../orders.tables.ts';
import { drawInvoicesOf } from './draw-invoices.ts';
import { invoiceSeries, invoices } from './invoices.tables.ts';
import { expireRecipients } from './retained-recipients.ts';

const database = await openTestDatabase();
const { db } = database;
const shop = await openOrderShop(database);
const { call, deps } = shop;

let editing: Awaited<ReturnType<typeof openEditing>>;
let prefix: string;

beforeEach(async () => {
  editing = await openEditing(shop);
  prefix = `${editing.phone}-`.slice(-12).replace(/^[^A-Za-z]*/, '');
  await set({ invoicePrefix: prefix, invoiceFirstNumber: 7, taxId: 'US 12-345' });
  return shop.expectIntegrity;
});

const set = (settings: Parameters<typeof updateSettings>[1]) =>
  updateSettings(deps, settings, null, settingsEffects);

/** Places an order of two phones for $64.80 and marks it as paid in cash, so that it draws from the real series. */
async function paidInCash(): Promise<Placed> {
  const order = await editing.placed();
  await record(order);
  return order;
}

const record = ({ id }: Placed) =>
  call('recordPayment', { params: { id }, body: { method: 'cash' } }, { caller: editing.admin });
const refund = ({ id }: Placed, body: object) =>
  call('refundOrder', { params: { id }, body }, { caller: editing.admin });
const documentsOf = async ({ id }: Placed, as: object = { caller: editing.admin }) =>
  (await call('listOrderInvoices', { params: { id } }, as)).invoices;

/** Returns "INV 7: 64.8" and "CN 8: 10" of an order; with its tax if `withTax` is set. */
async function drawn(order: Placed, withTax = false): Promise<string[]> {
  type Row = { kind: string; number: string; amount: number; tax: number };
  return (await documentsOf(order)).map(({ kind, number, amount, tax }: Row) => {
    const name = `${kind === 'invoice' ? 'INV' : 'CN'} ${number.replace(prefix, '')}: ${amount}`;
    return withTax ? `${name} with ${tax}` : name;
  });
}

test('draws one number when an order is paid, with its contents as they are', async () => {
  const order = await editing.placed();
  expect(await documentsOf(order)).toEqual([]);
  await record(order);
  await set({ storeName: 'Another Name', taxId: 'new' });
  const { as } = order;
  expect(await documentsOf(order, as)).toMatchObject([
    {
      number: `${prefix}7`,
      kind: 'invoice',
      amount: 64.8,
      tax: 4.8,
      total: 64.8,
      isTest: false,
      paymentMethod: 'cash',
      store: { name: 'Reprise', taxId: 'US 12-345' },
      recipient: { name: 'Grace Hopper', city: 'Portland' },
      lines: [{ quantity: 2, price: 30, lineTotal: 60 }],
      taxBasisPoints: 800,
    },
  ]);
  await set({ storeName: 'Reprise' });
  const frozen = db.update(invoices).set({ amountCents: cents(1) });
  await expect(frozen.where(eq(invoices.orderId, order.id))).rejects.toThrow();
  await expect(db.delete(invoices).where(eq(invoices.orderId, order.id))).rejects.toThrow();
});

test('draws once for a payment reported twice, and test payments in their own series', async () => {
  const order = await editing.placed();
  const intent = await editing.start(order);
  await editing.finish(order, intent);
  await call(
    'confirmPayment',
    { body: { paymentIntentId: intent.paymentIntentId, orderId: order.id } },
    order.as,
  );
  expect(await documentsOf(order)).toMatchObject([
    { number: expect.stringMatching(/^TEST-\d+$/), isTest: true },
  ]);
  await editing.refund(order, 5);
  expect(await documentsOf(order)).toHaveLength(2);
  expect(await db.select().from(invoiceSeries).where(eq(invoiceSeries.prefix, prefix))).toEqual([]);
});

test('credits refunds with exactly their tax, up to the whole invoice', async () => {
  const order = await paidInCash();
  await refund(order, { items: [{ product: editing.phone, quantity: 1 }] });
  await refund(order, { amount: 0.07 });
  await refund(order, {});
  expect(await drawn(order, true)).toEqual([
    'INV 7: 64.8 with 4.8',
    'CN 8: 32.4 with 2.4',
    'CN 9: 0.07 with 0.01',
    'CN 10: 32.33 with 2.39',
  ]);
  expect(await documentsOf(order)).toMatchObject([
    {},
    { credits: `${prefix}7`, creditReason: 'refund', creditedItems: [{ quantity: 1 }] },
    { creditedItems: [] },
    { credits: `${prefix}7` },
  ]);
});

test('credits a cancelled order, and invoices it again when it is reopened and paid', async () => {
  const order = await paidInCash();
  await editing.setStatus(order, 'cancelled');
  await deps.jobs.workUntilIdle();
  await editing.setStatus(order, 'pending');
  await record(order);
  expect(await drawn(order)).toEqual(['INV 7: 64.8', 'CN 8: 64.8', 'INV 9: 64.8']);
  expect(await documentsOf(order)).toMatchObject([{}, { creditReason: 'cancellation' }, {}]);
});

test('replaces the invoice of an edited order once nothing is due', async () => {
  const { phone, laptop, edit } = editing;
  const order = await paidInCash();
  await edit(order, { [phone]: 1 });
  expect(await drawn(order)).toEqual(['INV 7: 64.8', 'CN 8: 64.8', 'INV 9: 42.39']);
  await edit(order, { [phone]: 1, [laptop]: 1 });
  expect(await drawn(order)).toHaveLength(3);
  await record(order);
  await refund(order, { amount: 20.4 });
  await edit(order, { [laptop]: 1 }, { shipping: 32.4, reason: 'Courier' });
  expect(await drawn(order, true)).toEqual([
    'INV 7: 64.8 with 4.8',
    'CN 8: 64.8 with 4.8',
    'INV 9: 42.39 with 2.4',
    'CN 10: 42.39 with 2.4',
    'INV 11: 140.4 with 10.4',
    'CN 12: 20.4 with 1.51',
    'CN 13: 120 with 8.89',
    // The tax of the order, $8.00, less the $1.51 of the credit note.
    'INV 14: 120 with 6.49',
  ]);
  expect((await documentsOf(order)).at(-1)).toMatchObject({ total: 140.4, amount: 120, shipping: 32.4 });
  await edit(
    order,
    { [laptop]: 1 },
    { shipping: 32.4, reason: 'Moved', shippingAddress: { ...(await addressOf(order)), city: 'Salem' } },
  );
  expect(await drawn(order)).toHaveLength(8);
});

const addressOf = async (order: Placed) => (await editing.editOf(order)).shippingAddress;

test('invoices again what a failed refund left with the store', async () => {
  const order = await editing.paid();
  await editing.refund(order, 10);
  const [made] = await db.select().from(refunds).where(eq(refunds.orderId, order.id));
  await db.update(testIntents).set({ refundedCents: cents(0), status: 'succeeded' });
  await settleRefund(deps, made?.id ?? '', { id: null, status: 'failed', failure: 'No funds' });
  expect(await documentsOf(order)).toMatchObject([
    { kind: 'invoice', amount: 64.8 },
    { kind: 'credit-note', amount: 10 },
    { kind: 'credit-note', amount: 54.8, creditReason: 'correction' },
    { kind: 'invoice', amount: 64.8 },
  ]);
});

test('returns the numbers of a transaction that fails', async () => {
  const order = await editing.placed();
  const failing = inTransaction(db, async (tx) => {
    await tx.update(orders).set({ paymentStatus: 'paid' }).where(eq(orders.id, order.id));
    drawInvoicesOf(tx, order.id, { now: deps.now() });
    beforeCommit(tx, 'fails after the number was drawn', async () => {
      expect(await tx.select().from(invoices).where(eq(invoices.orderId, order.id))).toHaveLength(1);
      throw new Error('The disk is full.');
    });
  });
  await expect(failing).rejects.toThrow('The disk is full.');
  await record(order);
  expect(await drawn(order)).toEqual(['INV 7: 64.8']);
});

test('continues a series that has begun, and begins another one with another prefix', async () => {
  await paidInCash();
  await set({ invoiceFirstNumber: 500 });
  expect(await drawn(await paidInCash())).toEqual(['INV 8: 64.8']);
  const order = await paidInCash();
  await set({ invoicePrefix: `${prefix}B-` });
  await refund(order, { amount: 1 });
  expect(await documentsOf(order)).toMatchObject([{ number: `${prefix}9` }, { number: `${prefix}B-500` }]);
  const list = await call('listInvoices', { query: {} }, { caller: editing.admin });
  expect(list.nextNumber).toBe(`${prefix}B-501`);
});

test('draws no number for an order that was paid before invoices were numbered', async () => {
  const order = await paidInCash();
  const old = await editing.placed();
  await db.update(orders).set({ predatesInvoices: true }).where(eq(orders.id, old.id));
  await inTransaction(db, async (tx) => {
    await tx
      .update(orders)
      .set({ paymentStatus: 'paid', predatesInvoices: true })
      .where(eq(orders.id, old.id));
    drawInvoicesOf(tx, old.id, { now: deps.now() });
  });
  const read = await call('listOrderInvoices', { params: { id: old.id } }, old.as);
  expect(read).toMatchObject({ invoices: [], predatesInvoices: true });
  await db
    .update(orders)
    .set({ paymentStatus: 'unpaid', predatesInvoices: true })
    .where(eq(orders.id, old.id));
  await record(old);
  expect(await drawn(old)).toEqual(['INV 8: 64.8']);
  expect(await drawn(order)).toEqual(['INV 7: 64.8']);
});

test('keeps the recipient of an erased order encrypted until the end of its retention', async () => {
  const order = await paidInCash();
  await editing.setStatus(order, 'delivered');
  await inTransaction(db, (tx) => eraseGuestFromOrders(tx, deps.secret, order.email));
  await refund(order, { amount: 5 });
  expect(
    JSON.stringify(await db.select().from(invoices).where(eq(invoices.orderId, order.id))),
  ).not.toContain('Hopper');
  expect(await documentsOf(order)).toMatchObject([
    { recipient: { name: 'Grace Hopper' } },
    { recipient: { name: 'Grace Hopper' } },
  ]);
  const later = new Date(deps.now().getTime() + 1).toISOString();
  const [expire] = Object.values(expireRecipients(later));
  await inTransaction(db, async (tx) => expire?.(tx, 100));
  expect(await documentsOf(order)).toMatchObject([
    { recipient: null, amount: 64.8 },
    { recipient: null, amount: 5 },
  ]);
});

test('shows documents to their customer and staff only, as a missing order otherwise', async () => {
  const order = await paidInCash();
  const other = await editing.placed();
  const stranger = await shop.addUser();
  expect(await codeOf(documentsOf(order, other.as))).toBe('NOT_FOUND');
  expect(await codeOf(documentsOf(order, { caller: stranger }))).toBe('NOT_FOUND');
  expect(await codeOf(documentsOf(order, {}))).toBe('NOT_FOUND');
});

test('lists and exports the documents of a period, in days of the store', async () => {
  const { admin } = editing;
  await set({ timeZone: 'America/Los_Angeles' });
  shop.clock.now = new Date('2026-12-01T07:59:59Z');
  const before = await paidInCash();
  shop.clock.now = new Date('2026-12-01T08:00:00Z');
  const order = await paidInCash();
  await refund(order, { amount: 5 });
  const query = { from: '2026-12-01', to: '2026-12-02' };
  const list = await call('listInvoices', { query: { ...query, limit: '1', page: '2' } }, { caller: admin });
  expect(list).toMatchObject({
    pagination: { total: 2 },
    invoices: [{ number: `${prefix}8`, amount: 64.8 }],
  });
  const found = await call('listInvoices', { query: { search: `${prefix}7` } }, { caller: admin });
  expect(found.invoices).toMatchObject([{ amount: 64.8 }]);
  const { pieces } = await call('exportInvoices', { query }, { caller: admin });
  const csv: string[] = [];
  for await (const piece of pieces) csv.push(piece);
  const lines = csv.join('').trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain(`${prefix}8,2026-12-01T00:00:00-08:00,Invoice,`);
  expect(lines[1]).toContain(',60,4.8,64.8,8,cash,');
  expect(lines[2]).toContain(`Credit note,${prefix}8,refund,`);
  expect(lines[2]).toContain(',-4.63,-0.37,-5,');
  expect(await drawn(before)).toHaveLength(1);
  await set({ timeZone: 'UTC' });
});
