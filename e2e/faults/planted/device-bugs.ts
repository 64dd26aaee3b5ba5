import type { Bug } from './known-bug.ts';

const shift = 'server/src/workshop/units/shift-units.ts';
const followOrder = 'server/src/workshop/units/in-orders/follow-order.ts';
const deviceTests: Bug['caughtBy'] = ['postgres', 'server/src/sales/orders/devices/devices.db'];
const invariantTests: Bug['caughtBy'] = ['postgres', 'server/src/operations/integrity/device-invariants.db'];

/** Known bugs of shops that sell device by device. */
export const deviceBugs: Bug[] = [
  {
    name: 'a device can be in two orders',
    changes: [
      {
        file: 'server/migrations/0029_devices_in_orders.sql',
        from: 'CREATE UNIQUE INDEX "order_item_units_one_owner"',
        to: 'CREATE INDEX "order_item_units_one_owner"',
      },
    ],
    caughtBy: invariantTests,
  },
  {
    name: 'a number of a maker can be in two devices',
    changes: [
      {
        file: 'server/migrations/0022_device_register.sql',
        from: 'CREATE UNIQUE INDEX "unit_identifiers_once"',
        to: 'CREATE INDEX "unit_identifiers_once"',
      },
    ],
    caughtBy: invariantTests,
  },
  {
    name: 'a device moves without an event',
    changes: [
      { file: shift, from: 'await recordUnitEvents(tx, events, { actorId, now });', to: 'void actorId;' },
    ],
    caughtBy: deviceTests,
  },
  {
    name: 'a device is put on sale without a ledger row',
    changes: [
      {
        file: 'server/src/workshop/units/move-units.ts',
        from: 'await bookDevices(tx, [line], { orderId: null, note: reason, actorId, now, alerts });',
        to: 'void line;',
      },
    ],
    caughtBy: deviceTests,
  },
  {
    name: 'the gate of the bench is open',
    changes: [
      {
        file: 'server/src/workshop/units/bench/judge-units.ts',
        from: 'const problems = [...bans, ...(canWaive ? lastingSteps(unit) : open)];',
        to: 'const problems: string[] = canWaive ? bans : [];',
      },
    ],
    caughtBy: ['postgres', 'server/src/workshop/units/bench/bench.db'],
  },
  {
    name: 'an order is reopened as if its devices were not away',
    changes: [{ file: followOrder, from: "bound.filter(({ state }) => state === 'returning'),", to: '[],' }],
    caughtBy: deviceTests,
  },
  {
    name: 'the cached choice still offers a device that was sold',
    changes: [{ file: shift, from: 'if (isOnSale)', to: 'if (isOnSale && moved.length === 0)' }],
    caughtBy: ['postgres', 'server/src/app/response-cache.pg'],
  },
  {
    name: 'any device fits at the packing table',
    changes: [
      {
        file: 'server/src/sales/orders/packing/pack-device.ts',
        from: 'const line = open.find(isSame) ?? short.find(isSame);',
        to: 'const line = open.find(isSame) ?? open[0];',
      },
      {
        file: 'server/src/sales/orders/packing/pack-device.ts',
        from: 'if (line && !open.some(isSame)) await fillLine(',
        to: 'if (line && short.some(isSame)) await fillLine(',
      },
      {
        file: 'server/src/sales/orders/packing/pack-device.ts',
        from: 'await assertFits(',
        to: 'if (by.now.getTime() === 0) await assertFits(',
      },
    ],
    caughtBy: deviceTests,
  },
];
