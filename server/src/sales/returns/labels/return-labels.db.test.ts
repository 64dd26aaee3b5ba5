import { cents } from '@reprise/contract/money';
import { easypostKey, openEasyPost } from '@reprise/easypost/test/easypost-server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openOrderShop, orderOf, someAddress } from '../../../../test/order-shop.ts';
import { openTestApp } from '../../../../test/test-app.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { generalReturnPolicy } from '../../../catalog/return-policies/return-policies.tables.ts';
import { renderMail } from '../../../foundations/notifications/mails/render-mail.ts';
import { readPublicSettings } from '../../../foundations/settings/settings.queries.ts';
import { orderCosts } from '../../orders/costs/order-costs.tables.ts';
import { shippingLabels } from '../../orders/shipping/shipping.tables.ts';
import { moveDueReturns } from '../due-returns.ts';
import { returnMailReaders } from '../return-mails.ts';
import { returns } from '../returns.tables.ts';

const easypost = await openEasyPost();
const database = await openTestDatabase();
const { db } = database;
const clock = { now: new Date('2026-11-26T10:00:00Z') };
const app = await openTestApp(
  database,
  { EASYPOST_API_URL: easypost.url },
  undefined,
  () => new Date(clock.now),
);
const shop = await openOrderShop(database);
let token = await app.signIn();
afterAll(easypost.close);

const sender = {
  ...{ name: 'Reprise', street: '417 Montgomery St', street2: '', city: 'San Francisco' },
  ...{ state: 'California', zipCode: '94104', country: 'United States', phone: '415-555-0100' },
};
const box = { grams: 120, lengthMm: 250, widthMm: 180, heightMm: 100 };
const account = { apiKey: easypostKey, sender, packaging: { itemGrams: 500, box } };
const connect = (change: object = {}) =>
  app.call('PUT', '/shipping/account', { token, body: { ...account, ...change } });

const post = (path: string, body: object = {}) => app.call('POST', path, { token, body });
const get = (path: string) => app.call('GET', path, { token });

type Case = { number: string; orderId: string; guest: Record<string, string>; line: string };
let buyers = 0;

/** Delivers two cables and opens a return of one, which is approved at once. */
async function openCase(reason = 'not-needed'): Promise<Case> {
  const product = await shop.addProduct(9, cents(2_000));
  const shippingAddress = { ...someAddress, email: `sender${++buyers}@example.com` };
  const { order, accessToken } = await shop.place(orderOf({ [product]: 2 }, { shippingAddress }));
  await post(`/orders/${order.id}/payments`, { method: 'cash' });
  await app.call('PUT', `/orders/${order.id}/status`, { token, body: { status: 'delivered' } });
  const guest = { 'x-order-token': accessToken };
  const { body } = await app.call('POST', `/orders/${order.id}/returns`, {
    headers: { ...guest, 'idempotency-key': crypto.randomUUID() },
    body: { lines: [{ product, quantity: 1, reason }] },
  });
  const { number, lines, state } = body.data.return;
  if (state === 'requested') await post(`/returns/${number}/approve`);
  return { number, orderId: order.id, guest, line: lines[0].id };
}

const caseOf = async ({ number }: Case) => (await get(`/returns/${number}`)).body.data.return;
const seenBy = async ({ number, guest }: Case) =>
  (await app.call('GET', `/returns/${number}`, { headers: guest })).body.data.return;
const fileFor = ({ number }: Case, headers: Record<string, string>) =>
  app.call('GET', `/returns/${number}/label`, { headers });
const ratesOf = async ({ number }: Case) => (await post(`/returns/${number}/rates`, box)).body.data;
const buyAt = ({ number }: Case, quoted: { shipment: string; rates: { id: string }[] }) =>
  post(`/returns/${number}/labels`, { shipment: quoted.shipment, rate: quoted.rates[0]?.id, parcel: box });
const buy = async (opened: Case) => (await buyAt(opened, await ratesOf(opened))).body.data.label;
const refund = ({ number }: Case, label: { id: string }) =>
  post(`/returns/${number}/labels/${label.id}/refund`);
/** Renders the mail of a step as its customer would get it. */
async function mailOf({ number }: Case, step: 'approved' | 'label' | 'label-void' | 'settled') {
  const [row] = await db.select().from(returns).where(eq(returns.number, number));
  const read = returnMailReaders(shop.deps)['return-update'];
  const request = { kind: 'return-update', eventKey: crypto.randomUUID(), step, returnId: row?.id ?? '' };
  const content = await read(request as Parameters<typeof read>[0]);
  if (!content) throw new Error('There is no mail.');
  const store = await readPublicSettings(db);
  return renderMail(content, store, 'https://shop.test');
}

const send = (trackingNumber: string, statuses: string[]) => {
  const steps = statuses.map((status, index) => ({
    status,
    datetime: new Date(clock.now.getTime() - (10 - index) * 60_000).toISOString(),
  }));
  const { body, signature } = easypost.eventOf(trackingNumber, steps);
  return app.app.inject({
    method: 'POST',
    url: '/api/shipping/events',
    headers: { 'content-type': 'application/json', 'x-hmac-signature': signature },
    payload: body,
  });
};

const setPayer = async (labelBy: 'store' | 'customer') => {
  const general = { changeOfMind: true, labelBy, restockingPercent: 0, version: 1, savedAt: clock.now };
  await db
    .insert(generalReturnPolicy)
    .values(general)
    .onConflictDoUpdate({ target: generalReturnPolicy.id, set: general });
};

beforeAll(async () => {
  expect((await connect()).status).toBe(200);
});

beforeEach(async () => {
  easypost.state.fail = null;
  easypost.state.refundStatus = 'submitted';
  await setPayer('customer');
  return shop.expectIntegrity;
});

test('the desk buys the label of the way back, and its customer prints it', async () => {
  const opened = await openCase('does-not-work');
  expect((await get(`/returns/${opened.number}/labels`)).body.data).toEqual({
    ...{ canBuy: true, labels: [] },
    parcel: { ...box, grams: 620 },
  });
  const quoted = await ratesOf(opened);
  expect(easypost.shipments.get(quoted.shipment)?.request).toMatchObject({
    is_return: true,
    from_address: { name: 'Reprise', city: 'San Francisco' },
    to_address: { name: 'Grace Hopper' },
  });
  const { status, body } = await buyAt(opened, quoted);
  expect([status, body.data.label.state, body.data.label.price]).toEqual([201, 'bought', 7.58]);
  const { trackingNumber } = body.data.label;
  expect(await seenBy(opened)).toMatchObject({
    ...{ state: 'approved', carrier: 'USPS', trackingNumber, labelDeduction: 0, amount: 21.6 },
    label: { carrier: 'USPS', service: 'GroundAdvantage', price: 7.58, isUsed: true },
  });
  const file = await fileFor(opened, opened.guest);
  expect([file.status, file.headers['content-type'], file.text.slice(0, 5)]).toEqual([
    ...[200, 'application/pdf', '%PDF-'],
  ]);
  // The order keeps its own parcel, and gets no tracking number from the way back.
  expect((await get(`/orders/${opened.orderId}`)).body.data.order.trackingNumber).not.toBe(trackingNumber);
  expect((await get(`/packing/${opened.orderId}/labels`)).body.data.labels).toEqual([]);
});

test('a label is private to its customer and the desk', async () => {
  const [opened, other] = [await openCase(), await openCase()];
  const label = await buy(opened);
  expect((await fileFor(opened, {})).status).toBe(404);
  expect((await fileFor(opened, other.guest)).status).toBe(404);
  const stranger = (await app.register()).token;
  expect((await app.call('GET', `/returns/${opened.number}/label`, { token: stranger })).status).toBe(404);
  for (const [method, path] of [
    ['GET', `/returns/${opened.number}/labels`],
    ['POST', `/returns/${opened.number}/labels/${label.id}/refund`],
  ] as const) {
    expect((await app.call(method, path, { token: stranger, body: {} })).status).toBe(403);
  }
  // Neither another return nor the packing table reaches the label.
  expect((await refund(other, label)).status).toBe(404);
  expect((await get(`/shipping-labels/${label.id}/file`)).status).toBe(404);
  expect((await post(`/shipping-labels/${label.id}/refund`)).status).toBe(404);
  const quoted = await ratesOf(opened);
  expect((await buyAt(other, quoted)).body.message).toBe('These rates are of another return.');
});

test('two purchases at once buy one label, and a repeated one buys nothing again', async () => {
  const opened = await openCase();
  const [first, second] = [await ratesOf(opened), await ratesOf(opened)];
  const before = easypost.state.bought;
  const answers = await Promise.all([buyAt(opened, first), buyAt(opened, second)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(easypost.state.bought).toBe(before + 1);
  const winner = answers[0]?.status === 201 ? first : second;
  expect((await buyAt(opened, winner)).status).toBe(201);
  expect(easypost.state.bought).toBe(before + 1);
  expect(await db.$count(shippingLabels, eq(shippingLabels.orderId, opened.orderId))).toBe(1);
});

test('a purchase whose answer was lost is found, and its customer has the label', async () => {
  const opened = await openCase();
  const quoted = await ratesOf(opened);
  easypost.state.fail = { path: '/buy', isLate: true };
  expect((await buyAt(opened, quoted)).status).toBe(503);
  expect((await fileFor(opened, opened.guest)).status).toBe(404);
  const { labels } = (await get(`/returns/${opened.number}/labels`)).body.data;
  expect(labels[0].state).toBe('buying');
  const checked = await post(`/returns/${opened.number}/labels/${labels[0].id}/check`);
  expect(checked.body.data.label.state).toBe('bought');
  expect((await fileFor(opened, opened.guest)).status).toBe(200);
});

test('a void label is refused with the reason, and another one is bought', async () => {
  const opened = await openCase();
  const label = await buy(opened);
  expect((await refund(opened, label)).body.data.label.state).toBe('refunding');
  expect(await seenBy(opened)).toMatchObject({ trackingNumber: '', label: null, labelDeduction: 0 });
  const refused = await fileFor(opened, opened.guest);
  expect([refused.body.code, refused.body.message]).toEqual([
    'RETURN_STATE',
    `The label of ${opened.number} is void. Ask the store for another.`,
  ]);
  const next = await buy(opened);
  expect(next.trackingNumber).not.toBe(label.trackingNumber);
  expect((await fileFor(opened, opened.guest)).status).toBe(200);
  clock.now = new Date(clock.now.getTime() + 40 * 24 * 60 * 60_000);
  await moveDueReturns({ ...shop.deps, now: () => clock.now });
  const ended = await fileFor(opened, opened.guest);
  expect([ended.status, ended.body.code]).toEqual([409, 'RETURN_STATE']);
  clock.now = new Date('2026-11-26T10:00:00Z');
});

test('a label is a cost of its order once, and its refund takes the cost back', async () => {
  const opened = await openCase();
  const label = await buy(opened);
  const costs = () =>
    db
      .select({ kind: orderCosts.kind, amount: orderCosts.amountCents })
      .from(orderCosts)
      .where(eq(orderCosts.orderId, opened.orderId));
  // A test key costs nothing.
  expect(await costs()).toEqual([]);
  await db.update(shippingLabels).set({ isTest: false }).where(eq(shippingLabels.id, label.id));
  easypost.state.refundStatus = 'refunded';
  await refund(opened, label);
  expect(await costs()).toEqual([{ kind: 'return-label', amount: -758 }]);
});

async function settle(opened: Case, amount: number) {
  await post(`/returns/${opened.number}/receive`, { line: opened.line, quantity: 1 });
  const decision = { line: opened.line, decision: 'refund', disposition: 'restock' };
  await post(`/returns/${opened.number}/decide`, { decisions: [decision] });
  return app.call('POST', `/returns/${opened.number}/settle`, {
    ...{ token, body: { amount } },
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
}

test('a label that the customer pays for is taken off the refund, as the page said', async () => {
  const opened = await openCase();
  expect(await seenBy(opened)).toMatchObject({ labelBy: 'customer', amount: 21.6, labelDeduction: 0 });
  await buy(opened);
  expect(await seenBy(opened)).toMatchObject({ amount: 14.02, labelDeduction: 7.58 });
  expect((await settle(opened, 21.6)).body.code).toBe('AMOUNT_MISMATCH');
  expect((await settle(opened, 14.02)).status).toBe(200);
  expect(await caseOf(opened)).toMatchObject({ state: 'closed', amount: 14.02, labelDeduction: 7.58 });
  const { order } = (await get(`/orders/${opened.orderId}`)).body.data;
  expect(order.payments[0].refunds.map(({ amount }: { amount: number }) => amount)).toEqual([14.02]);
});

test('a label of the store, and one that the customer did not use, take nothing off', async () => {
  await setPayer('store');
  const paid = await openCase();
  await buy(paid);
  expect(await seenBy(paid)).toMatchObject({ labelBy: 'store', amount: 21.6, labelDeduction: 0 });
  expect((await settle(paid, 21.6)).status).toBe(200);
  await setPayer('customer');
  const own = await openCase();
  await buy(own);
  const parcel = { carrier: 'Royal Mail', trackingNumber: 'RM1' };
  await app.call('POST', `/returns/${own.number}/sent`, { headers: own.guest, body: parcel });
  expect(await seenBy(own)).toMatchObject({ amount: 21.6, labelDeduction: 0, label: { isUsed: false } });
  expect((await settle(own, 21.6)).status).toBe(200);
});

test('the carrier moves a return on the way, and its delivery begins the time to answer', async () => {
  const opened = await openCase();
  const { trackingNumber } = await buy(opened);
  await send(trackingNumber, ['pre_transit']);
  expect((await caseOf(opened)).state).toBe('approved');
  for (const steps of [
    ['pre_transit', 'in_transit'],
    ['pre_transit', 'in_transit', 'delivered'],
    ['pre_transit', 'in_transit'],
  ])
    expect((await send(trackingNumber, steps)).statusCode).toBe(200);
  const delivered = await caseOf(opened);
  expect(delivered).toMatchObject({ state: 'sent', label: { parcelStatus: 'delivered' } });
  expect(delivered.answerBy).not.toBe(null);
  expect(delivered.events.map(({ kind }: { kind: string }) => kind)).toEqual([
    ...['opened', 'approved', 'label-bought', 'sent', 'delivered'],
  ]);
  const listed = async (tab: string) =>
    (await get(`/returns?tab=${tab}&search=${opened.number}`)).body.data.returns.length;
  expect([await listed('arrived'), await listed('on-the-way')]).toEqual([1, 0]);
  // The order that it came with stays delivered, without steps of the way back.
  const { order } = (await get(`/orders/${opened.orderId}`)).body.data;
  expect(order.events.map(({ status }: { status: string }) => status)).not.toContain('In Transit');
  clock.now = new Date(clock.now.getTime() + 24 * 60 * 60_000);
  token = await app.signIn();
  await post(`/returns/${opened.number}/receive`, { line: opened.line, quantity: 1 });
  expect(await caseOf(opened)).toMatchObject({ state: 'received', answerBy: delivered.answerBy });
  clock.now = new Date('2026-11-26T10:00:00Z');
  token = await app.signIn();
});

test('a parcel with the label of the store that is lost is refunded; staff decide about another', async () => {
  const opened = await openCase();
  await buy(opened);
  const lose = ({ number }: Case, isRefunded: boolean) => post(`/returns/${number}/lost`, { isRefunded });
  expect((await lose(opened, false)).body.message).toBe(
    `${opened.number} was sent with your label, so that its loss is yours. Refund it.`,
  );
  expect((await lose(opened, true)).status).toBe(200);
  // The label brought nothing back: the customer does not pay for it.
  expect(await caseOf(opened)).toMatchObject({ toSettle: 21.6, labelDeduction: 0 });
  const own = await openCase();
  expect((await lose(own, false)).body.data.return.state).toBe('closed');
});

test('a label is bought for an approved return only, of a carrier that has return labels', async () => {
  const opened = await openCase();
  await post(`/returns/${opened.number}/sent`, { carrier: '', trackingNumber: '' });
  expect((await post(`/returns/${opened.number}/rates`, box)).body.code).toBe('RETURN_STATE');
  await app.call('DELETE', '/shipping/account', { token });
  const other = await openCase();
  expect((await get(`/returns/${other.number}/labels`)).body.data).toEqual({
    ...{ canBuy: false, parcel: null, labels: [] },
  });
  expect((await post(`/returns/${other.number}/rates`, box)).status).toBe(404);
  expect((await connect()).status).toBe(200);
});

test('the mails lead to the label with its day and its price, and call a void one off', async () => {
  const opened = await openCase();
  expect((await mailOf(opened, 'approved')).text).toContain('You pay for the way back.');
  const label = await buy(opened);
  const { orderNumber } = await caseOf(opened);
  const ready = await mailOf(opened, 'label');
  expect(ready.subject).toBe(`The label for your return is ready: order ${orderNumber}`);
  expect(ready.text).toContain(`/orders/${orderNumber}/return?return=${opened.number}#token=`);
  expect(ready.text).toContain('Print the label (USPS GroundAdvantage)');
  expect(ready.text).toContain('the price of the label, $7.58, is taken off your refund');
  expect(ready.text).toMatch(/Send it by \w{3}, \w{3} \d+\./);
  await refund(opened, label);
  const voided = await mailOf(opened, 'label-void');
  expect(voided.text).toContain('is no longer valid');
  expect(voided.text).not.toContain('Print the label');
});
