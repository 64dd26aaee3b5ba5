import { type Cents, cents } from '@reprise/contract/money';
import { shippedSpan } from '@reprise/contract/sales/orders/delivery';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { openEditing } from '../../../../test/order-editing.ts';
import { codeOf, openOrderShop, orderOf, problemOf, someAddress } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { auditEntries } from '../../../foundations/audit/audit.tables.ts';
import { updateSettings } from '../../../foundations/settings/update-settings.ts';
import { readableChanges } from '../../../operations/audit-log/readable-changes.ts';
import { checkCart } from '../../cart/check-cart.ts';
import { orders } from '../orders.tables.ts';

const database = await openTestDatabase();
const { db } = database;
const shop = await openOrderShop(database);
const { call, deps, place, clock } = shop;
const save = (settings: Parameters<typeof updateSettings>[1]) => updateSettings(deps, settings, null);

const europe = {
  name: 'Europe',
  countries: ['Germany' as const, 'France' as const],
  freeShippingThreshold: cents(20_000),
  standardShippingRate: cents(2500),
  expressShippingRate: cents(4900),
  standardDaysFrom: 10,
  standardDaysTo: 14,
  expressDays: 4,
  carrierRates: false,
};
const berlin = { city: 'Berlin', state: '', zipCode: '10115', country: 'Germany' };

let product: string;

beforeEach(async () => {
  clock.now = new Date('2026-11-02T10:00:00Z');
  product = await shop.addProduct(50, cents(6000));
  await save({ shipTo: ['United States', 'Germany', 'France'], shippingZones: [europe], taxBasisPoints: 0 });
  return shop.expectIntegrity;
});

const orderTo = (address: object = {}, more: object = {}, count = 1) =>
  orderOf({ [product]: count }, { shippingAddress: { ...someAddress, ...address }, ...more });
const day = (text: string) => `${text}T12:00:00.000Z`;

test('an order is charged the rates of the zone of its country, with its days', async () => {
  expect((await place(orderTo())).order).toMatchObject({
    ...{ shipping: 0, estimatedDelivery: day('2026-11-10'), latestDelivery: day('2026-11-13') },
  });
  expect((await place(orderTo(berlin))).order).toMatchObject({
    ...{ shipping: 25, estimatedDelivery: day('2026-11-17'), latestDelivery: day('2026-11-24') },
  });
  const express = (await place(orderTo(berlin, { shippingMethod: 'express' }, 4))).order;
  expect(express).toMatchObject({ shipping: 49, estimatedDelivery: day('2026-11-09') });
  expect((await place(orderTo(berlin, {}, 4))).order.shipping).toBe(0);
});

test('the cart and its discount code are quoted for a country', async () => {
  const items = [{ product, quantity: 1 }];
  const shippingTo = async (country?: 'Germany' | 'France') =>
    (await checkCart(deps, { items, country })).figures.shipping;
  expect([await shippingTo(), await shippingTo('Germany')]).toEqual([0, 2500]);
  await save({ shipTo: ['Germany', 'France', 'United States'] });
  expect(await shippingTo()).toBe(2500);
});

test('a draft has the rates of its zone, and keeps them once the zone is deleted', async () => {
  const caller = await shop.addUser('admin');
  const draft = {
    lines: [{ product, quantity: 1, price: 60 }],
    shippingAddress: { ...someAddress, ...berlin },
    shippingMethod: 'standard',
  };
  const created = (await call('createDraftOrder', { body: draft }, { caller })).draft;
  expect(created).toMatchObject({ shipping: 25, total: 85 });
  const { link } = (await call('sendDraftOrder', { params: { id: created.id }, body: {} }, { caller })).draft;
  await save({ shippingZones: [] });
  const token = link.split('#token=')[1];
  const { order } = await call('placeDraftOrder', { body: { token, version: created.version } });
  expect(order).toMatchObject({ shipping: 25, total: 85, latestDelivery: day('2026-11-13') });
});

test('an order that moves to another zone gets its rates and days, and keeps them', async () => {
  const { placed, edit, read } = await openEditing(shop);
  const order = await placed();
  const shippingAddress = { ...someAddress, ...berlin, email: order.email };
  await edit(order, undefined, { shippingAddress });
  expect(await read(order)).toMatchObject({ shipping: 25, total: 85, latestDelivery: day('2026-11-24') });
  await save({ shippingZones: [{ ...europe, standardShippingRate: cents(100) }] });
  await edit(order, undefined, { shippingAddress, shippingMethod: 'express' });
  expect(await read(order)).toMatchObject({ shipping: 49, total: 109 });
  await edit(order, undefined, { shippingMethod: 'standard' });
  expect(await read(order)).toMatchObject({ shipping: 0, total: 60, latestDelivery: day('2026-11-13') });
});

test('a shipped order arrives within the days of its zone', async () => {
  const { admin, pay, setStatus } = await openEditing(shop);
  const { order, accessToken } = await place(orderTo(berlin));
  const placed = { id: order.id, email: order.shippingAddress.email, as: { orderToken: accessToken } };
  await pay(placed);
  await setStatus(placed, 'shipped');
  const shipped = (await call('getOrder', { params: { id: order.id } }, { caller: admin })).order;
  const { from, to } = shippedSpan(clock.now, { ...europe, timeZone: 'UTC' }, 'standard');
  expect(shipped).toMatchObject({ estimatedDelivery: from.toISOString(), latestDelivery: to.toISOString() });
});

test('a total of a zone that was changed or deleted is refused with the new figures', async () => {
  for (const [shippingZones, shipping] of [
    [[{ ...europe, standardShippingRate: cents(3000) }], 30],
    [[], 0],
  ] as const) {
    await save({ shippingZones: [...shippingZones] });
    const { code, details } = await problemOf(place(orderTo(berlin, { total: 85 })));
    expect([code, details]).toMatchObject(['PRICE_CHANGED', { shipping, total: 60 + shipping }]);
  }
});

test('no order is charged another amount while its zone changes', async () => {
  const rates: Cents[] = [cents(2500), cents(3000)];
  const flip = async () => {
    for (let round = 0; round < 12; round++)
      await save({ shippingZones: [{ ...europe, standardShippingRate: rates[round % 2] ?? cents(0) }] });
  };
  const buy = async () => {
    const answers: unknown[] = [];
    for (let round = 0; round < 12; round++)
      answers.push(
        await place(orderTo(berlin, { total: 85 })).then(
          ({ order }) => order.total,
          (problem) => problem.code,
        ),
      );
    return answers;
  };
  const [, answers] = await Promise.all([flip(), buy()]);
  expect(answers.filter((answer) => answer !== 85 && answer !== 'PRICE_CHANGED')).toEqual([]);
  const charged = await db.select().from(orders).where(eq(orders.country, 'Germany'));
  for (const { totalCents, standardShippingCents } of charged)
    if (totalCents === 8500) expect(standardShippingCents).toBe(2500);
});

test('zones are refused with the country and the zone that are wrong', async () => {
  const errorOf = async (settings: Parameters<typeof save>[0]) =>
    (await problemOf(save(settings))).errors?.[0];
  const asia = { ...europe, name: 'Asia', countries: ['Japan' as const] };
  expect(await errorOf({ shippingZones: [europe, { ...asia, countries: ['France'] }] })).toEqual({
    field: 'shippingZones',
    message: 'France is in the zones Europe and Asia. Leave it in one.',
  });
  expect(await errorOf({ shippingZones: [asia] })).toEqual({
    field: 'shippingZones',
    message: 'You do not ship to Japan. Add it to the countries first.',
  });
  expect(await errorOf({ shippingZones: [europe, { ...asia, name: 'EUROPE' }] })).toMatchObject({
    message: 'There are two zones named EUROPE.',
  });
  expect(await errorOf({ shipTo: ['United States', 'France'] })).toEqual({
    field: 'shipTo',
    message: 'Germany is in the zone Europe. Remove it there first.',
  });
  await save({ shipTo: ['United States', 'Japan'], shippingZones: [asia] });
});

test('a changed zone is in the audit log by its name, with the amounts as money', async () => {
  await save({ shippingZones: [{ ...europe, standardShippingRate: cents(3000), carrierRates: true }] });
  const entries = await db.select().from(auditEntries).where(eq(auditEntries.action, 'change settings'));
  const last = entries.at(-1);
  expect(readableChanges(last?.before, last?.after)).toEqual([
    {
      field: 'Zone Europe',
      before: 'standard $25.00 in 10-14 days; express $49.00 in 4 days; free above $200.00; Germany, France',
      after:
        'standard $30.00 in 10-14 days; express $49.00 in 4 days; free above $200.00; rates of carriers; Germany, France',
    },
  ]);
});

test('zones in the call that changes the currency are refused', async () => {
  expect(await codeOf(save({ currency: 'EUR', shippingZones: [] }))).toBe('VALIDATION_ERROR');
});
