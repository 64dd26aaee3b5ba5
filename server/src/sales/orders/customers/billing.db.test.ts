import { permissionsOf } from '@reprise/contract/permissions';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { openEditing } from '../../../../test/order-editing.ts';
import { codeOf, openOrderShop, orderOf, problemOf, someAddress } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { readPersonalData } from '../../../app/personal-data.ts';
import { readGuest } from '../../../app/read-guest.ts';
import { auditEntries } from '../../../foundations/audit/audit.tables.ts';
import { mails } from '../../../foundations/notifications/notifications.tables.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { eraseGuestFromOrders } from '../erase-user-from-orders.ts';
import { invoices } from '../invoices/invoices.tables.ts';
import { readRetainedInvoice } from '../invoices/retained-invoices.ts';
import { orderEdits, orders } from '../orders.tables.ts';

const database = await openTestDatabase();
const { db } = database;
const shop = await openOrderShop(database);
const { call } = shop;

let editing: Awaited<ReturnType<typeof openEditing>>;
beforeEach(async () => {
  editing = await openEditing(shop);
  return shop.expectIntegrity;
});

const office = {
  ...{ firstName: 'Marie', lastName: 'Curie', address: '5 Rue Cuvier' },
  ...{ city: 'Paris', zipCode: '75005', country: 'France' },
};
const billing = { address: office, company: 'Radium SARL', vatNumber: 'fr 40 303 265 045' };
const email = 'marie@example.com';

const placed = async (input: object | undefined) => {
  const shippingAddress = { ...someAddress, email };
  const body = orderOf({ [await shop.addProduct(5)]: 1 }, { shippingAddress });
  return shop.place({ ...body, ...(input && { billing: input }) });
};
const pay = (id: string) =>
  call('recordPayment', { params: { id }, body: { method: 'cash' } }, { caller: editing.admin });

test('billing data reach order, mail, export, invoice and credit note', async () => {
  const { order } = await placed(billing);
  const read = { company: 'Radium SARL', vatNumber: 'FR40303265045' };
  expect(order.billing).toMatchObject({
    ...read,
    address: { name: 'Marie Curie', lines: ['5 Rue Cuvier', '75005 Paris', 'France'] },
  });
  expect(order.shippingAddress).toMatchObject({ firstName: someAddress.firstName, city: 'Portland' });

  await shop.deps.jobs.workUntilIdle();
  const [mail] = await db.select().from(mails).where(eq(mails.recipient, email));
  expect(mail?.text).toContain('Billed to Marie Curie, Radium SARL, VAT number FR40303265045, 5 Rue Cuvier');

  let csv = '';
  const found = { query: { search: order.orderNumber } };
  const { pieces } = await call('exportOrders', found, { caller: editing.admin });
  for await (const piece of pieces) csv += piece;
  expect(csv).toContain('Radium SARL,FR40303265045,"Marie Curie, 5 Rue Cuvier, 75005 Paris, France"');

  await pay(order.id);
  const refund = { amount: 5, reason: 'Goodwill', kind: 'goodwill' };
  await call('refundOrder', { params: { id: order.id }, body: refund }, { caller: editing.admin });
  const { invoices: documents } = await call(
    'listOrderInvoices',
    { params: { id: order.id } },
    { caller: editing.admin },
  );
  const recipient = { ...read, name: 'Marie Curie', city: 'Paris', isShippedElsewhere: true };
  expect(documents).toMatchObject([
    { kind: 'invoice', recipient },
    { kind: 'credit-note', recipient },
  ]);
});

test('a business at its shipping address is billed there', async () => {
  const { order } = await placed({ vatNumber: 'DE136695976', company: '' });
  expect(order.billing).toEqual({ vatNumber: 'DE136695976' });
  await pay(order.id);
  const [invoice] = await db.select().from(invoices).where(eq(invoices.orderId, order.id));
  expect(invoice?.recipient).toMatchObject({ city: 'Portland', vatNumber: 'DE136695976' });
  expect(invoice?.recipient).not.toHaveProperty('isShippedElsewhere');
});

test('an order without billing data has none', async () => {
  for (const input of [undefined, {}, { company: ' ', vatNumber: '' }]) {
    expect((await placed(input)).order).not.toHaveProperty('billing');
  }
});

test('billing data are erased with their customer, and stay on retained invoices', async () => {
  const { order } = await placed(billing);
  await pay(order.id);
  await db.update(orders).set({ status: 'delivered' }).where(eq(orders.id, order.id));
  await inTransaction(db, (tx) => eraseGuestFromOrders(tx, shop.deps.secret, email));
  const stored = JSON.stringify([
    await db.select().from(orders).where(eq(orders.id, order.id)),
    await db.select().from(invoices).where(eq(invoices.orderId, order.id)),
  ]);
  for (const trace of ['Rue Cuvier', 'Radium', 'FR40303265045']) expect(stored).not.toContain(trace);
  const retained = await readRetainedInvoice(db, shop.deps.secret, order.id);
  expect(retained).toMatchObject({ company: 'Radium SARL', city: 'Paris', vatNumber: 'FR40303265045' });
});

test('staff without customers.read get no billing data', async () => {
  const { order } = await placed(billing);
  const packer = { ...editing.admin, permissions: permissionsOf(['packer']) };
  const { order: seen } = await call('getOrder', { params: { id: order.id } }, { caller: packer });
  expect(seen.shippingAddress.city).toBe('Portland');
  expect(seen).not.toHaveProperty('billing');
});

const change = (id: string, input: object | undefined, version = 0) =>
  call(
    'changeOrderBilling',
    { params: { id }, body: { version, ...(input && { billing: input }) } },
    { caller: editing.admin },
  );
const documentsOf = async (id: string) =>
  (await call('listOrderInvoices', { params: { id } }, { caller: editing.admin })).invoices;

test('staff change the billing of an order, and the audit does not repeat it', async () => {
  const { order } = await placed(billing);
  const { order: after } = await change(order.orderNumber, { company: 'Polonium SA' });
  expect(after).toMatchObject({ version: 1, billing: { company: 'Polonium SA' }, total: order.total });
  expect(after.billing).not.toHaveProperty('address');
  const read = await call('getOrderContext', { params: { id: order.id } }, { caller: editing.admin });
  expect(JSON.stringify(read.edits)).toContain('Radium SARL');
  const entries = await db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.subject, `order ${order.id}`));
  const changed = entries.find(({ action }) => action === 'change billing of order');
  expect(changed).toMatchObject({ actorId: editing.admin.userId });
  expect(JSON.stringify(entries)).toContain('VAT number');
  expect(JSON.stringify(entries)).not.toMatch(/Radium|Polonium|Cuvier/);
  await pay(order.id);
  expect(await documentsOf(order.id)).toMatchObject([{ recipient: { company: 'Polonium SA' } }]);
});

test('an issued invoice is credited to its recipient and issued again to the new one', async () => {
  const { order } = await placed(billing);
  await pay(order.id);
  const refund = { amount: 5, reason: 'Goodwill', kind: 'goodwill' };
  await call('refundOrder', { params: { id: order.id }, body: refund }, { caller: editing.admin });
  await db.update(orders).set({ status: 'delivered' }).where(eq(orders.id, order.id));
  await change(order.id, { vatNumber: 'DE136695976' });
  const documents = await documentsOf(order.id);
  const [first, goodwill, credit, second] = documents;
  expect(documents.map(({ kind }: { kind: string }) => kind)).toEqual([
    'invoice',
    'credit-note',
    'credit-note',
    'invoice',
  ]);
  expect(credit).toMatchObject({ recipient: first?.recipient, creditReason: 'edit', credits: first?.number });
  expect(second?.recipient).toMatchObject({ city: 'Portland', vatNumber: 'DE136695976' });
  expect([credit?.amount, credit?.tax]).toEqual([second?.amount, second?.tax]);
  expect(second?.amount).toBeCloseTo(order.total - 5, 2);
  expect(goodwill?.recipient).toEqual(first?.recipient);
});

test('billing that does not change issues nothing, also pressed twice at once', async () => {
  const { order } = await placed(billing);
  await pay(order.id);
  expect((await change(order.id, billing)).order).not.toHaveProperty('version');
  const other = { company: 'Polonium SA' };
  const results = await Promise.allSettled([change(order.id, other), change(order.id, other)]);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await documentsOf(order.id)).toHaveLength(3);
});

test('the billing of cancelled, refunded and erased orders stays', async () => {
  const { order } = await placed(billing);
  expect(await codeOf(change(order.id, {}, 4))).toBe('EDIT_CONFLICT');
  expect((await problemOf(change(order.id, { vatNumber: 'DE136695977' }))).errors).toMatchObject([
    { field: 'billing.vatNumber' },
  ]);
  await pay(order.id);
  const refund = { amount: order.total, reason: 'All of it' };
  await call('refundOrder', { params: { id: order.id }, body: refund }, { caller: editing.admin });
  expect((await problemOf(change(order.id, {}))).message).toContain('refunded');
  const { order: other } = await placed(billing);
  const cancelled = { params: { id: other.id }, body: { status: 'cancelled' } };
  await call('changeOrderStatus', cancelled, { caller: editing.admin });
  expect((await problemOf(change(other.id, {}))).message).toContain('cancelled');
  await inTransaction(db, (tx) => eraseGuestFromOrders(tx, shop.deps.secret, email));
  expect((await problemOf(change(other.id, {}))).message).toContain('erased');
});

test('a changed billing is erased from the edits of the order', async () => {
  const { order } = await placed(billing);
  await change(order.id, undefined);
  await pay(order.id);
  await db.update(orders).set({ status: 'delivered' }).where(eq(orders.id, order.id));
  await inTransaction(db, (tx) => eraseGuestFromOrders(tx, shop.deps.secret, email));
  const edits = await db.select().from(orderEdits).where(eq(orderEdits.orderId, order.id));
  expect(JSON.stringify(edits)).not.toMatch(/Radium|Cuvier/);
});

test('orders and drafts of staff are billed as they say', async () => {
  const product = await shop.addProduct(5);
  const shippingAddress = { ...someAddress, email };
  const { paymentMethod: _, ...rest } = orderOf({ [product]: 1 }, { shippingAddress });
  const body = { ...rest, billing };
  const { order } = await call('placeStaffOrder', { body }, { caller: editing.admin });
  expect(order.billing).toMatchObject({ company: 'Radium SARL', vatNumber: 'FR40303265045' });

  const lines = [{ product, quantity: 1, price: 25 }];
  const draftBody = { lines, shippingAddress, shippingMethod: 'standard', billing };
  const create = (input: object) =>
    call('createDraftOrder', { body: { ...draftBody, billing: input } }, { caller: editing.admin });
  expect((await problemOf(create({ vatNumber: 'DE136695977' }))).errors).toMatchObject([
    { field: 'billing.vatNumber' },
  ]);
  const { draft } = await create(billing);
  expect(draft.billing).toMatchObject({ vatNumber: 'FR40303265045', address: { city: 'Paris' } });
  const token = draft.link.split('#token=')[1] ?? '';
  const { order: accepted } = await call('placeDraftOrder', { body: { token, version: 0 } });
  expect(accepted.billing).toEqual(draft.billing);
});

test('exports of personal data have the billing of orders', async () => {
  const buyer = await shop.addUser('customer');
  const guest = await placed(billing);
  const body = orderOf({ [await shop.addProduct(5)]: 1 }, { shippingAddress: { ...someAddress, email } });
  const own = await shop.place({ ...body, billing }, { caller: buyer });
  const read = { company: 'Radium SARL', vatNumber: 'FR40303265045', address: { city: 'Paris' } };
  const of = (id: string, all: { id: string }[]) => all.find((order) => order.id === id);
  expect(of(guest.order.id, (await readGuest(db, email)).orders)).toMatchObject({ billing: read });
  const account = { id: buyer.userId, email, emailVerified: true };
  expect(of(own.order.id, (await readPersonalData(db, account)).orders)).toMatchObject({ billing: read });
});

test('faulty billing data are refused at their field', async () => {
  const errorsOf = async (input: object) => (await problemOf(placed(input))).errors;
  expect(await errorsOf({ vatNumber: 'DE136695977' })).toMatchObject([{ field: 'billing.vatNumber' }]);
  expect(await errorsOf({ address: { ...office, city: '', country: 'France' } })).toEqual([
    { field: 'billing.address.city', message: 'City is required' },
  ]);
});
