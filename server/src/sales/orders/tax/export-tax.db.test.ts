import { cents } from '@reprise/contract/money';
import type { InvoiceSummary } from '@reprise/contract/sales/orders/invoice';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDiscounts } from '../../../../test/discount-codes.ts';
import { openEditing, type Placed } from '../../../../test/order-editing.ts';
import { openOrderShop, orderOf, problemOf, someAddress } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { products } from '../../../catalog/products/products.tables.ts';
import { withShownRates } from '../../../foundations/settings/rates-of-today.ts';
import { readPublicSettings } from '../../../foundations/settings/settings.queries.ts';
import { updateSettings } from '../../../foundations/settings/update-settings.ts';
import { checkCart } from '../../cart/check-cart.ts';
import { quoteDiscount } from '../../discounts/quote-discount.ts';
import { orderItems } from '../orders.tables.ts';

const database = await openTestDatabase();
const { db } = database;
const shop = await openOrderShop(database);
const { call, deps } = shop;
const discounts = await openDiscounts(shop);

const set = (settings: Parameters<typeof updateSettings>[1]) => updateSettings(deps, settings, null);
const inZurich = { ...someAddress, state: '', city: 'Zürich', zipCode: '8001', country: 'Switzerland' };
const inKassel = { ...someAddress, state: 'Hesse', city: 'Kassel', zipCode: '34117', country: 'Germany' };
const zone = {
  name: 'Exports',
  countries: ['Switzerland' as const, 'Norway' as const],
  ...{ freeShippingThreshold: cents(200_00), standardShippingRate: cents(24_99) },
  ...{ expressShippingRate: cents(49_99), standardDaysFrom: 5, standardDaysTo: 9, expressDays: 3 },
  ...{ carrierRates: false, takesTaxOff: true },
};
const rates = [
  { country: 'Germany' as const, state: '', basisPoints: 1900 },
  { country: 'Germany' as const, state: '', basisPoints: 700, taxClass: 'reduced' as const },
  { country: 'Norway' as const, state: '', basisPoints: 2500 },
];

let editing: Awaited<ReturnType<typeof openEditing>>;
let reduced: string;
let code: string;

beforeAll(() =>
  set({
    shipTo: ['Germany', 'France', 'Switzerland', 'Norway'],
    taxBasisPoints: 0,
    taxRates: rates,
    pricesIncludeTax: true,
    taxId: 'DE136695976',
    shippingZones: [zone],
  }),
);
afterAll(() => set({ pricesIncludeTax: false, shippingZones: [] }));

beforeEach(async () => {
  editing = await openEditing(shop);
  reduced = await shop.addProduct(10, cents(10_55));
  await db.update(products).set({ taxClass: 'reduced' }).where(eq(products.id, reduced));
  code = (await discounts.addCode({ type: 'amount', amount: cents(10_00) })).code;
  return shop.expectIntegrity;
});

const emailOf = () => `${editing.phone}@example.com`;

async function placed(items: Record<string, number>, to: object = inZurich, more = {}): Promise<Placed> {
  const shippingAddress = { ...to, email: emailOf() } as never;
  const { order, accessToken } = await shop.place(orderOf(items, { shippingAddress, ...more }));
  return { id: order.id, email: emailOf(), as: { orderToken: accessToken } };
}

const itemsOf = ({ id }: Placed) =>
  db.select().from(orderItems).where(eq(orderItems.orderId, id)).orderBy(orderItems.position);
const pay = ({ id }: Placed) =>
  call('recordPayment', { params: { id }, body: { method: 'cash' } }, { caller: editing.admin });
const documentsOf = async ({ id }: Placed): Promise<InvoiceSummary[]> =>
  (await call('listOrderInvoices', { params: { id } }, { caller: editing.admin })).invoices;
const toDecimals = (figures: object) =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, value / 100]));
const linesOf = (items: Record<string, number>) =>
  Object.entries(items).map(([product, quantity]) => ({ product, quantity }));

// 30 / 1.19 and 10.55 / 1.07, 24.99 / 1.19 of shipping and 10 / 1.19 of the code.
const exported = { subtotal: 35.07, discount: 8.4, shipping: 21, tax: 0, total: 47.67 };

test('cart, code, order, invoice and credit note of an export have the same amounts', async () => {
  const basket = { [editing.phone]: 1, [reduced]: 1 };
  const items = linesOf(basket);
  const country = 'Switzerland' as const;
  const cart = await checkCart(deps, { items, country });
  expect(toDecimals(cart.figures)).toEqual({ ...exported, discount: 0, total: 56.07 });
  expect(cart.lines.map(({ lineTotal }) => lineTotal)).toEqual([2521, 986]);
  const quoted = await quoteDiscount(deps, { code, items, country }, null);
  expect(toDecimals(quoted.figures)).toEqual(exported);
  const order = await placed(basket, inZurich, { discountCode: code, total: exported.total });
  expect(await editing.read(order)).toMatchObject({ ...exported, taxBasisPoints: 0 });
  expect((await editing.read(order)).exemption).toBeUndefined();
  await pay(order);
  const items1 = [{ product: editing.phone, quantity: 1 }];
  await call('refundOrder', { params: { id: order.id }, body: { items: items1 } }, { caller: editing.admin });
  await editing.setStatus(order, 'cancelled');
  await deps.jobs.workUntilIdle();
  const documents = await documentsOf(order);
  expect(documents[0]).toMatchObject({ kind: 'invoice', amount: exported.total, tax: 0 });
  const credited = documents.slice(1);
  expect(credited.every(({ kind, tax }) => kind === 'credit-note' && tax === 0)).toBe(true);
  expect(credited.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)).toBe(47_67);
});

test.each([
  ['a country with a rate', 'Norway', { subtotal: 30, shipping: 24.99 }],
  ['home', 'Germany', { subtotal: 30, shipping: 9.99 }],
  // Everywhere else has no switch.
  ['a country of no zone', 'France', { subtotal: 30, shipping: 9.99, tax: 0 }],
])('an order to %s keeps the prices', async (_name, country, amounts) => {
  const to = {
    ...inZurich,
    country,
    zipCode: { Norway: '0150', Germany: '34117', France: '75001' }[country],
  };
  const order = await placed({ [editing.phone]: 1 }, to);
  expect(await editing.read(order)).toMatchObject({ ...amounts, taxIncluded: true });
});

test('nothing is taken off while the switch is off, or prices exclude tax', async () => {
  await set({ shippingZones: [{ ...zone, takesTaxOff: false }] });
  const shown = withShownRates(await readPublicSettings(db), deps.now());
  expect(shown.storeTax).toBeUndefined();
  expect(await editing.read(await placed({ [editing.phone]: 1 }))).toMatchObject({ total: 54.99 });
  await set({ shippingZones: [zone], pricesIncludeTax: false });
  expect(await editing.read(await placed({ [editing.phone]: 1 }))).toMatchObject({ total: 54.99 });
  await set({ pricesIncludeTax: true });
});

test('the tax is that of the store’s VAT number, else of the first country', async () => {
  const storeTax = async () => withShownRates(await readPublicSettings(db), deps.now()).storeTax;
  expect(await storeTax()).toEqual({ taxBasisPoints: 1900, reducedBasisPoints: 700 });
  await set({ taxId: 'CHE-107.787.577', shipTo: ['Norway', 'Germany', 'France', 'Switzerland'] });
  expect(await storeTax()).toEqual({ taxBasisPoints: 2500 });
  await set({ taxId: 'DE136695976', shipTo: ['Germany', 'France', 'Switzerland', 'Norway'] });
});

test('an unpaid order has its tax at home and none abroad, and ends at the prices it began with', async () => {
  const basket = { [editing.phone]: 1, [reduced]: 1 };
  const order = await placed(basket, inKassel, { discountCode: code });
  const before = await editing.read(order);
  expect(before).toMatchObject({ subtotal: 40.55, discount: 10, shipping: 9.99, total: 40.54 });
  const to = (address: object) => ({ shippingAddress: { ...address, email: order.email } as never });
  await editing.edit(order, basket, to(inZurich));
  expect(await editing.read(order)).toMatchObject({ ...exported });
  expect(await itemsOf(order)).toMatchObject([
    { unitPriceCents: 2521, priceWithTaxCents: 3000, taxCents: 0 },
    { unitPriceCents: 986, priceWithTaxCents: 1055, taxCents: 0 },
  ]);
  await editing.edit(order, basket, to(inKassel));
  const { subtotal, discount, shipping, tax, total } = before;
  const after = await editing.read(order);
  expect(after).toMatchObject({ subtotal, discount, shipping, tax, total, taxIncluded: true });
  expect(await itemsOf(order)).toMatchObject([{ priceWithTaxCents: null }, { priceWithTaxCents: null }]);
});

test('a paid export does not go where it has tax, and units that are added lose the same tax', async () => {
  const { phone } = editing;
  const order = await placed({ [phone]: 1 });
  await pay(order);
  const to = (address: object) => ({ shippingAddress: { ...address, email: order.email } as never });
  expect(await problemOf(editing.edit(order, { [phone]: 1 }, to(inKassel)))).toMatchObject({
    errors: [{ field: 'shippingAddress.country' }],
  });
  await editing.edit(order, { [phone]: 1, [reduced]: 1 }, to(inZurich));
  expect(await editing.read(order)).toMatchObject({ subtotal: 35.07, shipping: 21, tax: 0, total: 56.07 });
});

type Drafted = { id: string; version: number; link: string; total: number };

const draftOf = (more: object = {}) => ({
  lines: [
    { product: editing.phone, quantity: 1, price: 30 },
    { product: reduced, quantity: 1, price: 10.55 },
  ],
  ...{ shippingAddress: { ...inZurich, email: emailOf() }, shippingMethod: 'standard', discount: 10 },
  ...more,
});
const create = async (more: object = {}) =>
  (await call('createDraftOrder', { body: draftOf(more) }, { caller: editing.admin })).draft;
const accept = async ({ link, version, total }: Drafted): Promise<Placed> => {
  const token = link.split('#token=')[1] ?? '';
  const { order, accessToken } = await call('placeDraftOrder', { body: { token, version, total } });
  return { id: order.id, email: emailOf(), as: { orderToken: accessToken } };
};

test('a draft to another country is without tax, and stays so when it is saved again', async () => {
  const draft = await create();
  expect(draft).toMatchObject({ ...exported, taxIncluded: false });
  expect(draft.entered).toEqual({ prices: [30, 10.55], discount: 10, shipping: 0 });
  const { id, version } = draft;
  const body = draftOf({ version });
  const clerk = { ...editing.admin, permissions: new Set(['orders.place']) } as typeof editing.admin;
  const saved = (await call('updateDraftOrder', { params: { id }, body }, { caller: clerk })).draft;
  expect(saved).toMatchObject(exported);
  const order = await accept(saved);
  expect(await editing.read(order)).toMatchObject(exported);
  expect(await itemsOf(order)).toMatchObject([{ priceWithTaxCents: 3000 }, { priceWithTaxCents: 1055 }]);
});

test('a draft of an exempt business has no tax, and its order waits for the number', async () => {
  const rate = (basisPoints: number) => ({ country: 'France' as const, state: '', basisPoints });
  await set({ exemptBusinesses: true, taxRates: [...rates, rate(2000)] });
  const shippingAddress = {
    ...{ ...someAddress, state: '', city: 'Paris', zipCode: '75001', country: 'France' },
    email: emailOf(),
  };
  const billing = { company: 'Dupont SARL', vatNumber: 'FR23334175221' };
  const draft = await create({ shippingAddress, billing, shipping: 12 });
  // 30 / 1.2 and 10.55 / 1.2, 12 / 1.2 of shipping and 10 / 1.2 of the discount.
  const amounts = { subtotal: 33.79, discount: 8.33, shipping: 10, tax: 0, total: 35.46 };
  expect(draft).toMatchObject({ ...amounts, isExempt: true });
  expect(draft.entered).toMatchObject({ shipping: 12 });
  const order = await accept(draft);
  expect(await editing.read(order)).toMatchObject({ ...amounts, exemption: { status: 'pending' } });
  const body = { status: 'invalid', vatNumber: 'FR23334175221' };
  await call('decideExemption', { params: { id: order.id }, body }, { caller: editing.admin });
  const taxed = await editing.read(order);
  expect(taxed).toMatchObject({ subtotal: 40.55, discount: 10, taxIncluded: true });
  expect(taxed.exemption).toBeUndefined();
  const paid = await accept(await create({ shippingAddress, billing }));
  await pay(paid);
  expect((await problemOf(editing.setStatus(paid, 'shipped'))).message).toContain('check its VAT number');
  await set({ exemptBusinesses: false, taxRates: rates });
  expect((await create({ shippingAddress, billing })).isExempt).toBeUndefined();
});
