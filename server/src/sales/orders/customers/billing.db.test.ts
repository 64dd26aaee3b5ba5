import { permissionsOf } from '@reprise/contract/permissions';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { openEditing } from '../../../../test/order-editing.ts';
import { openOrderShop, orderOf, problemOf, someAddress } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { mails } from '../../../foundations/notifications/notifications.tables.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { eraseGuestFromOrders } from '../erase-user-from-orders.ts';
import { invoices } from '../invoices/invoices.tables.ts';
import { readRetainedInvoice } from '../invoices/retained-invoices.ts';
import { orders } from '../orders.tables.ts';

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

test('faulty billing data are refused at their field', async () => {
  const errorsOf = async (input: object) => (await problemOf(placed(input))).errors;
  expect(await errorsOf({ vatNumber: 'DE136695977' })).toMatchObject([{ field: 'billing.vatNumber' }]);
  expect(await errorsOf({ address: { ...office, city: '', country: 'France' } })).toEqual([
    { field: 'billing.address.city', message: 'City is required' },
  ]);
});
