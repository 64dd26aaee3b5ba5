import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { someAddress } from '../test/order-shop.ts';
import { openTestApp } from '../test/test-app.ts';
import { databaseKind, openTestDatabase } from '../test/test-database.ts';
import { type Database, openDatabase } from './platform/database/database.ts';
import { createLog } from './platform/log.ts';
import { openResponseCache } from './platform/response-cache/open-response-cache.ts';

// Readers and writers at once, over the network, on as many processes as the database allows: what is read is never
// older than what was answered here, nor older by a second than what was answered elsewhere.

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
  const shop = await openTestApp(database, {}, cache.kept);
  return { ...shop, cache, url: await shop.app.listen({ host: '127.0.0.1', port: 0 }) };
}

type Shop = (typeof shops)[number];

const shopAt = (at: number) => shops[at % shops.length] as Shop;

// biome-ignore lint/suspicious/noExplicitAny: what the wire holds is what the test looks at
type Wire = any;

async function ask(
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
  const answer: Wire = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return answer.data;
}

const admin = await shopAt(0).signIn();
const people = await Promise.all(['Ada', 'Grace'].map((name) => shopAt(0).register(name)));

// What was written, and what was read

const startingStock = 1000;
const fields = ['price', 'sold'] as const;
type Field = (typeof fields)[number];
/** Each field of a product only grows, so that an older value is known by being smaller. */
type Written = { field: Field; product: number; value: number; shop: Shop; answeredAt: number };

const oneSecond = 1000;

/** What somebody who asks here and now must see at least. */
function leastOf(
  history: Written[],
  at: { field: Field; product: number; shop: Shop; askedAt: number; lags: boolean },
) {
  const known = history.filter(
    ({ field, product, shop, answeredAt }) =>
      field === at.field &&
      product === at.product &&
      (shop === at.shop && !at.lags ? answeredAt < at.askedAt : answeredAt < at.askedAt - oneSecond),
  );
  return Math.max(0, ...known.map(({ value }) => value));
}

type Product = { id: string; price: number; stockCount: number };
const read = {
  price: ({ price }: Product) => price - 100,
  sold: ({ stockCount }: Product) => startingStock - stockCount,
};

function expectFresh(
  history: Written[],
  seen: Product,
  at: { product: number; shop: Shop; askedAt: number; where: string },
) {
  for (const field of fields) {
    const lags = field === 'sold' && at.where === 'list';
    const least = leastOf(history, { ...at, field, lags });
    const value = read[field](seen);
    if (value < least) throw new Error(`${at.where} shows ${field} ${value} after ${least} was answered`);
  }
}

// What happens

/** Each in a category of its own, so that nothing but its own changes touches its page. */
async function addProducts(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at++) {
    const category = `Category ${crypto.randomUUID()}`;
    await ask(shopAt(0), 'POST', '/categories', {
      token: admin,
      body: { name: category, description: 'One' },
    });
    const body = { name: 'Phone', price: 100, brand: 'Acme', category, stockCount: startingStock };
    ids.push((await ask(shopAt(0), 'POST', '/products', { token: admin, body })).product.id);
  }
  return ids;
}

type Action = {
  kind: 'price' | 'sell' | 'page' | 'list' | 'own';
  product: number;
  shop: number;
  pause: number;
};

function scene(ids: string[]) {
  const history: Written[] = [];
  const next = ids.map(() => ({ price: 0, sold: 0 }));
  const wrote = (field: Field, product: number, value: number, shop: Shop) =>
    history.push({ field, product, value, shop, answeredAt: performance.now() });
  // One writer per product: its values are answered in the order in which they grow.
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
        const { product: now } = await ask(shop, 'GET', `/products/${id}`, { token: admin });
        const body = { name: now.name, category: now.category, price: 100 + value };
        await ask(shop, 'PUT', `/products/${id}`, { token: admin, body });
        wrote('price', product, value, shop);
      }),
    sell: (id, product, shop) =>
      inTurn(product, async () => {
        const items = [{ product: id, quantity: 1 }];
        await ask(shop, 'POST', '/orders', {
          body: { items, shippingAddress: someAddress, paymentMethod: 'card' },
        });
        wrote('sold', product, ++(next[product] as { sold: number }).sold, shop);
      }),
    page: async (id, product, shop) => {
      const askedAt = performance.now();
      const { product: seen } = await ask(shop, 'GET', `/products/${id}`);
      expectFresh(history, seen, { product, shop, askedAt, where: 'page' });
    },
    list: async (id, product, shop) => {
      const askedAt = performance.now();
      const { products } = await ask(shop, 'GET', `/products?id=${ids.join('&id=')}`);
      const seen = products.find((each: Product) => each.id === id);
      expectFresh(history, seen, { product, shop, askedAt, where: 'list' });
    },
    own: async (_id, product, shop) => {
      const person = people[product % people.length] as (typeof people)[number];
      const { user } = await ask(shop, 'GET', '/users/profile', { token: person.token });
      expect(user.email).toBe(person.email);
    },
  };
  return async ({ kind, product, shop, pause }: Action) => {
    await new Promise((resolve) => setTimeout(resolve, pause));
    // Each product is written on one process only: on the other nothing but following it keeps pages true.
    const writes = kind === 'price' || kind === 'sell';
    await act[kind](ids[product] as string, product, shopAt(writes ? product : shop));
  };
}

const products = 2;
const action = fc.record({
  kind: fc.constantFrom('price', 'sell', 'page', 'page', 'page', 'list', 'list', 'own'),
  product: fc.nat(products - 1),
  shop: fc.nat(1),
  // Long enough together that the second of grace runs out for what was written first.
  pause: fc.nat(60),
}) satisfies fc.Arbitrary<Action>;
const visitors = fc.array(fc.array(action, { minLength: 50, maxLength: 70 }), { minLength: 4, maxLength: 4 });

const runs = Number(process.env.STALE_RUNS ?? 1);

test(`nobody reads what is no longer so, on ${databaseKind()}`, {
  timeout: 60_000 + runs * 20_000,
}, async () => {
  const once = async (all: Action[][]) => {
    const play = scene(await addProducts(products));
    await Promise.all(
      all.map(async (actions) => {
        for (const each of actions) await play(each);
      }),
    );
  };
  await fc.assert(fc.asyncProperty(visitors, once), { numRuns: runs, endOnFailure: true });
  for (const { cache } of shops) expect(cache.kept.figures().hits).toBeGreaterThan(0);
});
