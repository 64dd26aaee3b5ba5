import { cents } from '@reprise/contract/money';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openEditing, type Placed } from '../../../../test/order-editing.ts';
import { openOrderShop, orderOf, problemOf, someAddress } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { products } from '../../../catalog/products/products.tables.ts';
import { withShownRates } from '../../../foundations/settings/rates-of-today.ts';
import { readSettings } from '../../../foundations/settings/settings.queries.ts';
import { updateSettings } from '../../../foundations/settings/update-settings.ts';
import { orderItems, orders } from '../orders.tables.ts';

const database = await openTestDatabase();
const { db } = database;
const shop = await openOrderShop(database);
const { call, deps } = shop;

const set = (settings: Parameters<typeof updateSettings>[1]) => updateSettings(deps, settings, null);
const inHesse = { ...someAddress, state: 'Hesse', city: 'Kassel', zipCode: '34117', country: 'Germany' };
const inOregon = { ...someAddress, state: 'OR', zipCode: '97201' };
const germany = { country: 'Germany' as const, state: '' };

let editing: Awaited<ReturnType<typeof openEditing>>;
let reduced: string;

beforeAll(async () => {
  await set({
    shipTo: ['United States', 'Germany'],
    taxBasisPoints: 0,
    taxRates: [
      { ...germany, basisPoints: 1900 },
      { ...germany, basisPoints: 700, taxClass: 'reduced' },
      { country: 'United States', state: 'TX', basisPoints: 625 },
    ],
  });
});

afterAll(() => set({ pricesIncludeTax: false }));

beforeEach(async () => {
  editing = await openEditing(shop);
  reduced = await shop.addProduct(10, cents(10_70));
  await db.update(products).set({ taxClass: 'reduced' }).where(eq(products.id, reduced));
  return shop.expectIntegrity;
});

async function placed(shippingAddress: object, items: Record<string, number>): Promise<Placed> {
  const email = `${editing.phone}@example.com`;
  const { order, accessToken } = await shop.place(
    orderOf(items, { shippingAddress: { ...shippingAddress, email } as never }),
  );
  return { id: order.id, email, as: { orderToken: accessToken } };
}

const pay = ({ id }: Placed) =>
  call('recordPayment', { params: { id }, body: { method: 'cash' } }, { caller: editing.admin });
const documentsOf = async ({ id }: Placed) =>
  (await call('listOrderInvoices', { params: { id } }, { caller: editing.admin })).invoices;
type Part = { basisPoints: number; amount: number; tax: number };
const taxesOf = ({ taxes }: { taxes: Part[] }) =>
  taxes.map(({ basisPoints, amount, tax }) => [basisPoints, amount, tax]);

test('an order at 19 % and 7 % is invoiced, refunded, edited and cancelled by rate', async () => {
  await set({ pricesIncludeTax: true });
  const { phone } = editing;
  const order = await placed(inHesse, { [phone]: 1, [reduced]: 2 });
  const read = await editing.read(order);
  // $30 and $21.40 ship free above $50: 30 × 19 / 119 and 21.40 × 7 / 107.
  expect(read).toMatchObject({ subtotal: 51.4, shipping: 0, tax: 6.19, total: 51.4, taxIncluded: true });
  expect(read.items).toMatchObject([
    { tax: 4.79, taxBasisPoints: 1900 },
    { tax: 1.4, taxBasisPoints: 700 },
  ]);
  await pay(order);
  await call(
    'refundOrder',
    { params: { id: order.id }, body: { items: [{ product: reduced, quantity: 1 }] } },
    { caller: editing.admin },
  );
  const address = { shippingAddress: { ...inHesse, email: order.email } };
  await editing.edit(order, { [phone]: 2, [reduced]: 2 }, address);
  await pay(order);
  await editing.setStatus(order, 'cancelled');
  await deps.jobs.workUntilIdle();
  const documents = await documentsOf(order);
  expect(documents.map(taxesOf)).toEqual([
    [
      [1900, 30, 4.79],
      [700, 21.4, 1.4],
    ],
    [[700, 10.7, 0.7]],
    [
      [1900, 30, 4.79],
      [700, 10.7, 0.7],
    ],
    // The refunded part was at 7 %, so only that rate has less than the order.
    [
      [1900, 60, 9.58],
      [700, 10.7, 0.7],
    ],
    [
      [1900, 60, 9.58],
      [700, 10.7, 0.7],
    ],
  ]);
  await set({ pricesIncludeTax: false });
});

test('an unpaid order that goes to another state has its tax and a new payment', async () => {
  const { phone } = editing;
  const order = await placed(inOregon, { [phone]: 2 });
  expect(await editing.read(order)).toMatchObject({ tax: 0, total: 60 });
  const intent = await editing.start(order);
  const inTexas = { shippingAddress: { ...inOregon, state: 'TX', zipCode: '78701', email: order.email } };
  expect(await editing.preview(order, { [phone]: 2 }, inTexas)).toMatchObject({
    tax: 3.75,
    total: 63.75,
    amountDue: 63.75,
  });
  await editing.edit(order, { [phone]: 2 }, inTexas);
  await deps.jobs.workUntilIdle();
  expect(await editing.read(order)).toMatchObject({ tax: 3.75, total: 63.75, taxBasisPoints: 625 });
  const [item] = await db.select().from(orderItems).where(eq(orderItems.orderId, order.id));
  expect(item).toMatchObject({ taxCents: 375, taxRateTenths: 6250, taxClass: 'standard' });
  expect((await editing.start(order)).paymentIntentId).not.toBe(intent.paymentIntentId);
  const unreadable = { shippingAddress: { ...inTexas.shippingAddress, state: 'Somewhere', zipCode: 'XX' } };
  expect(await problemOf(editing.preview(order, { [phone]: 2 }, unreadable))).toMatchObject({
    errors: [{ field: 'shippingAddress.state' }],
  });
});

test('a paid order that goes elsewhere keeps its tax', async () => {
  const { phone } = editing;
  const order = await placed(inOregon, { [phone]: 2 });
  await pay(order);
  const inTexas = { shippingAddress: { ...inOregon, state: 'TX', zipCode: '78701', email: order.email } };
  await editing.edit(order, { [phone]: 2 }, inTexas);
  expect(await editing.read(order)).toMatchObject({ tax: 0, total: 60 });
});

test('an order from before taxes of lines is refunded and invoiced at its one rate', async () => {
  const { phone } = editing;
  const order = await placed({ ...inOregon, state: 'TX', zipCode: '78701' }, { [phone]: 1, [reduced]: 2 });
  await db
    .update(orderItems)
    .set({ taxCents: null, taxRateTenths: null, taxClass: null })
    .where(eq(orderItems.orderId, order.id));
  await db.update(orders).set({ shippingTaxCents: null }).where(eq(orders.id, order.id));
  const { tax, total } = await editing.read(order);
  expect([tax, total]).toEqual([3.21, 54.61]);
  await pay(order);
  const items = [{ product: phone, quantity: 1 }];
  await call('refundOrder', { params: { id: order.id }, body: { items } }, { caller: editing.admin });
  await call('refundOrder', { params: { id: order.id }, body: {} }, { caller: editing.admin });
  expect((await documentsOf(order)).map(taxesOf)).toEqual([
    [[625, 54.61, 3.21]],
    [[625, 31.87, 1.87]],
    [[625, 22.74, 1.34]],
  ]);
});

test('pages get the rates of today where the store ships to', async () => {
  const { taxRates } = await readSettings(db);
  const later = { ...germany, basisPoints: 2100, from: '2999-01-01' };
  const settings = {
    ...(await readSettings(db)),
    taxRates: [...taxRates, later, { country: 'France' as const, state: '', basisPoints: 2000 }],
  };
  expect(withShownRates(settings, deps.now()).taxRates).toEqual(taxRates);
  expect(withShownRates(settings, new Date('2999-01-02')).taxRates[0]).toEqual({
    ...germany,
    basisPoints: 2100,
  });
});
