import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { someAddress } from '../../test/order-shop.ts';
import { openTestApp } from '../../test/test-app.ts';
import { databaseKind, openTestDatabase } from '../../test/test-database.ts';
import type { Database } from '../platform/database/database.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { createLog } from '../platform/log.ts';
import { openResponseCache } from '../platform/response-cache/open-response-cache.ts';

// Concurrent readers and writers over the network, on one process or two. A response is never older than the last
// write acknowledged by its process, nor more than one second older than one acknowledged by another process.

const log = createLog('silent');
const first = await openTestDatabase();
const databases = first.kind === 'postgres' ? [first, await openAgain(first.url)] : [first];
const shops = await Promise.all(databases.map(openShop));

async function openAgain(url: string): Promise<Database> {
  const database = await openDatabase({ databaseUrl: url, dataDir: '', log });
  afterAll(database.close);
  return database;
}

async function openShop(database: Database) {
  const cache = await openResponseCache(database, log);
  afterAll(cache.stop);
  const shop = await openTestApp(database, {}, cache.responseCache);
  return { ...shop, cache, url: await shop.app.listen({ host: '127.0.0.1', port: 0 }) };
}

type Shop = (typeof shops)[number];

const shopAt = (index: number) => shops[index % shops.length] as Shop;

// biome-ignore lint/suspicious/noExplicitAny: the test asserts on raw JSON
type Wire = any;

async function request(
  shop: Shop,
  method: string,
  path: string,
  options: { token?: string; body?: object } = {},
): Promise<Wire> {
  const response = await fetch(`${shop.url}/api${path}`, {
    method,
    headers: {
      ...(options.body && { 'content-type': 'application/json' }),
      ...(options.token && { authorization: `Bearer ${options.token}` }),
    },
    body: options.body ? JSON.stringify(options.body) : null,
  });
  const body: Wire = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(body)}`);
  return body.data;
}

const admin = await shopAt(0).signIn();
const customers = await Promise.all(['Ada', 'Grace'].map((name) => shopAt(0).register(name)));

const startingStock = 1000;
const fields = ['price', 'sold'] as const;
type Field = (typeof fields)[number];
/** Fields of a product only grow, so that a smaller value is an older one. */
type Write = { field: Field; product: number; value: number; shop: Shop; acknowledgedAt: number };

const oneSecond = 1000;

/** Returns the oldest value that this read may see. */
function minValueOf(
  history: Write[],
  read: { field: Field; product: number; shop: Shop; requestedAt: number; mayLag: boolean },
) {
  const visible = history.filter(
    ({ field, product, shop, acknowledgedAt }) =>
      field === read.field &&
      product === read.product &&
      acknowledgedAt < read.requestedAt - (shop === read.shop && !read.mayLag ? 0 : oneSecond),
  );
  return Math.max(0, ...visible.map(({ value }) => value));
}

type Product = { id: string; price: number; stockCount: number };
const fieldValue = {
  price: ({ price }: Product) => price - 100,
  sold: ({ stockCount }: Product) => startingStock - stockCount,
};

function expectFresh(
  history: Write[],
  response: Product,
  read: { product: number; shop: Shop; requestedAt: number; source: string },
) {
  for (const field of fields) {
    const mayLag = field === 'sold' && read.source === 'list';
    const minValue = minValueOf(history, { ...read, field, mayLag });
    const value = fieldValue[field](response);
    if (value < minValue) {
      throw new Error(`${read.source} has ${field} ${value} after ${minValue} was acknowledged`);
    }
  }
}

/** Adds products in separate categories, so that only their own changes invalidate their pages. */
async function addProducts(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    const category = `Category ${crypto.randomUUID()}`;
    await request(shopAt(0), 'POST', '/categories', {
      token: admin,
      body: { name: category, description: 'One' },
    });
    const body = { name: 'Phone', price: 100, brand: 'Acme', category, stockCount: startingStock };
    ids.push((await request(shopAt(0), 'POST', '/products', { token: admin, body })).product.id);
  }
  return ids;
}

type Action = {
  kind: 'price' | 'sell' | 'page' | 'list' | 'own';
  product: number;
  shop: number;
  pause: number;
};

function createActor(ids: string[]) {
  const history: Write[] = [];
  const next = ids.map(() => ({ price: 0, sold: 0 }));
  const recordWrite = (field: Field, product: number, value: number, shop: Shop) =>
    history.push({ field, product, value, shop, acknowledgedAt: performance.now() });
  // One writer per product, so that its values are acknowledged in ascending order.
  const turns = ids.map(() => Promise.resolve());
  const inTurn = (product: number, work: () => Promise<void>) => {
    const done = (turns[product] ?? Promise.resolve()).then(work);
    turns[product] = done.catch(() => {});
    return done;
  };

  const act: Record<Action['kind'], (id: string, product: number, shop: Shop) => Promise<unknown>> = {
    price: (id, product, shop) =>
      inTurn(product, async () => {
        const value = ++(next[product] as { price: number }).price;
        const { product: now } = await request(shop, 'GET', `/products/${id}`, { token: admin });
        const body = { name: now.name, category: now.category, price: 100 + value };
        await request(shop, 'PUT', `/products/${id}`, { token: admin, body });
        recordWrite('price', product, value, shop);
      }),
    sell: (id, product, shop) =>
      inTurn(product, async () => {
        const items = [{ product: id, quantity: 1 }];
        await request(shop, 'POST', '/orders', {
          body: { items, shippingAddress: someAddress, paymentMethod: 'card' },
        });
        recordWrite('sold', product, ++(next[product] as { sold: number }).sold, shop);
      }),
    page: async (id, product, shop) => {
      const requestedAt = performance.now();
      const response = await request(shop, 'GET', `/products/${id}`);
      expectFresh(history, response.product, { product, shop, requestedAt, source: 'page' });
    },
    list: async (id, product, shop) => {
      const requestedAt = performance.now();
      const { products } = await request(shop, 'GET', `/products?id=${ids.join('&id=')}`);
      const listed = products.find((item: Product) => item.id === id);
      expectFresh(history, listed, { product, shop, requestedAt, source: 'list' });
    },
    own: async (_id, product, shop) => {
      const customer = customers[product % customers.length] as (typeof customers)[number];
      const { user } = await request(shop, 'GET', '/users/profile', { token: customer.token });
      expect(user.email).toBe(customer.email);
    },
  };
  return async ({ kind, product, shop, pause }: Action) => {
    await new Promise((resolve) => setTimeout(resolve, pause));
    // Writes of a product go to one process only, so that the other depends on its invalidations.
    const isWrite = kind === 'price' || kind === 'sell';
    await act[kind](ids[product] as string, product, shopAt(isWrite ? product : shop));
  };
}

const products = 2;
const action = fc.record({
  kind: fc.constantFrom('price', 'sell', 'page', 'page', 'page', 'list', 'list', 'own'),
  product: fc.nat(products - 1),
  shop: fc.nat(1),
  // Long enough in total that the one-second grace period of the first writes ends.
  pause: fc.nat(60),
}) satisfies fc.Arbitrary<Action>;
const visitors = fc.array(fc.array(action, { minLength: 50, maxLength: 70 }), { minLength: 4, maxLength: 4 });

const runs = Number(process.env.STALE_RUNS ?? 1);

test(`no response is stale during concurrent writes, on ${databaseKind()}`, {
  timeout: 60_000 + runs * 20_000,
}, async () => {
  const once = async (all: Action[][]) => {
    const act = createActor(await addProducts(products));
    await Promise.all(
      all.map(async (actions) => {
        for (const action of actions) await act(action);
      }),
    );
  };
  await fc.assert(fc.asyncProperty(visitors, once), { numRuns: runs, endOnFailure: true });
  for (const { cache } of shops) expect(cache.responseCache.stats().hits).toBeGreaterThan(0);
});
