import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { webhookBody, webhookEventTypes } from '@reprise/contract/operations/webhooks/events';
import { webhookEndpoints } from '@reprise/contract/operations/webhooks/webhooks';
import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { callsTo } from '../../../test/call-endpoints.ts';
import { deviceCalls } from '../../../test/device-shop.ts';
import { openOrderShop, orderOf, problemOf } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { products } from '../../catalog/products/products.tables.ts';
import { mails } from '../../foundations/notifications/notifications.tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { hourMs, minuteMs } from '../../platform/time.ts';
import { createWebhookSender } from './send-webhooks.ts';
import { webhookHandlers } from './webhooks.routes.ts';
import { webhookDeliveries, webhookEvents, webhooks } from './webhooks.tables.ts';

const database = await openTestDatabase();
const { db } = database;
const shop = await openOrderShop(database);
// The database and the verifier have the machine's clock, so the shop's runs ahead of it.
const clock = { aheadMs: 0 };
const now = () => new Date(Date.now() + clock.aheadMs);
const advance = (ms: number) => {
  clock.aheadMs += ms;
};
const deps = {
  ...shop.deps,
  now,
  environment: { ...shop.deps.environment, webhookInternalHosts: ['127.0.0.1'] },
};
const devices = deviceCalls(shop);
const call = callsTo(webhookEndpoints, webhookHandlers(deps));
const admin = { caller: await shop.addUser('admin') };
const asAdmin = { as: 'admin' } as const;

// ---- A receiver, with the verifier of the library

type Received = { id: string; body: string; event: { type: string; data: { id: string } } };
const received: Received[] = [];
/** Status of the answer to each delivery. */
let answer: (event: Received['event']) => number = () => 204;
let secret = '';
const receiver = createServer(async (request, response) => {
  const body = await text(request);
  const {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
  } = request.headers;
  const headers = {
    'webhook-id': String(id),
    'webhook-timestamp': String(timestamp),
    'webhook-signature': String(signature),
  };
  const status = answer(JSON.parse(body));
  if (status < 300) {
    const event = new Webhook(secret).verify(body, headers) as Received['event'];
    received.push({ id: headers['webhook-id'], body, event });
  }
  response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:1/' } : {}).end();
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events`;
afterAll(() => receiver.close());

const sender = createWebhookSender(deps);
const attempts = async () =>
  (await db.select({ sum: sql<number>`coalesce(sum(attempts), 0)::int` }).from(webhookDeliveries))[0]?.sum;
/** Sends what is due, until nothing is. */
async function sendAll(): Promise<void> {
  for (;;) {
    const before = await attempts();
    await sender.send();
    await sender.idle();
    if ((await attempts()) === before) return;
  }
}
const typesOf = () => received.map(({ event }) => event.type);

async function addWebhook(events: string[], change: object = {}) {
  const body = { url, description: '', events, enabled: true, ...change } as never;
  const created = await call('createWebhook', { ...asAdmin, body });
  secret = created.secret;
  return created.webhook;
}

type Plan = { 'Relation Name'?: string; 'Actual Loops': number; Plans?: Plan[] };
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

beforeEach(async () => {
  clock.aheadMs = 0;
  received.length = 0;
  answer = () => 204;
});

afterEach(async () => {
  await db.delete(webhooks);
  await db.delete(webhookDeliveries);
  await db.delete(webhookEvents);
});

test('a change is delivered once, signed, and one that is rolled back is not', async () => {
  await addWebhook(['product.created', 'stock.changed']);
  const id = await shop.addProduct(3);
  const rolledBack = inTransaction(db, async (tx) => {
    await tx.update(products).set({ stockCount: 2 }).where(eq(products.id, id));
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  await sendAll();
  await sendAll();
  expect(typesOf()).toContain('product.created');
  expect(received.map(({ body }) => body).filter((body) => body.includes('"stockCount":2'))).toEqual([]);
  expect(new Set(received.map((each) => each.id)).size).toBe(received.length);
});

test('the events of an order say what happened, with ids and figures only, as their schemas say', async () => {
  await addWebhook(webhookEventTypes.filter((type) => type !== 'webhook.test'));
  const product = await shop.addProduct(3);
  await shop.place(orderOf({ [product]: 1 }));
  await sendAll();
  expect(typesOf()).toEqual(expect.arrayContaining(['product.created', 'order.placed', 'stock.changed']));
  for (const { body, event } of received) {
    webhookBody(event.type as never).parse(JSON.parse(body));
    expect(body).not.toMatch(/@|Street|firstName/);
  }
});

test('each turn of a device and of a line that runs short has an event by its name', async () => {
  const phone = await shop.addProduct(1);
  await devices.setTracking(phone, 'serial');
  const [device] = await devices.unitsOf(phone, 'listed');
  await addWebhook(webhookEventTypes.filter((type) => /^(unit|line)/.test(type) && type !== 'unit.moved'));
  const order = await shop.place(orderOf({ [phone]: 1 }));
  const inOrder = { params: { id: order.order.id } };
  await shop.call('recordPayment', { ...inOrder, body: { method: 'cash' } }, admin);
  await devices.packDevice(order.order.id, device?.number ?? '');
  await shop.call('changeOrderStatus', { ...inOrder, body: { status: 'shipped' } }, admin);
  const refunded = { items: [{ product: phone, quantity: 1 }], restock: true };
  await shop.call('refundOrder', { ...inOrder, body: refunded }, admin);

  const other = await devices.receive(phone);
  await devices.moveUnits({ ids: [other.id], to: 'ready' });
  await devices.listForSale([other.id], phone);
  await shop.place(orderOf({ [phone]: 1 }));
  await devices.moveUnits({ ids: [other.id], to: 'quarantine', reason: 'Screen broken' });
  await devices.moveUnits({ ids: [other.id], to: 'gone', goneAs: 'scrap', reason: 'Screen broken' });
  await sendAll();
  const typesAbout = (id: string) =>
    received.filter(({ event }) => event.data.id === id).map(({ event }) => event.type);
  expect(typesAbout(device?.id ?? '')).toEqual(['unit.allocated', 'unit.shipped', 'unit.returned']);
  expect(typesAbout(other.id)).toEqual([
    'unit.received',
    'unit.wiped',
    'unit.listed',
    'unit.delisted',
    'unit.gone',
  ]);
  expect(typesOf()).toContain('line.short');
  for (const { body, event } of received) webhookBody(event.type as never).parse(JSON.parse(body));
});

test('nothing is stored in a shop without a webhook, or for events that none is told about', async () => {
  await shop.addProduct(3);
  await addWebhook(['lot.closed']);
  await shop.addProduct(3);
  expect(await db.$count(webhookEvents)).toBe(0);
});

test('a failing delivery holds back later ones of its object only, and is repeated later', async () => {
  await addWebhook(['stock.changed']);
  const [first, second] = [await shop.addProduct(3), await shop.addProduct(3)];
  const setStock = (id: string, stockCount: number) =>
    db.update(products).set({ stockCount }).where(eq(products.id, id));
  await sendAll();
  received.length = 0;
  await setStock(first, 5);
  await setStock(first, 6);
  await setStock(second, 7);
  answer = ({ data }) => (data.id === first ? 503 : 204);
  await sendAll();
  expect(received.map(({ event }) => event.data.id)).toEqual([second]);
  const { deliveries } = await call('listWebhookDeliveries', {
    ...asAdmin,
    params: { id: (await call('listWebhooks', asAdmin)).webhooks[0]?.id ?? '' },
    query: { state: 'waiting' },
  });
  expect(deliveries.map(({ attempts, status, failure }) => [attempts, status, failure])).toEqual([
    [0, null, ''],
    [1, 503, 'The receiver answered 503.'],
  ]);
  answer = () => 204;
  advance(minuteMs);
  await sendAll();
  expect(received.slice(1).map(({ event }) => event.data)).toMatchObject([
    { id: first, stockCount: 5 },
    { id: first, stockCount: 6 },
  ]);
});

test('events of one object arrive in order and once while others are delivered beside them', async () => {
  await addWebhook(['stock.changed']);
  const ids = [await shop.addProduct(1), await shop.addProduct(1), await shop.addProduct(1)];
  const counts = Array.from({ length: 40 }, (_, index) => index + 2);
  await sendAll();
  received.length = 0;
  for (const stockCount of counts) {
    await db.update(products).set({ stockCount }).where(inArray(products.id, ids));
  }
  await sendAll();
  for (const id of ids) {
    const data = received.filter(({ event }) => event.data.id === id).map(({ event }) => event.data);
    expect(data).toMatchObject(counts.map((stockCount) => ({ stockCount })));
    expect(data).toHaveLength(counts.length);
  }
});

test('due deliveries are looked for once per claim, also before the planner knows their number', async () => {
  await addWebhook(['stock.changed']);
  const id = await shop.addProduct(1);
  for (let stockCount = 2; stockCount < 40; stockCount++) {
    await db.update(products).set({ stockCount }).where(eq(products.id, id));
  }
  const statements: SQL[] = [];
  const execute = async (statement: SQL) => {
    statements.push(statement);
    return { rows: [] };
  };
  await createWebhookSender({ ...deps, db: { execute } as unknown as typeof db }).send();
  const { rows } = await db.execute<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    sql`explain (analyze, format json) ${statements[0]}`,
  );
  const reads = rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan: plan }) => nodesOf(plan)));
  const looked = reads.filter((node) => node['Relation Name'] === 'webhooks');
  expect(looked.map((node) => node['Actual Loops'])).toEqual([1, 1]);
});

test('a webhook that fails for three days is switched off with a mail, and sends what waits when it is on again', async () => {
  const { id } = await addWebhook(['product.created']);
  await shop.addProduct(3);
  answer = () => 500;
  for (let retry = 0; retry < 14; retry++) {
    await sender.send();
    await sender.idle();
    advance(9 * hourMs);
  }
  answer = () => 204;
  const [off] = (await call('listWebhooks', asAdmin)).webhooks;
  expect(off).toMatchObject({
    enabled: false,
    waiting: 1,
    disabledReason: 'A delivery failed for 3 days. The receiver answered 500.',
  });
  await shop.deps.jobs.workUntilIdle();
  const notices = await db
    .select()
    .from(mails)
    .where(eq(mails.subject, 'A webhook was switched off at Reprise'));
  expect(notices).toHaveLength(1);
  clock.aheadMs = 0;
  const body = { url, description: '', events: ['product.created'], enabled: true } as never;
  await call('updateWebhook', { ...asAdmin, params: { id }, body });
  await sendAll();
  expect(typesOf()).toEqual(['product.created']);
});

test('redirects and addresses inside the network are refused', async () => {
  const { id } = await addWebhook(['product.created']);
  await shop.addProduct(1);
  answer = () => 302;
  await sendAll();
  const failureOf = async () =>
    (await call('listWebhookDeliveries', { ...asAdmin, params: { id }, query: {} })).deliveries[0]?.failure;
  expect(await failureOf()).toBe('The receiver answered 302.');
  for (const inside of ['http://localhost:1/', 'http://[::1]:1/', 'http://169.254.169.254/']) {
    await db.update(webhooks).set({ url: inside }).where(eq(webhooks.id, id));
    advance(12 * hourMs);
    await sendAll();
    expect(await failureOf()).toContain('is inside the network of the shop');
  }
});

test('an address inside the network is refused when it is entered, unless its host is allowed', async () => {
  const { id } = await addWebhook(['product.created']);
  const refused = ['http://localhost:1/', 'http://[::1]:1/', 'https://10.1.2.3/', 'http://2130706434/'];
  for (const inside of refused) {
    const body = { url: inside, description: '', events: ['product.created'], enabled: true } as never;
    const added = await problemOf(call('createWebhook', { ...asAdmin, body }));
    const changed = await problemOf(call('updateWebhook', { ...asAdmin, params: { id }, body }));
    for (const { code, errors } of [added, changed]) {
      expect([code, errors?.[0]?.field]).toEqual(['VALIDATION_ERROR', 'url']);
      expect(errors?.[0]?.message).toContain('WEBHOOK_INTERNAL_HOSTS');
    }
  }
  const { webhooks: stored } = await call('listWebhooks', asAdmin);
  expect(stored.map((webhook) => webhook.url)).toEqual([url]);
});

test('a test event and a repeated one are sent under their own ids', async () => {
  const { id } = await addWebhook(['lot.closed']);
  const { delivery } = await call('testWebhook', { ...asAdmin, params: { id } });
  await sendAll();
  await call('repeatWebhookDelivery', { ...asAdmin, params: { id, event: delivery.id } });
  await sendAll();
  expect(received.map((each) => [each.id, each.event.type])).toEqual([
    [delivery.id, 'webhook.test'],
    [delivery.id, 'webhook.test'],
  ]);
});

test('a secret that the keys of the shop cannot read is named, and a renewed one delivers what waits', async () => {
  const { id } = await addWebhook(['product.created']);
  await db.update(webhooks).set({ secret: 'v2.other.text' }).where(eq(webhooks.id, id));
  await shop.addProduct(1);
  await sendAll();
  const { deliveries } = await call('listWebhookDeliveries', { ...asAdmin, params: { id }, query: {} });
  expect(deliveries.map(({ failure }) => failure)).toEqual([
    'The keys of this shop cannot read the secret. Renew it.',
  ]);
  secret = (await call('renewWebhookSecret', { ...asAdmin, params: { id } })).secret;
  advance(minuteMs);
  await sendAll();
  expect(typesOf()).toEqual(['product.created']);
});

test('a renewed secret signs the next delivery, and a deleted webhook gets none', async () => {
  const { id } = await addWebhook(['product.created']);
  secret = (await call('renewWebhookSecret', { ...asAdmin, params: { id } })).secret;
  await shop.addProduct(1);
  await sendAll();
  expect(received).toHaveLength(1);
  await shop.addProduct(1);
  await call('deleteWebhook', { ...asAdmin, params: { id } });
  await sendAll();
  expect([received.length, await db.$count(webhookDeliveries)]).toEqual([1, 0]);
  expect(await problemOf(call('testWebhook', { ...asAdmin, params: { id } }))).toMatchObject({
    code: 'NOT_FOUND',
  });
});
