import { cents, toCents } from '@reprise/contract/money';
import { problemCodeOf } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { openDiscounts } from '../../../../test/discount-codes.ts';
import { codeOf, orderOf, problemOf, someAddress } from '../../../../test/order-shop.ts';
import { openReturnShop, type SoldOrder } from '../../../../test/return-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { products } from '../../../catalog/products/products.tables.ts';
import { updateSettings } from '../../../foundations/settings/update-settings.ts';

// Customers and staff who try to get more than was paid.

const shop = await openReturnShop(await openTestDatabase());
const { act, staff, phone, cable, openReturn, phoneLine } = shop;
const discounts = await openDiscounts(shop);
beforeEach(async () => shop.expectIntegrity);

const outcomeOf = (work: Promise<unknown>) => work.then(() => 'done', problemCodeOf);
const find = async ({ id }: { id: string }) => (await staff('getOrder', { params: { id } })).order;
const refund = ({ id }: { id: string }, body: object) => staff('refundOrder', { params: { id }, body });
const refundedOf = async (sold: { id: string }) =>
  (await find(sold)).payments
    .flatMap(({ refunds }: { refunds: { amount: number }[] }) => refunds)
    .reduce((sum: number, { amount }: { amount: number }) => sum + toCents(amount), 0);

type Decision = { decision: string; disposition?: string; deductions?: object[] };
const taken: Decision = { decision: 'refund', disposition: 'bench' };

/** Receives, decides and settles all lines; returns the amount. */
async function settle(
  opened: { number: string; lines: { id: string; quantity: number }[] },
  serials: string[],
  how = taken,
) {
  for (const code of serials) await act('receiveReturn', opened.number, { code });
  for (const { id, quantity } of serials.length > 0 ? [] : opened.lines)
    await act('receiveReturn', opened.number, { line: id, quantity });
  const decisions = opened.lines.map(({ id }) => ({ line: id, ...how }));
  const { toSettle } = await act('decideReturn', opened.number, { decisions });
  await act('settleReturn', opened.number, { amount: toSettle });
  return toCents(toSettle);
}

/** Sells cables in an order that is shipped by express, which is never free. */
async function sellExpress(cables: number, status = 'delivered'): Promise<SoldOrder> {
  const shippingAddress = { ...someAddress, email: `express${cables}-${Math.random()}@example.com` };
  const { order, accessToken } = await shop.place(
    orderOf({ [cable]: cables }, { shippingAddress, shippingMethod: 'express' }),
  );
  await staff('recordPayment', { params: { id: order.id }, body: { method: 'cash' } });
  await shop.setStatus(order.id, status);
  const { id, orderNumber } = order;
  return { id, orderNumber, guest: { orderToken: accessToken }, serials: [], numbers: [] };
}
const cableLine = (quantity: number, reason = 'does-not-work') => ({ product: cable, quantity, reason });
const restocked = { decision: 'refund', disposition: 'restock' };
const worn = (amount: number) => ({ ...restocked, deductions: [{ reason: 'use', note: 'Worn', amount }] });

test('shipping that was refunded by hand is not given back again with the last unit', async () => {
  const sold = await sellExpress(2);
  const { shipping, total } = await find(sold);
  expect(shipping).toBeGreaterThan(0);
  await refund(sold, { kind: 'shipping' });
  const opened = await openReturn(sold, [cableLine(2)]);
  await staff('approveReturn', { params: { number: opened.number } });
  await settle(opened, [], worn(15));
  expect(await refundedOf(sold)).toBe(toCents(total) - 1500);
});

test('shipping that a return gave back is not refunded by hand again', async () => {
  const sold = await sellExpress(2);
  const opened = await openReturn(sold, [cableLine(2)]);
  await staff('approveReturn', { params: { number: opened.number } });
  await settle(opened, [], worn(15));
  const { shipping, total } = await find(sold);
  const before = await refundedOf(sold);
  await refund(sold, { kind: 'shipping' });
  const given = before - (toCents(total) - toCents(shipping) - 1500);
  expect(given).toBeGreaterThan(0);
  expect(await refundedOf(sold)).toBe(before + toCents(shipping) - given);
  expect(await codeOf(refund(sold, { kind: 'shipping' }))).toBe('VALIDATION_ERROR');
});

test('a unit that was refunded by hand is not refunded by a return', async () => {
  const sold = await shop.sell(2);
  await refund(sold, { items: [{ product: phone, quantity: 1 }], restock: false });
  const both = sold.numbers.map((unit) => phoneLine(unit));
  expect(await codeOf(openReturn(sold, both))).toBe('VALIDATION_ERROR');
  // The first device to come is the one whose money went back.
  const first = await openReturn(sold, both.slice(0, 1));
  const ended = await act('receiveReturn', first.number, { code: sold.serials[0] });
  expect(ended).toMatchObject({ state: 'closed', lines: [{ endedAs: 'by-hand' }] });
  await settle(await openReturn(sold, both.slice(1)), sold.serials.slice(1));
  expect(await refundedOf(sold)).toBe(toCents((await find(sold)).total));
});

test('a settled line is not received again, whatever is scanned for it', async () => {
  const sold = await shop.sell(2, { cables: 2 });
  const opened = await openReturn(sold, [
    phoneLine(sold.numbers[0]),
    phoneLine(sold.numbers[1]),
    cableLine(2, 'not-needed'),
  ]);
  const { number, lines } = opened;
  const [first, , cables] = lines;
  await act('receiveReturn', number, { code: sold.serials[0] });
  await act('receiveReturn', number, { line: cables.id, quantity: 2 });
  const decisions = [
    { line: first.id, ...taken },
    { line: cables.id, ...restocked },
  ];
  const { toSettle } = await act('decideReturn', number, { decisions });
  const settled = await act('settleReturn', number, { amount: toSettle });
  const again = [
    { code: 'FOREIGN01', line: first.id },
    { line: first.id, match: 'missing', note: 'Empty' },
    { line: first.id, match: 'unreadable', note: 'Worn' },
    { line: cables.id, quantity: 0 },
  ];
  const outcomes = [];
  for (const body of again) outcomes.push(await outcomeOf(act('receiveReturn', number, body)));
  const { lines: after } = (await staff('getReturn', { params: { number } })).return;
  expect(after).toEqual(settled.lines);
  expect(outcomes.every((outcome) => outcome !== 'done')).toBe(true);
});

test('an edit of the rest of an order does not take out what is in a return', async () => {
  const sold = await shop.sell(1, { cables: 3, status: null });
  const parcel = { lines: [{ product: cable, quantity: 2 }] };
  const { order } = await staff('shipParcel', { params: { id: sold.id }, body: parcel });
  await staff('markParcelDelivered', { params: { id: sold.id, parcel: order.parcels[0].id } });
  const { number } = await openReturn(sold, [cableLine(2, 'not-needed')]);
  const { version = 0, shippingAddress: address, shippingMethod } = await find(sold);
  const { name: _name, ...shippingAddress } = address;
  const edit = (items: object[]) =>
    staff('editOrder', {
      params: { id: sold.id },
      body: { version, items, shippingAddress, shippingMethod },
    });
  expect(await problemOf(edit([{ product: phone, quantity: 1 }]))).toMatchObject({
    message: expect.stringContaining('have left in a parcel'),
  });
  expect((await staff('getReturn', { params: { number } })).return.lines).toHaveLength(1);
});

test('an edit after a refund returns neither the price of a refunded unit nor shipping a second time', async () => {
  const sold = await sellExpress(4, 'processing');
  await refund(sold, { items: [{ product: cable, quantity: 2 }], restock: false });
  await refund(sold, { kind: 'shipping' });
  const before = await refundedOf(sold);
  const { version = 0, shippingAddress: address, shippingMethod, shipping } = await find(sold);
  const { name: _name, ...shippingAddress } = address;
  const edit = (more: object) =>
    staff('editOrder', {
      params: { id: sold.id },
      body: {
        ...{ version, items: [{ product: cable, quantity: 4 }], shippingAddress, shippingMethod },
        ...{ shipping, reason: 'Goodwill', ...more },
      },
    });
  const cheaper = { prices: [{ product: cable, price: 1 }] };
  expect(await problemOf(edit(cheaper))).toMatchObject({ errors: [{ field: 'prices' }] });
  expect(await problemOf(edit({ shipping: 0 }))).toMatchObject({ errors: [{ field: 'shipping' }] });
  expect(await refundedOf(sold)).toBe(before);
});

test('returns after goodwill give back no more than was paid', async () => {
  const sold = await shop.sell(2);
  await refund(sold, { kind: 'goodwill', amount: 50 });
  for (const index of [0, 1]) {
    const opened = await openReturn(sold, [phoneLine(sold.numbers[index])]);
    await settle(opened, [sold.serials[index] ?? '']);
  }
  const { total, paymentStatus } = await find(sold);
  expect([await refundedOf(sold), paymentStatus]).toEqual([toCents(total), 'refunded']);
});

const inZurich = { state: '', city: 'Zürich', zipCode: '8001', country: 'Switzerland' };
const inParis = { state: '', city: 'Paris', zipCode: '75001', country: 'France' };
const zone = {
  ...{ name: 'Exports', countries: ['Switzerland' as const] },
  ...{ freeShippingThreshold: cents(900_00), standardShippingRate: cents(24_99) },
  ...{ expressShippingRate: cents(49_99), standardDaysFrom: 5, standardDaysTo: 9, expressDays: 3 },
  ...{ carrierRates: false, takesTaxOff: true },
};
const vatNumber = 'FR23334175221';
const french = { billing: { company: 'Dupont SARL', vatNumber } };

test.each([
  ['in a zone that takes tax off', inZurich, {}, false],
  ['without tax for a business', inParis, french, false],
  ['with tax in its prices', inParis, {}, true],
])(
  'a discounted order %s gives back exactly what was paid for its items',
  async (_, place, more, isTaxed) => {
    const settings = {
      shipTo: ['Germany', 'France', 'Switzerland'],
      taxBasisPoints: 0,
      pricesIncludeTax: true,
    };
    const taxRates = ['Germany' as const, 'France' as const].map((country) => {
      return { country, state: '', basisPoints: 1900 };
    });
    const taxes = { taxRates, taxId: 'DE136695976', exemptBusinesses: true, shippingZones: [zone] };
    await updateSettings(shop.deps, { ...settings, ...taxes } as never, null);
    const other = await shop.addProduct(100, cents(3_33), 'Case');
    await shop.deps.db.update(products).set({ condition: 'fair' }).where(eq(products.id, other));
    const { code } = await discounts.addCode({ type: 'amount', amount: cents(10_00), conditions: ['good'] });
    const shippingAddress = { ...someAddress, ...place, email: `${code}@example.com` };
    const items = { [cable]: 3, [other]: 2 };
    const { order, accessToken } = await shop.place(
      orderOf(items, { shippingAddress, shippingMethod: 'express', discountCode: code, ...more }),
    );
    expect(order.discount).toBeGreaterThan(0);
    expect(order.tax > 0).toBe(isTaxed);
    await staff('recordPayment', { params: { id: order.id }, body: { method: 'cash' } });
    if (more === french)
      await staff('decideExemption', { params: { id: order.id }, body: { status: 'checked', vatNumber } });
    await shop.setStatus(order.id, 'delivered');
    const sold = { ...order, guest: { orderToken: accessToken }, serials: [], numbers: [] };
    const line = (product: string, quantity: number) => ({ product, quantity, reason: 'not-needed' });
    for (const lines of [[line(cable, 1), line(other, 1)], [line(cable, 2)], [line(other, 1)]])
      await settle(await openReturn(sold, lines), [], restocked);
    expect(await refundedOf(order)).toBe(toCents(order.total) - toCents(order.shipping));
    expect(await codeOf(openReturn(sold, [line(cable, 1)]))).toBe('VALIDATION_ERROR');
  },
);
