import { cents } from '@reprise/contract/money';
import type { InvoiceSummary } from '@reprise/contract/sales/orders/invoice';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openEditing, type Placed } from '../../../../test/order-editing.ts';
import { openOrderShop, orderOf, problemOf, someAddress } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { products } from '../../../catalog/products/products.tables.ts';
import { updateSettings } from '../../../foundations/settings/update-settings.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { findOrderRow } from '../orders.queries.ts';
import { orderItems, orders } from '../orders.tables.ts';
import { lockToPack, lockToScan } from '../packing/lock-to-pack.ts';
import { listPacking } from '../packing/packing.queries.ts';
import { assertCanShip } from '../shipping/quote-parcel.ts';

const database = await openTestDatabase();
const { db } = database;
const shop = await openOrderShop(database);
const { call, deps } = shop;

const set = (settings: Parameters<typeof updateSettings>[1]) => updateSettings(deps, settings, null);
const inParis = { ...someAddress, state: '', city: 'Paris', zipCode: '75001', country: 'France' };
const inKassel = { ...someAddress, state: 'Hesse', city: 'Kassel', zipCode: '34117', country: 'Germany' };
const inWien = { ...someAddress, state: '', city: 'Wien', zipCode: '1010', country: 'Austria' };
const french = 'FR23334175221';
const austrian = 'ATU13585627';
const german = 'DE136695976';

let editing: Awaited<ReturnType<typeof openEditing>>;
let reduced: string;

beforeAll(async () => {
  const rate = (country: 'Germany' | 'France' | 'Austria', basisPoints: number, reducedRate: number) => [
    { country, state: '', basisPoints },
    { country, state: '', basisPoints: reducedRate, taxClass: 'reduced' as const },
  ];
  await set({
    shipTo: ['Germany', 'France', 'Austria', 'United States'],
    taxBasisPoints: 0,
    taxRates: [...rate('Germany', 1900, 700), ...rate('France', 2000, 550), ...rate('Austria', 2000, 1000)],
    pricesIncludeTax: true,
    taxId: german,
    exemptBusinesses: true,
    exemptionText: 'Steuerfreie innergemeinschaftliche Lieferung',
  });
});

afterAll(() => set({ pricesIncludeTax: false, exemptBusinesses: false }));

beforeEach(async () => {
  editing = await openEditing(shop);
  reduced = await shop.addProduct(10, cents(10_55));
  await db.update(products).set({ taxClass: 'reduced' }).where(eq(products.id, reduced));
  return shop.expectIntegrity;
});

type Buying = { vatNumber?: string; shippingAddress?: object; further?: object };

async function placed(items: Record<string, number>, buying: Buying = {}): Promise<Placed> {
  const { vatNumber = french, shippingAddress = inParis, further } = buying;
  const email = `${editing.phone}@example.com`;
  const { order, accessToken } = await shop.place(
    orderOf(items, {
      shippingAddress: { ...shippingAddress, email } as never,
      billing: { company: 'Dupont SARL', vatNumber },
      ...further,
    }),
  );
  return { id: order.id, email, as: { orderToken: accessToken } };
}

const pay = ({ id }: Placed) =>
  call('recordPayment', { params: { id }, body: { method: 'cash' } }, { caller: editing.admin });
const decide = ({ id }: Placed, status: 'checked' | 'invalid', vatNumber = french) =>
  call('decideExemption', { params: { id }, body: { status, vatNumber } }, { caller: editing.admin });
const documentsOf = async ({ id }: Placed): Promise<InvoiceSummary[]> =>
  (await call('listOrderInvoices', { params: { id } }, { caller: editing.admin })).invoices;
const itemsOf = ({ id }: Placed) =>
  db.select().from(orderItems).where(eq(orderItems.orderId, id)).orderBy(orderItems.position);

test('a business of another EU country pays prices and shipping without the tax of the place', async () => {
  const { phone } = editing;
  const order = await placed({ [phone]: 1, [reduced]: 1 });
  // 30.00 / 1.2, 10.55 / 1.055, and 9.99 / 1.2 at the highest rate.
  expect(await editing.read(order)).toMatchObject({
    ...{ subtotal: 35, shipping: 8.33, tax: 0, total: 43.33, taxBasisPoints: 0 },
    exemption: { status: 'pending' },
  });
  expect((await editing.read(order)).taxIncluded).toBeUndefined();
  expect(await itemsOf(order)).toMatchObject([
    { unitPriceCents: 2500, priceWithTaxCents: 3000, taxCents: 0, taxRateTenths: 0 },
    { unitPriceCents: 1000, priceWithTaxCents: 1055, taxCents: 0, taxRateTenths: 0 },
  ]);
});

test.each([
  ['the number of the store’s country', { vatNumber: german }],
  ['goods that stay in the store’s country', { shippingAddress: inKassel }],
  ['goods that leave the European Union', { shippingAddress: { ...someAddress } }],
  ['a number of Northern Ireland', { vatNumber: 'XI980780684' }],
  ['a number of Great Britain', { vatNumber: 'GB980780684' }],
  ['no number', { vatNumber: '' }],
  [
    'a flag in the body',
    { vatNumber: '', further: { exemption: { status: 'checked' }, taxOffTenths: 20_000 } },
  ],
])('an order has its tax with %s', async (_name, buying) => {
  const order = await placed({ [editing.phone]: 2 }, buying);
  const read = await editing.read(order);
  expect(read.exemption).toBeUndefined();
  expect(read).toMatchObject({ subtotal: 60, total: 60 });
});

test('an order has its tax while the switch is off, and the switch needs a VAT number', async () => {
  await set({ exemptBusinesses: false });
  const order = await placed({ [editing.phone]: 2 });
  expect(await editing.read(order)).toMatchObject({ total: 60, tax: 10, taxIncluded: true });
  await set({ taxId: '12-3456789' });
  expect(await problemOf(set({ exemptBusinesses: true }))).toMatchObject({ errors: [{ field: 'taxId' }] });
  await set({ taxId: german, exemptBusinesses: true });
  expect(await problemOf(set({ taxId: '' }))).toMatchObject({ errors: [{ field: 'taxId' }] });
});

test('another VAT number of an order without tax is checked again', async () => {
  const order = await placed({ [editing.phone]: 1 });
  await decide(order, 'checked');
  const rename = async (vatNumber: string) => {
    const { version = 0 } = await editing.read(order);
    const body = { version, billing: { vatNumber } };
    return call('changeOrderBilling', { params: { id: order.id }, body }, { caller: editing.admin });
  };
  for (const vatNumber of [german, '']) {
    expect((await problemOf(rename(vatNumber))).message).toContain('Without that number it would have tax');
  }
  await rename('IT00743110157');
  expect((await editing.read(order)).exemption).toEqual({ status: 'pending' });
  await pay(order);
  await decide(order, 'checked', 'IT00743110157');
  const shipped = { params: { id: order.id }, body: { status: 'shipped' } };
  await call('changeOrderStatus', shipped, { caller: editing.admin });
  expect((await problemOf(rename(french))).message).toContain('has left without tax');
});

test('an order whose number is not checked leaves on no way, and a checked one ships', async () => {
  const { phone } = editing;
  const order = await placed({ [phone]: 2 });
  await pay(order);
  const { id, orderNumber } = await editing.read(order);
  const admin = { caller: editing.admin };
  const body = { lines: [{ product: phone, quantity: 1, units: [] }] };
  const row = await findOrderRow(db, id);
  const ways: [string, () => unknown][] = [
    ['ship', () => editing.setStatus(order, 'shipped')],
    ['deliver', () => editing.setStatus(order, 'delivered')],
    ['parcel', () => call('shipParcel', { params: { id }, body }, admin)],
    ['pack', () => inTransaction(db, (tx) => lockToPack(tx, id))],
    ['scan', () => inTransaction(db, (tx) => lockToScan(tx, id))],
    ['label', () => assertCanShip(row)],
  ];
  for (const [way, leave] of ways) {
    const { message } = await problemOf(Promise.resolve().then(leave));
    expect([way, message]).toEqual([way, expect.stringContaining('check its VAT number')]);
  }
  const changes = [{ id, status: 'shipped' }];
  const bulk = await call('changeOrderStatuses', { body: { changes } }, admin);
  expect(bulk).toMatchObject({ outcomes: [{ changed: false }] });
  const { orders: toPack } = await listPacking(db, { limit: 100 });
  expect(toPack.map((one) => one.orderNumber)).not.toContain(orderNumber);
  await expect(db.update(orders).set({ status: 'shipped' }).where(eq(orders.id, id))).rejects.toThrow();
  await decide(order, 'checked');
  expect(await editing.read(order)).toMatchObject({
    exemption: { status: 'checked', decidedAt: expect.anything() },
  });
  await editing.setStatus(order, 'shipped');
});

test('an unpaid order with an invalid number is taxed at its prices with tax', async () => {
  const { phone } = editing;
  const order = await placed({ [phone]: 1, [reduced]: 1 });
  const intent = await editing.start(order);
  await decide(order, 'invalid');
  const read = await editing.read(order);
  // 30 / 6 and 10.55 × 5.5 / 105.5, and 9.99 / 6 of shipping.
  expect(read).toMatchObject({ subtotal: 40.55, shipping: 9.99, total: 50.54, taxIncluded: true, tax: 7.22 });
  expect(read.exemption).toBeUndefined();
  expect(await itemsOf(order)).toMatchObject([
    { unitPriceCents: 3000, priceWithTaxCents: null },
    { unitPriceCents: 1055, priceWithTaxCents: null },
  ]);
  await deps.jobs.workUntilIdle();
  expect((await editing.start(order)).paymentIntentId).not.toBe(intent.paymentIntentId);
  expect(await problemOf(decide(order, 'checked'))).toMatchObject({ code: 'EDIT_CONFLICT' });
});

test('a paid order with an invalid number does not ship, and is cancelled and credited in full', async () => {
  const order = await placed({ [editing.phone]: 2 });
  await pay(order);
  await decide(order, 'invalid');
  expect(await editing.read(order)).toMatchObject({ total: 50, exemption: { status: 'invalid' } });
  expect((await problemOf(editing.setStatus(order, 'shipped'))).message).toContain('Cancel and refund it');
  await editing.setStatus(order, 'cancelled');
  await deps.jobs.workUntilIdle();
  const documents = await documentsOf(order);
  expect(documents.map(({ kind, amount, tax }) => [kind, amount, tax])).toEqual([
    ['invoice', 50, 0],
    ['credit-note', 50, 0],
  ]);
});

test('invoice and credit notes carry the words and both numbers, and add up at a rate of 0', async () => {
  const { phone } = editing;
  const order = await placed({ [phone]: 2, [reduced]: 1 });
  await pay(order);
  await decide(order, 'checked');
  const items = [{ product: phone, quantity: 1 }];
  await call('refundOrder', { params: { id: order.id }, body: { items } }, { caller: editing.admin });
  await editing.edit(
    order,
    { [phone]: 1, [reduced]: 2 },
    { shippingAddress: { ...inParis, email: order.email } },
  );
  const documents = await documentsOf(order);
  expect(documents[0]).toMatchObject({
    exemption: 'Steuerfreie innergemeinschaftliche Lieferung',
    store: { taxId: german },
    recipient: { vatNumber: french },
    taxes: [{ basisPoints: 0, amount: 60, tax: 0 }],
  });
  expect(documents[1]).toMatchObject({
    kind: 'credit-note',
    exemption: expect.anything(),
    taxes: [{ basisPoints: 0, amount: 25, tax: 0 }],
  });
  expect(documents.every(({ tax }) => tax === 0)).toBe(true);
  // A unit that an edit adds loses the same tax.
  expect(await itemsOf(order)).toMatchObject([{ quantity: 1 }, { quantity: 2, unitPriceCents: 1000 }]);
});

test('an unpaid order follows its place: without the tax of another country, or with tax at home', async () => {
  const { phone } = editing;
  const order = await placed({ [phone]: 2 });
  const to = (address: object) => ({ shippingAddress: { ...address, email: order.email } as never });
  await editing.edit(order, { [phone]: 2, [reduced]: 1 }, to(inWien));
  // 30 / 1.2 twice and 10.55 / 1.1.
  expect(await editing.read(order)).toMatchObject({ total: 59.59, tax: 0, exemption: { status: 'pending' } });
  await editing.edit(order, { [phone]: 2, [reduced]: 1 }, to(inKassel));
  const home = await editing.read(order);
  expect(home).toMatchObject({ subtotal: 70.55, total: 70.55, tax: 10.27, taxIncluded: true });
  expect(home.exemption).toBeUndefined();
});

test('a paid order without tax does not go where it has tax', async () => {
  const { phone } = editing;
  const order = await placed({ [phone]: 2 });
  await pay(order);
  const to = (address: object) => ({ shippingAddress: { ...address, email: order.email } as never });
  expect(await problemOf(editing.edit(order, { [phone]: 2 }, to(inKassel)))).toMatchObject({
    errors: [{ field: 'shippingAddress.country' }],
  });
  await editing.edit(order, { [phone]: 2 }, to(inWien));
  expect(await editing.read(order)).toMatchObject({ total: 50, tax: 0 });
});

test('shipping is free above the threshold that prices with tax have', async () => {
  const order = await placed({ [editing.phone]: 2 });
  // 60.00 with tax is above the threshold of 50.00.
  expect(await editing.read(order)).toMatchObject({ subtotal: 50, shipping: 0 });
});

test('a check is of the number that was seen, by staff who may edit orders', async () => {
  const order = await placed({ [editing.phone]: 1 });
  expect(await problemOf(decide(order, 'checked', austrian))).toMatchObject({ code: 'EDIT_CONFLICT' });
  const body = { status: 'checked' as const, vatNumber: french };
  for (const caller of [
    null,
    { ...editing.admin, permissions: new Set(['orders.read']) },
    { ...editing.admin, role: 'customer' },
  ])
    expect(
      await problemOf(
        call('decideExemption', { params: { id: order.id }, body }, { caller: caller as never }),
      ),
    ).toMatchObject({ code: expect.stringMatching(/FORBIDDEN|UNAUTHENTICATED|NOT_FOUND/) });
  expect(await editing.read(order)).toMatchObject({ exemption: { status: 'pending' } });
});

test('a store whose prices exclude tax charges the same prices without it', async () => {
  await set({ pricesIncludeTax: false });
  const order = await placed({ [editing.phone]: 2 });
  expect(await editing.read(order)).toMatchObject({
    subtotal: 60,
    tax: 0,
    total: 60,
    exemption: { status: 'pending' },
  });
  await decide(order, 'invalid');
  expect(await editing.read(order)).toMatchObject({ subtotal: 60, tax: 12, total: 72 });
  await set({ pricesIncludeTax: true });
});
