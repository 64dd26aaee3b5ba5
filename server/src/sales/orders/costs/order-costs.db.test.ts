import { cents } from '@reprise/contract/money';
import { orderCostEndpoints } from '@reprise/contract/sales/orders/order-costs';
import { lotEndpoints } from '@reprise/contract/workshop/lots/lots';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { callsTo } from '../../../../test/call-endpoints.ts';
import { deviceCalls } from '../../../../test/device-shop.ts';
import { openOrderShop, orderOf, problemOf } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import type { Caller } from '../../../platform/http/endpoint.ts';
import { hourMs } from '../../../platform/time.ts';
import { lotHandlers } from '../../../workshop/lots/lots.routes.ts';
import { bookUnitCosts } from '../../../workshop/units/intake/unit-costs.ts';
import { orderItemUnits } from '../../../workshop/units/units.tables.ts';
import { readPaymentsOf } from '../../payments/order-payments.queries.ts';
import { orderCostHandlers } from './order-costs.routes.ts';

const database = await openTestDatabase();
const { db } = database;
const shop = await openOrderShop(database);
const devices = deviceCalls(shop);
const lots = callsTo(lotEndpoints, lotHandlers(shop.deps));
const calls = callsTo(
  orderCostEndpoints,
  orderCostHandlers(shop.deps, { paymentsOf: (db, orderId) => readPaymentsOf(db, orderId, shop.deps) }),
);
const as = 'admin' as const;

let caller: Caller;
let supplier: string;
beforeAll(async () => {
  caller = await shop.addUser('admin');
  const body = { name: 'Example', kind: 'company' };
  supplier = (await lots('createSupplier', { as, body })).supplier.id;
});

const wait = () => {
  shop.clock.now = new Date(shop.clock.now.getTime() + hourMs);
};
const costsOf = async (id: string) => (await calls('getOrderCosts', { as, params: { id } })).costs;
const setStatus = (id: string, status: string) =>
  shop.call('changeOrderStatus', { params: { id }, body: { status } }, { caller });
const addLot = async (goods: number | null = null) =>
  (await lots('createLot', { as, body: { supplier, spread: 'equal', goods } })).lot.id;
const closeLot = (id: string, goods: number) =>
  lots('closeLot', { as, params: { id }, body: { neverCame: 'spread', goods } });

async function setCost(id: string, purchase: number | null) {
  const { version } = await devices.getUnit(id);
  await lots('setUnitCost', { as, params: { id }, body: { version, purchase, reason: 'Receipt' } });
}

let serial = 0;
/** Puts devices on sale, without a cost; returns their product and ids. */
async function sell(count: number, lot?: string) {
  const product = await shop.addProduct(0, cents(20_000));
  await devices.setTracking(product, 'serial');
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    serial += 1;
    ids.push((await devices.receive(product, `COSTS${String(serial).padStart(4, '0')}`, lot)).id);
  }
  await devices.moveUnits({ ids, to: 'ready' });
  await devices.listForSale(ids, product);
  return { product, ids };
}

async function order(items: Record<string, number>) {
  const { order, accessToken } = await shop.place(orderOf(items));
  await shop.call('recordPayment', { params: { id: order.id }, body: { method: 'cash' } }, { caller });
  return { id: order.id as string, accessToken };
}

test('the cost of a device is frozen as it leaves, and a correction is booked beside it', async () => {
  const { product, ids } = await sell(1);
  const [id = ''] = ids;
  await setCost(id, 80);
  const placed = await order({ [product]: 1 });
  expect((await costsOf(placed.id)).devices).toEqual([]);
  await setStatus(placed.id, 'shipped');
  const { number } = await devices.getUnit(id);
  const left = { unit: number, product, shippedAt: shop.clock.now.toISOString(), frozen: 80, cost: 80 };
  expect((await costsOf(placed.id)).devices).toEqual([left]);
  wait();
  await setCost(id, 75);
  await setStatus(placed.id, 'delivered');
  expect((await costsOf(placed.id)).devices).toEqual([{ ...left, cost: 75 }]);
  await shop.expectIntegrity();
});

test('a device sold before its lot was closed has no cost, not 0, until it is', async () => {
  const lot = await addLot();
  const { product } = await sell(2, lot);
  const placed = await order({ [product]: 1 });
  await setStatus(placed.id, 'shipped');
  expect((await costsOf(placed.id)).devices).toMatchObject([{ frozen: null, cost: null }]);
  wait();
  await closeLot(lot, 90);
  expect((await costsOf(placed.id)).devices).toMatchObject([{ frozen: null, cost: 45 }]);
  wait();
  await lots('addLotCost', { as, params: { id: lot }, body: { kind: 'fee', amount: 3 } });
  expect((await costsOf(placed.id)).devices).toMatchObject([{ frozen: null, cost: 46.5 }]);
  await shop.expectIntegrity();
});

test('a stated 0 is a known cost of a device that was sold before', async () => {
  const { product, ids } = await sell(1);
  const placed = await order({ [product]: 1 });
  await setStatus(placed.id, 'shipped');
  wait();
  await setCost(ids[0] ?? '', 0);
  expect((await costsOf(placed.id)).devices).toMatchObject([{ frozen: null, cost: 0 }]);
});

test('an order set back and sent again is frozen again, once', async () => {
  const { product, ids } = await sell(1);
  await setCost(ids[0] ?? '', 50);
  const placed = await order({ [product]: 1 });
  await setStatus(placed.id, 'shipped');
  wait();
  await setCost(ids[0] ?? '', 60);
  await setStatus(placed.id, 'processing');
  expect((await costsOf(placed.id)).devices).toMatchObject([{ shippedAt: null, frozen: null, cost: null }]);
  await setStatus(placed.id, 'shipped');
  expect((await costsOf(placed.id)).devices).toMatchObject([{ frozen: 60, cost: 60 }]);
});

test('a repair after the sale is no cost of the goods sold', async () => {
  const { product, ids } = await sell(1);
  const [id = ''] = ids;
  await setCost(id, 50);
  const placed = await order({ [product]: 1 });
  await setStatus(placed.id, 'shipped');
  wait();
  const part = { unitId: id, kind: 'part', amountCents: cents(2000), source: 'upt_after' } as const;
  await inTransaction(db, (tx) => bookUnitCosts(tx, [part], { actorId: null, now: shop.clock.now }));
  await setCost(id, 55);
  expect((await costsOf(placed.id)).devices).toMatchObject([{ frozen: 50, cost: 55 }]);
});

test('devices that left before costs were recorded stay unknown', async () => {
  const { product, ids } = await sell(1);
  await setCost(ids[0] ?? '', 50);
  const placed = await order({ [product]: 1 });
  await setStatus(placed.id, 'shipped');
  await db
    .update(orderItemUnits)
    .set({ shippedAt: null, cogsCents: null })
    .where(eq(orderItemUnits.unitId, ids[0] ?? ''));
  await setStatus(placed.id, 'delivered');
  expect((await costsOf(placed.id)).devices).toMatchObject([{ shippedAt: null, frozen: null, cost: null }]);
});

test('counted goods keep the cost of the day they were ordered', async () => {
  const [known, unknown] = [await shop.addProduct(9), await shop.addProduct(9)];
  const set = (unitCost: number | null) =>
    calls('setProductCost', { as, params: { id: known }, body: { unitCost } });
  await set(12.34);
  const placed = await order({ [known]: 2, [unknown]: 1 });
  await set(15);
  expect(await calls('getProductCost', { as, params: { id: known } })).toEqual({ unitCost: 15 });
  const { items, label, processorFee } = await costsOf(placed.id);
  expect(items.map(({ product, unitCost }) => [product, unitCost])).toEqual([
    [known, 12.34],
    [unknown, null],
  ]);
  expect([label, processorFee]).toEqual([null, null]);
  const { product } = await sell(1);
  const tracked = calls('setProductCost', { as, params: { id: product }, body: { unitCost: 1 } });
  expect(await problemOf(tracked)).toMatchObject({ code: 'SERIAL_TRACKED' });
});

test('no cost is shown to the buyer', async () => {
  const counted = await shop.addProduct(9);
  await calls('setProductCost', { as, params: { id: counted }, body: { unitCost: 77.71 } });
  const { product, ids } = await sell(1);
  await setCost(ids[0] ?? '', 77.72);
  const placed = await order({ [counted]: 1, [product]: 1 });
  await setStatus(placed.id, 'shipped');
  const asBuyer = { orderToken: placed.accessToken };
  const seen = await shop.call('getOrder', { params: { id: placed.id } }, asBuyer);
  expect(JSON.stringify(seen)).not.toMatch(/77\.7|777[12]|cogs|unitCost/);
  expect(JSON.stringify(await costsOf(placed.id))).toContain('77.72');
});
