import { randomBytes } from 'node:crypto';
import { luhnDigit } from '@reprise/contract/workshop/codes/luhn-digit';
import { modelCodeEndpoints } from '@reprise/contract/workshop/units/model-codes';
import { parseUnitNumber } from '@reprise/contract/workshop/units/unit-number';
import {
  movesByHand,
  needsManager,
  statesInHand,
  unitMoves,
  unitStates,
} from '@reprise/contract/workshop/units/unit-states';
import { unitEndpoints } from '@reprise/contract/workshop/units/units';
import { eq, inArray, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { callsTo, countStatements } from '../../../test/call-endpoints.ts';
import { openOrderShop, problemOf } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { deviceModels } from '../../catalog/products/families/families.tables.ts';
import { listProducts } from '../../catalog/products/listing/product-list.queries.ts';
import { categories, products } from '../../catalog/products/products.tables.ts';
import { auditEntries } from '../../foundations/audit/audit.tables.ts';
import { minuteMs } from '../../platform/time.ts';
import { modelCodeHandlers } from './model-codes.routes.ts';
import { receiveUnit, undoReceiveUnit } from './receive-unit.ts';
import { unitHandlers } from './units.routes.ts';
import { unitEvents, units } from './units.tables.ts';

const database = await openTestDatabase();
const shop = await openOrderShop(database);
const { deps, addProduct } = shop;
const { db } = database;
const call = callsTo(unitEndpoints, unitHandlers(deps));
const callCodes = callsTo(modelCodeEndpoints, modelCodeHandlers(deps));
const asAdmin = { as: 'admin' } as const;

await db
  .insert(categories)
  .values({ id: 'cat_smart', name: 'Smartphones', slug: 'smartphones', description: '', image: '' });

let made = 0;
const imeiOf = (number: number) => {
  const digits = `35000000${String(number).padStart(6, '0')}`;
  return digits + luhnDigit(digits);
};
const newImei = () => imeiOf(++made);
const newSerial = () => `SER${String(++made).padStart(6, '0')}`;
const phone = { new: { name: 'iPhone 13 128 GB Midnight', brand: 'Apple', category: 'smartphones' } };

const receive = async (body: object = {}) => {
  const identifiers = [
    { kind: 'imei', value: newImei() },
    { kind: 'serial', value: newSerial() },
  ];
  return (await call('receiveUnit', { ...asAdmin, body: { model: phone, identifiers, ...body } })).unit;
};
const move = async (body: object) => (await call('moveUnits', { ...asAdmin, body })).outcomes;
const scan = async (code: string) => (await call('scanCode', { ...asAdmin, query: { code } })).result;

test('receives a device and finds it by its number, identifiers and their ends', async () => {
  const unit = await receive({ place: 'a3', captured: 'scan' });
  expect(unit).toMatchObject({ state: 'bench', place: 'A3', missing: [], previous: null });
  expect(unit.model).toMatchObject({ name: 'iPhone 13 128 GB Midnight', category: 'Smartphones' });
  const [imei, serial] = unit.identifiers.map(({ value }) => value);
  for (const code of [unit.number, unit.number.toLowerCase(), imei, `S/N: ${serial}`]) {
    const found = await scan(code ?? '');
    expect([code, found.units.map(({ id }) => id)]).toEqual([code, [unit.id]]);
  }
  const found = await scan(serial?.slice(-5) ?? '');
  expect([found.units, found.ending.map(({ id }) => id)]).toEqual([[], [unit.id]]);
  const { events } = await call('getUnit', { ...asAdmin, params: { id: unit.number } });
  expect(events).toMatchObject([{ kind: 'received', to: 'bench', detail: 'scanned, bin A3' }]);
});

test('the codes of a configuration are replaced, and a scan finds it by them', async () => {
  const { model } = await receive();
  const params = { key: model.key };
  const save = (gtins: string[], mpns: string[]) =>
    callCodes('updateModelCodes', { ...asAdmin, params, body: { gtins, mpns } });
  expect((await save(['194252707241'], ['MLPF3LL/A'])).codes).toEqual({
    gtins: ['00194252707241'],
    mpns: ['MLPF3LL/A'],
  });
  expect((await scan('194252707241')).models.map(({ key }) => key)).toEqual([model.key]);
  const wrong = 'The last digit of 194252707242 should be 1. Compare it with the box.';
  expect(await problemOf(save(['194252707242'], []))).toMatchObject({ errors: [{ message: wrong }] });
  await save([], []);
  expect((await callCodes('getModelCodes', { ...asAdmin, params })).codes).toEqual({ gtins: [], mpns: [] });
  expect((await scan('194252707241')).models).toEqual([]);
});

test('the search of the storefront finds products by the codes of their configuration', async () => {
  const { model } = await receive();
  const id = await addProduct(1);
  await db.update(products).set({ modelKey: model.key }).where(eq(products.id, id));
  const isFound = async (search: string) =>
    (await listProducts(db, { search })).products.some((product) => product.id === id);
  expect(await isFound('194252707258')).toBe(false);
  await receive({ gtin: '194252707258' });
  expect(await isFound('194252707258')).toBe(true);
  const codes = { gtins: [], mpns: ['MLPG3LL/A'] };
  await callCodes('updateModelCodes', { ...asAdmin, params: { key: model.key }, body: codes });
  expect([await isFound('194252707258'), await isFound('mlpg3')]).toEqual([false, true]);
  await db.delete(products).where(eq(products.id, id));
});

test('reads a scanned device in one statement and its page in at most five', async () => {
  const unit = await receive();
  for (const code of [unit.number, ...unit.identifiers.map(({ value }) => value)]) {
    expect([code, await countStatements(database, () => scan(code))]).toEqual([code, 1]);
  }
  const read = () => call('getUnit', { ...asAdmin, params: { id: unit.id } });
  expect(await countStatements(database, read)).toBeLessThanOrEqual(5);
});

test('has each identifier in one device at a time', async () => {
  const unit = await receive();
  const again = await problemOf(receive({ identifiers: unit.identifiers }));
  expect(again).toMatchObject({ code: 'IDENTIFIER_IN_USE', details: { unit: unit.number, state: 'bench' } });
  expect(again.message).toContain('on the bench');
  const value = newImei();
  const twice = receive({
    identifiers: [
      { kind: 'imei', value },
      { kind: 'imei2', value },
    ],
  });
  expect((await problemOf(twice)).message).toContain('was given twice');
  // Serial numbers of two makers may be equal.
  const serial = unit.identifiers.find(({ kind }) => kind === 'serial');
  const other = { new: { name: 'Galaxy S22', brand: 'Samsung', category: 'smartphones' } };
  expect((await receive({ model: other, identifiers: [serial] })).missing).toEqual(['imei']);
});

test('two scanners that receive one device at the same moment make one unit', async () => {
  const identifiers = [{ kind: 'imei', value: newImei() }];
  const results = await Promise.allSettled([receive({ identifiers }), receive({ identifiers })]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect((await scan(identifiers[0]?.value ?? '')).units).toHaveLength(1);
});

test('a repeated Idempotency-Key receives once', async () => {
  const body = {
    model: phone,
    identifiers: [],
    gtin: '',
    captured: 'scan' as const,
    place: '',
    note: '',
    again: false,
  };
  const first = await receiveUnit(deps, body, 'usr_admin', 'key-1');
  expect((await receiveUnit(deps, body, 'usr_admin', 'key-1')).id).toBe(first.id);
});

test('suggests the model by the box and by the beginning of the IMEI', async () => {
  const model = { new: { name: 'Pixel 8 128 GB Hazel', brand: 'Google', category: 'smartphones' } };
  const imei = `35111111000000${luhnDigit('35111111000000')}`;
  await receive({ model, gtin: '4006381333931', identifiers: [{ kind: 'imei', value: imei }] });
  expect(await scan('4006381333931')).toMatchObject({ kind: 'model', models: [{ name: model.new.name }] });
  const sibling = `35111111000001${luhnDigit('35111111000001')}`;
  expect(await scan(sibling)).toMatchObject({
    kind: 'identifier',
    identifier: 'imei',
    units: [],
    models: [{ name: model.new.name }],
  });
});

test('takes the model of a product, and names it once', async () => {
  const productId = await addProduct(3);
  const found = await call('findModels', { ...asAdmin, query: { search: productId } });
  expect(found.models).toMatchObject([{ key: null, product: productId }]);
  const unit = await receive({ model: { product: productId }, identifiers: [] });
  const [product] = await db.select().from(products).where(eq(products.id, productId));
  expect(unit.model.key).toBe(product?.modelKey);
  const again = await call('findModels', { ...asAdmin, query: { search: 'pixel 7 snow' } });
  expect(again.models).toMatchObject([{ key: unit.model.key, product: null }]);
  expect(product?.stockCount).toBe(3);
});

test('a new model joins the family that its name belongs to, with options read from both names', async () => {
  const receiveNew = (name: string, family?: string) =>
    receive({
      model: { new: { name, brand: 'Apple', ...(family ? { family } : { category: 'smartphones' }) } },
      identifiers: [],
    });
  const first = await receiveNew('iPhone 12 64 GB White');
  const query = { brand: 'apple', name: 'iPhone 12 128 GB Black' };
  const { families, suggested } = await call('listBrandFamilies', { ...asAdmin, query });
  expect(families[0]).toMatchObject({ id: suggested, name: 'iPhone 12 64 GB White', configurationCount: 1 });
  const second = await receiveNew(query.name, suggested ?? '');
  const rows = await db
    .select()
    .from(deviceModels)
    .where(eq(deviceModels.familyId, suggested ?? ''));
  expect(rows.toSorted((a, b) => a.position - b.position)).toMatchObject([
    { key: first.model.key, options: { storage: '64 GB', color: 'White' } },
    { key: second.model.key, kind: 'phone', options: { storage: '128 GB', color: 'Black' } },
  ]);
  const again = await call('listBrandFamilies', { ...asAdmin, query });
  expect(again.families[0]).toMatchObject({ id: suggested, name: 'iPhone 12', configurationCount: 2 });
  const [entry] = await db.select().from(auditEntries).where(eq(auditEntries.action, 'add to family'));
  expect(entry).toMatchObject({ subject: `family ${suggested}`, after: { name: query.name } });
  const other = await call('listBrandFamilies', { ...asAdmin, query: { brand: 'Apple', name: 'iPhone 14' } });
  expect(other.suggested).toBeNull();
});

test('a new model joins no family of another brand and none that is gone', async () => {
  const { model } = await receive({ model: phone, identifiers: [] });
  const [row] = await db.select().from(deviceModels).where(eq(deviceModels.key, model.key));
  const join = (brand: string, family: string) =>
    receive({ model: { new: { name: 'Pixel 9', brand, category: 'smartphones', family } }, identifiers: [] });
  await expect(join('Nokia', row?.familyId ?? '')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  await expect(join('Google', 'fam_gone')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await db.select().from(deviceModels).where(eq(deviceModels.name, 'Pixel 9'))).toEqual([]);
});

test('moves along the allowed moves only, in the process and in the database', async () => {
  const productId = await addProduct(0);
  const { id } = await receive({ model: { product: productId } });
  const place = (state: string) =>
    db.execute(sql`update ${units} set state = ${state}, gone_as = ${state === 'gone' ? 'scrap' : null},
      product_id = ${productId}, listed_at = now(), gate = 'waived' where id = ${id}`);
  const reset = async (state: string) => {
    await db.execute(sql`alter table ${units} disable trigger units_moves`);
    await place(state);
    await db.execute(sql`alter table ${units} enable trigger units_moves`);
  };
  for (const from of unitStates) {
    for (const to of unitStates) {
      await reset(from);
      const inDatabase = await place(to).then(
        () => true,
        () => false,
      );
      expect([from, to, inDatabase]).toEqual([from, to, from === to || unitMoves[from].includes(to)]);
      await reset(from);
      // Off sale, its product has too little stock to lose a device: moves of listed devices have their own test.
      if (from === 'listed') continue;
      const [outcome] = await move({ ids: [id], to, reason: 'x', ...(to === 'gone' && { goneAs: 'scrap' }) });
      // Back to a buyer goes only what came back from an order.
      const isAllowed = movesByHand[from].includes(to) && to !== 'sold';
      expect([from, to, outcome?.problem === '']).toEqual([from, to, isAllowed]);
    }
  }
});

test('the states in hand are those of the indexes', async () => {
  const { rows } = await db.execute<{ definition: string }>(
    sql`select pg_get_indexdef('units_in_hand'::regclass) as definition`,
  );
  const named = unitStates.filter((state) => rows[0]?.definition.includes(`'${state}'`));
  expect(named).toEqual(unitStates.filter((state) => statesInHand.some((inHand) => inHand === state)));
});

test('moves several devices, keeps back those that cannot move, and records each', async () => {
  const [ready, gone] = [await receive(), await receive()];
  await db.update(units).set({ wipedAt: deps.now() }).where(eq(units.id, ready.id));
  await move({ ids: [gone.id], to: 'gone', goneAs: 'scrap', reason: 'water damage' });
  const outcomes = await move({ ids: [ready.id, gone.id, 'unt_none'], to: 'ready', reason: 'tested' });
  expect(outcomes.map(({ problem }) => problem)).toEqual([
    '',
    'A device that is gone cannot be moved to "ready for sale".',
    'Device not found.',
  ]);
  const { unit, events } = await call('getUnit', { ...asAdmin, params: { id: ready.id } });
  expect(unit).toMatchObject({ state: 'ready', version: 2 });
  expect(events[0]).toMatchObject({ kind: 'moved', from: 'bench', to: 'ready', reason: 'tested' });
  expect(needsManager('quarantine', 'bench')).toBe(true);
});

test('its history cannot be rewritten', async () => {
  const { id } = await receive();
  await expect(db.update(unitEvents).set({ reason: 'x' }).where(eq(unitEvents.unitId, id))).rejects.toThrow();
  await expect(db.delete(unitEvents).where(eq(unitEvents.unitId, id))).rejects.toThrow();
});

test('undoes a receive of the last hour and frees the identifiers', async () => {
  const unit = await receive();
  const undone = (await call('undoReceiveUnit', { ...asAdmin, params: { id: unit.id }, body: {} })).unit;
  expect(undone).toMatchObject({ state: 'gone', goneAs: 'mistaken', identifiers: [] });
  const anew = await receive({ identifiers: unit.identifiers });
  expect(anew.id).not.toBe(unit.id);
  const late = { ...deps, now: () => new Date(deps.now().getTime() + 61 * minuteMs) };
  expect((await problemOf(undoReceiveUnit(late, anew.id, 'usr_admin'))).code).toBe('UNIT_STATE');
  await move({ ids: [anew.id], to: 'repair' });
  expect((await problemOf(undoReceiveUnit(deps, anew.id, 'usr_admin'))).code).toBe('UNIT_STATE');
});

test('a device that left and comes again is another unit that names the earlier one', async () => {
  const unit = await receive();
  await move({ ids: [unit.id], to: 'gone', goneAs: 'other-channel' });
  const { identifiers } = unit;
  expect((await problemOf(receive({ identifiers }))).message).toContain('gone (Sold elsewhere)');
  const again = await receive({ identifiers, again: true });
  expect(again).toMatchObject({ previous: unit.number, state: 'bench' });
  const found = await scan(identifiers[0]?.value ?? '');
  expect(found.units.map(({ id }) => id)).toEqual([again.id, unit.id]);
  expect(found.units[1]).toMatchObject({ next: again.number, identifiers: [], missing: [] });
  // A device in the house is not received again.
  expect((await problemOf(receive({ identifiers, again: true }))).code).toBe('IDENTIFIER_IN_USE');
});

test('undoing the receive of a device that came again gives its numbers back', async () => {
  const { id, identifiers } = await receive();
  await move({ ids: [id], to: 'gone', goneAs: 'other-channel' });
  const again = await receive({ identifiers, again: true });
  await call('undoReceiveUnit', { ...asAdmin, params: { id: again.id }, body: {} });
  const { unit } = await call('getUnit', { ...asAdmin, params: { id } });
  expect(unit).toMatchObject({ next: null, identifiers });
  expect(await receive({ identifiers, again: true })).toMatchObject({ previous: unit.number });
});

test('corrects model, note and identifiers on the version that was read', async () => {
  const unit = await receive();
  const params = { id: unit.number };
  const model = { new: { name: 'iPhone 13 256 GB Blue', brand: 'Apple', category: 'smartphones' } };
  const edited = await call('updateUnit', { ...asAdmin, params, body: { version: 1, model, note: 'chip' } });
  expect(edited.unit).toMatchObject({ note: 'chip', version: 2, model: { name: model.new.name } });
  const stale = call('updateUnit', { ...asAdmin, params, body: { version: 1, note: 'late' } });
  expect((await problemOf(stale)).code).toBe('EDIT_CONFLICT');
  const value = newSerial();
  const identified = await call('setUnitIdentifier', { ...asAdmin, params, body: { kind: 'serial', value } });
  expect(identified.unit.identifiers).toContainEqual({ kind: 'serial', value });
  expect(identified.events[0]).toMatchObject({ kind: 'identified', detail: `Serial number ${value}` });
  const taken = (await receive()).identifiers.find(({ kind }) => kind === 'serial');
  const conflict = call('setUnitIdentifier', { ...asAdmin, params, body: taken });
  expect((await problemOf(conflict)).code).toBe('IDENTIFIER_IN_USE');
});

test('lists those in hand by state, place, model and search', async () => {
  const model = { new: { name: 'Steam Deck 512 GB', brand: 'Valve' } };
  const [first, second] = [
    await receive({ model, identifiers: [], place: 'C1' }),
    await receive({ model, identifiers: [], place: 'C2' }),
  ];
  await call('placeUnits', { ...asAdmin, body: { ids: [first.id], place: 'c9' } });
  const idsOf = async (query: Record<string, string>) =>
    (await call('listUnits', { ...asAdmin, query })).units.map(({ id }) => id).sort();
  const both = [first.id, second.id].sort();
  expect(await idsOf({ search: 'deck valve' })).toEqual(both);
  expect(await idsOf({ model: first.model.key })).toEqual(both);
  expect(await idsOf({ place: 'c9' })).toEqual([first.id]);
  await move({ ids: [second.id], to: 'gone', goneAs: 'lost' });
  expect(await idsOf({ search: 'deck valve' })).toEqual([first.id]);
  // A unit number may have letters only.
  const letters = 'U-BCDEFGAS';
  expect(parseUnitNumber(letters)).toBe(letters);
  await db.update(units).set({ number: letters }).where(eq(units.id, second.id));
  expect(await idsOf({ search: letters })).toEqual([second.id]);
  expect(await idsOf({ state: 'gone', model: first.model.key })).toEqual([second.id]);
  const list = await call('listUnits', { ...asAdmin, query: { limit: '1' } });
  const { counts } = await call('countUnits', asAdmin);
  expect(counts.bench).toBe(await db.$count(units, eq(units.state, 'bench')));
  expect(list.pagination.total).toBeGreaterThan(1);
});

test('exports the devices of the list as CSV, every one once', async () => {
  const unit = await receive({ place: 'CSV', note: '=1+1' });
  const [row] = await db.select().from(units).where(eq(units.id, unit.id));
  if (!row) throw new Error('The device was not stored.');
  const others = Array.from({ length: 1000 }, (_, place) => ({
    ...row,
    id: `${row.id}-${place}`,
    number: `U-${String(place).padStart(8, '0')}`,
    passportToken: randomBytes(16).toString('hex'),
    note: '',
  }));
  await db.insert(units).values(others);
  const { pieces } = await call('exportUnits', { ...asAdmin, query: { place: 'CSV' } });
  let text = '';
  for await (const piece of pieces) text += piece;
  const [head, ...lines] = text.trim().split('\r\n');
  expect(head).toContain('Number,Brand,Model,State,Since,Bin,');
  expect(new Set(lines.map((line) => line.split(',')[0]))).toEqual(
    new Set([unit.number, ...others.map(({ number }) => number)]),
  );
  expect(lines).toHaveLength(1001);
  const line = lines.find((text) => text.startsWith(unit.number));
  for (const { value } of unit.identifiers) expect(line).toContain(`,${value},`);
  expect(line).toMatch(/,'=1\+1$/);
  await db.delete(units).where(
    inArray(
      units.id,
      others.map(({ id }) => id),
    ),
  );
});

test('records who printed a label', async () => {
  const { id } = await receive();
  await call('printUnitLabels', { ...asAdmin, body: { ids: [id] } });
  const { events } = await call('getUnit', { ...asAdmin, params: { id } });
  expect(events.map(({ kind }) => kind).sort()).toEqual(['labeled', 'received']);
});

test('a customer opens none of it', async () => {
  for (const name of Object.keys(unitEndpoints) as (keyof typeof unitEndpoints)[]) {
    const problem = await problemOf(call(name, { as: 'customer', params: { id: 'unt_1' }, body: {} }));
    expect([name, problem.code]).toEqual([name, 'FORBIDDEN']);
  }
});
