import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { deviceCalls } from '../../../../test/device-shop.ts';
import { openOrderShop, orderOf } from '../../../../test/order-shop.ts';
import { raceRounds } from '../../../../test/race-rounds.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { adjustStock } from '../../../catalog/products/stock/adjust-stock.ts';
import type { Caller } from '../../../platform/http/endpoint.ts';
import { assignUnits } from '../../../workshop/units/assign-units.ts';
import { openRepair } from '../../../workshop/units/repairs/change-repair.ts';
import { units } from '../../../workshop/units/units.tables.ts';

// Races that need several database connections. Each pair runs at once; the integrity checks hold afterwards.

const database = await openTestDatabase();
const shop = await openOrderShop(database);
const { call, deps, stockOf } = shop;
const devices = deviceCalls(shop);
const admin = await shop.addUser('admin');

async function race(...calls: (() => Promise<unknown>)[]): Promise<string[]> {
  const outcomes = await Promise.allSettled(calls.map((run) => run()));
  return outcomes.map((outcome) =>
    outcome.status === 'fulfilled' ? 'done' : (outcome.reason.code ?? String(outcome.reason)),
  );
}

const tracked = async (stock: number) => {
  const product = await shop.addProduct(stock);
  await devices.setTracking(product, 'serial');
  // As if each had been looked at, so that buyers can choose them.
  await database.db.update(units).set({ gate: 'waived' }).where(eq(units.productId, product));
  return product;
};
const place = (product: string, quantity = 1) => shop.place(orderOf({ [product]: quantity }));
const choose = (product: string, first: string, second?: string, caller: Caller | null = null) => {
  const units = second === undefined ? [first] : [first, second];
  const items = [{ product, quantity: units.length, units }];
  return shop.place({ ...orderOf({}), items }, { caller });
};
const ordered = async (product: string, quantity = 1) => {
  const { order } = await place(product, quantity);
  await call('recordPayment', { params: { id: order.id }, body: { method: 'cash' } }, { caller: admin });
  return order.id as string;
};
const setStatus = (id: string, status: string) =>
  call('changeOrderStatus', { params: { id }, body: { status } }, { caller: admin });
const adjust = (product: string, change: number) => adjustStock(deps, product, { change }, admin.userId);
const firstOnSale = async (product: string) => (await devices.unitsOf(product, 'listed'))[0];
const quarantine = (id: string) => devices.moveUnits({ ids: [id], to: 'quarantine' });
/** Two orders for the two devices of a product, and both devices. */
const promised = async () => {
  const product = await tracked(2);
  const orders = [await ordered(product), await ordered(product)] as const;
  const [first, second] = await devices.unitsOf(product, 'listed');
  return { product, orders, first: first?.id ?? '', second: second?.id ?? '' };
};
const pull = async (id: string) => {
  const [outcome] = await devices.moveUnits({ ids: [id], to: 'bench' });
  if (outcome?.problem) throw Object.assign(new Error(outcome.problem), { code: 'REFUSED' });
};

let bins = 0;
/** A product with one device on sale, and an open stock-take of its bin. */
const countedBin = async () => {
  const product = await tracked(1);
  const { id = '', number = '' } = (await firstOnSale(product)) ?? {};
  const bin = `RACE${++bins}`;
  await devices.placeUnits([id], bin);
  return { product, number, stockTake: (await devices.startStockTake(bin)).id };
};

/** A delivered order of two devices, with their numbers. */
const delivered = async () => {
  const product = await tracked(2);
  const id = await ordered(product, 2);
  await setStatus(id, 'delivered');
  const numbers = (await devices.unitsOf(product, 'sold')).map(({ number }) => number);
  const [first = '', second = ''] = numbers;
  const refund = (units: string[]) => {
    const body = { items: [{ product, quantity: units.length, units }] };
    return call('refundOrder', { params: { id }, body }, { caller: admin });
  };
  const stateOf = async (number: string) => (await devices.getUnit(number)).state;
  return { product, id, first, second, refund, stateOf };
};

/** Two things that happen at once to a product tracked by device, and how they may end. */
const races: [name: string, ends: RegExp, run: () => Promise<string[]>][] = [
  [
    'a device comes back while its order is cancelled',
    /^done done returned returning$/,
    async () => {
      const { id, first, second, stateOf } = await delivered();
      const ends = await race(
        () => devices.takeBack(first),
        () => setStatus(id, 'cancelled'),
      );
      return [...ends, await stateOf(first), await stateOf(second)];
    },
  ],
  [
    'a device comes back while it is refunded',
    /^(done|UNIT_STATE) done returned sold$/,
    async () => {
      const { first, second, refund, stateOf } = await delivered();
      const ends = await race(
        () => devices.takeBack(first),
        () => refund([first]),
      );
      return [...ends, await stateOf(first), await stateOf(second)];
    },
  ],
  [
    'a device comes back while the money of its order is given back',
    /^done done returned$/,
    async () => {
      const { id, product, first, stateOf } = await delivered();
      const body = { items: [{ product, quantity: 1 }], restock: false };
      const ends = await race(
        () => devices.takeBack(first),
        () => call('refundOrder', { params: { id }, body }, { caller: admin }),
      );
      return [...ends, await stateOf(first)];
    },
  ],
  [
    'a device comes back twice at once',
    /^done done returned sold$/,
    async () => {
      const { first, second, stateOf } = await delivered();
      const ends = await race(
        () => devices.takeBack(first),
        () => devices.takeBack(first),
      );
      return [...ends, await stateOf(first), await stateOf(second)];
    },
  ],
  [
    'the last device is bought and pulled off sale',
    /^(done REFUSED|done SERIAL_TRACKED|OUT_OF_STOCK done)$/,
    async () => {
      const product = await tracked(1);
      const { id = '' } = (await firstOnSale(product)) ?? {};
      return race(
        () => place(product),
        () => pull(id),
      );
    },
  ],
  [
    'two packers scan one device',
    /^(done WRONG_UNIT|WRONG_UNIT done)$/,
    async () => {
      const product = await tracked(4);
      const [one, other] = [await ordered(product), await ordered(product)];
      const { number = '' } = (await firstOnSale(product)) ?? {};
      return race(
        () => devices.packDevice(one, number),
        () => devices.packDevice(other, number),
      );
    },
  ],
  [
    'an order is packed and cancelled',
    /^(done|WRONG_UNIT) done$/,
    async () => {
      const product = await tracked(2);
      const id = await ordered(product);
      const { number = '' } = (await firstOnSale(product)) ?? {};
      const ends = await race(
        () => devices.packDevice(id, number),
        () => setStatus(id, 'cancelled'),
      );
      expect(await stockOf(product)).toBe(2);
      return ends;
    },
  ],
  [
    'an order is packed and shipped',
    /^(done|WRONG_UNIT) done$/,
    async () => {
      const product = await tracked(3);
      const id = await ordered(product, 2);
      const { number = '' } = (await firstOnSale(product)) ?? {};
      return race(
        () => devices.packDevice(id, number),
        () => setStatus(id, 'shipped'),
      );
    },
  ],
  [
    'two orders are shipped without a scan',
    /^done done$/,
    async () => {
      const product = await tracked(4);
      const [one, other] = [await ordered(product, 2), await ordered(product, 2)];
      return race(
        () => setStatus(one, 'shipped'),
        () => setStatus(other, 'delivered'),
      );
    },
  ],
  [
    'two orders that left unscanned are scanned with the device of the other',
    /^(done|WRONG_UNIT) (done|WRONG_UNIT)$/,
    async () => {
      const product = await tracked(2);
      const orders = [await ordered(product), await ordered(product)] as const;
      const devicesOf = async (id: string) =>
        (await devices.packingOf(id)).lines[0]?.devices[0]?.number ?? '';
      for (const id of orders) await setStatus(id, 'shipped');
      const [first, second] = [await devicesOf(orders[0]), await devicesOf(orders[1])];
      const ends = await race(
        () => devices.packDevice(orders[0], second),
        () => devices.packDevice(orders[1], first),
      );
      for (const [id, number] of [
        [orders[0], second],
        [orders[1], first],
      ] as const) {
        if ((await devicesOf(id)) !== number) await devices.packDevice(id, number);
        expect(await devicesOf(id)).toBe(number);
      }
      return ends;
    },
  ],
  [
    'an order that left unscanned is scanned and cancelled',
    /^(done|WRONG_UNIT) done$/,
    async () => {
      const product = await tracked(2);
      const id = await ordered(product);
      await setStatus(id, 'shipped');
      const { number = '' } = (await firstOnSale(product)) ?? {};
      return race(
        () => devices.packDevice(id, number),
        () => setStatus(id, 'cancelled'),
      );
    },
  ],
  [
    'a product is bought while it is switched to devices',
    /^done (done|EDIT_CONFLICT)$/,
    async () => {
      const product = await shop.addProduct(5);
      return race(
        () => place(product, 2),
        () => devices.setTracking(product, 'serial'),
      );
    },
  ],
  [
    'an order ships while its product is switched to devices',
    /^done (done|EDIT_CONFLICT)$/,
    async () => {
      const product = await shop.addProduct(5);
      const id = await ordered(product, 2);
      return race(
        () => setStatus(id, 'shipped'),
        () => devices.setTracking(product, 'serial'),
      );
    },
  ],
  [
    'an order is packed while its product is switched back to a count',
    /^(done|WRONG_UNIT) (done|EDIT_CONFLICT)$/,
    async () => {
      const product = await tracked(3);
      const id = await ordered(product);
      const { number = '' } = (await firstOnSale(product)) ?? {};
      return race(
        () => devices.packDevice(id, number),
        () => devices.setTracking(product, 'quantity'),
      );
    },
  ],
  [
    'the last device is bought while a count by hand takes it',
    /^(done OUT_OF_STOCK|OUT_OF_STOCK done)$/,
    async () => {
      const product = await tracked(1);
      return race(
        () => place(product),
        () => adjust(product, -1),
      );
    },
  ],
  [
    'a packer scans the device that a count by hand takes off sale',
    /^(done|WRONG_UNIT) done$/,
    async () => {
      const product = await tracked(3);
      const id = await ordered(product);
      const { number = '' } = (await firstOnSale(product)) ?? {};
      return race(
        () => devices.packDevice(id, number),
        () => adjust(product, -2),
      );
    },
  ],
  [
    'two people open the repair of one device',
    /^(done REPAIR_OPEN|REPAIR_OPEN done)$/,
    async () => {
      const { id } = await devices.receive(await tracked(0));
      const open = () => openRepair(deps, id, { fault: 'Dead' }, admin.userId);
      return race(open, open);
    },
  ],
  [
    'two people take one device to work on',
    /^(done TAKEN|TAKEN done)$/,
    async () => {
      const { id } = await devices.receive(await tracked(0));
      const take = async (actorId: string) => {
        const [outcome] = await assignUnits(deps, { ids: [id], to: 'me', takeOver: false }, actorId);
        if (outcome?.problem) throw Object.assign(new Error(outcome.problem), { code: 'TAKEN' });
      };
      return race(
        () => take(admin.userId),
        () => take('usr_other'),
      );
    },
  ],
  [
    'one device is put on sale twice',
    /^done done$/,
    async () => {
      const product = await tracked(0);
      const { id } = await devices.receive(product);
      await devices.moveUnits({ ids: [id], to: 'ready' });
      const ends = await race(
        () => devices.listForSale([id], product),
        () => devices.listForSale([id], product),
      );
      expect(await stockOf(product)).toBe(1);
      return ends;
    },
  ],
  [
    'two orders of two products are cancelled',
    /^done done$/,
    async () => {
      const [phone, laptop] = [await tracked(4), await tracked(4)];
      const { order: one } = await shop.place(orderOf({ [phone]: 1, [laptop]: 1 }));
      const { order: other } = await shop.place(orderOf({ [laptop]: 1, [phone]: 1 }));
      return race(
        () => setStatus(one.id, 'cancelled'),
        () => setStatus(other.id, 'cancelled'),
      );
    },
  ],
  [
    'a device is counted while its stock-take is closed',
    /^(done EDIT_CONFLICT|UNIT_STATE done)$/,
    async () => {
      const { product, number, stockTake } = await countedBin();
      const ends = await race(
        () => devices.count(stockTake, number),
        () => devices.closeStockTake(stockTake, 1),
      );
      expect(await stockOf(product)).toBe(ends[0] === 'done' ? 1 : 0);
      return ends;
    },
  ],
  [
    'the last device is bought while a stock-take without it is closed',
    /^(done|OUT_OF_STOCK) done$/,
    async () => {
      const { product, stockTake } = await countedBin();
      const ends = await race(
        () => place(product),
        () => devices.closeStockTake(stockTake, 1),
      );
      expect(await devices.unitsOf(product, 'listed')).toHaveLength(0);
      return ends;
    },
  ],
  [
    'two buyers choose the same two devices',
    /^(done UNIT_TAKEN|UNIT_TAKEN done)$/,
    async () => {
      const product = await tracked(4);
      const [first = '', second = ''] = (await devices.unitsOf(product, 'listed')).map(
        ({ number }) => number,
      );
      const ends = await race(
        () => choose(product, first, second),
        () => choose(product, second, first),
      );
      expect(await stockOf(product)).toBe(2);
      return ends;
    },
  ],
  [
    'the last device is chosen and bought as any',
    /^(done OUT_OF_STOCK|OUT_OF_STOCK done)$/,
    async () => {
      const product = await tracked(1);
      const { number = '' } = (await firstOnSale(product)) ?? {};
      return race(
        () => choose(product, number),
        () => place(product),
      );
    },
  ],
  [
    'a device is chosen and packed for another order',
    /^(done WRONG_UNIT|UNIT_TAKEN done)$/,
    async () => {
      const product = await tracked(2);
      const waiting = await ordered(product);
      const { number = '' } = (await firstOnSale(product)) ?? {};
      return race(
        () => choose(product, number),
        () => devices.packDevice(waiting, number),
      );
    },
  ],
  [
    'a device is chosen and pulled off sale',
    /^(done REFUSED|UNIT_TAKEN done|OUT_OF_STOCK done)$/,
    async () => {
      const product = await tracked(1);
      const { id = '', number = '' } = (await firstOnSale(product)) ?? {};
      return race(
        () => choose(product, number),
        () => pull(id),
      );
    },
  ],
  [
    'two promised devices break at once',
    /^done done$/,
    async () => {
      const { product, first, second } = await promised();
      const ends = await race(
        () => quarantine(first),
        () => quarantine(second),
      );
      expect([await stockOf(product), (await devices.unitsOf(product, 'listed')).length]).toEqual([0, 0]);
      return ends;
    },
  ],
  [
    'a promised device breaks while the newest order is cancelled',
    /^done done$/,
    async () => {
      const { product, orders, first } = await promised();
      const ends = await race(
        () => quarantine(first),
        () => setStatus(orders[1], 'cancelled'),
      );
      expect(await stockOf(product)).toBe(0);
      return ends;
    },
  ],
  [
    'the last free device breaks while it is bought',
    /^(done|OUT_OF_STOCK) done$/,
    async () => {
      const product = await tracked(1);
      const { id = '' } = (await firstOnSale(product)) ?? {};
      return race(
        () => place(product),
        () => quarantine(id),
      );
    },
  ],
  [
    'a short order gets a device while it is cancelled',
    /^done done$/,
    async () => {
      const { product, orders, first } = await promised();
      await quarantine(first);
      const { id } = await devices.receive(product);
      await devices.moveUnits({ ids: [id], to: 'ready' });
      const ends = await race(
        () => devices.listForSale([id], product),
        () => setStatus(orders[1], 'cancelled'),
      );
      expect(await stockOf(product)).toBe(1);
      return ends;
    },
  ],
  [
    'a promised device breaks while it is packed',
    /^(done|WRONG_UNIT) done$/,
    async () => {
      const { orders, first } = await promised();
      return race(
        () => devices.packDevice(orders[1], first),
        () => quarantine(first),
      );
    },
  ],
  [
    'a customer cancels while the chosen device is packed',
    /^(done EDIT_CONFLICT|WRONG_UNIT done)$/,
    async () => {
      const customer = await shop.addUser();
      const product = await tracked(1);
      const { number = '' } = (await firstOnSale(product)) ?? {};
      const { order } = await choose(product, number, undefined, customer);
      return race(
        () => devices.packDevice(order.id, number),
        () => call('cancelOwnOrder', { params: { id: order.id }, body: {} }, { caller: customer }),
      );
    },
  ],
];

for (const [name, ends, run] of races) {
  test(name, async () => {
    for (let round = 0; round < raceRounds; round++) expect((await run()).join(' ')).toMatch(ends);
    await shop.expectIntegrity();
  });
}
