import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deviceCalls } from '../../server/test/device-shop.ts';
import { type As, openOrderShop, orderOf } from '../../server/test/order-shop.ts';
import { openTestDatabase } from '../../server/test/test-database.ts';
import { emptyShop } from './empty-shop.ts';
import { outcomeOf } from './outcome-of.ts';
import { progressOf, sized, timeFor } from './size.ts';

// Random lives of the devices of one product, in the shop and in a small model of it; both must agree on every
// state, every device of an order, stock, payments and rejections.

const { runs, steps } = sized({
  slice: { runs: 3, steps: 25 },
  quick: { runs: 25, steps: 40 },
  release: { runs: 5000, steps: 60 },
});

type State = 'bench' | 'ready' | 'listed' | 'allocated' | 'shipped' | 'sold' | 'returning' | 'returned';
type Unit = {
  id: string;
  number: string;
  state: State;
  listedAt: number;
  isNumbered: boolean;
  /** False for one that a count put on sale, until the bench has answered for it. */
  isRecorded: boolean;
};
type Order = {
  id: string;
  quantity: number;
  status: 'processing' | 'shipped' | 'delivered' | 'cancelled';
  /** Units in the order, those that the buyer chose, and chosen ones that are not packed. */
  units: Unit[];
  chosen: Set<Unit>;
  unpacked: Set<Unit>;
  /** Units that left without a scan, with the time at which the shop chose them. */
  assumed: Map<Unit, number>;
};
type Model = { units: Unit[]; orders: Order[] };
type Real = { product: string };
type Step = fc.AsyncCommand<Model, Real>;

const database = await openTestDatabase();
const shop = await openOrderShop(database);
const devices = deviceCalls(shop);
const admin: As = { caller: await shop.addUser('admin') };

/** Returns '' or the sentence with which one device was rejected. */
const problemOf = async (outcomes: Promise<{ problem: string }[]>) => (await outcomes)[0]?.problem ?? '';

const pick = <T>(from: T[], at: number): T | undefined => from[at % Math.max(1, from.length)];
const listedOf = ({ units }: Model) => units.filter(({ state }) => state === 'listed');
const isOpen = ({ status }: Order) => status === 'processing';
/** Returns the stock: units on sale less those that open orders wait for. */
const stockOf = (model: Model) =>
  listedOf(model).length -
  model.orders.filter(isOpen).reduce((sum, { quantity, units }) => sum + quantity - units.length, 0);

let serials = 0;

function step(name: string, run: (model: Model, real: Real) => Promise<void>): Step {
  const runLater = async (model: Model, real: Real) => {
    // No two actions have the same time.
    shop.clock.now = new Date(shop.clock.now.getTime() + 1000);
    await run(model, real);
  };
  return { check: () => true, run: runLater, toString: () => name };
}

const receive = step('receive', async (model, { product }) => {
  const { id, number } = await devices.receive(product, `LIFE${++serials}`);
  model.units.push({ id, number, state: 'bench', listedAt: 0, isNumbered: true, isRecorded: true });
});

const move = (which: number, to: 'bench' | 'ready' | 'returned') =>
  step(`${to} ${which}`, async (model) => {
    const unit = pick(model.units, which);
    if (!unit) return;
    const allowed: Record<typeof to, State[]> = {
      bench: stockOf(model) > 0 ? ['ready', 'returned', 'listed'] : ['ready', 'returned'],
      ready: stockOf(model) > 0 ? ['bench', 'listed'] : ['bench'],
      returned: ['returning'],
    };
    const problem = await problemOf(devices.moveUnits({ ids: [unit.id], to }));
    expect(problem === '').toBe(allowed[to].includes(unit.state));
    if (problem !== '') return;
    if (to === 'ready' && unit.state === 'bench') unit.isRecorded = true;
    unit.state = to;
    if (to !== 'returned') return;
    for (const order of model.orders) order.units = order.units.filter((bound) => bound !== unit);
  });

const list = (which: number) =>
  step(`list ${which}`, async (model, { product }) => {
    const unit = pick(model.units, which);
    if (!unit) return;
    const problem = await problemOf(devices.listForSale([unit.id], product));
    expect(problem === '').toBe(unit.state === 'ready');
    if (problem !== '') return;
    Object.assign(unit, { state: 'listed', listedAt: shop.clock.now.getTime() });
  });

async function place(model: Model, product: string, quantity: number, chosen: Unit[]): Promise<string> {
  const units = chosen.map(({ number }) => number);
  const placing = shop.place({ ...orderOf({}), items: [{ product, quantity, units }] });
  const outcome = await outcomeOf(placing);
  if (outcome !== 'done') return outcome;
  const { id } = (await placing).order;
  await shop.call('recordPayment', { params: { id }, body: { method: 'cash' } }, admin);
  for (const unit of chosen) unit.state = 'allocated';
  model.orders.push({
    id,
    quantity,
    status: 'processing',
    units: [...chosen],
    chosen: new Set(chosen),
    unpacked: new Set(chosen),
    assumed: new Map(),
  });
  return outcome;
}

const buy = (quantity: number) =>
  step(`buy ${quantity}`, async (model, { product }) => {
    const expected = stockOf(model) >= quantity ? 'done' : 'OUT_OF_STOCK';
    expect(await place(model, product, quantity, [])).toBe(expected);
  });

const choose = (which: number) =>
  step(`choose ${which}`, async (model, { product }) => {
    const unit = pick(model.units, which);
    if (!unit) return;
    // Devices without a record cannot be chosen.
    const isFree = unit.state === 'listed' && unit.isRecorded && stockOf(model) > 0;
    const outcome = await place(model, product, 1, [unit]);
    expect(isFree ? ['done'] : ['UNIT_TAKEN', 'OUT_OF_STOCK']).toContain(outcome);
  });

const pack = (which: number, device: number) =>
  step(`pack ${device} for ${which}`, async (model) => {
    const [order, unit] = [pick(model.orders, which), pick(model.units, device)];
    if (!order || !unit) return;
    const takesAny = isOpen(order) && unit.state === 'listed' && order.units.length < order.quantity;
    const isExpected = order.status !== 'cancelled' && (order.unpacked.has(unit) || order.assumed.has(unit));
    const replaced = isExpected ? undefined : replacedBy(model, order, unit);
    const fits = takesAny || isExpected || replaced !== undefined;
    expect(await outcomeOf(devices.packDevice(order.id, unit.number))).toBe(fits ? 'done' : 'WRONG_UNIT');
    if (replaced) return changePlaces(model, order, { unit, replaced });
    if (takesAny) order.units.push(unit);
    if (takesAny) unit.state = 'allocated';
    if (isExpected) order.unpacked.delete(unit);
    if (isExpected) order.assumed.delete(unit);
  });

const holderOf = ({ orders }: Model, unit: Unit) =>
  orders.find(({ status, assumed }) => status !== 'cancelled' && assumed.has(unit));

/** Returns the unit that left with the order without a scan and that a scan of this one replaces. */
function replacedBy(model: Model, order: Order, unit: Unit): Unit | undefined {
  if (order.status === 'cancelled' || (unit.state !== 'listed' && !holderOf(model, unit))) return undefined;
  const [last] = [...order.assumed].sort(
    ([one, at], [other, otherAt]) => otherAt - at || (one.id < other.id ? 1 : -1),
  );
  return last?.[0];
}

/** Puts a scanned unit in the place of one that was not scanned, which goes on sale or to the order of the scanned one. */
function changePlaces(model: Model, order: Order, { unit, replaced }: { unit: Unit; replaced: Unit }): void {
  const holder = holderOf(model, unit);
  const stateIn = ({ status }: Order): State => (status === 'shipped' ? 'shipped' : 'sold');
  if (holder) {
    holder.units = holder.units.map((one) => (one === unit ? replaced : one));
    holder.assumed.delete(unit);
    holder.assumed.set(replaced, shop.clock.now.getTime());
  }
  order.units = order.units.map((one) => (one === replaced ? unit : one));
  order.assumed.delete(replaced);
  replaced.state = holder ? stateIn(holder) : 'listed';
  unit.state = stateIn(order);
}

const unpack = (which: number, device: number) =>
  step(`unpack ${device} of ${which}`, async (model) => {
    const order = pick(model.orders.filter(isOpen), which);
    const unit = order && pick(order.units, device);
    if (!unit) return;
    await devices.unpackDevice(order.id, unit.number);
    // A chosen device leaves the parcel first, then the order.
    if (order.chosen.has(unit) && !order.unpacked.has(unit)) return void order.unpacked.add(unit);
    order.units = order.units.filter((bound) => bound !== unit);
    order.unpacked.delete(unit);
    order.chosen.delete(unit);
    unit.state = 'listed';
  });

const setStatus = (which: number, to: Order['status']) =>
  step(`${to} ${which}`, async (model) => {
    const order = pick(model.orders, which);
    if (!order || order.status === 'cancelled' || order.status === to) return;
    if (order.status === 'delivered' && to === 'shipped') return;
    await shop.call('changeOrderStatus', { params: { id: order.id }, body: { status: to } }, admin);
    if (to === 'cancelled') {
      for (const unit of order.units) unit.state = unit.state === 'allocated' ? 'listed' : 'returning';
      if (isOpen(order)) order.units = [];
      order.unpacked.clear();
      order.assumed.clear();
    } else {
      // Those on sale longest fill what was not packed, those without a number last.
      const oldest = listedOf(model).sort(
        (one, other) => Number(other.isNumbered) - Number(one.isNumbered) || one.listedAt - other.listedAt,
      );
      const assumed = oldest.slice(0, isOpen(order) ? order.quantity - order.units.length : 0);
      order.units.push(...assumed);
      for (const unit of assumed) order.assumed.set(unit, shop.clock.now.getTime());
      for (const unit of order.units) unit.state = to === 'shipped' ? 'shipped' : 'sold';
    }
    order.status = to;
  });

/** Counts the product and tracks it by device again: packed devices are on sale, and orders wait for them. */
const convert = step('convert and back', async (model, { product }) => {
  await devices.setTracking(product, 'quantity');
  shop.clock.now = new Date(shop.clock.now.getTime() + 1000);
  await devices.setTracking(product, 'serial');
  const now = shop.clock.now.getTime();
  for (const unit of model.units) {
    if (unit.state === 'listed' || unit.state === 'allocated')
      Object.assign(unit, { state: 'listed', listedAt: now });
  }
  for (const order of model.orders.filter(isOpen))
    Object.assign(order, { units: [], chosen: new Set(), unpacked: new Set() });
  // They went on sale at one time: the next to be packed is the one with the lowest id.
  model.units.sort((one, other) => (one.id < other.id ? -1 : 1));
});

async function expectAgreement(model: Model, { product }: Real): Promise<void> {
  await shop.deps.jobs.workUntilIdle();
  expect(await shop.stockOf(product)).toBe(stockOf(model));
  const stored = new Map<string, string>();
  for (const state of new Set(model.units.map(({ state }) => state))) {
    for (const { number } of await devices.unitsOf(product, state)) stored.set(number, state);
  }
  for (const { number, state } of model.units.filter(({ listedAt }) => listedAt > 0)) {
    expect([number, stored.get(number)]).toEqual([number, state]);
  }
  for (const { id, status, units } of model.orders) {
    const { order } = await shop.call('getOrder', { params: { id } }, admin);
    expect([id, order.status, order.paymentStatus]).toEqual([
      id,
      status,
      status === 'cancelled' ? 'refunded' : 'paid',
    ]);
    const { rows } = await database.db.execute<{ number: string }>(sql`
      select u.unit_number as number from order_item_units b join units u on u.id = b.unit_id
        join order_items i on i.id = b.order_item_id where i.order_id = ${id} and b.ended_at is null`);
    const numbers = rows.map(({ number }) => number).sort();
    expect(numbers).toEqual(units.map(({ number }) => number).sort());
  }
  await shop.expectIntegrity();
}

const which = fc.nat(20);
const commands = fc.commands(
  [
    fc.constant(receive),
    fc
      .tuple(which, fc.constantFrom<'bench' | 'ready' | 'returned'>('bench', 'ready', 'ready', 'returned'))
      .map((values) => move(...values)),
    which.map(list),
    which.map(list),
    fc.integer({ min: 1, max: 2 }).map(buy),
    which.map(choose),
    fc.tuple(which, which).map((values) => pack(...values)),
    fc.tuple(which, which).map((values) => pack(...values)),
    fc.tuple(which, which).map((values) => unpack(...values)),
    fc
      .tuple(which, fc.constantFrom<Order['status']>('shipped', 'delivered', 'cancelled'))
      .map((values) => setStatus(...values)),
    fc.constant(convert),
  ],
  { maxCommands: steps, size: 'max' },
);

test(
  `devices agree with the model in ${runs} lives of up to ${steps} steps`,
  async () => {
    const progress = progressOf('U-9', runs, 'lives');
    await fc.assert(
      fc.asyncProperty(commands, async (life) => {
        await emptyShop(database.db);
        const product = await shop.addProduct(4);
        await devices.setTracking(product, 'serial');
        const listedAt = shop.clock.now.getTime();
        const units = (await devices.unitsOf(product, 'listed'))
          .map(({ id, number }) => ({
            id,
            number,
            state: 'listed' as const,
            listedAt,
            isNumbered: false,
            isRecorded: false,
          }))
          .sort((one, other) => (one.id < other.id ? -1 : 1));
        const model: Model = { units, orders: [] };
        const real: Real = { product };
        await fc.asyncModelRun(() => ({ model, real }), life);
        await expectAgreement(model, real);
        progress();
      }),
      { numRuns: runs, endOnFailure: true },
    );
    console.log(`U-9: ${runs} lives of up to ${steps} steps, shop and model agree`);
  },
  timeFor(runs),
);
