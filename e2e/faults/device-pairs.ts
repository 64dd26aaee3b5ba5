import { Problem } from '@reprise/contract/problem';
import { lotEndpoints } from '@reprise/contract/workshop/lots/lots';
import { benchEndpoints } from '@reprise/contract/workshop/units/bench';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { deleteProduct } from '../../server/src/catalog/products/delete-product.ts';
import { adjustStock } from '../../server/src/catalog/products/stock/adjust-stock.ts';
import { lotHandlers } from '../../server/src/workshop/lots/lots.routes.ts';
import { benchHandlers } from '../../server/src/workshop/units/bench/bench.routes.ts';
import { units } from '../../server/src/workshop/units/units.tables.ts';
import { callsTo } from '../../server/test/call-endpoints.ts';
import { deviceCalls } from '../../server/test/device-shop.ts';
import { orderOf } from '../../server/test/order-shop.ts';
import type { Pair, Stage } from './interleaving-pairs.ts';

type Ended = Parameters<Pair['expect']>[0];
type Device = { id: string; number: string };

/** Orders, devices and other ids that a pair has prepared, by stage. */
type Prepared = { orders: string[]; units: Device[]; lot: string; stockTake: string; serial: string };
const prepared = new WeakMap<Stage, Prepared>();
const of = (stage: Stage): Prepared => {
  const known = prepared.get(stage) ?? { orders: [], units: [], lot: '', stockTake: '', serial: '' };
  prepared.set(stage, known);
  return known;
};

const callsOf = new WeakMap<object, ReturnType<typeof allCalls>>();
function allCalls({ shop }: Pick<Stage, 'shop'>) {
  return {
    ...deviceCalls(shop),
    bench: callsTo(benchEndpoints, benchHandlers(shop.deps)),
    lots: callsTo(lotEndpoints, lotHandlers(shop.deps)),
  };
}
const calls = (stage: Stage) => {
  const known = callsOf.get(stage.shop) ?? allCalls(stage);
  callsOf.set(stage.shop, known);
  return known;
};

let serials = 0;
const newSerial = () => `PAIR${String(++serials).padStart(6, '0')}`;

/** Throws the sentence with which one device of a call for several was rejected. */
const accepted = async (outcomes: Promise<{ problem: string }[]>) => {
  const [outcome] = await outcomes;
  if (outcome?.problem) throw new Problem('UNIT_STATE', outcome.problem);
};

// Preparations

const tracked = async (stage: Stage) => {
  await calls(stage).setTracking(stage.product, 'serial');
  // As if each had been looked at, so that buyers can choose them.
  await stage.shop.deps.db.update(units).set({ gate: 'waived' }).where(eq(units.productId, stage.product));
  of(stage).units = await calls(stage).unitsOf(stage.product, 'listed');
};

const placed = async (stage: Stage, quantity = 1) => {
  const { order } = await stage.shop.place(orderOf({ [stage.product]: quantity }));
  const id: string = order.id;
  await stage.shop.call(
    'recordPayment',
    { params: { id }, body: { method: 'cash' } },
    { caller: stage.admin },
  );
  of(stage).orders.push(id);
};

const waiting =
  (orders = 1) =>
  async (stage: Stage) => {
    await tracked(stage);
    for (let index = 0; index < orders; index++) await placed(stage);
  };

const packed = async (stage: Stage) => {
  await waiting()(stage);
  await pack()(stage);
};

const shippedAndCancelled = async (stage: Stage) => {
  await packed(stage);
  await setStatus('shipped')(stage);
  await setStatus('cancelled')(stage);
};

const shippedOne = async (stage: Stage) => {
  await packed(stage);
  await setStatus('shipped')(stage);
};

const ready = async (stage: Stage) => {
  await tracked(stage);
  const unit = await calls(stage).receive(stage.product, newSerial());
  await calls(stage).moveUnits({ ids: [unit.id], to: 'ready' });
  of(stage).units = [unit];
};

const onBench = async (stage: Stage) => {
  await tracked(stage);
  of(stage).units = [await calls(stage).receive(stage.product, newSerial())];
};

const openLot = async (stage: Stage) => {
  await tracked(stage);
  const as = 'admin' as const;
  const name = `Supplier ${newSerial()}`;
  const { supplier } = await calls(stage).lots('createSupplier', { as, body: { name, kind: 'company' } });
  const { lot } = await calls(stage).lots('createLot', {
    as,
    body: { supplier: supplier.id, spread: 'equal', goods: 100 },
  });
  of(stage).lot = lot.id;
  const unit = await receiveInLot(stage);
  of(stage).units = [unit];
};

const counted = async (stage: Stage) => {
  await tracked(stage);
  const place = `BIN${++serials}`;
  await calls(stage).placeUnits([deviceOf(stage).id], place);
  of(stage).stockTake = (await calls(stage).startStockTake(place)).id;
};

// Actions

const deviceOf = (stage: Stage, index = 0): Device => {
  const unit = of(stage).units[index];
  if (!unit) throw new Error('No device is prepared.');
  return unit;
};
const orderOfStage = (stage: Stage, index = 0) => of(stage).orders[index] ?? '';

const buy = (stage: Stage) => stage.shop.place(orderOf({ [stage.product]: 1 }));
const choose = (stage: Stage) =>
  stage.shop.place({
    ...orderOf({}),
    items: [{ product: stage.product, quantity: 1, units: [deviceOf(stage).number] }],
  });
const pack =
  (order = 0, device = 0) =>
  (stage: Stage) =>
    calls(stage).packDevice(orderOfStage(stage, order), deviceOf(stage, device).number);
const swap = async (stage: Stage) => {
  await calls(stage).unpackDevice(orderOfStage(stage), deviceOf(stage).number);
  await pack(0, 1)(stage);
};
const setStatus =
  (status: string, more: object = {}) =>
  (stage: Stage) =>
    stage.shop.call(
      'changeOrderStatus',
      { params: { id: orderOfStage(stage) }, body: { status, ...more } },
      { caller: stage.admin },
    );
const move = (to: string) => (stage: Stage) =>
  accepted(calls(stage).moveUnits({ ids: [deviceOf(stage).id], to }));
const list = (stage: Stage) => accepted(calls(stage).listForSale([deviceOf(stage).id], stage.product));
const track = (tracking: string) => (stage: Stage) => calls(stage).setTracking(stage.product, tracking);
const adjust = (change: number) => (stage: Stage) =>
  adjustStock(stage.shop.deps, stage.product, { change }, stage.admin.userId);
const remove = ({ shop, product, admin }: Stage) => deleteProduct(shop.deps, product, admin.userId);
const failWipe = (stage: Stage) => {
  const body = {
    ids: [deviceOf(stage).id],
    category: 'purge',
    method: 'Factory reset',
    verification: 'tool',
    result: 'failed',
  };
  return accepted(
    calls(stage)
      .bench('recordUnitWipes', { as: 'admin', body })
      .then(({ outcomes }) => outcomes),
  );
};
const receiveSame = (stage: Stage) => {
  of(stage).serial ||= newSerial();
  return calls(stage).receive(stage.product, of(stage).serial);
};
const receiveInLot = (stage: Stage) => calls(stage).receive(stage.product, newSerial(), of(stage).lot);
const closeLot = (stage: Stage) =>
  calls(stage).lots('closeLot', {
    as: 'admin',
    params: { id: of(stage).lot },
    body: { neverCame: 'credited' },
  });
const count = (stage: Stage) => calls(stage).count(of(stage).stockTake, deviceOf(stage).number);
const closeCount = (stage: Stage) => calls(stage).closeStockTake(of(stage).stockTake, 1);
const refundAll = (stage: Stage) => {
  const items = [{ product: stage.product, quantity: 1 }];
  return stage.shop.call(
    'refundOrder',
    { params: { id: orderOfStage(stage) }, body: { items, restock: true } },
    { caller: stage.admin },
  );
};
const reportMissing = (stage: Stage) => calls(stage).reportMissing(deviceOf(stage).number);

// Expected outcomes

const ends =
  (...allowed: string[]) =>
  async ({ first, second, label }: Ended) => {
    expect(allowed, label).toContain(`${first} ${second}`);
  };
const endsWithStock =
  (stock: number, ...allowed: string[]) =>
  async (ended: Ended) => {
    await ends(...allowed)(ended);
    expect(await ended.stage.shop.stockOf(ended.stage.product), ended.label).toBe(stock);
  };

/** Actions on a product that is tracked by device, and how they may end. */
export const deviceInterleavings: Pair[] = [
  {
    name: 'the last device is bought, and it is pulled off sale',
    stock: 1,
    prepare: tracked,
    first: buy,
    second: move('bench'),
    expect: endsWithStock(0, 'done UNIT_STATE', 'OUT_OF_STOCK done'),
  },
  {
    name: 'the last device is pulled off sale, and it is bought',
    stock: 1,
    prepare: tracked,
    first: move('quarantine'),
    second: buy,
    // Bought first, its order becomes short.
    expect: endsWithStock(0, 'done OUT_OF_STOCK', 'done done'),
  },
  {
    name: 'two packers scan one device',
    slice: true,
    prepare: waiting(2),
    first: pack(0),
    second: pack(1),
    expect: endsWithStock(1, 'done WRONG_UNIT', 'WRONG_UNIT done'),
  },
  {
    name: 'an order is packed, and it is cancelled',
    prepare: waiting(),
    first: pack(),
    second: setStatus('cancelled'),
    expect: endsWithStock(3, 'done done', 'WRONG_UNIT done'),
  },
  {
    name: 'an order is cancelled, and it is packed',
    prepare: waiting(),
    first: setStatus('cancelled'),
    second: pack(),
    expect: endsWithStock(3, 'done done', 'done WRONG_UNIT'),
  },
  {
    name: 'an order ships, and its device is swapped',
    prepare: packed,
    first: setStatus('shipped'),
    second: swap,
    expect: endsWithStock(2, 'done done', 'done WRONG_UNIT', 'done UNIT_STATE'),
  },
  {
    name: 'a device is swapped, and its order ships',
    prepare: packed,
    first: swap,
    second: setStatus('shipped'),
    expect: endsWithStock(2, 'done done', 'WRONG_UNIT done', 'UNIT_STATE done'),
  },
  {
    name: 'the last device is chosen, and it is bought as any',
    slice: true,
    stock: 1,
    prepare: tracked,
    first: choose,
    second: buy,
    expect: endsWithStock(0, 'done OUT_OF_STOCK', 'OUT_OF_STOCK done'),
  },
  {
    name: 'the last device is bought as any, and it is chosen',
    stock: 1,
    prepare: tracked,
    first: buy,
    second: choose,
    expect: endsWithStock(0, 'done OUT_OF_STOCK', 'OUT_OF_STOCK done'),
  },
  {
    name: 'two buyers choose one device',
    slice: true,
    prepare: tracked,
    first: choose,
    second: choose,
    expect: endsWithStock(2, 'done UNIT_TAKEN', 'UNIT_TAKEN done'),
  },
  {
    name: 'a device is chosen, and it is pulled off sale to be graded anew',
    stock: 2,
    prepare: tracked,
    first: choose,
    second: move('bench'),
    expect: endsWithStock(1, 'done UNIT_STATE', 'UNIT_TAKEN done'),
  },
  {
    name: 'a device is chosen, and it is packed for another order',
    stock: 2,
    prepare: waiting(),
    first: choose,
    second: pack(),
    expect: ends('done WRONG_UNIT', 'UNIT_TAKEN done'),
  },
  {
    name: 'a product is switched to devices, and it is bought',
    first: track('serial'),
    second: buy,
    expect: endsWithStock(2, 'done done', 'EDIT_CONFLICT done'),
  },
  {
    name: 'a product is bought, and it is switched to devices',
    first: buy,
    second: track('serial'),
    expect: endsWithStock(2, 'done done', 'done EDIT_CONFLICT'),
  },
  {
    name: 'a product is switched to devices, and an order of it ships',
    prepare: (stage) => placed(stage),
    first: track('serial'),
    second: setStatus('shipped'),
    expect: endsWithStock(2, 'done done', 'EDIT_CONFLICT done'),
  },
  {
    name: 'a product is switched back to a count, and an order of it is packed',
    prepare: waiting(),
    first: track('quantity'),
    second: pack(),
    expect: endsWithStock(2, 'done WRONG_UNIT', 'done done', 'EDIT_CONFLICT done'),
  },
  {
    name: 'one device is put on sale twice',
    slice: true,
    prepare: ready,
    first: list,
    second: list,
    expect: endsWithStock(4, 'done UNIT_STATE', 'UNIT_STATE done'),
  },
  {
    name: 'the last device is taken off sale by a count, and it is bought',
    stock: 1,
    prepare: tracked,
    first: adjust(-1),
    second: buy,
    expect: endsWithStock(0, 'done OUT_OF_STOCK', 'OUT_OF_STOCK done'),
  },
  {
    name: 'a device is put on sale, and its product is deleted',
    prepare: ready,
    first: list,
    second: remove,
    expect: ends('done done', 'NOT_FOUND done'),
  },
  {
    name: 'a device becomes ready, and its erasure fails',
    prepare: onBench,
    first: move('ready'),
    second: failWipe,
    expect: ends('done UNIT_STATE', 'UNIT_STATE done'),
  },
  {
    name: 'a cancelled order is reopened, and its device comes back',
    prepare: shippedAndCancelled,
    first: setStatus('shipped'),
    second: move('returned'),
    expect: ends('done done', 'done UNIT_STATE'),
  },
  {
    name: 'the device of a cancelled order comes back, and the order is reopened',
    prepare: shippedAndCancelled,
    first: move('returned'),
    second: setStatus('processing'),
    expect: ends('done done', 'UNIT_STATE done'),
  },
  {
    name: 'a returning device is received twice',
    prepare: shippedAndCancelled,
    first: move('returned'),
    second: move('returned'),
    expect: ends('done UNIT_STATE', 'UNIT_STATE done'),
  },
  {
    name: 'a device is refunded, and its order is cancelled with the device back',
    prepare: shippedOne,
    first: refundAll,
    second: setStatus('cancelled', { itemsReturned: true }),
    expect: async ({ first, second, label }) => {
      expect([first, second], label).toContain('done');
    },
  },
  {
    name: 'a device is reported as missing, and it is packed',
    prepare: waiting(),
    first: reportMissing,
    second: pack(),
    expect: ends('done done', 'UNIT_STATE done', 'done WRONG_UNIT'),
  },
  {
    name: 'one device is received by two scanners',
    slice: true,
    prepare: tracked,
    first: receiveSame,
    second: receiveSame,
    expect: ends('done IDENTIFIER_IN_USE', 'IDENTIFIER_IN_USE done'),
  },
  {
    name: 'a device is received into a lot, and the lot is closed',
    prepare: openLot,
    first: receiveInLot,
    second: closeLot,
    expect: ends('done done', 'LOT_CLOSED done'),
  },
  {
    name: 'a lot is closed, and a device is received into it',
    prepare: openLot,
    first: closeLot,
    second: receiveInLot,
    expect: ends('done done', 'done LOT_CLOSED'),
  },
  {
    name: 'a device is counted, and the stock-take is closed',
    stock: 1,
    prepare: counted,
    first: count,
    second: closeCount,
    expect: ends('done EDIT_CONFLICT', 'UNIT_STATE done'),
  },
  {
    name: 'the last device is bought, and a stock-take without it is closed',
    stock: 1,
    prepare: counted,
    first: buy,
    second: closeCount,
    expect: ends('done done', 'OUT_OF_STOCK done'),
  },
];
