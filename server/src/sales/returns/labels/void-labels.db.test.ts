import { cents } from '@reprise/contract/money';
import { easypostKey, openEasyPost } from '@reprise/easypost/test/easypost-server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openOrderShop, orderOf, someAddress } from '../../../../test/order-shop.ts';
import { openTestApp } from '../../../../test/test-app.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { mails } from '../../../foundations/notifications/notifications.tables.ts';
import { dayMs } from '../../../platform/time.ts';
import { shippingLabels } from '../../orders/shipping/shipping.tables.ts';
import { moveDueReturns } from '../due-returns.ts';
import { voidUnusedLabels } from './void-labels.ts';

const easypost = await openEasyPost();
const database = await openTestDatabase();
const { db } = database;
const app = await openTestApp(database, { EASYPOST_API_URL: easypost.url });
const shop = await openOrderShop(database);
const deps = {
  ...shop.deps,
  environment: app.deps.environment,
  secret: app.deps.secret,
  now: () => new Date(),
};
const token = await app.signIn();
afterAll(easypost.close);

const sender = {
  ...{ name: 'Reprise', street: '417 Montgomery St', street2: '', city: 'San Francisco' },
  ...{ state: 'California', zipCode: '94104', country: 'United States', phone: '415-555-0100' },
};
const box = { grams: 120, lengthMm: 250, widthMm: 180, heightMm: 100 };
const post = (path: string, body: object = {}) => app.call('POST', path, { token, body });
const get = (path: string) => app.call('GET', path, { token });

beforeAll(async () => {
  const account = { apiKey: easypostKey, sender, packaging: { itemGrams: 500, box } };
  expect((await app.call('PUT', '/shipping/account', { token, body: account })).status).toBe(200);
});

beforeEach(() => {
  easypost.state.fail = null;
  easypost.state.refundStatus = 'submitted';
  return shop.expectIntegrity;
});

type Case = { number: string; email: string; headers: Record<string, string> };
let buyers = 0;

/** Opens an approved return of a cable and buys its label. */
async function openLabelled(): Promise<Case> {
  const product = await shop.addProduct(9, cents(2_000));
  const email = `labelled${++buyers}@example.com`;
  const { order, accessToken } = await shop.place(
    orderOf({ [product]: 1 }, { shippingAddress: { ...someAddress, email } }),
  );
  await post(`/orders/${order.id}/payments`, { method: 'cash' });
  await app.call('PUT', `/orders/${order.id}/status`, { token, body: { status: 'delivered' } });
  const headers = { 'x-order-token': accessToken };
  const { body } = await app.call('POST', `/orders/${order.id}/returns`, {
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    body: { lines: [{ product, quantity: 1, reason: 'not-needed' }] },
  });
  const { number, state } = body.data.return;
  if (state === 'requested') await post(`/returns/${number}/approve`);
  const quoted = (await post(`/returns/${number}/rates`, box)).body.data;
  const bought = { shipment: quoted.shipment, rate: quoted.rates[0].id, parcel: box };
  expect((await post(`/returns/${number}/labels`, bought)).status).toBe(201);
  return { number, email, headers };
}

const cancel = ({ number, headers }: Case) =>
  app.call('POST', `/returns/${number}/cancel`, { headers, body: {} });
const labelOf = async ({ number }: Case) => (await get(`/returns/${number}/labels`)).body.data.labels[0];
const find = async ({ number }: Case) => (await get(`/returns/${number}`)).body.data.return;
const kindsOf = async (opened: Case) =>
  (await find(opened)).events.map(({ kind }: { kind: string }) => kind).slice(2);

/** Sends the mails that are due and returns those of a step of a return. */
async function mailsOf({ email }: Case, subject: string) {
  await shop.deps.jobs.workUntilIdle();
  const sent = await db.select().from(mails).where(eq(mails.recipient, email));
  return sent.filter((mail) => mail.subject.startsWith(subject));
}

test('the purchase of a label mails it once, also if it is repeated', async () => {
  const opened = await openLabelled();
  const [row] = await db
    .select()
    .from(shippingLabels)
    .where(eq(shippingLabels.orderId, (await find(opened)).orderId));
  const again = { shipment: row?.shipmentId, rate: row?.rateId, parcel: box };
  expect((await post(`/returns/${opened.number}/labels`, again)).status).toBe(201);
  expect(await mailsOf(opened, 'The label for your return is ready')).toHaveLength(1);
});

test('the label of a return that is called off is voided once, and its customer is told', async () => {
  const opened = await openLabelled();
  const other = await openLabelled();
  await cancel(opened);
  expect((await labelOf(opened)).state).toBe('bought');
  await Promise.all([voidUnusedLabels(deps), voidUnusedLabels(deps)]);
  await voidUnusedLabels(deps);
  expect(await labelOf(opened)).toMatchObject({ state: 'refunding', voidProblem: null });
  expect(await kindsOf(opened)).toEqual(['label-bought', 'cancelled', 'label-void']);
  expect((await labelOf(other)).state).toBe('bought');
  const [mail] = await mailsOf(opened, 'Your return is called off');
  expect(mail?.text.replace(/\s+/g, ' ')).toContain('The label that we sent you is no longer valid.');
  expect(await mailsOf(opened, 'Do not use the label')).toEqual([]);
});

test('a refusal is stored for staff and on the timeline, and they can try again', async () => {
  const opened = await openLabelled();
  await cancel(opened);
  easypost.state.refundStatus = 'rejected';
  await voidUnusedLabels(deps);
  await voidUnusedLabels(deps);
  const { id, state, voidProblem } = await labelOf(opened);
  expect([state, voidProblem]).toEqual([
    'bought',
    'The carrier does not refund this label: it was used, or its time is over.',
  ]);
  expect(await kindsOf(opened)).toEqual(['label-bought', 'cancelled', 'label-not-void']);
  easypost.state.refundStatus = 'submitted';
  expect((await post(`/returns/${opened.number}/labels/${id}/refund`)).body.data.label).toMatchObject({
    ...{ state: 'refunding', voidProblem: null },
  });
  expect(await kindsOf(opened)).toEqual(['label-bought', 'cancelled', 'label-not-void', 'label-void']);
});

test('a label that could not be voided is used again by its return, and asked for at the next end', async () => {
  const opened = await openLabelled();
  easypost.state.refundStatus = 'rejected';
  const end = async (days: number) => {
    const later = { ...deps, now: () => new Date(Date.now() + days * dayMs) };
    await moveDueReturns(later);
    await voidUnusedLabels(later);
  };
  await end(60);
  expect((await labelOf(opened)).voidProblem).toContain('does not refund');
  await post(`/returns/${opened.number}/approve`);
  expect(await labelOf(opened)).toMatchObject({ state: 'bought', voidProblem: null });
  expect(await find(opened)).toMatchObject({ state: 'approved', label: { isUsed: true } });
  easypost.state.refundStatus = 'submitted';
  await end(120);
  expect((await labelOf(opened)).state).toBe('refunding');
});

test('a carrier that does not answer is asked again by the next run', async () => {
  const opened = await openLabelled();
  await cancel(opened);
  easypost.state.fail = { path: '/refund', isLate: false };
  await expect(voidUnusedLabels(deps)).rejects.toThrow();
  expect(await labelOf(opened)).toMatchObject({ state: 'bought', voidProblem: null });
  await voidUnusedLabels(deps);
  expect((await labelOf(opened)).state).toBe('refunding');
});

test('an expired label is void, and the return that is approved again gets another', async () => {
  const opened = await openLabelled();
  const later = { ...deps, now: () => new Date(Date.now() + 60 * dayMs) };
  await moveDueReturns(later);
  await voidUnusedLabels(later);
  expect(await labelOf(opened)).toMatchObject({ state: 'refunding' });
  expect(await kindsOf(opened)).toEqual(['label-bought', 'expired', 'label-void']);
  await post(`/returns/${opened.number}/approve`);
  expect(await find(opened)).toMatchObject({ state: 'approved', trackingNumber: '', label: null });
  const refused = await app.call('GET', `/returns/${opened.number}/label`, { headers: opened.headers });
  expect(refused.body.message).toBe(`The label of ${opened.number} is void. Ask the store for another.`);
  const quoted = (await post(`/returns/${opened.number}/rates`, box)).body.data;
  const bought = { shipment: quoted.shipment, rate: quoted.rates[0].id, parcel: box };
  expect((await post(`/returns/${opened.number}/labels`, bought)).status).toBe(201);
  await voidUnusedLabels(deps);
  expect((await labelOf(opened)).state).toBe('bought');
  expect(await mailsOf(opened, 'The label for your return is ready')).toHaveLength(2);
});

test('the label of an item that is rejected stays used, and costs its customer nothing', async () => {
  const opened = await openLabelled();
  const { lines } = await find(opened);
  await post(`/returns/${opened.number}/receive`, { line: lines[0].id, quantity: 1 });
  const decisions = [{ line: lines[0].id, decision: 'reject' }];
  const decided = await post(`/returns/${opened.number}/decide`, { decisions });
  expect([decided.status, decided.body.message]).toEqual([200, undefined]);
  await voidUnusedLabels(deps);
  expect((await labelOf(opened)).state).toBe('bought');
  expect(await find(opened)).toMatchObject({ amount: 0, labelDeduction: 0 });
});
