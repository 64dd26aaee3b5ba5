import { luhnDigit } from '@reprise/contract/workshop/codes/luhn-digit';
import { lotEndpoints } from '@reprise/contract/workshop/lots/lots';
import { benchEndpoints } from '@reprise/contract/workshop/units/bench';
import { type SQL, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { callsTo } from '../../../test/call-endpoints.ts';
import { deviceCalls } from '../../../test/device-shop.ts';
import { openOrderShop, orderOf } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { ensureGrading } from '../../catalog/grading/ensure-grading.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { lotHandlers } from '../../workshop/lots/lots.routes.ts';
import { benchHandlers } from '../../workshop/units/bench/bench.routes.ts';
import { findBrokenInvariants } from './check-invariants.ts';

const database = await openTestDatabase();
const { db } = database;
const shop = await openOrderShop(database);
const devices = deviceCalls(shop);
const bench = callsTo(benchEndpoints, benchHandlers(shop.deps));
const lots = callsTo(lotEndpoints, lotHandlers(shop.deps));
const as = 'admin' as const;

/** Unit ids of a device on sale, one that was sold and one in a closed lot. */
let listed: string;
let sold: string;

beforeAll(async () => {
  await ensureGrading(db, shop.deps.now());
  const product = await shop.addProduct(3);
  await devices.setTracking(product, 'serial');
  const { order } = await shop.place(orderOf({ [product]: 2 }));
  const admin = { caller: await shop.addUser('admin') };
  const params = { id: order.id };
  await shop.call('recordPayment', { params, body: { method: 'cash' } }, admin);
  await shop.call('changeOrderStatus', { params, body: { status: 'delivered' } }, admin);
  listed = (await devices.unitsOf(product, 'listed'))[0]?.id ?? '';
  sold = (await devices.unitsOf(product, 'sold'))[0]?.id ?? '';
  const { supplier } = await lots('createSupplier', { as, body: { name: 'Example', kind: 'company' } });
  const body = { supplier: supplier.id, spread: 'equal', goods: 100 };
  const { lot } = await lots('createLot', { as, body });
  const { id } = await devices.receive(product, 'INVARIANT1', lot.id);
  await lots('closeLot', { as, params: { id: lot.id }, body: { neverCame: 'credited' } });
  await bench('recordUnitChecks', {
    as,
    params: { id },
    body: { checks: [{ kind: 'management', result: 'clear' }] },
  });
  await shop.expectIntegrity();
});

/** Returns the violations after a change that no constraint stops; undoes it. */
async function violationsAfter(changes: SQL[], disabled: string[] = []): Promise<string[]> {
  const rollback = new Error('roll back');
  let found: string[] = [];
  const planting = inTransaction(db, async (tx) => {
    for (const table of disabled) await tx.execute(sql.raw(`alter table ${table} disable trigger user`));
    for (const change of changes) await tx.execute(change);
    found = (await findBrokenInvariants(tx)).map(({ what }) => what);
    throw rollback;
  });
  await expect(planting).rejects.toBe(rollback);
  return found;
}

const stock =
  'the stock of a product tracked by device is not its devices on sale less those that orders wait for';
const inOrder = 'a device is in an order and its state says otherwise, or the other way round';
const newestMove = 'the state of a device is not that of its newest move';

test('reports each violation of an invariant of devices', async () => {
  const planted: [name: string, violations: string[], changes: SQL[], disabled?: string[]][] = [
    [
      'a move without an event',
      [newestMove],
      [sql`update units set state = 'returned' where state = 'bench'`],
    ],
    ['an event that was deleted', [newestMove], [sql`delete from unit_events where to_state = 'sold'`]],
    ['a device that left without the ledger', [stock], [moved(listed, 'listed', 'ready')]],
    ['a device without its order', [inOrder, stock], [sql`delete from order_item_units`]],
    [
      'more devices than units of the line',
      ['an order line has more devices than units', stock],
      [sql`update order_items set refunded_quantity = 1, returned_quantity = 1`],
    ],
    [
      'a device on sale under a counted product',
      ['a device on sale has no product that is tracked by device and of its model'],
      [sql`update products set tracking = 'quantity'`],
    ],
    [
      'a device on sale in another condition',
      ['a device on sale has another condition than its product'],
      [
        sql`update products set condition = 'good'`,
        sql`update units set condition = 'fair' where id = ${listed}`,
      ],
    ],
    [
      'an erasure without its record',
      ['a device counts as erased without a passed erasure since it came in, or its newest one failed'],
      [sql`update units set wiped_at = now() where id = ${sold}`],
    ],
    [
      'a cost without its row',
      ['the cost of a device is not the sum of its costs'],
      [sql`update units set cost_cents = cost_cents + 1 where id = ${sold}`],
    ],
    [
      'a share of a lot that is too small',
      [
        'the cost of a device is not the sum of its costs',
        'the devices of a closed lot do not carry its costs',
      ],
      [sql`update unit_costs set amount_cents = amount_cents - 1`],
    ],
    [
      'a blocked check on sale',
      ['a device is ready or on sale although a check of it is blocked'],
      [sql`update unit_checks set result = 'blocked', unit_id = ${listed}`],
    ],
    [
      'a device that passed untested',
      ['a device passed the bench without a test or a grade'],
      [sql`update units set gate = 'passed' where id = ${listed}`],
    ],
    [
      'a ledger row of an unknown device',
      ['a ledger row of a device counts it more than once, or the device is unknown'],
      [sql`update stock_movements set unit_id = 'unt_unknown' where reason = 'order'`],
    ],
  ];
  const tables = ['units', 'unit_events', 'unit_costs', 'unit_checks', 'stock_movements', 'order_items'];
  for (const [name, violations, changes] of planted) {
    const found = await violationsAfter(changes, [...tables, 'order_item_units', 'products']);
    expect([name, found.filter((what) => /device|lot|order line/.test(what))]).toEqual([
      name,
      violations.toSorted((one, other) => found.indexOf(one) - found.indexOf(other)),
    ]);
  }
});

/** SQL: a move with its event, past the write that books stock. */
const moved = (id: string, from: string, to: string) => sql`
  with changed as (update units set state = ${to}, state_since = now() where id = ${id} returning id)
  insert into unit_events (id, unit_id, kind, from_state, to_state, created_at)
  select 'uev_planted', id, 'moved', ${from}, ${to}, now() + interval '1 year' from changed`;

test('the database rejects what constraints and triggers of devices forbid', async () => {
  const imei = `35000009000001${luhnDigit('35000009000001')}`;
  const identifier = (id: string, unit: string, value: string) => sql`
    insert into unit_identifiers (id, unit_id, kind, scope, value, captured)
    values (${id}, ${unit}, 'imei', 'imei', ${value}, 'scan')`;
  const forbidden: [name: string, changes: SQL[]][] = [
    ['one identifier in two devices', [identifier('a', listed, imei), identifier('b', sold, imei)]],
    [
      'an IMEI with a wrong check digit',
      [identifier('a', listed, `${imei.slice(0, 14)}${(Number(imei.at(-1)) + 1) % 10}`)],
    ],
    [
      'one device in two orders',
      [
        sql`insert into order_item_units (id, order_item_id, unit_id, captured, assigned_at)
            select 'twice', order_item_id, unit_id, captured, assigned_at from order_item_units limit 1`,
      ],
    ],
    ['a device on sale without a product', [sql`update units set product_id = null where id = ${listed}`]],
    ['a device on sale without a gate', [sql`update units set gate = null where id = ${listed}`]],
    [
      'a device on sale that is blocked',
      [sql`update units set blocked_by = '{wipe-failed}' where id = ${listed}`],
    ],
    ['a move that is not allowed', [sql`update units set state = 'sold' where id = ${listed}`]],
    ...['unit_events', 'unit_costs', 'unit_checks'].flatMap((table): [string, SQL[]][] => [
      [`a changed row of ${table}`, [sql.raw(`update ${table} set created_at = now()`)]],
      [`a deleted row of ${table}`, [sql.raw(`delete from ${table}`)]],
    ]),
  ];
  for (const [name, changes] of forbidden) {
    const change = inTransaction(db, async (tx) => {
      for (const statement of changes) await tx.execute(statement);
    });
    await expect(change, name).rejects.toThrow();
  }
  await shop.expectIntegrity();
});
