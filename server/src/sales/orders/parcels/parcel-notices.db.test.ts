import { webhookBody } from '@reprise/contract/operations/webhooks/events';
import { asc, eq, inArray } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { codeOf } from '../../../../test/order-shop.ts';
import { openReturnShop, type SoldOrder } from '../../../../test/return-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { mails } from '../../../foundations/notifications/notifications.tables.ts';
import { webhookEvents, webhooks } from '../../../operations/webhooks/webhooks.tables.ts';
import { minuteMs } from '../../../platform/time.ts';
import { shipParcel } from './ship-parcel.ts';

// Webhooks and mails about parcels, and their column of the export.

const shop = await openReturnShop(await openTestDatabase());
const { cable, call, clock, deps, phone, sell, setStatus, staff } = shop;
const { db } = deps;
const types = ['parcel.shipped', 'parcel.delivered'] as const;

beforeEach(async () => {
  const now = deps.now();
  const webhook = {
    id: 'whk_parcels',
    url: 'https://hooks.test',
    secret: '',
    createdAt: now,
    updatedAt: now,
  };
  await db.insert(webhooks).values({ ...webhook, events: [...types] });
});

afterEach(async () => {
  await db.delete(webhooks);
  await db.delete(webhookEvents);
  await shop.expectIntegrity();
});

const phones = (...units: (string | undefined)[]) => ({ product: phone, quantity: units.length, units });
const cables = (quantity: number) => ({ product: cable, quantity });
const ship = ({ id }: SoldOrder, lines: object[], more: object = {}, as: object = {}) =>
  call('shipParcel', { params: { id }, body: { lines, ...more } }, { caller: shop.admin, ...as });
const find = async ({ id }: SoldOrder) => (await staff('getOrder', { params: { id } })).order;
const events = () =>
  db
    .select({ type: webhookEvents.type, id: webhookEvents.objectId, data: webhookEvents.data })
    .from(webhookEvents)
    .where(inArray(webhookEvents.type, [...types]))
    .orderBy(asc(webhookEvents.position));

test('each parcel has one event when it leaves and one when it arrives, with ids and numbers only', async () => {
  const sold = await sell(2, { cables: 1, status: null });
  const once = { idempotencyKey: crypto.randomUUID() };
  await ship(sold, [phones(sold.numbers[0])], { trackingNumber: '1Z9' }, once);
  await ship(sold, [phones(sold.numbers[0])], { trackingNumber: '1Z9' }, once);
  await setStatus(sold.id, 'shipped');
  const [first, last] = (await find(sold)).parcels;
  for (const { id } of [first, first, last]) {
    await staff('markParcelDelivered', { params: { id: sold.id, parcel: id } });
  }
  const eventOf = (type: string, { id, number }: { id: string; number: number }) => ({
    ...{ type, id },
    data: { id, orderId: sold.id, number, last: number === 2 },
  });
  const seen = await events();
  expect(seen).toEqual([
    eventOf('parcel.shipped', first),
    eventOf('parcel.shipped', last),
    eventOf('parcel.delivered', first),
    eventOf('parcel.delivered', last),
  ]);
  for (const { type, data } of seen) {
    webhookBody(type).parse({ type, timestamp: deps.now().toISOString(), data });
  }
});

test('a parcel that is refused or rolled back, and an order that leaves at once, have no event', async () => {
  const sold = await sell(0, { cables: 2, status: null });
  expect(await codeOf(ship(sold, [cables(3)]))).toBe('VALIDATION_ERROR');
  const actor = { userId: shop.admin.userId, permissions: shop.admin.permissions, idempotencyKey: null };
  // The mail is the last step of the transaction but one.
  const enqueue = () => Promise.reject(new Error('killed'));
  const body = { lines: [{ ...cables(1), units: [] }], carrier: '', trackingNumber: '' };
  const dying = { ...deps, jobs: { ...deps.jobs, enqueue }, refundApprovals: null };
  const killed = shipParcel(dying, sold.id, body, actor);
  await expect(killed).rejects.toThrow('killed');
  expect((await find(sold)).parcels).toBe(undefined);
  await setStatus(sold.id, 'delivered');
  expect(await events()).toEqual([]);
});

test('an order whose rest was refunded is shipped without another parcel and its event', async () => {
  const sold = await sell(0, { cables: 2, status: null });
  await ship(sold, [cables(1)]);
  await call(
    'refundOrder',
    {
      params: { id: sold.id },
      body: { items: [{ product: cable, quantity: 1 }], restock: true, reason: '' },
    },
    { caller: shop.admin, idempotencyKey: crypto.randomUUID() },
  );
  await setStatus(sold.id, 'shipped');
  const order = await find(sold);
  expect([order.status, order.parcels.length]).toEqual(['shipped', 1]);
  expect((await events()).map(({ type }) => type)).toEqual(['parcel.shipped']);
});

/** Sends the mails that are due and returns those of an order, oldest first. */
async function mailsOf({ id }: SoldOrder) {
  clock.now = new Date(clock.now.getTime() + minuteMs);
  await deps.jobs.workUntilIdle();
  const { email } = (await find({ id } as SoldOrder)).shippingAddress;
  const sent = await db.select().from(mails).where(eq(mails.recipient, email)).orderBy(mails.createdAt);
  return sent.map(({ kind, subject, text }) => ({ kind, subject, text: text.replace(/\s+/g, ' ') }));
}

test('each parcel is mailed once, with what is in it, where it is and what follows', async () => {
  const sold = await sell(2, { cables: 3, status: null });
  const { orderNumber } = sold;
  const { name: phoneName } = (await find(sold)).items[0].product;
  const { name: cableName } = (await find(sold)).items[1].product;
  await mailsOf(sold);
  await ship(sold, [phones(sold.numbers[0]), cables(1)], { carrier: 'UPS', trackingNumber: '1Z55' });
  const part = (await mailsOf(sold)).at(-1);
  expect(part?.kind).toBe('parcel-shipped');
  expect(part?.subject).toBe(`A part of your order is on its way: order ${orderNumber}`);
  expect(part?.text).toContain(
    `a parcel with 1 × ${phoneName}, 1 × ${cableName} of order ${orderNumber} has left`,
  );
  expect(part?.text).toContain('It travels with UPS 1Z55. Follow it at https://www.ups.com/');
  expect(part?.text).toMatch(/It arrives by \w{3}, \w{3} \d+\./);
  expect(part?.text).toContain(
    `1 × ${phoneName}, 2 × ${cableName} will follow. We will email you when the next parcel leaves.`,
  );
  await setStatus(sold.id, 'shipped', { carrier: 'DHL', trackingNumber: 'D77' });
  const last = (await mailsOf(sold)).at(-1);
  expect(last?.kind).toBe('order-shipped');
  expect(last?.text).toContain(`This is its last parcel. In it: 1 × ${phoneName}, 2 × ${cableName}.`);
  expect(last?.text).toContain('D77');
  expect(last?.text).not.toContain('1Z55');
  const parcels = (await find(sold)).parcels;
  for (const { id } of parcels) await staff('markParcelDelivered', { params: { id: sold.id, parcel: id } });
  const sent = (await mailsOf(sold)).map(({ kind }) => kind);
  expect(sent.filter((kind) => kind !== 'order-paid')).toEqual([
    ...['parcel-shipped', 'order-shipped', 'order-delivered'],
  ]);
});

test('the mail of a cancelled order tells what becomes of the parcel that has left', async () => {
  const sold = await sell(0, { cables: 2, status: null });
  await ship(sold, [cables(1)]);
  await setStatus(sold.id, 'cancelled');
  const mail = (await mailsOf(sold)).find(({ kind }) => kind === 'order-cancelled');
  expect(mail?.text).toContain('Nothing more will be shipped. If a part of it is with you');
});

test('a parcel that is taken back before its mail leaves is not mailed', async () => {
  const sold = await sell(0, { cables: 2, status: null });
  const { order } = await ship(sold, [cables(1)]);
  await staff('takeBackParcel', { params: { id: sold.id, parcel: order.parcels[0].id } });
  expect((await mailsOf(sold)).map(({ kind }) => kind)).not.toContain('parcel-shipped');
});

test('the export names each parcel with its number and what is in it', async () => {
  const sold = await sell(1, { cables: 2, status: null });
  await ship(sold, [phones(sold.numbers[0])], { carrier: 'UPS', trackingNumber: '1Z7' });
  await ship(sold, [cables(1)]);
  let text = '';
  const input = { query: { search: sold.orderNumber } };
  for await (const piece of (await staff('exportOrders', input)).pieces) text += piece;
  const [{ name: phoneName }, { name: cableName }] = (await find(sold)).items.map(
    ({ product }: { product: { name: string } }) => product,
  );
  expect(text).toContain(`"UPS 1Z7: 1 x ${phoneName}; UPS: 1 x ${cableName}"`);
});
