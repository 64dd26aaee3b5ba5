import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deleteProduct } from '../../server/src/catalog/products/delete-product.ts';
import { adjustStock } from '../../server/src/catalog/products/stock/adjust-stock.ts';
import { releaseExpiredReservations } from '../../server/src/sales/payments/release-expired-reservations.ts';
import { type As, type OrderShop, openOrderShop, orderOf } from '../../server/test/order-shop.ts';
import { openTestDatabase } from '../../server/test/test-database.ts';
import { emptyShop } from './empty-shop.ts';
import { outcomeOf } from './outcome-of.ts';
import { progressOf, sized, timeFor } from './size.ts';

// Runs random actions on the shop and on a small model of it; both must agree on every stock count, status and
// rejection.

const { runs, steps } = sized({
  slice: { runs: 4, steps: 25 },
  quick: { runs: 40, steps: 40 },
  release: { runs: 5000, steps: 60 },
});

type Status = 'pending' | 'processing' | 'shipped' | 'cancelled';
type Payment = 'unpaid' | 'started' | 'paid' | 'refunded';
type ModelOrder = {
  product: number;
  quantity: number;
  status: Status;
  payment: Payment;
  /** Time at which an unpaid order is cancelled; null if it does not expire. */
  reservedUntil: number | null;
  /** Amount of a cancelled order that a job must still refund. */
  refundDue: boolean;
};
type Model = { stock: (number | undefined)[]; orders: ModelOrder[] };

type RealOrder = {
  id: string;
  total: number;
  as: As;
  intent?: { clientSecret: string; paymentIntentId: string };
};
type Real = { shop: OrderShop; admin: As; products: string[]; orders: RealOrder[] };
type Step = fc.AsyncCommand<Model, Real>;

const minute = 60_000;
const database = await openTestDatabase();

/** Returns the order for a drawn number. */
const pick = <T>(from: T[], at: number): { item: T; at: number } | undefined => {
  const index = from.length === 0 ? -1 : at % from.length;
  const item = from[index];
  return item === undefined ? undefined : { item, at: index };
};

function step(name: string, run: (model: Model, real: Real) => Promise<void>): Step {
  const runLater = async (model: Model, real: Real) => {
    // No two actions have the same time.
    real.shop.clock.now = new Date(real.shop.clock.now.getTime() + 1000);
    await run(model, real);
  };
  return { check: () => true, run: runLater, toString: () => name };
}

const addStock = (product: number, count: number) =>
  step(`add ${count} of ${product}`, async (model, { shop, products }) => {
    const known = model.stock[product];
    const outcome = await outcomeOf(adjustStock(shop.deps, products[product] ?? '', { change: count }, null));
    expect(outcome).toBe(known === undefined ? 'NOT_FOUND' : 'done');
    if (known !== undefined) model.stock[product] = known + count;
  });

const buy = (product: number, quantity: number) =>
  step(`buy ${quantity} of ${product}`, async (model, { shop, products, orders }) => {
    const stock = model.stock[product];
    const placing = shop.place(orderOf({ [products[product] ?? '']: quantity }));
    const expected = stock === undefined ? 'PRODUCT_UNAVAILABLE' : stock < quantity ? 'OUT_OF_STOCK' : 'done';
    expect(await outcomeOf(placing)).toBe(expected);
    if (expected !== 'done' || stock === undefined) return;
    model.stock[product] = stock - quantity;
    model.orders.push({
      product,
      quantity,
      status: 'pending',
      payment: 'unpaid',
      reservedUntil: shop.clock.now.getTime() + 30 * minute,
      refundDue: false,
    });
    const { order, accessToken } = await placing;
    orders.push({ id: order.id, total: order.total, as: { orderToken: accessToken } });
  });

const pay = (which: number) =>
  step(`pay ${which}`, async (model, real) => {
    const picked = pick(model.orders, which);
    if (!picked || picked.item.status === 'cancelled') return;
    const { item: order, at } = picked;
    if (order.payment === 'paid' || order.payment === 'refunded') return;
    const placed = real.orders[at] as RealOrder;
    const { call } = real.shop;
    const starting = call(
      'createPaymentIntent',
      { body: { amount: placed.total, orderId: placed.id } },
      placed.as,
    );
    if (order.refundDue) {
      expect(await outcomeOf(starting)).toBe('IN_PROGRESS');
      return;
    }
    const intent = await starting;
    await call('confirmTestCard', { body: { clientSecret: intent.clientSecret, card: 'pm_card_visa' } });
    await call(
      'confirmPayment',
      { body: { paymentIntentId: intent.paymentIntentId, orderId: placed.id } },
      placed.as,
    );
    order.payment = 'paid';
    order.reservedUntil = null;
    if (order.status === 'pending') order.status = 'processing';
  });

const startPaying = (which: number) =>
  step(`start paying ${which}`, async (model, { shop, orders }) => {
    const picked = pick(model.orders, which);
    const placed = picked && orders[picked.at];
    if (!picked || !placed) return;
    const { item: order } = picked;
    const starting = shop.call(
      'createPaymentIntent',
      { body: { amount: placed.total, orderId: placed.id } },
      placed.as,
    );
    const isOpen =
      order.status !== 'cancelled' && (order.payment === 'unpaid' || order.payment === 'started');
    const outcome = await outcomeOf(starting);
    if (!isOpen) {
      expect(outcome).not.toBe('done');
      return;
    }
    expect(outcome).toBe(order.refundDue ? 'IN_PROGRESS' : 'done');
    if (order.refundDue) return;
    if (order.payment === 'unpaid' && order.status === 'pending') {
      order.reservedUntil = Math.max(order.reservedUntil ?? 0, shop.clock.now.getTime() + 15 * minute);
    }
    order.payment = 'started';
  });

const setStatus = (which: number, to: Status) =>
  step(`${to} ${which}`, async (model, { shop, admin, orders }) => {
    const picked = pick(model.orders, which);
    if (!picked) return;
    const { item: order, at } = picked;
    const stock = model.stock[order.product];
    const back = order.status === 'cancelled' && to !== 'cancelled';
    const lacks = back && (stock === undefined || stock < order.quantity);
    const changing = shop.call(
      'changeOrderStatus',
      { params: { id: orders[at]?.id ?? '' }, body: { status: to } },
      admin,
    );
    const outcome = await outcomeOf(changing);
    expect(outcome === 'done').toBe(!lacks);
    if (lacks || order.status === to) return;
    if (stock !== undefined && back) model.stock[order.product] = stock - order.quantity;
    if (to === 'cancelled') {
      if (stock !== undefined) model.stock[order.product] = stock + order.quantity;
      if (order.payment === 'paid') order.refundDue = true;
      order.payment = order.payment === 'paid' || order.payment === 'refunded' ? 'refunded' : 'unpaid';
    }
    // A reopened order must be paid again, because its payment was refunded.
    if (back && order.payment === 'refunded') order.payment = 'unpaid';
    order.status = to;
    const isOpen = to === 'pending' && (order.payment === 'unpaid' || order.payment === 'started');
    order.reservedUntil = isOpen ? shop.clock.now.getTime() + 7 * 24 * 60 * minute : null;
  });

const refund = (which: number) =>
  step(`refund ${which}`, async (model, { shop, admin, orders }) => {
    const picked = pick(model.orders, which);
    if (!picked) return;
    const { item: order, at } = picked;
    const refunding = shop.call('refundOrder', { params: { id: orders[at]?.id ?? '' }, body: {} }, admin);
    expect((await outcomeOf(refunding)) === 'done').toBe(order.payment === 'paid');
    if (order.payment === 'paid') order.payment = 'refunded';
  });

const expire = step('an hour passes', async (model, { shop }) => {
  shop.clock.now = new Date(shop.clock.now.getTime() + 60 * 60_000);
  await releaseExpiredReservations(shop.deps);
  const now = shop.clock.now.getTime();
  for (const order of model.orders) {
    if (order.reservedUntil === null || order.reservedUntil > now) continue;
    const stock = model.stock[order.product];
    if (stock !== undefined) model.stock[order.product] = stock + order.quantity;
    Object.assign(order, { status: 'cancelled', payment: 'unpaid', reservedUntil: null });
  }
});

const remove = (product: number) =>
  step(`delete ${product}`, async (model, { shop, products }) => {
    const outcome = await outcomeOf(deleteProduct(shop.deps, products[product] ?? '', null));
    expect(outcome === 'done').toBe(model.stock[product] !== undefined);
    model.stock[product] = undefined;
  });

const restart = step('restart', async (model, real) => {
  await real.shop.deps.jobs.workUntilIdle();
  for (const order of model.orders) order.refundDue = false;
  const { clock } = real.shop;
  await real.shop.deps.jobs.stop();
  real.shop = await openOrderShop(database);
  real.shop.clock.now = clock.now;
});

async function expectAgreement(model: Model, { shop, admin, products, orders }: Real): Promise<void> {
  await shop.deps.jobs.workUntilIdle();
  for (const [at, product] of products.entries()) expect(await shop.stockOf(product)).toBe(model.stock[at]);
  for (const [at, { id }] of orders.entries()) {
    const { order } = await shop.call('getOrder', { params: { id } }, admin);
    const { status, payment } = model.orders[at] as ModelOrder;
    expect([at, order.status, order.paymentStatus]).toEqual([at, status, payment]);
  }
  await shop.expectIntegrity();
}

const which = fc.nat(20);
const product = fc.nat(2);
const commands = fc.commands(
  [
    fc.tuple(product, fc.integer({ min: 1, max: 3 })).map((values) => buy(...values)),
    fc.tuple(product, fc.integer({ min: 1, max: 3 })).map((values) => buy(...values)),
    fc.tuple(product, fc.integer({ min: 1, max: 4 })).map((values) => addStock(...values)),
    which.map(pay),
    which.map(startPaying),
    fc
      .tuple(which, fc.constantFrom<Status>('cancelled', 'pending', 'shipped'))
      .map((values) => setStatus(...values)),
    which.map(refund),
    fc.constant(expire),
    fc.integer({ min: 0, max: 40 }).map((at) => (at < 3 ? remove(at) : addStock(at % 3, 1))),
    fc.constant(restart),
  ],
  { maxCommands: steps, size: 'max' },
);

test(
  `agrees with the model in ${runs} runs of up to ${steps} steps`,
  async () => {
    let shop = await openOrderShop(database);
    const admin = { caller: await shop.addUser('admin') };
    const progress = progressOf('G-8', runs, 'runs');
    await fc.assert(
      fc.asyncProperty(commands, async (life) => {
        await emptyShop(database.db);
        const products: string[] = [];
        for (let at = 0; at < 3; at++) products.push(await shop.addProduct(4));
        const model: Model = { stock: [4, 4, 4], orders: [] };
        const real: Real = { shop, admin, products, orders: [] };
        await fc.asyncModelRun(() => ({ model, real }), life);
        await expectAgreement(model, real);
        // A run that restarted the shop leaves a new shop object.
        shop = real.shop;
        progress();
      }),
      { numRuns: runs, endOnFailure: true },
    );
    console.log(`G-8: ${runs} runs of up to ${steps} steps, shop and model agree`);
  },
  timeFor(runs),
);
