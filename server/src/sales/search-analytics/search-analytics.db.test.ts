import { isPersonalQuery } from '@reprise/contract/sales/search-analytics/personal-query';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { someAddress } from '../../../test/order-shop.ts';
import { openTestApp } from '../../../test/test-app.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { enforceRetention } from '../../operations/retention/enforce-retention.ts';
import { createKeyring } from '../../platform/crypto/keyring.ts';
import { dayMs } from '../../platform/time.ts';
import { orders } from '../orders/orders.tables.ts';
import { askerBucket } from './asker-bucket.ts';
import { createDailyBudget } from './event-budget.ts';
import { countedSearchOrders, dailySearchStats, recentSearches } from './search-analytics.tables.ts';

const database = await openTestDatabase();
const { db } = database;
const start = Date.UTC(2026, 4, 1, 12);
let time = start;
const now = () => new Date(time);
const shop = await openTestApp(database, { TRUSTED_PROXIES: '127.0.0.1' }, undefined, now);
const admin = await shop.signIn();
const addPhone = async (modelKey?: string) => {
  const body = { name: 'Phone', price: 100, brand: 'Acme', category: 'Phones', stockCount: 9, modelKey };
  return (await shop.call('POST', '/products', { token: admin, body })).body.data.product.id as string;
};
await shop.call('POST', '/categories', { token: admin, body: { name: 'Phones', description: 'All' } });
const [phone, tablet] = [await addPhone(), await addPhone()];

beforeEach(async () => {
  time = start;
  await db.delete(dailySearchStats);
  await db.delete(recentSearches);
  await db.delete(countedSearchOrders);
});

const send = (body: unknown, network = '203.0.113.1') =>
  shop.call('POST', '/search/events', { body, headers: { 'x-forwarded-for': network } });

const newSearchId = () => crypto.randomUUID().replaceAll('-', '');

/** Reports a search as the browser does and returns its id. */
async function search(query: string, { results = 5, network = '203.0.113.1' } = {}): Promise<string> {
  const id = newSearchId();
  expect((await send({ kind: 'search', id, query, results }, network)).status).toBe(200);
  return id;
}
const click = (id: string, product = phone) => send({ kind: 'click', id, product });

// Networks in different buckets of the queries below, since one in 64 pairs shares a bucket.
const networks = ['203.0.113.1', '198.51.100.2', '192.0.2.3'];
const searchFromThree = async (query: string, results = 5) => {
  for (const network of networks) await search(query, { results, network });
};

type Row = { query: string; searches: number; withoutResults: number; clicks: number; purchases: number };
const report = async (params = '') => {
  // The administrator's session must not end by the moved clock.
  const { body } = await shop.call('GET', `/search/report${params}`, { token: await shop.signIn() });
  return body.data as { rows: Row[]; pagination: { total: number }; totals: Omit<Row, 'query'> };
};
const rowOf = (query: string) =>
  db
    .select()
    .from(dailySearchStats)
    .where(eq(dailySearchStats.query, query))
    .then(([row]) => row);

async function buy(product: string, paid = true) {
  const { body } = await shop.call('POST', '/orders', {
    body: {
      items: [{ product, quantity: 1 }],
      shippingAddress: { ...someAddress, email: `${crypto.randomUUID()}@shop.test` },
      paymentMethod: 'card',
    },
  });
  const { order, accessToken } = body.data as { order: { id: string }; accessToken: string };
  if (paid) await db.update(orders).set({ paymentStatus: 'paid' }).where(eq(orders.id, order.id));
  return { id: order.id, token: accessToken };
}
const reportPurchase = (order: { id: string; token: string }, searches: string[]) =>
  shop.call('POST', '/search/purchases', {
    body: { searches, order: order.id },
    headers: { 'x-order-token': order.token },
  });

describe('recording searches', () => {
  test('counts a search once when its event is sent twice', async () => {
    const id = newSearchId();
    for (const query of ['Laptop', 'Laptop', 'another'])
      await send({ kind: 'search', id, query, results: 3 });
    expect(await rowOf('laptop')).toMatchObject({ searches: 1, withoutResults: 0, clicks: 0 });
    expect(await rowOf('another')).toBeUndefined();
  });

  test('letter case, width and blanks of a query do not matter', async () => {
    for (const query of ['PS5  slim', ' ps5 slim ', 'ｐｓ５ slim']) await search(query);
    expect(await rowOf('ps5 slim')).toMatchObject({ searches: 3 });
  });

  test.each([
    'ada@shop.test',
    'ada＠shop.test',
    '5551234',
    'order 1234567890',
    '(555) 123-4567',
    '+1 555 123 4567',
    '٠١٢٣٤٥٦',
    'x'.repeat(101),
    '   ',
  ])('does not store the query %j', async (query) => {
    await search(query);
    expect(await db.$count(dailySearchStats)).toBe(0);
    expect(await db.$count(recentSearches)).toBe(0);
  });

  test.each(['iphone 13 128 gb', 'rtx 3080', '123456', '4k 120hz 55 inch tv'])(
    'the query %j names no person',
    (query) => {
      expect(isPersonalQuery(query)).toBe(false);
    },
  );

  test.each([
    {},
    { kind: 'search', id: '1', query: 'tv', results: 1 },
    { kind: 'search', id: newSearchId(), query: 'x'.repeat(201), results: 1 },
    { kind: 'search', id: newSearchId(), query: 'tv', results: -1 },
    { kind: 'purchase', id: newSearchId() },
  ])('rejects the event %j', async (event) => {
    expect((await send(event)).body.code).toBe('VALIDATION_ERROR');
    expect(await db.$count(recentSearches)).toBe(0);
  });

  test('counts the first click of a search, none of an unknown one', async () => {
    const id = await search('laptop');
    for (const product of [phone, phone, tablet]) await click(id, product);
    await click(newSearchId());
    expect(await rowOf('laptop')).toMatchObject({ searches: 1, clicks: 1 });
  });

  test('stores at most 20 clicked products of a search', async () => {
    const id = await search('laptop');
    for (let product = 0; product < 25; product++) await click(id, `prd_${product}`);
    const [row] = await db.select().from(recentSearches);
    expect(row?.clickedProducts).toHaveLength(20);
  });

  test('a process records a bounded number of searches a day, and fewer of one network', () => {
    const isWithinBudget = createDailyBudget(now, { total: 4, perNetwork: 2 });
    const record = (networks: string[]) => networks.map(isWithinBudget);
    expect(record(['a', 'a', 'a', 'b'])).toEqual([true, true, false, true]);
    expect(record(['c', 'd', 'b'])).toEqual([true, false, false]);
    time += dayMs;
    expect(record(['proxy:a', 'proxy:a', 'proxy:a'])).toEqual([true, true, true]);
  });

  test('stores nothing about the asker but a shared bit of 64', async () => {
    await search('laptop');
    const row = await rowOf('laptop');
    expect(row?.askers.toString(2).replaceAll(/[-0]/g, '')).toBe('1');
    const secret = createKeyring('a secret for tests');
    const bits = Array.from({ length: 256 }, (_, host) => askerBucket(secret, 'tv', `203.0.113.${host}`));
    // Several networks for each bit, and another bit of the same network for another query.
    expect(new Set(bits).size).toBeLessThanOrEqual(64);
    const others = ['laptop', 'tablet', 'phone', 'ssd'].map((query) =>
      askerBucket(secret, query, '203.0.113.1'),
    );
    expect(new Set(others).size).toBeGreaterThan(1);
  });
});

describe('purchases after searches', () => {
  test('a paid order counts for the searches its products were opened from', async () => {
    const laptop = await search('laptop');
    const other = await search('tablet');
    await click(laptop, phone);
    await click(other, tablet);
    time += 1000;
    const order = await buy(phone);
    expect((await reportPurchase(order, [laptop, other])).status).toBe(200);
    expect(await rowOf('laptop')).toMatchObject({ purchases: 1 });
    expect(await rowOf('tablet')).toMatchObject({ purchases: 0 });
  });

  test('the same model in another condition counts as the opened product', async () => {
    const [good, fair] = [await addPhone('acme-1'), await addPhone('acme-1')];
    const id = await search('acme');
    await click(id, good);
    time += 1000;
    await reportPurchase(await buy(fair), [id]);
    expect(await rowOf('acme')).toMatchObject({ purchases: 1 });
  });

  test('an order and a search count once', async () => {
    const [first, second] = [await search('laptop'), await search('laptop')];
    for (const id of [first, second]) await click(id);
    time += 1000;
    const [order, next, last] = [await buy(phone), await buy(phone), await buy(phone)];
    const purchases = async () => (await rowOf('laptop'))?.purchases;
    await Promise.all([reportPurchase(order, [first]), reportPurchase(order, [first])]);
    await reportPurchase(order, [second]);
    await reportPurchase(next, [first]);
    expect(await purchases()).toBe(1);
    await reportPurchase(last, [first, second]);
    expect(await purchases()).toBe(2);
  });

  test('counts no order that is unpaid, older than the search, or without a click', async () => {
    const early = await buy(phone);
    time += 1000;
    const [clicked, unclicked] = [await search('laptop'), await search('laptop')];
    await click(clicked);
    await reportPurchase(early, [clicked]);
    time += 1000;
    await reportPurchase(await buy(phone, false), [clicked]);
    await reportPurchase(await buy(phone), [unclicked]);
    expect(await rowOf('laptop')).toMatchObject({ purchases: 0 });
  });

  test('counts no order of another person', async () => {
    const id = await search('laptop');
    await click(id);
    time += 1000;
    const order = await buy(phone);
    const answer = await reportPurchase({ ...order, token: 'forged' }, [id]);
    expect(answer.body.code).toBe('NOT_FOUND');
    expect(await rowOf('laptop')).toMatchObject({ purchases: 0 });
  });
});

describe('the report', () => {
  test('shows a query from three askers on, however often one asks', async () => {
    for (let round = 0; round < 4; round++) {
      await search('laptop');
      time += dayMs;
    }
    await search('laptop', { network: networks[1] as string });
    expect((await report()).rows).toEqual([]);
    await search('laptop', { network: networks[2] as string });
    expect((await report()).rows).toEqual([
      { query: 'laptop', searches: 6, withoutResults: 0, clicks: 0, purchases: 0 },
    ]);
  });

  test('its totals include queries that are not shown', async () => {
    await click(await search('rare'));
    await search('rarer', { results: 0 });
    const { rows, totals } = await report();
    expect(rows).toEqual([]);
    expect(totals).toEqual({ searches: 2, withoutResults: 1, clicks: 1, purchases: 0 });
  });

  test('filters queries without a result, searches and sorts', async () => {
    await searchFromThree('laptop');
    await searchFromThree('laptop');
    await searchFromThree('foldable phone', 0);
    const queries = async (params: string) => (await report(params)).rows.map(({ query }) => query);
    expect(await queries('')).toEqual(['laptop', 'foldable phone']);
    expect(await queries('?withoutResults=true')).toEqual(['foldable phone']);
    expect(await queries('?sort=without-results')).toEqual(['foldable phone', 'laptop']);
    expect(await queries('?search=PHONE')).toEqual(['foldable phone']);
    expect(await queries('?search=%25')).toEqual([]);
    expect((await report('?limit=1&page=2')).pagination.total).toBe(2);
  });

  test('covers 90 days; older counts and single searches are deleted', async () => {
    await searchFromThree('laptop');
    time += 89 * dayMs;
    expect((await report()).rows).toHaveLength(1);
    await enforceRetention(shop.deps);
    expect(await db.$count(dailySearchStats)).toBe(1);
    expect(await db.$count(recentSearches)).toBe(0);
    time += dayMs;
    expect((await report()).rows).toEqual([]);
    await enforceRetention(shop.deps);
    expect(await db.$count(dailySearchStats)).toBe(0);
  });

  test('is for staff who manage the catalog', async () => {
    expect((await shop.call('GET', '/search/report')).status).toBe(401);
    const { token } = await shop.register();
    expect((await shop.call('GET', '/search/report', { token })).status).toBe(403);
  });
});
