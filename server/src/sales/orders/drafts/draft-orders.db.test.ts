import { permissionsOf } from '@reprise/contract/permissions';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { codeOf, openOrderShop, problemOf, someAddress } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { auditEntries } from '../../../foundations/audit/audit.tables.ts';
import { mails } from '../../../foundations/notifications/notifications.tables.ts';
import { storeSettings } from '../../../foundations/settings/settings.tables.ts';
import type { Caller } from '../../../platform/http/endpoint.ts';
import { releaseExpiredReservations } from '../../payments/release-expired-reservations.ts';
import { orders } from '../orders.tables.ts';

const database = await openTestDatabase();
const { db } = database;
const shop = await openOrderShop(database);
const { call, deps } = shop;

let admin: Caller;
let phone: string;
let email: string;

beforeEach(async () => {
  shop.clock.now = new Date();
  admin = await shop.addUser('admin');
  phone = await shop.addProduct(10);
  email = `${phone}@example.com`;
  return shop.expectIntegrity;
});

const draftOf = (more: object = {}) => ({
  lines: [
    { product: phone, quantity: 2, price: 25 },
    { name: 'Battery replaced', quantity: 1, price: 40 },
  ],
  shippingAddress: { ...someAddress, email },
  shippingMethod: 'standard',
  ...more,
});
const create = async (more: object = {}, caller = admin) =>
  (await call('createDraftOrder', { body: draftOf(more) }, { caller })).draft;
const update = async (draft: { id: string; version: number }, more: object) =>
  (
    await call(
      'updateDraftOrder',
      { params: { id: draft.id }, body: draftOf({ version: draft.version, ...more }) },
      { caller: admin },
    )
  ).draft;
const act = async (name: 'cancelDraftOrder' | 'sendDraftOrder' | 'getDraftOrder', id: string) =>
  (await call(name, { params: { id }, body: {} }, { caller: admin })).draft;
const tokenOf = ({ link }: { link: string }) => link.split('#token=')[1] ?? '';
const openLink = async (draft: { link: string }) =>
  (await call('openDraftOrder', { body: { token: tokenOf(draft) } })).draft;
const place = ({ link, version, total }: { link: string; version: number; total?: number }) =>
  call('placeDraftOrder', { body: { token: tokenOf({ link }), version, total } });
const pay = async ({ order, accessToken }: { order: { id: string; total: number }; accessToken: string }) => {
  const as = { orderToken: accessToken };
  const intent = await call('createPaymentIntent', { body: { amount: order.total, orderId: order.id } }, as);
  await call('confirmTestCard', { body: { clientSecret: intent.clientSecret, card: 'pm_card_visa' } });
  return call('confirmPayment', { body: { paymentIntentId: intent.paymentIntentId, orderId: order.id } }, as);
};
const ordersOf = () => db.select().from(orders).where(eq(orders.email, email));

describe('a draft', () => {
  test('is an order with custom lines and prices as soon as its customer accepts it', async () => {
    const draft = await create({ discount: 10, shipping: 5 });
    expect(draft).toMatchObject({ status: 'open', subtotal: 90, discount: 10, shipping: 5, version: 0 });
    expect(await shop.stockOf(phone)).toBe(10);
    expect(await openLink(draft)).toMatchObject({ number: draft.number, total: draft.total });
    const placed = await place(draft);
    expect(placed.order).toMatchObject({
      total: draft.total,
      discount: 10,
      shipping: 5,
      paymentStatus: 'unpaid',
    });
    expect(await shop.stockOf(phone)).toBe(8);
    await pay(placed);
    const { order } = await call('getOrder', { params: { id: placed.order.id } }, { caller: admin });
    expect(order).toMatchObject({ paymentStatus: 'paid', status: 'processing' });
    expect(
      order.items.map(({ product, quantity }: never) => [(product as { name: string }).name, quantity]),
    ).toContainEqual(['Battery replaced', 1]);
    expect(await act('getDraftOrder', draft.id)).toMatchObject({
      status: 'ordered',
      order: { id: order.id },
    });
    const { invoices } = await call('listOrderInvoices', { params: { id: order.id } }, { caller: admin });
    expect(invoices).toMatchObject([{ amount: draft.total }]);
    await call(
      'changeOrderStatus',
      { params: { id: order.id }, body: { status: 'cancelled' } },
      { caller: admin },
    );
    await deps.jobs.workUntilIdle();
    expect(await shop.stockOf(phone)).toBe(10);
  });

  test('becomes one order when two tabs accept it at once', async () => {
    const draft = await create();
    const placed = await Promise.all([place(draft), place(draft), place(draft)]);
    expect(new Set(placed.map(({ order }) => order.id)).size).toBe(1);
    expect(await ordersOf()).toHaveLength(1);
    expect(await shop.stockOf(phone)).toBe(8);
    await pay(placed[0]);
    expect(await codeOf(pay(placed[1]))).toBe('ALREADY_PAID');
  });

  test('that was changed while its customer looked at it is refused with the new total', async () => {
    const draft = await create();
    const changed = await update(draft, { lines: [{ product: phone, quantity: 1, price: 25 }] });
    const problem = await problemOf(place(draft));
    expect(problem).toMatchObject({ code: 'EDIT_CONFLICT', details: { version: 1 } });
    expect(problem.message).toContain(`from $${draft.total.toFixed(2)} to $${changed.total.toFixed(2)}`);
    expect(await ordersOf()).toEqual([]);
    expect((await place(changed)).order.total).toBe(changed.total);
    expect(await codeOf(update(changed, {}))).toBe('EDIT_CONFLICT');
  });

  test('changed by two of the staff at once keeps the first change', async () => {
    const draft = await create();
    await update(draft, { shipping: 1 });
    expect(await codeOf(update(draft, { shipping: 2 }))).toBe('EDIT_CONFLICT');
  });

  test('is refused when its stock is gone, and stays open', async () => {
    const draft = await create({ lines: [{ product: phone, quantity: 11, price: 1 }] });
    expect(await codeOf(place(draft))).toBe('OUT_OF_STOCK');
    expect(await shop.stockOf(phone)).toBe(10);
    expect(await act('getDraftOrder', draft.id)).toMatchObject({ status: 'open' });
  });

  test('cancelled or expired is refused at its link', async () => {
    const [cancelled, late] = [await create(), await create()];
    await act('cancelDraftOrder', cancelled.id);
    expect(await openLink(cancelled)).toMatchObject({ status: 'cancelled' });
    expect(await codeOf(place(cancelled))).toBe('EDIT_CONFLICT');
    shop.clock.now = new Date(shop.clock.now.getTime() + 31 * 86_400_000);
    expect(await openLink(late)).toMatchObject({ status: 'expired' });
    expect(await codeOf(place(late))).toBe('EDIT_CONFLICT');
    const renewed = await update(late, {});
    expect(renewed).toMatchObject({ status: 'open' });
    expect((await place(renewed)).order.paymentStatus).toBe('unpaid');
  });

  test('whose order was not paid in time opens the same order again', async () => {
    const draft = await create();
    const first = await place(draft);
    shop.clock.now = new Date(shop.clock.now.getTime() + 3 * 3_600_000);
    await releaseExpiredReservations(deps);
    expect(await shop.stockOf(phone)).toBe(10);
    const again = await place(draft);
    expect(again.order).toMatchObject({ id: first.order.id, status: 'pending', paymentStatus: 'unpaid' });
    expect(await shop.stockOf(phone)).toBe(8);
    await pay(again);
  });

  test('of nothing to pay is paid at once', async () => {
    const lines = [{ product: phone, quantity: 1, price: 0 }];
    const { order } = await place(await create({ lines, shipping: 0 }));
    expect(order).toMatchObject({ total: 0, paymentStatus: 'paid', status: 'processing' });
  });
});

test('a guessed link opens nothing', async () => {
  const draft = await create();
  for (const token of [
    'x',
    draft.id,
    `${draft.id}.`,
    draft.number,
    `${tokenOf(draft)}x`,
    tokenOf(draft).slice(1),
  ]) {
    expect(await codeOf(call('openDraftOrder', { body: { token } }))).toBe('NOT_FOUND');
    expect(await codeOf(call('placeDraftOrder', { body: { token, version: 0 } }))).toBe('NOT_FOUND');
  }
  expect(tokenOf(draft).length).toBeGreaterThan(40);
  expect(Object.keys(await openLink(draft))).not.toContain('customerId');
});

test('prices by hand need their permission, and drafts that of placing orders', async () => {
  const placing = {
    ...admin,
    permissions: new Set([...permissionsOf(['support']), 'orders.place'] as const),
  };
  const { items } =
    (await call('listAllOrders', { query: { limit: '1' } }, { caller: admin })).orders[0] ?? {};
  expect(items).toBeDefined();
  expect(await codeOf(create({}, placing))).toBe('FORBIDDEN');
  expect(
    await codeOf(create({ lines: [{ product: phone, quantity: 1, price: 30 }], shipping: 1 }, placing)),
  ).toBe('FORBIDDEN');
  expect(await codeOf(create({}, { ...admin, permissions: permissionsOf(['support']) }))).toBe('FORBIDDEN');
});

test('its link is mailed to the customer and each change is audited', async () => {
  const draft = await create();
  expect(await act('sendDraftOrder', draft.id)).toMatchObject({ sentAt: expect.any(String) });
  await deps.jobs.workUntilIdle();
  const sent = await db.select().from(mails).where(eq(mails.recipient, email));
  expect(sent.map(({ kind }) => kind)).toEqual(['draft-order']);
  const entries = await db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.subject, `draft order ${draft.id}`));
  expect(entries.map(({ action }) => action)).toEqual(['create draft order', 'send draft order']);
  expect(JSON.stringify(entries)).not.toContain(someAddress.address);
});

test('in test mode a link opens for its visitor, and makes no order', async () => {
  const draft = await create();
  await db.update(storeSettings).set({ testMode: true, openedAt: new Date() });
  expect((await openLink(draft)).total).toBe(draft.total);
  expect(await codeOf(place(draft))).toBe('NOT_TAKING_ORDERS');
  expect(await ordersOf()).toHaveLength(0);
  await db.update(storeSettings).set({ testMode: false });
  const { order } = await place(draft);
  expect(order.total).toBe(draft.total);
});

test('a draft without shipping rates in the settings needs a charge set by hand', async () => {
  const missing = (missingAmounts: ('standardShippingRate' | 'expressShippingRate')[]) =>
    db.update(storeSettings).set({ missingAmounts });
  await missing(['standardShippingRate', 'expressShippingRate']);
  const problem = await problemOf(create());
  expect(problem.errors).toEqual([
    {
      field: 'shipping',
      message: 'This store has no shipping rates. Set the shipping by hand, or enter the rates in Settings.',
    },
  ]);
  expect((await create({ shipping: 4 })).shipping).toBe(4);
  const body = {
    items: [{ product: phone, quantity: 1 }],
    shippingAddress: someAddress,
    shippingMethod: 'standard',
  };
  expect(await codeOf(call('placeStaffOrder', { body }, { caller: admin }))).toBe('NOT_TAKING_ORDERS');
  await missing([]);
});
