import type { FileResponse } from '@reprise/contract/endpoint';
import { cents } from '@reprise/contract/money';
import { analyticsEndpoints } from '@reprise/contract/operations/analytics';
import { beforeAll, expect, test } from 'vitest';
import { callsTo } from '../../../test/call-endpoints.ts';
import { openOrderShop, orderOf, problemOf } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { settingsEffects } from '../../app/settings-effects.ts';
import { updateSettings } from '../../foundations/settings/update-settings.ts';
import type { Caller } from '../../platform/http/endpoint.ts';
import { rollUpOrderStats } from '../../sales/orders/order-stats.ts';
import { analyticsHandlers } from './analytics.routes.ts';

const database = await openTestDatabase();
const shop = await openOrderShop(database);
const call = callsTo(analyticsEndpoints, analyticsHandlers(shop.deps));
const moveTo = (timeZone: string) => updateSettings(shop.deps, { timeZone }, null, settingsEffects);

let boss: Caller;
let phone: string;

beforeAll(async () => {
  boss = await shop.addUser('admin');
  phone = await shop.addProduct(50, cents(10_000), 'Phone');
  // Around midnight in New York on both days on which its clocks change.
  for (const time of [
    '2026-03-08T04:59:59Z',
    '2026-03-08T05:00:00Z',
    '2026-03-09T03:59:59Z',
    '2026-03-09T04:00:00Z',
    '2026-11-01T03:59:59Z',
    '2026-11-01T04:00:00Z',
    '2026-11-02T04:59:59Z',
    '2026-11-02T05:00:00Z',
  ]) {
    await sellAt(time);
  }
});

async function sellAt(time: string) {
  shop.clock.now = new Date(time);
  const { order } = await shop.place(orderOf({ [phone]: 1 }));
  const body = { method: 'cash' };
  await shop.call('recordPayment', { params: { id: order.id }, body }, { caller: boss });
}

/** Returns the number of sales by day of the 31 days that end at this time. */
async function salesAt(now: string): Promise<Record<string, number>> {
  shop.clock.now = new Date(now);
  const { dailySales } = await call('getSalesAnalytics', { as: 'admin', query: { period: '31' } });
  return Object.fromEntries(dailySales.flatMap(({ date, orders }) => (orders > 0 ? [[date, orders]] : [])));
}

const countOrders = async (query: Record<string, string>) =>
  (await shop.call('listAllOrders', { query }, { caller: boss })).pagination.total;

test('days are those of UTC until the store has a time zone', async () => {
  expect(await salesAt('2026-03-20T12:00:00Z')).toEqual({ '2026-03-08': 2, '2026-03-09': 2 });
});

test('a new time zone moves all sales to its days, also where the clocks change', async () => {
  await rollUpOrderStats(shop.deps.db);
  await moveTo('America/New_York');
  await shop.expectIntegrity();
  expect(await salesAt('2026-03-20T12:00:00Z')).toEqual({
    '2026-03-07': 1,
    '2026-03-08': 2,
    '2026-03-09': 1,
  });
  expect(await salesAt('2026-11-03T04:59:59Z')).toEqual({
    '2026-10-31': 1,
    '2026-11-01': 2,
    '2026-11-02': 1,
  });
});

test('the current day and month begin at midnight in the store', async () => {
  shop.clock.now = new Date('2026-11-01T03:59:59Z');
  expect((await call('getDashboardStats', { as: 'admin' })).overview.monthlyOrders).toBe(1);
  shop.clock.now = new Date('2026-11-01T04:00:00Z');
  expect((await call('getDashboardStats', { as: 'admin' })).overview.monthlyOrders).toBe(3);
});

test('a day in a filter begins at midnight in the store, a time means itself', async () => {
  expect(await countOrders({ from: '2026-03-08', to: '2026-03-09' })).toBe(2);
  expect(await countOrders({ from: '2026-11-01', to: '2026-11-02' })).toBe(2);
  expect(await countOrders({ from: '2026-03-08T00:00:00Z', to: '2026-03-09T00:00:00.000Z' })).toBe(2);
  expect(await codeFor({ from: '2026-02-30' })).toBe('VALIDATION_ERROR');
});

const codeFor = async (query: Record<string, string>) => (await problemOf(countOrders(query))).code;

test('new and cancelled orders count on the days of the store', async () => {
  await moveTo('Asia/Kolkata');
  await sellAt('2026-06-30T18:29:59Z');
  await sellAt('2026-06-30T18:30:00Z');
  await shop.expectIntegrity();
  expect(await salesAt('2026-07-10T00:00:00Z')).toEqual({ '2026-06-30': 1, '2026-07-01': 1 });
  const { orders } = await shop.call(
    'listAllOrders',
    { query: { from: '2026-07-01', to: '2026-07-02' } },
    { caller: boss },
  );
  const params = { id: orders[0].id };
  await shop.call('changeOrderStatus', { params, body: { status: 'cancelled' } }, { caller: boss });
  await shop.expectIntegrity();
  expect(await salesAt('2026-07-10T00:00:00Z')).toEqual({ '2026-06-30': 1 });
});

test('orders that are placed during the change count on the days of the new time zone', async () => {
  shop.clock.now = new Date('2026-08-01T02:00:00Z');
  const place = () => shop.place(orderOf({ [phone]: 1 }));
  const early = Array.from({ length: 5 }, place);
  await Promise.all([...early, moveTo('America/Los_Angeles'), ...Array.from({ length: 5 }, place)]);
  await shop.expectIntegrity();
});

test('an export has times with the offset of the store and the day of the store in its name', async () => {
  await moveTo('Pacific/Kiritimati');
  shop.clock.now = new Date('2026-07-10T10:00:00Z');
  const file: FileResponse = await shop.call(
    'exportOrders',
    { query: { from: '2026-07-01' } },
    { caller: boss },
  );
  expect(file.name).toBe('orders-2026-07-11.csv');
  let text = '';
  for await (const piece of file.pieces) text += piece;
  expect(text).toContain('2026-07-01T08:30:00+14:00');
});

test.each(['Mars/Olympus', 'EST', '+05:00', 'Etc/Unknown'])(
  'the time zone “%s” is refused',
  async (timeZone) => {
    const { settingsInput } = await import('@reprise/contract/foundations/settings');
    const isKnown = settingsInput.safeParse({ timeZone }).success;
    if (isKnown) expect((await problemOf(moveTo(timeZone))).code).toBe('VALIDATION_ERROR');
    expect(await salesAt('2026-07-10T00:00:00Z')).toEqual({ '2026-07-01': 1 });
  },
);
