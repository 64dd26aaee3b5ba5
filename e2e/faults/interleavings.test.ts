import { Problem } from '@reprise/contract/problem';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openOrderShop, orderOf } from '../../server/test/order-shop.ts';
import { openTestDatabase } from '../../server/test/test-database.ts';
import { deviceInterleavings } from './device-pairs.ts';
import { emptyShop } from './empty-shop.ts';
import { interleavings, type Pair, type Stage } from './interleaving-pairs.ts';
import { type Outcome, outcomeOf } from './outcome-of.ts';
import { sized } from './size.ts';
import { asAnotherActor, countWaiting, makeWatchable, watch } from './statements.ts';

// Runs two concurrent actions in every order the database can see: at each statement of the first, the second runs
// until it ends or waits for a lock. Needs PostgreSQL, because the embedded database has one connection.

const database = await openTestDatabase();
const { db } = database;
const shop = await openOrderShop(database);
makeWatchable(database);
const admin = await shop.addUser('admin');

const isSelected = ({ slice }: Pair) => sized({ slice: slice === true, quick: true, release: true });
const pairs = interleavings.filter(isSelected);
const devicePairs = deviceInterleavings.filter(isSelected);
/** Points of a pair of devices between two that are run: each has four times the statements of another pair. */
const deviceStep = sized({ slice: 4, quick: 4, release: 1 });

async function prepare(pair: Pair): Promise<Stage> {
  // Reservations of earlier rounds would change the outcome.
  await emptyShop(db);
  const product = await shop.addProduct(pair.stock ?? 3);
  const other = await shop.addProduct(3);
  const stage: Stage = { shop, admin, product, other, order: undefined, intent: undefined };
  await pair.prepare?.(stage);
  return stage;
}

/** Resolves when the second action has ended or waits for a lock of the first. */
async function endedOrWaiting(rivalWork: Promise<unknown>): Promise<void> {
  let ended = false;
  rivalWork.finally(() => {
    ended = true;
  });
  for (;;) {
    await new Promise((resolve) => setImmediate(resolve));
    if (ended || (await countWaiting(db)) > 0) return;
  }
}

async function countStatements(pair: Pair): Promise<number> {
  const stage = await prepare(pair);
  let count = 0;
  const before = () => {
    count += 1;
  };
  await outcomeOf(watch({ before }, () => pair.first(stage)));
  await shop.deps.jobs.workUntilIdle();
  return count;
}

async function runAt(pair: Pair, point: number): Promise<{ first: Outcome; second: Outcome; stage: Stage }> {
  const stage = await prepare(pair);
  let second: Promise<Outcome> | undefined;
  const start = () => {
    second ??= asAnotherActor(() => outcomeOf(pair.second(stage)));
    return asAnotherActor(() => endedOrWaiting(second as Promise<Outcome>));
  };
  const before = async ({ number }: { number: number }) => {
    if (number === point) await start();
  };
  const first = await outcomeOf(watch({ before }, () => pair.first(stage)));
  second ??= outcomeOf(pair.second(stage));
  return { first, second: await second, stage };
}

/** Runs the pair at each step-th statement of its first action; returns the number of interleavings. */
async function runAll(pair: Pair, step: number): Promise<number> {
  const statements = await countStatements(pair);
  let run = 0;
  for (let point = 1; point <= statements + 1; point += step) {
    const { first, second, stage } = await runAt(pair, point);
    const label = `${pair.name}, the second before statement ${point} of ${statements}: ${first} / ${second}`;
    await shop.deps.jobs.workUntilIdle();
    await pair.expect({ first, second, stage, label });
    await shop.expectIntegrity();
    run += 1;
  }
  console.log(`${pair.name}: ${run} interleavings`);
  return run;
}

test.each(pairs)(
  '$name',
  async (pair) => {
    total += await runAll(pair, 1);
  },
  300_000,
);

let total = 0;
test('runs the expected number of interleavings', () => {
  expect(total).toBeGreaterThanOrEqual(sized({ slice: 8, quick: 40, release: 60 }));
  console.log(`G-7: ${total} named interleavings, integrity checks pass after each`);
});

test.each(devicePairs)(
  '$name',
  async (pair) => {
    deviceTotal += await runAll(pair, deviceStep);
  },
  600_000,
);

let deviceTotal = 0;
test('runs the expected number of interleavings of devices', () => {
  expect(deviceTotal).toBeGreaterThanOrEqual(sized({ slice: 15, quick: 100, release: 400 }));
  console.log(
    `U-7: ${devicePairs.length} pairs, ${deviceTotal} interleavings of devices, integrity checks pass after each`,
  );
});

test('places forty carts of the same four products without a deadlock', async () => {
  const products = await Promise.all([1, 2, 3, 4].map(() => shop.addProduct(100)));
  let transactions = 0;
  const before = ({ text }: { text: string }) => {
    if (text === 'begin') transactions += 1;
  };
  const placing = Array.from({ length: 40 }, async (_, index) => {
    const rotated = [...products.slice(index % 4), ...products.slice(0, index % 4)];
    const cart = orderOf(Object.fromEntries(rotated.map((product) => [product, 1])));
    await watch({ before }, () => shop.place(cart));
  });
  await Promise.all(placing);
  // PostgreSQL would break a deadlock, and the transaction would then be tried again.
  expect(transactions).toBe(placing.length);
});

test('detects a planted lost update (positive control)', async () => {
  const product = await shop.addProduct(1);
  const buy = async () => {
    const stock = await shop.stockOf(product);
    if (stock === 0) throw new Problem('OUT_OF_STOCK', 'Sold out.');
    await db.execute(sql`update products set stock_count = ${(stock ?? 0) - 1} where id = ${product}`);
    await db.execute(sql`insert into stock_movements (id, product_id, change, reason)
      values (${crypto.randomUUID()}, ${product}, -1, 'adjustment')`);
  };
  let second: Promise<Outcome> | undefined;
  const first = await outcomeOf(
    watch(
      {
        before: async ({ number }) => {
          if (number === 2) second = asAnotherActor(() => outcomeOf(buy()));
          await second;
        },
      },
      buy,
    ),
  );
  expect([first, await second]).toEqual(['done', 'done']);
  await expect(shop.expectIntegrity()).rejects.toThrow();
  await db.execute(sql`delete from stock_movements where product_id = ${product}`);
  await db.execute(sql`delete from products where id = ${product}`);
  await shop.place(orderOf({ [await shop.addProduct(1)]: 1 }));
  await shop.expectIntegrity();
});
