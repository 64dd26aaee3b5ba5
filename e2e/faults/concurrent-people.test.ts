import { sql } from 'drizzle-orm';
import fc, { type Scheduler } from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { adjustStock } from '../../server/src/catalog/products/stock/adjust-stock.ts';
import { openDatabase } from '../../server/src/platform/database/open-database.ts';
import { problemFromError } from '../../server/src/platform/http/problem-from-error.ts';
import { createLog } from '../../server/src/platform/log.ts';
import { releaseExpiredReservations } from '../../server/src/sales/payments/release-expired-reservations.ts';
import { type As, type OrderShop, openOrderShop, orderOf } from '../../server/test/order-shop.ts';
import { openTestDatabase } from '../../server/test/test-database.ts';
import { emptyShop } from './empty-shop.ts';
import { progressOf, sized, timeFor } from './size.ts';
import { statementSchedule } from './statement-schedule.ts';
import { makeWatchable } from './statements.ts';

// Four people act at random in two processes on one PostgreSQL, and fast-check draws the order in which their
// statements run. In the end no unit is oversold, no payment doubled, and every response is one that the contract
// lists.
// fast-check awaits each step of a scheduled run, so a step that waited for its own statements would deadlock. Steps
// here only start an action; each person runs theirs in sequence.

const { runs, steps } = sized({
  slice: { runs: 3, steps: 40 },
  quick: { runs: 8, steps: 40 },
  release: { runs: 1000, steps: 60 },
});
const people = 4;
const firstStock = 2;

const database = await openTestDatabase();
if (database.kind === 'embedded') throw new Error('This test needs PostgreSQL.');
makeWatchable(database);
const second = await openDatabase({ databaseUrl: database.url, dataDir: '', log: createLog('silent') });
afterAll(() => second.close());
const processes: OrderShop[] = [await openOrderShop(database), await openOrderShop(second)];
const [shop] = processes as [OrderShop];
const admin = { caller: await shop.addUser('admin') };
const schedule = statementSchedule(database.db);

type Status = 'pending' | 'shipped' | 'cancelled';
type Placed = {
  id: string;
  total: number;
  as: As;
  /** True if a response confirmed the payment. */
  isPaid?: boolean;
  /** Statuses that an administrator set; the checks skip orders that staff changed. */
  setStatuses: Status[];
};
type Model = {
  /** Total units of each product, sold or in stock. */
  units: number[];
};
type Real = {
  scheduler: Scheduler;
  products: string[];
  orders: Placed[];
  /** Each person's queue of actions. */
  queues: Promise<void>[];
  errors: unknown[];
};
type Act = (model: Model, real: Real, process: OrderShop) => Promise<unknown>;
type Step = fc.AsyncCommand<Model, Real>;

let time = shop.clock.now.getTime();

function pass(ms: number): void {
  time += ms;
  for (const { clock } of processes) clock.now = new Date(time);
}

/** Rejections that any action can get under load. */
const busy = ['IN_PROGRESS', 'OVERLOADED'];

/** Action that succeeds or fails with one of these codes; other results are recorded as errors. */
function step(person: number, name: string, act: Act, refusals: string[] = []): Step {
  const title = `${person} ${name}`;
  const expectKnown = (error: unknown) => {
    const { code } = problemFromError(error);
    if (code === 'INTERNAL') throw error;
    expect([...refusals, ...busy], title).toContain(code);
  };
  const run = async (model: Model, real: Real) => {
    const process = processes[person % processes.length] as OrderShop;
    const work = async () => {
      // No two actions have the same time.
      pass(1000);
      await act(model, real, process).catch(expectKnown);
    };
    real.queues[person] = (real.queues[person] ?? Promise.resolve())
      .then(() => schedule.inTurns(real.scheduler, title, work))
      .catch((error) => void real.errors.push(error));
  };
  return { check: () => true, run, toString: () => title };
}

const pick = <T>(from: T[], at: number): T | undefined => from[at % from.length];

async function placeOne({ place }: OrderShop, product = '', quantity = 1): Promise<Placed> {
  const { order, accessToken } = await place(orderOf({ [product]: quantity }));
  return { id: order.id, total: order.total, as: { orderToken: accessToken }, setStatuses: [] };
}

const buy = (person: number, product: number, quantity: number) =>
  step(
    person,
    `buys ${quantity} of ${product}`,
    async (_, { products, orders }, process) => {
      orders.push(await placeOne(process, products[product], quantity));
    },
    ['OUT_OF_STOCK'],
  );

const adjust = (person: number, product: number, change: number) =>
  step(
    person,
    `adds ${change} of ${product}`,
    async ({ units }, { products }, { deps }) => {
      await adjustStock(deps, products[product] ?? '', { change }, null);
      units[product] = (units[product] ?? 0) + change;
    },
    ['OUT_OF_STOCK'],
  );

const withOrder =
  (which: number, act: (order: Placed, process: OrderShop) => Promise<unknown>): Act =>
  async (_, { orders }, process) => {
    const order = pick(orders, which);
    if (order) await act(order, process);
  };

const start = ({ id, total, as }: Placed, { call }: OrderShop) =>
  call('createPaymentIntent', { body: { amount: total, orderId: id } }, as);

const startPaying = (person: number, which: number) =>
  step(person, `starts to pay ${which}`, withOrder(which, start), ['ALREADY_PAID', 'ORDER_CANCELLED']);

const pay = (person: number, which: number) =>
  step(
    person,
    `pays ${which}`,
    withOrder(which, async (order, process) => {
      const { clientSecret, paymentIntentId } = await start(order, process);
      await process.call('confirmTestCard', { body: { clientSecret, card: 'pm_card_visa' } });
      await process.call('confirmPayment', { body: { paymentIntentId, orderId: order.id } }, order.as);
      order.isPaid = true;
    }),
    ['ALREADY_PAID', 'ORDER_CANCELLED', 'PAYMENT_NOT_COMPLETED'],
  );

const setStatus = (person: number, which: number, to: Status) =>
  step(
    person,
    `makes ${which} ${to}`,
    withOrder(which, async (order, { call }) => {
      order.setStatuses.push(to);
      await call('changeOrderStatus', { params: { id: order.id }, body: { status: to } }, admin);
    }),
    ['OUT_OF_STOCK'],
  );

const refund = (person: number, which: number, amount: number | null) =>
  step(
    person,
    `refunds ${amount ?? 'all'} of ${which}`,
    withOrder(which, ({ id }, { call }) => call('refundOrder', { params: { id }, body: { amount } }, admin)),
    ['NOT_REFUNDABLE'],
  );

const expireReservations = (person: number) =>
  step(person, 'an hour passes', async (_model, _real, { deps }) => {
    pass(60 * 60_000);
    await releaseExpiredReservations(deps);
  });

const runJobs = (person: number) =>
  step(person, 'works off what waits', async (_model, _real, { deps }) => deps.jobs.workUntilIdle());

const person = fc.nat(people - 1);
const product = fc.nat(1);
const which = fc.nat(5);
const quantity = fc.integer({ min: 1, max: 2 });
const drawn = <Values extends unknown[]>(
  make: (...values: Values) => Step,
  ...values: { [K in keyof Values]: fc.Arbitrary<Values[K]> }
) => fc.tuple(...values).map((all) => make(...(all as Values)));

const commands = fc.commands(
  [
    drawn(buy, person, product, quantity),
    drawn(buy, person, product, quantity),
    drawn(buy, person, product, quantity),
    drawn(pay, person, which),
    drawn(pay, person, which),
    drawn(startPaying, person, which),
    drawn(setStatus, person, which, fc.constantFrom<Status>('cancelled', 'cancelled', 'pending', 'shipped')),
    drawn(adjust, person, product, fc.constantFrom(-1, 1, 2)),
    drawn(refund, person, which, fc.constantFrom(null, 1)),
    drawn(expireReservations, person),
    drawn(runJobs, person),
  ],
  { maxCommands: steps, size: 'max' },
);

/** Runs the drawn actions to their end; the caller checks the state. */
async function live(life: Iterable<Step>, scheduler: Scheduler): Promise<{ model: Model; real: Real }> {
  await emptyShop(database.db);
  const products = [await shop.addProduct(firstStock), await shop.addProduct(firstStock)];
  const model: Model = { units: products.map(() => firstStock) };
  const real: Real = { scheduler, products, orders: [], queues: [], errors: [] };
  // An order that exists before the run.
  real.orders.push(await placeOne(shop, products[0]));
  await fc.scheduledModelRun(scheduler, () => ({ model, real }), life);
  await scheduler.waitFor(Promise.all(real.queues));
  expect(real.errors).toEqual([]);
  return { model, real };
}

type Read = {
  status: string;
  paymentStatus: string;
  items: { product: { id: string }; quantity: number }[];
  payments: { status: string; amount: number; refunded: number }[];
};

const read = async ({ id }: Placed): Promise<Read> =>
  (await shop.call('getOrder', { params: { id } }, admin)).order;

async function expectInOrder(model: Model, { products, orders }: Real): Promise<void> {
  await shop.deps.jobs.workUntilIdle();
  expect(await shop.deps.jobs.listDeadLetters()).toEqual([]);
  await shop.expectIntegrity();
  const all = await Promise.all(orders.map(read));
  const wronglyCancelled = orders.filter(
    ({ isPaid, setStatuses }, at) =>
      isPaid && !setStatuses.includes('cancelled') && all[at]?.status === 'cancelled',
  );
  expect(wronglyCancelled).toEqual([]);
  for (const [at, product] of products.entries()) {
    const lines = all.filter(({ status }) => status !== 'cancelled').flatMap(({ items }) => items);
    const held = lines.filter((line) => line.product.id === product).map((line) => line.quantity);
    const left = (await shop.stockOf(product)) ?? 0;
    expect([at, left + sum(held)]).toEqual([at, model.units[at]]);
  }
  const netPaid = all.map(({ paymentStatus, payments }) => {
    const succeeded = payments.filter(({ status }) => status === 'succeeded');
    const isPaid = paymentStatus === 'paid' || paymentStatus === 'partly-refunded';
    expect([paymentStatus, succeeded.length]).toEqual([paymentStatus, isPaid ? 1 : 0]);
    return sum(succeeded.map(({ amount, refunded }) => Math.round((amount - refunded) * 100)));
  });
  const { rows } = await database.db.execute<{ orders: number; netPaid: number }>(sql`
    select (select count(*) from orders) as orders, coalesce(sum(amount_cents - refunded_cents), 0) as "netPaid"
    from test_intents where status = 'succeeded'`);
  expect(rows).toEqual([{ orders: orders.length, netPaid: sum(netPaid) }]);
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

async function expectReservationsReleased({ orders }: Real): Promise<void> {
  pass(60 * 60_000);
  await releaseExpiredReservations(shop.deps);
  const all = await Promise.all(orders.filter(({ setStatuses }) => setStatuses.length === 0).map(read));
  const waiting = all.filter((order) => order.status === 'pending' && order.paymentStatus === 'started');
  expect(waiting).toEqual([]);
}

test(
  `passes the integrity checks after ${runs} runs of ${people} concurrent people`,
  async () => {
    const progress = progressOf('G-8 concurrent', runs, 'runs');
    await fc.assert(
      fc.asyncProperty(commands, schedule.schedulers, async (life, scheduler) => {
        const { model, real } = await live(life, scheduler);
        await expectInOrder(model, real);
        await expectReservationsReleased(real);
        await expectInOrder(model, real);
        progress();
      }),
      { numRuns: runs, endOnFailure: true },
    );
    console.log(
      `G-8: ${runs} runs of ${people} concurrent people, ${schedule.sent()} statements in random order, integrity checks pass`,
    );
  },
  timeFor(runs),
);

test('detects a planted lost update (positive control)', async () => {
  const buyWithLostUpdate = (person: number) =>
    step(person, 'buys carelessly', async ({ units }, { products: [product = ''] }, { deps }) => {
      const stock = (await shop.stockOf(product)) ?? 0;
      if (stock === 0) return;
      await deps.db.execute(sql`update products set stock_count = ${stock - 1} where id = ${product}`);
      await deps.db.execute(sql`insert into stock_movements (id, product_id, change, reason)
        values (${crypto.randomUUID()}, ${product}, -1, 'adjustment')`);
      units[0] = (units[0] ?? 0) - 1;
    });
  const sales = fc.commands([person.map(buyWithLostUpdate)], { maxCommands: people, size: 'max' });
  const outcome = await fc.check(
    fc.asyncProperty(sales, schedule.schedulers, async (life, scheduler) => {
      const { model, real } = await live(life, scheduler);
      await expectInOrder(model, real);
    }),
    { numRuns: 50, endOnFailure: true },
  );
  expect(outcome.failed).toBe(true);
});
