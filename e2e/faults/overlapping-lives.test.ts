import { setImmediate as nextTurn } from 'node:timers/promises';
import { Problem } from '@reprise/contract/problem';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { adjustStock } from '../../server/src/catalog/adjust-stock.ts';
import { deleteProduct } from '../../server/src/catalog/delete-product.ts';
import { releaseHolds } from '../../server/src/payments/release-holds.ts';
import { type As, openOrderShop, orderOf } from '../../server/test/order-shop.ts';
import { openTestDatabase } from '../../server/test/test-database.ts';
import { emptyShop } from './empty-shop.ts';
import { progressOf, sized, timeFor } from './size.ts';
import { asSomebodyElse, makeWatchable, watch } from './statements.ts';

// Several people act at once, and fast-check's scheduler says whose statement goes to the database next: what overlaps
// how is drawn anew in each life, and a life that ends wrong is made small. Real PostgreSQL only.

const lives = sized({ slice: 5, quick: 50, release: 1000 });
/** With that many at work none of them waits for a connection. */
const people = 8;
const stock = 4;

const database = await openTestDatabase();
const { db } = database;
const shop = await openOrderShop(database);
const { call } = shop;
makeWatchable(database);
const admin: As = { caller: await shop.addUser('admin') };

/** What must be true however the lives overlapped: so many units came in, and who was let buy has an order. */
type Model = { units: number[]; orders: number };
type RealOrder = { id: string; total: number; product: number; quantity: number; as: As };
type Real = {
  products: string[];
  orders: RealOrder[];
  /** What everybody's work ended with. */
  ends: Promise<unknown>[];
  overlap: <T>(work: () => Promise<T>) => Promise<T>;
};
type Step = fc.AsyncCommand<Model, Real>;

/** Statements that were sent and not answered yet. */
let underWay = 0;

/** `work` by somebody whose every statement waits for its turn. */
const overlapping = (scheduler: fc.Scheduler) => {
  const before = async ({ text }: { text: string }) => {
    await scheduler.schedule(Promise.resolve(), text);
    underWay += 1;
  };
  const ended = () => {
    underWay -= 1;
  };
  return <T>(work: () => Promise<T>) => watch({ before, ended }, work);
};

async function waitingForLocks(): Promise<number> {
  const { rows } = await asSomebodyElse(() =>
    db.execute<{ waiting: number }>(sql`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`),
  );
  return rows[0]?.waiting ?? 0;
}

/** Everybody waits: for a turn, or for a lock of somebody who waits for a turn. */
async function everybodyWaits(): Promise<void> {
  for (;;) {
    for (let turn = 0; turn < 5; turn++) await nextTurn();
    if (underWay === 0 || underWay <= (await waitingForLocks())) return;
  }
}

const scheduler = () =>
  fc.scheduler({
    act: async (release) => {
      await release();
      await everybodyWaits();
    },
  });

/** Begins and does not wait for the end: the next one overlaps with it. */
function step(name: string, work: (real: Real, model: Model) => Promise<unknown>): Step {
  const run = async (model: Model, real: Real) => {
    shop.clock.now = new Date(shop.clock.now.getTime() + 1000);
    const end = real
      .overlap(() => work(real, model))
      .then(
        () => 'done',
        (error: unknown) => (error instanceof Problem ? error.code : error),
      );
    real.ends.push(end);
  };
  return { check: () => true, run, toString: () => name };
}

async function buyInto(model: Model, real: Real, product: number, quantity: number): Promise<void> {
  const { order, accessToken } = await shop.place(orderOf({ [real.products[product] ?? '']: quantity }));
  model.orders += 1;
  real.orders.push({ id: order.id, total: order.total, product, quantity, as: { orderToken: accessToken } });
}

const buy = (product: number, quantity: number) =>
  step(`buy ${quantity} of ${product}`, (real, model) => buyInto(model, real, product, quantity));

const addStock = (product: number, change: number) =>
  step(`add ${change} of ${product}`, async ({ products }, model) => {
    await adjustStock(shop.deps, products[product] ?? '', { change }, null);
    model.units[product] = (model.units[product] ?? 0) + change;
  });

/** One of the orders there are by now; there is always one. */
const pick = ({ orders }: Real, which: number) => orders[which % orders.length] as RealOrder;

async function payFor({ id, total, as }: RealOrder): Promise<void> {
  const intent = await call('createPaymentIntent', { body: { amount: total, orderId: id } }, as);
  await call('confirmTestCard', { body: { clientSecret: intent.clientSecret, card: 'pm_card_visa' } });
  await call('confirmPayment', { body: { paymentIntentId: intent.paymentIntentId, orderId: id } }, as);
}

const pay = (which: number) => step(`pay ${which}`, (real) => payFor(pick(real, which)));
const setStatus = (which: number, status: string) =>
  step(`${status} ${which}`, (real) =>
    call('changeOrderStatus', { params: { id: pick(real, which).id }, body: { status } }, admin),
  );
const refund = (which: number) =>
  step(`refund ${which}`, (real) =>
    call('refundOrder', { params: { id: pick(real, which).id }, body: {} }, admin),
  );
const remove = (product: number) =>
  step(`delete ${product}`, ({ products }) => deleteProduct(shop.deps, products[product] ?? '', null));
const expire = step('an hour passes', () => {
  shop.clock.now = new Date(shop.clock.now.getTime() + 60 * 60_000);
  return releaseHolds(shop.deps);
});

const which = fc.nat(5);
const product = fc.nat(1);
const buying = fc.tuple(product, fc.integer({ min: 1, max: 3 })).map((values) => buy(...values));
const acts = [
  buying,
  buying,
  which.map(pay),
  which.map(pay),
  fc
    .tuple(which, fc.constantFrom('cancelled', 'cancelled', 'pending', 'shipped'))
    .map((v) => setStatus(...v)),
  which.map(refund),
  fc.tuple(product, fc.integer({ min: 1, max: 3 })).map((values) => addStock(...values)),
  fc.constant(expire),
  fc.integer({ min: 0, max: 5 }).map((at) => (at < 2 ? remove(at) : buy(at % 2, 1))),
];

/** Two orders are there, one of them paid; then everybody begins. */
async function live(drawn: Iterable<Step>, schedule: fc.Scheduler): Promise<void> {
  await emptyShop(db);
  const products = [await shop.addProduct(stock), await shop.addProduct(stock)];
  const model: Model = { units: [stock, stock], orders: 0 };
  const real: Real = { products, orders: [], ends: [], overlap: overlapping(schedule) };
  for (const at of [0, 1]) await buyInto(model, real, at, 1);
  await payFor(pick(real, 0));
  await fc.scheduledModelRun(schedule, () => ({ model, real }), drawn);
  const ends = await schedule.waitFor(Promise.all(real.ends));
  // Refused with a code or done: a deadlock or another fault of the database would stand here as an error.
  expect(ends.filter((end) => typeof end !== 'string')).toEqual([]);
  for (const end of ends as string[]) seen.set(end, (seen.get(end) ?? 0) + 1);
  await shop.deps.jobs.workUntilIdle();
  await expectTruth(model, real);
}

const seen = new Map<string, number>();

async function expectTruth(model: Model, { products, orders }: Real): Promise<void> {
  expect(orders).toHaveLength(model.orders);
  const taken = products.map(() => 0);
  for (const { id, product: of, quantity } of orders) {
    const { order } = await call('getOrder', { params: { id } }, admin);
    if (order.status !== 'cancelled') taken[of] = (taken[of] ?? 0) + quantity;
    // What is under way has been paid for, and what was cancelled has kept nothing.
    if (order.status === 'processing') expect(['paid', 'refunded']).toContain(order.paymentStatus);
    if (order.status === 'cancelled') expect(['unpaid', 'refunded']).toContain(order.paymentStatus);
  }
  for (const [at, id] of products.entries()) {
    const left = await shop.stockOf(id);
    if (left !== undefined) expect([at, left + (taken[at] ?? 0)]).toEqual([at, model.units[at]]);
  }
  await shop.expectBooksToAddUp();
}

test(
  `${lives} times up to ${people} people at once, statement by statement in a drawn order`,
  async () => {
    const progress = progressOf('G-8', lives, 'lives that overlap');
    await fc.assert(
      fc.asyncProperty(
        scheduler(),
        fc.commands(acts, { maxCommands: people, size: 'max' }),
        async (s, drawn) => {
          await live(drawn, s);
          progress();
        },
      ),
      { numRuns: lives, endOnFailure: true },
    );
    console.log(
      `G-8: ${lives} lives of up to ${people} at once, the books add up after each; what they heard: ${[...seen].map(([word, times]) => `${word} ${times}`).join(', ')}`,
    );
  },
  timeFor(lives),
);

test.each([
  [1, 'alone', false],
  [people, 'beside others like it', true],
])(
  'positive control: a sale that reads, thinks and writes (%i, %s) is caught: %s',
  async (most, _how, caught) => {
    const careless = step('a careless sale', async ({ products }, model) => {
      const [id] = products;
      const left = (await shop.stockOf(id ?? '')) ?? 0;
      await db.execute(sql`update products set stock_count = ${left - 1} where id = ${id}`);
      await db.execute(sql`insert into stock_movements (id, product_id, change, reason)
      values (${crypto.randomUUID()}, ${id}, -1, 'adjustment')`);
      model.units[0] = (model.units[0] ?? 0) - 1;
    });
    const sales = fc.commands([fc.constant(careless)], { maxCommands: most, size: 'max' });
    const { failed } = await fc.check(
      fc.asyncProperty(scheduler(), sales, (s, drawn) => live(drawn, s)),
      { numRuns: 20, endOnFailure: true },
    );
    expect(failed).toBe(caught);
    await emptyShop(db);
  },
);
