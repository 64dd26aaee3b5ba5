import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PrivateServer, startPrivateServer } from '../../server/test/postgres-server.ts';
import { type Answer, addProduct, address, call, orderOf, signIn } from '../plain-client.ts';
import { admin, type RunningShop, runShop } from '../running-shop.ts';
import { shopCommand } from './shop-command.ts';
import { progressOf, sized, timeFor, withinMs } from './size.ts';

// Two processes on one PostgreSQL, over HTTP: many buyers at the same time, and reads of one process after writes of
// the other.

const folder = mkdtempSync(join(tmpdir(), 'reprise-rushes-'));
const shops: RunningShop[] = [];
let postgres: PrivateServer;
let token: string;

beforeAll(async () => {
  postgres = await startPrivateServer();
  for (const name of ['first', 'second']) {
    shops.push(await runShop({ dataDir: join(folder, name), databaseUrl: postgres.url }));
  }
  token = await signIn(base(0), admin);
});

afterAll(async () => {
  await Promise.all(shops.map((shop) => shop.stop()));
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const base = (turn: number) => shops[turn % shops.length]?.url ?? '';
const many = <T>(count: number, make: (turn: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** Retries with the same key while the shop answers 503, as the browser does. */
async function order(turn: number, body: object, key: string = crypto.randomUUID()): Promise<Answer> {
  for (;;) {
    const answer = await call(base(turn), 'POST', '/orders', { body, key });
    const busy = answer.status === 503 || answer.body?.code === 'IN_PROGRESS';
    if (!busy) return answer;
    expect(answer.headers.get('retry-after')).not.toBeNull();
  }
}

const codes = (answers: Answer[]) =>
  new Set(answers.map(({ status, body }) => `${status} ${body?.code ?? ''}`.trim()));
const stockOf = async (product: string) =>
  (await call(base(0), 'GET', `/products/${product}`)).body.data.product.stockCount;

const oneUnit = sized({
  slice: { buyers: 50, rounds: 3 },
  quick: { buyers: 50, rounds: 8 },
  release: { buyers: 200, rounds: 300 },
});

test(
  `sells one unit once to ${oneUnit.buyers} concurrent buyers, ${oneUnit.rounds} times`,
  async () => {
    const progress = progressOf('G-1', oneUnit.rounds, `rounds of ${oneUnit.buyers} buyers`);
    for (let n = 0; n < oneUnit.rounds; n++) {
      const product = await addProduct(base(0), token, 1);
      const answers = await Promise.all(
        many(oneUnit.buyers, (turn) => order(turn, orderOf(product, 1, `buyer${turn}@example.com`))),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(codes(answers)).toEqual(new Set(['201', '409 OUT_OF_STOCK']));
      expect(await stockOf(product)).toBe(0);
      progress();
    }
    console.log(
      `G-1: ${oneUnit.rounds} x ${oneUnit.buyers} buyers on one unit: one order each time, 0 oversold, 0 faults`,
    );
  },
  timeFor(oneUnit.rounds),
);

const mixed = sized({
  slice: { buyers: 50, units: 20, rounds: 1 },
  quick: { buyers: 50, units: 20, rounds: 4 },
  release: { buyers: 200, units: 60, rounds: 100 },
});

test(
  `accounts for every unit of ${mixed.buyers} concurrent mixed carts, ${mixed.rounds} times`,
  async () => {
    const progress = progressOf('G-2', mixed.rounds, `rounds of ${mixed.buyers} carts`);
    for (let n = 0; n < mixed.rounds; n++) {
      const products: string[] = [];
      for (let at = 0; at < 4; at++) products.push(await addProduct(base(0), token, mixed.units));
      const carts = many(mixed.buyers, () => {
        const shuffled = [...products].sort(() => Math.random() - 0.5);
        return shuffled
          .slice(0, 1 + Math.floor(Math.random() * 4))
          .map((product) => ({ product, quantity: 1 }));
      });
      const answers = await Promise.all(
        carts.map((items, turn) =>
          order(turn, {
            items,
            shippingAddress: { ...address, email: `cart${turn}@example.com` },
            paymentMethod: 'card',
          }),
        ),
      );
      expect([...codes(answers)].filter((code) => code !== '201' && code !== '409 OUT_OF_STOCK')).toEqual([]);
      for (const product of products) {
        const sold = carts.filter(
          (cart, turn) => answers[turn]?.status === 201 && cart.some((line) => line.product === product),
        ).length;
        expect((await stockOf(product)) + sold).toBe(mixed.units);
      }
      progress();
    }
    console.log(
      `G-2: ${mixed.rounds} x ${mixed.buyers} mixed carts: every unit accounted for, no deadlock surfaced`,
    );
  },
  timeFor(mixed.rounds),
);

const duplicates = sized({
  slice: { atOnce: 50, rounds: 1 },
  quick: { atOnce: 50, rounds: 8 },
  release: { atOnce: 50, rounds: 300 },
});

test(
  `places one order for ${duplicates.atOnce} concurrent duplicates, ${duplicates.rounds} times`,
  async () => {
    const progress = progressOf('G-3', duplicates.rounds, `rounds of ${duplicates.atOnce} duplicates`);
    for (let n = 0; n < duplicates.rounds; n++) {
      const product = await addProduct(base(0), token, 10);
      const key = crypto.randomUUID();
      const answers = await Promise.all(
        many(duplicates.atOnce, (turn) => order(turn, orderOf(product), key)),
      );
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(answers[0]?.status).toBe(201);
      expect(await stockOf(product)).toBe(9);
      progress();
    }
    console.log(
      `G-3: ${duplicates.rounds} x ${duplicates.atOnce} duplicates: one order, one response, byte for byte`,
    );
  },
  timeFor(duplicates.rounds),
);

/** Tracks a product by device and puts a received device on sale under it; returns its number. */
async function listDevice(url: string, token: string, product: string): Promise<string> {
  const send = (method: string, path: string, body: object) => call(url, method, path, { token, body });
  await send('PUT', `/products/${product}/tracking`, { tracking: 'serial' });
  const { body } = await send('POST', '/units', { model: { product }, identifiers: [] });
  const { id, number } = body.data.unit;
  const erased = { category: 'purge', method: 'Factory reset', verification: 'tool', result: 'passed' };
  await send('POST', '/units/wipes', { ids: [id], ...erased });
  await send('POST', '/units/moves', { ids: [id], to: 'ready', reason: 'Sealed box' });
  await send('POST', '/units/listings', { ids: [id], product });
  return number;
}

const oneDevice = sized({
  slice: { buyers: 40, rounds: 1 },
  quick: { buyers: 50, rounds: 3 },
  release: { buyers: 200, rounds: 20 },
});

test(
  `sells one chosen device once to ${oneDevice.buyers} concurrent buyers, ${oneDevice.rounds} times`,
  async () => {
    const progress = progressOf('U-8', oneDevice.rounds, `rounds of ${oneDevice.buyers} buyers`);
    for (let n = 0; n < oneDevice.rounds; n++) {
      const product = await addProduct(base(0), token, 1);
      const device = await listDevice(base(0), token, product);
      const items = [{ product, quantity: 1, units: [device] }];
      const answers = await Promise.all(
        many(oneDevice.buyers, (turn) =>
          order(turn, { ...orderOf(product, 1, `chooser${turn}@example.com`), items }),
        ),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(codes(answers)).toEqual(new Set(['201', '409 UNIT_TAKEN']));
      expect(await stockOf(product)).toBe(1);
      progress();
    }
    console.log(
      `U-8: ${oneDevice.rounds} x ${oneDevice.buyers} buyers of one exact device: one order each time, 0 faults`,
    );
  },
  timeFor(oneDevice.rounds),
);

const changes = sized({ slice: 5, quick: 12, release: 200 });

test(
  `shows ${changes} price changes of one process on both`,
  async () => {
    const progress = progressOf('staleness', changes, 'changes');
    const waits: number[] = [];
    const product = await addProduct(base(0), token, 10);
    const { slug, category } = (await call(base(0), 'GET', `/products/${product}`)).body.data.product;
    const readings = [
      `/product/${slug}`,
      `/products?category=${encodeURIComponent(category)}`,
      `/api/products/${slug}`,
    ];
    const text = async (turn: number, reading: string) => (await fetch(base(turn) + reading)).text();
    // Fills both caches, so that a missed invalidation shows as a stale read.
    await Promise.all(readings.flatMap((reading) => [text(0, reading), text(1, reading)]));
    for (let n = 0; n < changes; n++) {
      const price = 100 + n + 0.5;
      const shown = new RegExp(`${price}0?\\b`);
      const body = { name: `Thing ${n}`, category, price };
      const changed = await call(base(n), 'PUT', `/products/${product}`, { token, body });
      expect(changed.status, changed.text).toBe(200);
      const answeredAt = performance.now();
      for (const reading of readings) expect(await text(n, reading)).toMatch(shown);
      await Promise.all(
        readings.map(async (reading) => {
          for (;;) {
            const askedAfter = performance.now() - answeredAt;
            if (shown.test(await text(n + 1, reading))) return waits.push(askedAfter);
            expect(askedAfter, `${reading} is stale`).toBeLessThan(withinMs(1000));
          }
        }),
      );
      progress();
    }
    console.log(
      `staleness: ${changes} changes, three readings of each: at once on the same process, on the other ${Math.max(...waits).toFixed(0)} ms after the answer at the latest`,
    );
  },
  timeFor(changes),
);

test('passes the integrity checks after all rushes', async () => {
  expect(
    await shopCommand({ dataDir: join(folder, 'first'), databaseUrl: postgres.url }, 'check'),
  ).toMatchObject({
    code: 0,
  });
});

test('draws each invoice number once, without a gap, in two processes', async () => {
  const product = await addProduct(base(0), token, 30);
  const placed = await Promise.all(
    many(30, (turn) => order(turn, orderOf(product, 1, `invoiced${turn}@example.com`))),
  );
  const ids: string[] = placed.map(({ body }) => body.data.order.id);
  const paid = await Promise.all(
    ids.map((id, turn) =>
      call(base(turn), 'POST', `/orders/${id}/payments`, { token, body: { method: 'cash' } }),
    ),
  );
  expect(codes(paid)).toEqual(new Set(['201']));
  const { body } = await call(base(1), 'GET', '/invoices?limit=100', { token });
  const numbers: number[] = body.data.invoices.map(({ number }: { number: string }) =>
    Number(number.slice(4)),
  );
  expect(numbers.toSorted((one, other) => one - other)).toEqual(many(30, (turn) => turn + 1));
});
