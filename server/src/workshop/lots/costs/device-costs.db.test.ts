import { luhnDigit } from '@reprise/contract/workshop/codes/luhn-digit';
import { lotEndpoints } from '@reprise/contract/workshop/lots/lots';
import { unitEndpoints } from '@reprise/contract/workshop/units/units';
import { beforeAll, expect, test } from 'vitest';
import { callsTo } from '../../../../test/call-endpoints.ts';
import { openOrderShop, problemOf } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { unitHandlers } from '../../units/units.routes.ts';
import { lotHandlers } from '../lots.routes.ts';

const database = await openTestDatabase();
const shop = await openOrderShop(database);
const handlers = { ...lotHandlers(shop.deps), ...unitHandlers(shop.deps) };
const call = callsTo({ ...lotEndpoints, ...unitEndpoints }, handlers);
const as = 'admin' as const;

let count = 0;
const newImei = () => {
  const digits = `35222222${String(++count).padStart(6, '0')}`;
  return digits + luhnDigit(digits);
};
const phone = { new: { name: 'Pixel 8 128 GB Obsidian', brand: 'Google' } };

let supplier: string;
beforeAll(async () => {
  await call('receiveUnit', { as, body: { model: phone, identifiers: [] } });
  const body = { name: 'Example Wholesale', kind: 'company' };
  supplier = (await call('createSupplier', { as, body })).supplier.id;
});

const addLot = async (goods: number | null = null) =>
  (await call('createLot', { as, body: { supplier, spread: 'price', goods } })).lot.id;
const lotOf = async (id: string) => (await call('getLot', { as, params: { id } })).lot;

async function send(id: string, rows: string[]) {
  const csv = ['Model,IMEI,Price,Qty', ...rows].join('\n');
  const files = [{ name: 'manifest.csv', bytes: Buffer.from(csv) }] as never;
  return (await call('sendManifest', { as, params: { id }, files })).manifest;
}
const apply = (id: string, body: object = {}) => call('applyManifest', { as, params: { id }, body });

async function receive(value?: string, lot?: string) {
  const identifiers = value ? [{ kind: 'imei', value }] : [];
  const body = { model: phone, identifiers, ...(lot && { lot }) };
  return (await call('receiveUnit', { as, body })).unit;
}

const close = (id: string, body: object = {}) =>
  call('closeLot', { as, params: { id }, body: { neverCame: 'credited', ...body } });
const costsOf = (id: string) => call('getUnitCosts', { as, params: { id } });
const unitOf = (id: string) => call('getUnit', { as, params: { id } });

async function setCost(id: string, body: object) {
  const { unit } = await unitOf(id);
  return call('setUnitCost', {
    as,
    params: { id },
    body: { version: unit.version, reason: 'Receipt 12', ...body },
  });
}

/** Lot of devices on a manifest, of which all but the last came. */
async function closedLot(goods: number, prices: number[]) {
  const lot = await addLot(goods);
  const imeis = prices.map(newImei);
  const model = 'Pixel 8 128 GB Obsidian';
  await send(
    lot,
    prices.map((price, index) => `${model},${imeis[index]},${price},1`),
  );
  await apply(lot);
  const ids: string[] = [];
  for (const imei of imeis.slice(0, -1)) ids.push((await receive(imei, lot)).id);
  await close(lot);
  return { lot, ids, late: imeis.at(-1) ?? '' };
}

const unknown = async (query: object = {}) =>
  (await call('listUnits', { as, query: { costUnknown: 'true', ...query } })).units.map(({ id }) => id);

test('a device without a lot says that its cost is unknown until it is set, also to 0', async () => {
  const [bought, gift] = [await receive(newImei()), await receive(newImei())];
  expect(bought.isCostKnown).toBe(false);
  expect(await unknown()).toEqual(expect.arrayContaining([bought.id, gift.id]));
  expect(await setCost(bought.id, { purchase: 817.35 })).toMatchObject({
    total: 817.35,
    purchase: 817.35,
  });
  expect(await setCost(gift.id, { purchase: 0 })).toMatchObject({ total: 0, purchase: 0, costs: [] });
  expect(await unknown()).not.toEqual(expect.arrayContaining([bought.id]));
  expect(await unknown()).not.toEqual(expect.arrayContaining([gift.id]));
  const { unit, events } = await unitOf(bought.id);
  expect(unit.isCostKnown).toBe(true);
  expect(events[0]).toMatchObject({ kind: 'costed', detail: 'cost set', reason: 'Receipt 12' });
  expect(JSON.stringify(events)).not.toMatch(/817\.?35/);
  await shop.expectIntegrity();
});

test('a corrected cost is booked as a difference beside the first one', async () => {
  const { id } = await receive(newImei());
  await setCost(id, { purchase: 80 });
  expect(await setCost(id, { purchase: 75.5 })).toMatchObject({
    total: 75.5,
    costs: [
      { kind: 'purchase', amount: 80 },
      { kind: 'correction', amount: -4.5 },
    ],
  });
  expect(await setCost(id, { purchase: null })).toMatchObject({ total: 0, purchase: null });
  const stale = { version: 1, purchase: 5, reason: 'Late' };
  const late = call('setUnitCost', { as, params: { id }, body: stale });
  expect(await problemOf(late)).toMatchObject({ code: 'EDIT_CONFLICT' });
  await shop.expectIntegrity();
});

test('two people who set the cost of a device at once book one of the two', async () => {
  const { id, version } = await receive(newImei());
  const set = (purchase: number) =>
    call('setUnitCost', { as, params: { id }, body: { version, purchase, reason: 'Receipt' } });
  const results = await Promise.allSettled([set(50), set(60)]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const { total, costs } = await costsOf(id);
  expect([costs.length, [50, 60].includes(total)]).toEqual([1, true]);
});

test('a lot without an amount is not closed until one is stated, if only 0', async () => {
  const lot = await addLot();
  const { id } = await receive(newImei(), lot);
  expect(await problemOf(close(lot))).toMatchObject({ code: 'VALIDATION_ERROR' });
  expect(await problemOf(setCost(id, { purchase: 5 }))).toMatchObject({ code: 'UNIT_STATE' });
  expect(await unknown({ lot })).toEqual([id]);
  await close(lot, { goods: 0 });
  expect(await lotOf(lot)).toMatchObject({ state: 'closed', goods: 0, cost: 0 });
  expect(await costsOf(id)).toMatchObject({ total: 0, purchase: 0 });
});

test('a late device finds its closed lot, and its price raises what the lot cost', async () => {
  const { lot, ids, late } = await closedLot(160, [100, 60, 30]);
  expect((await lotOf(lot)).counts).toMatchObject({ received: 2, neverCame: 1 });
  const unit = await receive(late);
  expect(unit).toMatchObject({ state: 'bench', isCostKnown: false, lot: { id: lot } });
  expect((await lotOf(lot)).counts).toMatchObject({ received: 3, neverCame: 0 });
  expect(await costsOf(unit.id)).toMatchObject({
    total: 0,
    purchase: null,
    declared: 30,
    lotState: 'closed',
  });
  await setCost(unit.id, { purchase: 30 });
  const costs = await call('getLotCosts', { as, params: { id: lot } });
  expect(costs).toMatchObject({ total: 160, booked: 160, unknown: 0 });
  // A cost that comes later finds the late device, too.
  await call('addLotCost', { as, params: { id: lot }, body: { kind: 'fee', amount: 19 } });
  const totals = await Promise.all([...ids, unit.id].map(async (id) => (await costsOf(id)).total));
  expect(totals).toEqual([91.25, 54.75, 33]);
  await shop.expectIntegrity();
});

test('a device that leaves a closed lot leaves its cost to the others', async () => {
  const { lot, ids } = await closedLot(90, [50, 30, 10]);
  const [moved = '', rest = ''] = ids;
  await call('addLotCost', { as, params: { id: lot }, body: { kind: 'freight', amount: 8 } });
  const other = await addLot();
  const set = await setCost(moved, { lot: other, purchase: null });
  expect(set).toMatchObject({ total: 0, purchase: null, lotState: 'open' });
  expect(await costsOf(rest)).toMatchObject({ total: 88, purchase: 80 });
  const { events } = await unitOf(moved);
  expect(events.find(({ kind }) => kind === 'costed')?.detail).toMatch(/^lot L-\d+, cost not known$/);
  await close(other, { goods: 45 });
  expect(await costsOf(moved)).toMatchObject({ total: 45, purchase: 45 });
  const single = await problemOf(setCost(rest, { lot: null }));
  expect(single).toMatchObject({ code: 'UNIT_STATE' });
  expect(await problemOf(setCost(rest, { lot: 'L-1' }))).toMatchObject({ code: 'VALIDATION_ERROR' });
  await shop.expectIntegrity();
});

test('a device bought alone takes its cost into a closed lot', async () => {
  const { lot } = await closedLot(90, [50, 40, 10]);
  const { id } = await receive(newImei());
  await setCost(id, { purchase: 20 });
  const { number } = await lotOf(lot);
  expect(await setCost(id, { lot: number.toLowerCase() })).toMatchObject({ total: 20, purchase: 20 });
  const costs = await call('getLotCosts', { as, params: { id: lot } });
  expect([costs.total, costs.booked]).toEqual([100, 100]);
  await shop.expectIntegrity();
});

test('the same manifest is refused a second time, saved in another way, too', async () => {
  const lot = await addLot(100);
  const rows = ['Pixel 8 128 GB Obsidian,,120,3', 'Google Pixel 8 128 GB Obsidian,,100,2'];
  await send(lot, rows);
  await apply(lot);
  const again = await send(lot, [...rows].reverse());
  expect(again?.problem).toContain('were applied to lot');
  expect(await problemOf(apply(lot))).toMatchObject({ code: 'MANIFEST_APPLIED' });
  expect(await problemOf(apply(lot, { again: true }))).toMatchObject({ code: 'MANIFEST_APPLIED' });
  expect((await lotOf(lot)).counts.expected).toBe(5);
  const other = await addLot(100);
  expect((await send(other, rows))?.appliedTo).toMatchObject({ lot: (await lotOf(lot)).number });
  expect(await problemOf(apply(other))).toMatchObject({ code: 'MANIFEST_APPLIED' });
  await apply(other, { again: true });
  expect((await lotOf(other)).counts.expected).toBe(5);
});

test('two people who apply the same file to a lot at once add its devices once', async () => {
  const lot = await addLot(100);
  await send(lot, ['Pixel 8 128 GB Obsidian,,77,4']);
  await Promise.allSettled([apply(lot), apply(lot)]);
  expect((await lotOf(lot)).counts.expected).toBe(4);
});

test('removed devices leave manifest, prices and claims, and let the file be applied again', async () => {
  const lot = await addLot(100);
  const row = 'Pixel 8 128 GB Obsidian,,33,4';
  await send(lot, [row]);
  await apply(lot);
  const { units } = await call('listUnits', { as, query: { lot } });
  const remove = (body: object = {}) =>
    call('removeExpectedUnits', { as, params: { id: lot }, body: { reason: 'Sent twice', ...body } });
  expect(await remove({ ids: [units[0]?.id] })).toEqual({ removed: 1 });
  const costs = await call('getLotCosts', { as, params: { id: lot } });
  expect(costs.manifest).toBe(99);
  await send(lot, [row]);
  expect(await problemOf(apply(lot))).toMatchObject({ code: 'MANIFEST_APPLIED' });
  expect(await remove()).toEqual({ removed: 3 });
  expect(await remove()).toEqual({ removed: 0 });
  expect((await lotOf(lot)).counts).toMatchObject({ expected: 0, neverCame: 0 });
  await apply(lot);
  expect((await lotOf(lot)).counts.expected).toBe(4);
  await shop.expectIntegrity();
});
