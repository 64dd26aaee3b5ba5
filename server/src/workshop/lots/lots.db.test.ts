import { cents } from '@reprise/contract/money';
import { type Permission, permissionsOf, staffRoles } from '@reprise/contract/permissions';
import { luhnDigit } from '@reprise/contract/workshop/codes/luhn-digit';
import { lotEndpoints } from '@reprise/contract/workshop/lots/lots';
import { unitEndpoints } from '@reprise/contract/workshop/units/units';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { callChecked, callsTo } from '../../../test/call-endpoints.ts';
import { deviceCalls } from '../../../test/device-shop.ts';
import { openOrderShop, orderOf, problemOf } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { categories } from '../../catalog/products/products.tables.ts';
import type { AnyHandler, CallContext, Caller } from '../../platform/http/endpoint.ts';
import { hourMs } from '../../platform/time.ts';
import { unitHandlers } from '../units/units.routes.ts';
import { lotHandlers } from './lots.routes.ts';

const database = await openTestDatabase();
const shop = await openOrderShop(database);
const { deps } = shop;
const { db } = database;
const handlers = { ...lotHandlers(deps), ...unitHandlers(deps) };
const call = callsTo({ ...lotEndpoints, ...unitEndpoints }, handlers);
const asAdmin = { as: 'admin' } as const;

let count = 0;
const imeiOf = (digits: string) => digits + luhnDigit(digits);
const newImei = () => imeiOf(`35111111${String(++count).padStart(6, '0')}`);
const phone = { new: { name: 'Pixel 8 128 GB Obsidian', brand: 'Google', category: 'smartphones' } };
const words = 'Google Pixel 8 128 GB Obsidian';

let supplier: string;
beforeAll(async () => {
  await db
    .insert(categories)
    .values({ id: 'cat_smart', name: 'Smartphones', slug: 'smartphones', description: '', image: '' });
  supplier = await addSupplier('Example Wholesale');
  // The model exists from now on.
  await call('receiveUnit', { ...asAdmin, body: { model: phone, identifiers: [] } });
});

async function addSupplier(name: string) {
  const body = { name, kind: 'company' };
  return (await call('createSupplier', { ...asAdmin, body })).supplier.id;
}

const addLot = async (body: object = {}) =>
  (await call('createLot', { ...asAdmin, body: { supplier, spread: 'price', ...body } })).lot;
const getLot = async (id: string) => (await call('getLot', { ...asAdmin, params: { id } })).lot;

async function send(id: string, csv: string) {
  const files = [{ name: 'manifest.csv', bytes: Buffer.from(csv) }];
  const { manifest } = await call('sendManifest', { ...asAdmin, params: { id }, files: files as never });
  if (!manifest) throw new Error('The file was not stored.');
  return manifest;
}

const apply = async (id: string) =>
  (await call('applyManifest', { ...asAdmin, params: { id }, body: {} })).manifest;

async function lotOf(rows: string[], body: object = {}) {
  const lot = await addLot(body);
  await send(lot.id, ['Model,IMEI,Grade,Price', ...rows].join('\n'));
  await apply(lot.id);
  return lot.id;
}

const receive = async (value: string, body: object = {}) =>
  (
    await call('receiveUnit', {
      ...asAdmin,
      body: { model: phone, identifiers: [{ kind: 'imei', value }], captured: 'scan', ...body },
    })
  ).unit;
const close = async (id: string, body: object = {}) =>
  (await call('closeLot', { ...asAdmin, params: { id }, body: { neverCame: 'credited', ...body } })).result;
const costOf = async (id: string) => call('getUnitCosts', { ...asAdmin, params: { id } });

test('numbers lots, finds them and rejects an edit of an earlier version', async () => {
  const [first, second] = [await addLot({ goods: 100, reference: 'INV 7' }), await addLot()];
  expect(Number(second.number.slice(2)) - Number(first.number.slice(2))).toBe(1);
  expect(first).toMatchObject({ state: 'open', goods: 100, cost: 100, supplier: { claimDays: 30 } });
  const found = await call('listLots', { ...asAdmin, query: { search: 'inv 7' } });
  expect(found.lots.map(({ id }) => id)).toEqual([first.id]);
  const edit = { params: { id: first.number }, body: { supplier, goods: 90, version: 1 } };
  expect((await call('updateLot', { ...asAdmin, ...edit })).lot).toMatchObject({ goods: 90, version: 2 });
  expect(await problemOf(call('updateLot', { ...asAdmin, ...edit }))).toMatchObject({
    code: 'EDIT_CONFLICT',
  });
  const twin = addSupplier('EXAMPLE wholesale');
  expect(await problemOf(twin)).toMatchObject({ code: 'SUPPLIER_EXISTS' });
});

test('a lot takes the tax scheme of its supplier until it is closed', async () => {
  const body = { name: 'Margin Traders', kind: 'public', taxScheme: 'margin' };
  const trader = (await call('createSupplier', { ...asAdmin, body })).supplier;
  const [lot, other] = [
    await addLot({ supplier: trader.id }),
    await addLot({ supplier: trader.id, taxScheme: 'standard' }),
  ];
  expect([trader.taxScheme, lot.taxScheme, other.taxScheme]).toEqual(['margin', 'margin', 'standard']);
  const edit = (input: object) =>
    call('updateLot', { ...asAdmin, params: { id: lot.id }, body: { supplier: trader.id, ...input } });
  expect((await edit({ note: 'From the fair', version: 1 })).lot.taxScheme).toBe('margin');
  const unit = await receive(newImei(), { lot: lot.id });
  expect(unit.lot?.taxScheme).toBe('margin');
  await close(lot.id, { goods: 0 });
  const { version } = await getLot(lot.id);
  expect(await problemOf(edit({ taxScheme: 'standard', version }))).toMatchObject({ code: 'LOT_CLOSED' });
});

test('turns a manifest of 200 rows into expected devices, once', async () => {
  const lot = await addLot();
  const rows = Array.from({ length: 200 }, () => `Pixel 8 128 GB Obsidian,${newImei()},A-,199.50`);
  const checked = await send(lot.id, ['Model,IMEI,Grade,Price', ...rows].join('\n'));
  expect(checked).toMatchObject({ goodRows: 200, badRows: 0, units: 200, problem: '', applied: false });
  expect((await getLot(lot.id)).counts.expected).toBe(0);
  await Promise.all([apply(lot.id), apply(lot.id)]);
  expect(await apply(lot.id)).toMatchObject({ goodRows: 200, units: 200, applied: true });
  expect((await getLot(lot.id)).counts).toMatchObject({ expected: 200, received: 0 });
  const again = await send(lot.id, ['Model,IMEI', rows[0]?.split(',').slice(0, 2)].join('\n'));
  expect(again.rejected[0]?.reasons.join()).toContain('which is expected');
  await shop.expectIntegrity();
});

test('rejects each bad row of a dirty file with its reason and guesses nothing', async () => {
  const [known, inLot, twin] = [newImei(), newImei(), newImei()];
  const stock = await receive(known);
  await lotOf([`${words},${inLot},B,10`]);
  const good = newImei();
  const wrongDigit = `${good.slice(0, 14)}${(Number(good.at(-1)) + 1) % 10}`;
  const zero = imeiOf('01111111222222');
  const rows: [row: string, reason: string][] = [
    [`${words},${known},,A,10,1`, `belongs to ${stock.number}, which is on the bench`],
    [`${words},${inLot},,A,10,1`, 'which is expected'],
    [`${words},${twin},,A,10,1`, ''],
    [`${words},${twin},,A,10,1`, `IMEI ${twin} is in row 5 already`],
    [`${words},${wrongDigit},,A,10,1`, 'check digit of this IMEI does not fit'],
    [`${words},3.56E+14,,A,10,1`, 'Export it as text'],
    [`${words},"3,56E+14",,A,10,1`, 'Export it as text'],
    [`${words},${zero.slice(1)},,A,10,1`, `a spreadsheet dropped the zero in front, and ${zero} would fit`],
    [`${words},${good.slice(0, 14)},,A,10,1`, 'The last digit of this IMEI is missing'],
    [`${words},${good.slice(0, 13)},,A,10,1`, 'this one has 13 characters'],
    [`${words},C8QH6T96DPNG,,A,10,1`, 'This is no IMEI'],
    [`${words},,${good},A,10,1`, 'This is an IMEI in the column of serial numbers'],
    [`${words},,2.1E+11,A,10,1`, 'Export it as text'],
    [`${words},,AB,A,10,1`, 'A serial number has 4 to 40 letters and digits'],
    [`${words},,SER/Ü44,A,10,1`, 'a letter of another alphabet'],
    [`,${newImei()},,A,10,1`, 'No model'],
    [`Pixle 8,${newImei()},,A,10,1`, '“Pixle 8” is no known model'],
    [`${words},${newImei()},,A,ten,1`, 'Price “ten”'],
    [`${words},${newImei()},,A,-5,1`, 'Price “-5”'],
    [`${words},${newImei()},,A,2000000,1`, 'above $1,000,000.00'],
    [`${words},${newImei()},,A,10,2`, 'One number cannot stand for 2 devices'],
    [`${words},,,A,10,0`, 'from 1 to 1000'],
    [`${words},,,A,10,1.5`, 'from 1 to 1000'],
    [`${words},,,A,10,1001`, 'from 1 to 1000'],
    [`${words},${newImei()},,A,10,1,300`, 'This row has 7 cells'],
    [`${words},${newImei()},,${'A'.repeat(61)},10,1`, 'The grade has more than 60'],
    [`${'w'.repeat(301)},${newImei()},,A,10,1`, 'more than 300 characters'],
    [`Total,,,,1234.50,`, ''],
    [`${words},n/a,N/A,Kratzer am Rahmen,10,1`, ''],
    [`${words},"=""${newImei()}""",,A,$10.00,1`, ''],
    [`${words},${newImei()}.0,,A,10,1`, ''],
    [`${words},'${newImei()},,A,10,1`, ''],
    [`${words},IMEI: ${newImei()},,A,10,1`, ''],
  ];
  const lot = await addLot();
  const head = ['Stock list of Nov 24,,,,,', ',,,,,', 'Model,IMEI,Serial,Grade,Price,Qty'];
  // The two rows above the column names are merged in the spreadsheet.
  const checked = await send(
    lot.id,
    [...head.slice(0, 1), head[2], ...rows.map(([row]) => row)].join('\r\n'),
  );
  expect(checked.warnings).toEqual(['The column names are in row 2; the rows above are left out.']);
  const reasonOf = new Map(checked.rejected.map(({ number, reasons }) => [number, reasons.join(' ')]));
  for (const [index, [row, reason]] of rows.entries()) {
    const found = reasonOf.get(index + 3) ?? '';
    expect([row, found.includes(reason) && (found === '') === (reason === '') ? reason : found]).toEqual([
      row,
      reason,
    ]);
  }
  expect(checked).toMatchObject({ badRows: 26, goodRows: 6, units: 6, skippedRows: 1 });
  expect(checked.unknownModels).toContainEqual({ words: 'Pixle 8', rows: 1, suggestion: null });
  await apply(lot.id);
  const { units } = await call('listUnits', { ...asAdmin, query: { state: 'expected', limit: '100' } });
  const declared = units.filter((unit) => unit.lot?.id === lot.id).map((unit) => unit.lot?.declared);
  expect(declared.sort()).toEqual(['A', 'A', 'A', 'A', 'A', 'Kratzer am Rahmen']);
});

test('notices swapped columns and remembers the right ones for the supplier', async () => {
  const supplier = await addSupplier('Swapped Ltd');
  const lot = await addLot({ supplier });
  const csv = `Device;Serial;IMEI;Regal\nPixel 8 128 GB Obsidian;${newImei()};ABC1234;x\n`;
  const swapped = await send(lot.id, csv);
  expect(swapped.warnings).toEqual(['“Serial” and “IMEI” look swapped. Choose the columns again.']);
  expect(swapped.columns.map(({ field }) => field)).toEqual(['model', 'serial', 'imei', null]);
  const columns = ['model', 'imei', 'serial', 'ignored'];
  const params = { id: lot.id };
  const right = await call('assignManifestColumns', { ...asAdmin, params, body: { columns } });
  expect(right.manifest).toMatchObject({ goodRows: 1, badRows: 0, warnings: [] });
  const next = await send((await addLot({ supplier })).id, csv);
  expect(next.columns.map(({ field }) => field)).toEqual(columns);
  expect((await send((await addLot()).id, csv)).columns[1]?.field).toBe('serial');
});

test('remembers the model that words of a supplier stand for', async () => {
  const lot = await addLot();
  await send(lot.id, `Description,IMEI\nGGL PX8 BLK,${newImei()}`);
  const body = { words: 'GGL  px8 BLK', model: phone };
  const { manifest } = await call('assignManifestModel', { ...asAdmin, params: { id: lot.id }, body });
  expect(manifest).toMatchObject({ goodRows: 1, unknownModels: [] });
  expect(await send((await addLot()).id, `Description,IMEI\nggl px8 blk,${newImei()}`)).toMatchObject({
    goodRows: 1,
  });
});

test('receives a device of the manifest, adds another with a mark, and undoes both', async () => {
  const [first, second, extra] = [newImei(), newImei(), newImei()];
  const lot = await lotOf([`${words},${first},A,100`, `${words},${second},B,50`]);
  const unit = await receive(first, { lot, place: 'A1' });
  expect(unit).toMatchObject({ state: 'bench', place: 'A1', lot: { id: lot, declared: 'A' } });
  const added = await receive(extra, { lot });
  expect(added.lot).toMatchObject({ id: lot, declared: null });
  expect((await getLot(lot)).counts).toMatchObject({ expected: 1, received: 2, extra: 1 });
  const undo = async (id: string) =>
    (await call('undoReceiveUnit', { ...asAdmin, params: { id }, body: {} })).unit;
  expect(await undo(unit.id)).toMatchObject({ state: 'expected', place: '', lot: { id: lot } });
  expect(await undo(added.id)).toMatchObject({ state: 'gone', goneAs: 'mistaken' });
  expect((await getLot(lot)).counts).toMatchObject({ expected: 2, received: 0, extra: 0 });
  expect((await receive(first)).id).toBe(unit.id);
  shop.clock.now = new Date(shop.clock.now.getTime() + 2 * hourMs);
  expect(await problemOf(undo(unit.id))).toMatchObject({ code: 'UNIT_STATE' });
  await shop.expectIntegrity();
});

test('receives a device whose numbers the manifest does not have', async () => {
  const lot = await addLot();
  await send(lot.id, `Model,Qty\n${words},2`);
  await apply(lot.id);
  const imeis = [newImei(), newImei(), newImei()];
  for (const imei of imeis) await receive(imei, { lot: lot.id });
  expect((await getLot(lot.id)).counts).toMatchObject({ expected: 0, received: 3, extra: 1 });
});

test('closes a lot once: its devices carry goods and costs to the cent, and later costs a second share', async () => {
  const imeis = [newImei(), newImei(), newImei()];
  const lot = await lotOf(
    imeis.map((imei, index) => `${words},${imei},A,${[100, 50, 30][index]}`),
    { goods: 180 },
  );
  const params = { id: lot };
  await call('addLotCost', { ...asAdmin, params, body: { kind: 'freight', amount: 10.01 } });
  const [first, second] = [await receive(imeis[0] ?? '', { lot }), await receive(imeis[1] ?? '', { lot })];
  const dry = await close(lot, { dryRun: true });
  expect(dry).toMatchObject({ received: 2, neverCame: 1, credit: 30, total: 160.01, closed: false });
  expect((await getLot(lot)).state).toBe('open');
  const closings = await Promise.allSettled([close(lot), close(lot)]);
  expect(closings.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await costOf(first.id)).toMatchObject({
    total: 106.67,
    costs: [
      { kind: 'purchase', amount: 100 },
      { kind: 'lot-share', amount: 6.67 },
    ],
  });
  expect((await costOf(second.id)).total).toBe(53.34);
  expect(await getLot(lot)).toMatchObject({
    state: 'closed',
    counts: { neverCame: 1, expected: 0 },
    cost: 160.01,
  });
  const later = await call('addLotCost', { ...asAdmin, params, body: { kind: 'duty', amount: 0.01 } });
  expect(later).toMatchObject({ total: 160.02, booked: 160.02 });
  await shop.expectIntegrity();
  const append = db.execute(sql`update unit_costs set amount_cents = 1`);
  await expect(append).rejects.toThrow();
});

test('a device that is not on the manifest carries the average share', async () => {
  const [first, second, extra] = [newImei(), newImei(), newImei()];
  const lot = await lotOf([`${words},${first},A,100`, `${words},${second},A,50`], { goods: 150 });
  const units = [];
  for (const imei of [first, second, extra]) units.push(await receive(imei, { lot }));
  await close(lot);
  const totals = await Promise.all(units.map(async ({ id }) => (await costOf(id)).total));
  expect(totals).toEqual([66.67, 33.33, 50]);
  await shop.expectIntegrity();
});

test('a closed lot shows what its sold devices brought and cost', async () => {
  const devices = deviceCalls(shop);
  const product = await shop.addProduct(0, cents(20_000));
  await devices.setTracking(product, 'serial');
  const lot = (await addLot({ goods: 150, spread: 'equal' })).id;
  const ids: string[] = [];
  for (const _ of [1, 2]) {
    const body = { model: { product }, identifiers: [{ kind: 'imei', value: newImei() }], lot };
    ids.push((await call('receiveUnit', { ...asAdmin, body })).unit.id);
  }
  await close(lot);
  await devices.moveUnits({ ids, to: 'ready' });
  await devices.listForSale(ids, product);
  const sold = async () => (await call('getLotCosts', { ...asAdmin, params: { id: lot } })).sold;
  expect(await sold()).toEqual({ units: 0, unknown: 0, revenue: 0, cost: 0 });
  const caller = await shop.addUser('admin');
  const { order } = await shop.place(orderOf({ [product]: 1 }));
  await shop.call('recordPayment', { params: { id: order.id }, body: { method: 'cash' } }, { caller });
  await shop.call('changeOrderStatus', { params: { id: order.id }, body: { status: 'shipped' } }, { caller });
  expect(await sold()).toEqual({ units: 1, unknown: 0, revenue: 200, cost: 75 });
});

test('lets the received devices carry what never came, and closes no lot whose cost nobody carries', async () => {
  const [came, missing] = [newImei(), newImei()];
  const lot = await lotOf([`${words},${came},A,10`, `${words},${missing},A,10`], { goods: 20 });
  expect(await problemOf(close(lot, { neverCame: 'spread' }))).toMatchObject({ code: 'UNIT_STATE' });
  const unit = await receive(came, { lot });
  await close(lot, { neverCame: 'spread' });
  expect((await costOf(unit.id)).total).toBe(20);
  // Its number is free: the device can come with another lot.
  const other = await addLot();
  expect((await receive(missing, { lot: other.id })).lot?.id).toBe(other.id);
  await shop.expectIntegrity();
});

test('lists what differs from the manifest for the supplier', async () => {
  const [graded, extra, missing] = [newImei(), newImei(), newImei()];
  const lot = await lotOf([`${words},${graded},Like New,10`, `${words},${missing},A,10`]);
  const unit = await receive(graded, { lot });
  await db.execute(
    sql`update units set grade_code = 'B', condition = 'good', graded_at = now() where id = ${unit.id}`,
  );
  await receive(extra, { lot });
  const file = await call('exportClaimSheet', { ...asAdmin, params: { id: lot } });
  let text = '';
  for await (const piece of (file as never as { pieces: AsyncIterable<string> }).pieces) text += piece;
  const rows = text.trim().split('\r\n').slice(1);
  expect(rows.map((row) => row.split(',').slice(-3).join()).sort()).toEqual([
    'another grade,10,',
    'has not come,10,10',
    'not on the manifest,,',
  ]);
  const { grades } = await call('getLot', { ...asAdmin, params: { id: lot } });
  expect(grades).toContainEqual({ declared: 'Like New', actual: 'B', units: 1 });
});

test('shows no cost to anyone without the permission to see costs', async () => {
  const imei = newImei();
  const lot = await lotOf([`${words},${imei},A,777.77`], { goods: 777.77 });
  const unit = await receive(imei, { lot });
  await close(lot);
  const endpoints = { ...lotEndpoints, ...unitEndpoints };
  const staff: ReadonlySet<Permission>[] = staffRoles.map((role) => permissionsOf([role]));
  // Manages lots, but sees no costs.
  staff.push(new Set<Permission>(['lots.manage', 'units.read', 'units.receive', 'units.list']));
  const showing = new Set<string>();
  for (const permissions of staff) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      if (endpoint.method !== 'GET' || 'file' in endpoint || name === 'getManifest') continue;
      const params = { id: name.startsWith('getUnit') ? unit.id : lot };
      const handler = handlers[name as keyof typeof handlers] as unknown as AnyHandler;
      const context = contextOf(permissions);
      const answer = await callChecked(endpoint, handler, { params, query: { code: imei } }, context).catch(
        (error: unknown) => error,
      );
      if (!JSON.stringify(answer).includes('777.77')) continue;
      expect([name, permissions.has('costs.see')]).toEqual([name, true]);
      showing.add(name);
    }
  }
  expect([...showing].sort()).toEqual(['getLot', 'getLotCosts', 'getUnitCosts', 'listLots']);
});

function contextOf(permissions: ReadonlySet<Permission>): CallContext {
  const caller: Caller = {
    userId: 'usr_admin',
    role: 'admin',
    permissions,
    name: 'Ada Admin',
    email: 'admin@shop.test',
    sessionId: 'ses_admin',
    provedAt: new Date(),
  };
  const network = { ip: '127.0.0.1', network: '127.0.0.1', userAgent: 'test' };
  const keys = { token: 'token', idempotencyKey: null, orderToken: null };
  return { caller, requestId: 'test', ...network, ...keys, files: [], countDeletions: async () => {} };
}
