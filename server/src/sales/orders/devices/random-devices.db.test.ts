/** @module-tag slow */
import { cents } from '@reprise/contract/money';
import { unitStates } from '@reprise/contract/workshop/units/unit-states';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { deviceCalls } from '../../../../test/device-shop.ts';
import { openOrderShop, orderOf } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { adjustStock } from '../../../catalog/products/stock/adjust-stock.ts';
import type { Caller } from '../../../platform/http/endpoint.ts';
import { unitEvents, units } from '../../../workshop/units/units.tables.ts';

const database = await openTestDatabase();
const { db } = database;
const shop = await openOrderShop(database);
const { call, deps } = shop;
const devices = deviceCalls(shop);

/** Deterministic, so that a failure repeats. */
let seed = 76;
const draw = (below: number) => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
};
const pick = <T>(list: readonly T[]): T => list[draw(list.length)] as T;

const orderCount = 45;
const stepsPerOrder = 10;

let admin: Caller;
let productIds: string[];
const orderIds: string[] = [];

const read = async (id: string) => (await call('getOrder', { params: { id } }, { caller: admin })).order;
const setStatus = (id: string, body: object) =>
  call('changeOrderStatus', { params: { id }, body }, { caller: admin });

async function anyUnit() {
  const rows = await db
    .select({ id: units.id, number: units.number })
    .from(units)
    .where(eq(units.productId, pick(productIds)))
    .orderBy(asc(units.id));
  return rows.length === 0 ? undefined : pick(rows);
}

async function edit(id: string) {
  const order = await read(id);
  const lines = Object.fromEntries(
    Array.from({ length: 1 + draw(3) }, () => [pick(productIds), 1 + draw(3)]),
  );
  const { name: _name, ...shippingAddress } = order.shippingAddress;
  const body = {
    version: order.version ?? 0,
    shippingAddress,
    items: Object.entries(lines).map(([product, quantity]) => ({ product, quantity })),
    shippingMethod: 'standard',
    reason: 'At random',
  };
  await call('editOrder', { params: { id }, body }, { caller: admin });
}

/** Buys some units of a product; every other buyer chooses one of its devices, whatever its state. */
async function buy() {
  const product = pick(productIds);
  const quantity = 1 + draw(3);
  const numbers = await db
    .select({ number: units.number })
    .from(units)
    .where(and(eq(units.productId, product), inArray(units.state, ['listed', 'allocated'])))
    .orderBy(asc(units.id));
  const chosen = draw(2) === 0 && numbers.length > 0 ? [pick(numbers).number] : [];
  return shop.place({ ...orderOf({}), items: [{ product, quantity, units: chosen }] });
}

/** Checks the integrity once refunds are sent: a payment that waits for its refund is not a fault. */
async function expectIntegrity() {
  await deps.jobs.workUntilIdle();
  await shop.expectIntegrity();
}

type Line = { product: { id: string }; devices?: { number: string }[] };

/** Returns false for a call that the shop refused; throws for another error. */
function isProblem(error: { code?: string }): false {
  if (error.code === undefined) throw error;
  return false;
}

/** Steps of the lives of orders and devices; a step that does not fit is rejected and changes nothing. */
const steps: ((id: string) => Promise<unknown>)[] = [
  (id) => call('recordPayment', { params: { id }, body: { method: 'cash' } }, { caller: admin }),
  edit,
  (id) => setStatus(id, { status: pick(['pending', 'processing', 'shipped', 'delivered']) }),
  (id) => setStatus(id, { status: 'shipped' }),
  (id) => setStatus(id, { status: 'cancelled', ...(draw(2) && { itemsReturned: draw(2) === 0 }) }),
  (id) => setStatus(id, { status: 'cancelled' }),
  async (id) => {
    const { product, devices: sent = [] } = pick<Line>((await read(id)).items);
    const named = sent.length > 0 && draw(2) === 0 ? { units: [pick(sent).number] } : {};
    const items = [{ product: product.id, quantity: 1, ...named }];
    await call('refundOrder', { params: { id }, body: { items, restock: draw(3) > 0 } }, { caller: admin });
  },
  async (id) => {
    // Most devices do not fit.
    let tries = 6;
    for (;;) {
      const { number } = (await anyUnit()) ?? { number: 'U-1' };
      const packing = devices.packDevice(id, number);
      if (--tries === 0) return packing;
      if (await packing.then(() => true, isProblem)) return;
    }
  },
  async (id) => {
    const { product } = pick<{ product: { id: string } }>((await read(id)).items);
    const onSale = await devices.unitsOf(product.id, 'listed');
    await devices.packDevice(id, onSale.length > 0 ? pick(onSale).number : 'U-1');
  },
  async (id) => {
    const { lines } = await devices.packingOf(id);
    const suggestion = lines.flatMap(({ suggestions }) => suggestions).at(0);
    if (suggestion) await devices.packDevice(id, suggestion.number);
  },
  async (id) => {
    const { lines } = await devices.packingOf(id);
    const packed = lines.flatMap((line) => line.devices).at(0);
    if (packed) await devices.unpackDevice(id, packed.number);
  },
  async () => {
    const away = await db
      .select({ number: units.number })
      .from(units)
      .where(inArray(units.state, ['shipped', 'sold', 'returning']))
      .orderBy(asc(units.id));
    if (away.length > 0) await devices.takeBack(pick(away).number);
  },
  () => adjustStock(deps, pick(productIds), { change: draw(7) - 3 }, admin.userId),
  () => devices.setTracking(pick(productIds), pick(['serial', 'serial', 'quantity'])),
  async () => {
    const unit = await anyUnit();
    if (!unit) return;
    const to = pick(unitStates);
    await devices.moveUnits({ ids: [unit.id], to, ...(to === 'gone' && { goneAs: 'scrap' }) });
  },
  async () => {
    const onSale = await devices.unitsOf(pick(productIds), 'listed');
    const ids = onSale.slice(0, 1 + draw(3)).map(({ id }) => id);
    if (ids.length > 0) await devices.moveUnits({ ids, to: 'quarantine' });
  },
  async () => {
    const returned = await db.select({ id: units.id }).from(units).where(eq(units.state, 'returned'));
    if (returned.length === 0) return;
    const ids = returned.slice(0, 100).map(({ id }) => id);
    await devices.moveUnits({ ids, to: 'bench' });
    await devices.moveUnits({ ids, to: 'ready' });
  },
  async () => {
    const ready = await db.select({ id: units.id }).from(units).where(eq(units.state, 'ready'));
    if (ready.length > 0) await devices.listForSale([pick(ready).id], pick(productIds));
  },
  async () => {
    const product = pick(productIds);
    const { id } = await devices.receive(product, `SER${1000 + draw(1_000_000)}`);
    await devices.moveUnits({ ids: [id], to: 'ready' });
    await devices.listForSale([id], product);
  },
];

test('stock, devices and orders agree through random lives', async () => {
  admin = await shop.addUser('admin');
  productIds = [];
  for (const name of ['Pixel 7', 'Pixel 8', 'Pixel 9'])
    productIds.push(await shop.addProduct(8, cents(9900), name));
  const done = new Map<number, number>();
  for (let index = 0; index < orderCount; index++) {
    const placed = await buy().catch((error: { code?: string }) => {
      if (error.code === undefined) throw error;
    });
    if (placed) orderIds.push(placed.order.id);
    for (let step = 0; step < stepsPerOrder; step++) {
      shop.clock.now = new Date(shop.clock.now.getTime() + 60_000);
      const which = draw(steps.length);
      const isDone = await steps[which]?.(pick(orderIds)).then(
        () => true,
        (error: { code?: string }) => {
          if (error.code === undefined) throw error;
          return false;
        },
      );
      if (isDone) done.set(which, (done.get(which) ?? 0) + 1);
      if (draw(4) === 0) await expectIntegrity();
    }
  }
  await expectIntegrity();
  expect(steps.flatMap((_, index) => (done.has(index) ? [] : index))).toEqual([]);
  const shortages = await db.execute<{ change: number }>(
    sql`select distinct sign(change)::int as change from stock_movements where reason = 'shortage' order by 1`,
  );
  expect(shortages.rows).toEqual([{ change: -1 }, { change: 1 }]);
  const { rows } = await db.execute<{ to_state: string }>(
    sql`select distinct to_state from ${unitEvents} where to_state is not null`,
  );
  expect(rows.map(({ to_state }) => to_state)).toEqual(
    expect.arrayContaining([
      'listed',
      'allocated',
      'shipped',
      'sold',
      'returning',
      'returned',
      'ready',
      'gone',
    ]),
  );
});
