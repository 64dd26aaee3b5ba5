import { editedGradingEndpoints } from '@reprise/contract/catalog/grading/edited-grading';
import { familyAdminEndpoints } from '@reprise/contract/catalog/products/family-admin';
import { permissionsOf } from '@reprise/contract/permissions';
import { luhnDigit } from '@reprise/contract/workshop/codes/luhn-digit';
import { benchEndpoints } from '@reprise/contract/workshop/units/bench';
import { unitEndpoints } from '@reprise/contract/workshop/units/units';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { callsTo } from '../../../../test/call-endpoints.ts';
import { deviceCalls } from '../../../../test/device-shop.ts';
import { openOrderShop, problemOf } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { ensureGrading } from '../../../catalog/grading/ensure-grading.ts';
import { editedGradingHandlers } from '../../../catalog/grading/grading.routes.ts';
import { checklists } from '../../../catalog/grading/grading.tables.ts';
import { deviceModels } from '../../../catalog/products/families/families.tables.ts';
import { familyAdminHandlers } from '../../../catalog/products/families/family-admin.routes.ts';
import { categories, products } from '../../../catalog/products/products.tables.ts';
import { auditEntries } from '../../../foundations/audit/audit.tables.ts';
import { assignUnits } from '../assign-units.ts';
import { moveUnits } from '../move-units.ts';
import { findUnitRow } from '../unit-rows.ts';
import { unitHandlers } from '../units.routes.ts';
import { units } from '../units.tables.ts';
import { updateUnit } from '../update-unit.ts';
import { benchHandlers } from './bench.routes.ts';
import { unitTests, unitWipes } from './bench.tables.ts';
import { countGraded } from './count-graded.ts';
import { carrierGates } from './reopen-carrier-gates.ts';
import { gradingGates } from './reopen-gates.ts';

const database = await openTestDatabase();
const { db } = database;
const { deps, addProduct, stockOf, expectIntegrity } = await openOrderShop(database);
const devices = deviceCalls({ deps });
const bench = callsTo(benchEndpoints, benchHandlers(deps));
const register = callsTo(unitEndpoints, unitHandlers(deps));
const as = 'admin' as const;

await ensureGrading(db, deps.now());
await db
  .insert(categories)
  .values({ id: 'cat_smart', name: 'Smartphones', slug: 'smartphones', description: '', image: '' });

let made = 0;
let id = '';
const idOf = () => ({ id });
beforeEach(async () => {
  made += 1;
  const digits = `35000001${String(made).padStart(6, '0')}`;
  const body = {
    model: { new: { name: 'iPhone 13 128 GB Midnight', brand: 'Apple', category: 'smartphones' } },
    identifiers: [
      { kind: 'imei', value: digits + luhnDigit(digits) },
      { kind: 'serial', value: `BENCH${made}` },
    ],
  };
  id = (await register('receiveUnit', { as, body })).unit.id;
});

const sellable = async () => {
  await doAllSteps();
  expect(await moveAs(false, 'ready', '')).toBe('');
};
const edit = async (body: object) =>
  register('updateUnit', { as, params: idOf(), body: { version: (await read()).version, ...body } });

const read = async () => (await register('getUnit', { as, params: idOf() })).unit;
const move = async (to: string, reason = '') =>
  (await register('moveUnits', { as, body: { ids: [id], to, reason } })).outcomes[0]?.problem;
const moveAs = async (canWaive: boolean, to: 'ready' | 'bench', reason: string) =>
  (await moveUnits(deps, { ids: [id], to, reason }, { actorId: 'usr_admin', canWaive }))[0]?.problem;
const check = (kind: string, result = 'clear') =>
  bench('recordUnitChecks', { as, params: idOf(), body: { checks: [{ kind, result }] } });
const wipe = async (result = 'passed') => {
  const body = { ids: [id], category: 'purge', method: 'Factory reset', verification: 'tool', result };
  return (await bench('recordUnitWipes', { as, body })).outcomes;
};

/** Answers every test with a pass, but for those named. */
async function testAll({ failed = [] as string[], battery = 91 as number | null } = {}) {
  const { checklist } = (await bench('getUnitBench', { as, params: idOf() })).bench;
  const results = Object.fromEntries(
    checklist.tests.map(({ key }) => [key, failed.includes(key) ? 'fail' : 'pass']),
  );
  const body = { checklist: checklist.id, results, battery };
  return bench('recordUnitTest', { as, params: idOf(), body });
}

async function grade(code: string, { reason = '', worst = 'A' } = {}) {
  const { standard } = (await bench('getUnitBench', { as, params: idOf() })).bench;
  const surfaces = Object.fromEntries(standard.surfaces.map(({ key }) => [key, worst]));
  const body = { standard: standard.id, answers: { surfaces, isRefurbished: false }, code, reason };
  return bench('recordUnitGrading', { as, params: idOf(), body });
}

const checks = ['account-lock', 'management', 'blacklist', 'finance', 'carrier-lock'];
async function doAllSteps() {
  for (const kind of checks) await check(kind);
  await wipe();
  await testAll();
  await grade('A');
}

test('a device with every step done is ready without a manager', async () => {
  expect(await moveAs(false, 'ready', '')).toBe('Check locks and registers. Erase it. Test it. Grade it.');
  await doAllSteps();
  expect(await moveAs(false, 'ready', '')).toBe('');
  expect(await read()).toMatchObject({
    state: 'ready',
    gate: 'passed',
    battery: 91,
    grade: { code: 'A', condition: 'excellent' },
    progress: { identified: true, checked: true, wiped: true, tested: true, graded: true },
  });
});

test('a manager waives open steps with a reason, nobody else does', async () => {
  expect(await moveAs(false, 'ready', 'Sold as it is')).toContain('Erase it.');
  expect(await moveAs(true, 'ready', '')).toContain('Erase it.');
  // The erasure of a device with data is not waived.
  expect(await moveAs(true, 'ready', 'Sealed box')).toContain('Erase it: no device that holds data');
  await wipe();
  expect(await moveAs(true, 'ready', 'Sealed box')).toBe('');
  expect(await read()).toMatchObject({ gate: 'waived', waiver: { reason: 'Sealed box' } });
});

test('a failed erasure puts it into quarantine, and nobody can sell it, not even in the database', async () => {
  await doAllSteps();
  await wipe('failed');
  expect(await read()).toMatchObject({
    state: 'quarantine',
    blockedBy: ['wipe'],
    progress: { wiped: false },
  });
  expect(await move('bench')).toBe('');
  expect(await moveAs(true, 'ready', 'The owner wants it')).toContain('Its erasure failed.');
  const force = db.update(units).set({ state: 'ready', gate: 'waived' }).where(eq(units.id, id));
  await expect(force).rejects.toThrow();
  await wipe();
  expect(await moveAs(false, 'ready', '')).toBe('');
});

test('a blocked check counts until a clear one, whatever other checks say', async () => {
  await check('blacklist', 'blocked');
  expect(await read()).toMatchObject({ state: 'quarantine', blockedBy: ['blacklist'] });
  await check('finance');
  expect((await read()).blockedBy).toEqual(['blacklist']);
  await move('bench');
  expect(await moveAs(true, 'ready', 'It looks fine')).toContain('Blacklist: blocked.');
  await check('blacklist');
  expect((await read()).blockedBy).toEqual([]);
  expect((await read()).progress.checked).toBe(false);
});

test('a failed required test keeps the step open; a critical one suggests that it is not sold', async () => {
  const { unit } = await testAll({ failed: ['speaker'] });
  expect(unit.progress.tested).toBe(false);
  await testAll({ failed: ['display'] });
  expect((await problemOf(grade('A'))).message).toBe('The answers suggest X. Say why it is A.');
  const { unit: graded } = await grade('X');
  expect(graded.grade?.condition).toBeNull();
  expect(await moveAs(true, 'ready', 'Cheap')).toContain('Grade X is not sold to customers.');
});

test('tests that are not required do not fail a device, and all required ones are asked', async () => {
  expect((await testAll({ failed: ['nfc'] })).bench.tests[0]).toMatchObject({
    verdict: 'pass-with-notes',
    failed: ['NFC'],
  });
  const { checklist } = (await bench('getUnitBench', { as, params: idOf() })).bench;
  const body = { checklist: checklist.id, results: { display: 'pass' } };
  const partly = bench('recordUnitTest', { as, params: idOf(), body });
  expect((await problemOf(partly)).message).toContain('Answer the required tests: Touch on the whole screen');
});

test('another grade than the suggested one needs a reason, which stays in the history', async () => {
  await testAll({ battery: 82 });
  expect((await problemOf(grade('A'))).message).toBe('The answers suggest B. Say why it is A.');
  const { bench: after } = await grade('A', { reason: 'Battery replaced today' });
  expect(after.gradings[0]).toMatchObject({ code: 'A', suggested: 'B', reason: 'Battery replaced today' });
  expect(await moveAs(false, 'ready', '')).toContain('its battery has 82%, grade A needs 85%');
});

test('work on the bench asks for test and grade again, a time outside for all steps', async () => {
  await doAllSteps();
  await move('repair');
  await move('bench');
  expect((await read()).progress).toMatchObject({ checked: true, wiped: true, tested: false, graded: false });
  await register('moveUnits', { as, body: { ids: [id], to: 'gone', goneAs: 'lost' } });
  await move('bench');
  expect((await read()).progress).toMatchObject({
    checked: false,
    wiped: false,
    tested: false,
    graded: false,
  });
  for (const kind of checks.slice(1)) await check(kind);
  expect((await read()).progress.checked).toBe(false);
});

test('is sold under products of its graded condition only', async () => {
  const product = await addProduct(0);
  const identifiers = [{ kind: 'serial', value: `BENCH${made}P` }];
  id = (await register('receiveUnit', { as, body: { model: { product }, identifiers } })).unit.id;
  // The first receive gave the product its model, without which it cannot be tracked.
  await db.update(products).set({ tracking: 'serial', condition: 'good' }).where(eq(products.id, product));
  await testAll();
  await grade('A');
  await move('ready');
  const [outcome] = (await register('listUnitsForSale', { as, body: { ids: [id], product } })).outcomes;
  expect(outcome?.problem).toBe('It was graded A (Like New). This product is Good.');
  await move('bench');
  await testAll();
  await grade('B', { worst: 'B' });
  await move('ready');
  expect(
    (await register('listUnitsForSale', { as, body: { ids: [id], product } })).outcomes[0]?.problem,
  ).toBe('');
});

test('records can be neither changed nor deleted, nor a published checklist', async () => {
  await doAllSteps();
  await expect(db.delete(unitWipes).where(eq(unitWipes.unitId, id))).rejects.toThrow();
  await expect(db.update(unitTests).set({ verdict: 'pass' })).rejects.toThrow();
  await expect(db.update(checklists).set({ tests: [] })).rejects.toThrow();
});

test('records are taken on the bench only, and once per key', async () => {
  await doAllSteps();
  await move('ready');
  expect((await problemOf(check('finance'))).message).toBe(
    'It is ready for sale. Move it to the bench first.',
  );
  expect((await wipe())[0]?.problem).toBe('It is ready for sale. Move it to the bench first.');
});

test('a device is worked on by one person until another takes it over, and free once it is ready', async () => {
  const person = (actorId: string, takeOver = false) =>
    assignUnits(deps, { ids: [id], to: 'me', takeOver }, actorId);
  expect((await person('usr_admin'))[0]?.problem).toBe('');
  expect((await person('usr_other'))[0]?.problem).toMatch(/ works on it\.$/);
  const mine = await register('listUnits', { as, query: { mine: 'true' } });
  const { mine: count } = await register('countUnits', { as });
  expect([count, mine.units.map((unit) => unit.id)]).toEqual([1, [id]]);
  expect((await person('usr_other', true))[0]?.unit?.assignee?.id).toBe('usr_other');
  await doAllSteps();
  await move('ready');
  expect((await read()).assignee).toBeNull();
  expect((await person('usr_admin'))[0]?.problem).toBe('It is ready for sale.');
});

test('receiving a device cannot be undone once work on it is recorded', async () => {
  await check('blacklist');
  const undo = register('undoReceiveUnit', { as, params: idOf(), body: {} });
  expect(await problemOf(undo)).toMatchObject({
    code: 'UNIT_STATE',
    message: expect.stringContaining('Work on this device is recorded'),
  });
  expect(await read()).toMatchObject({ state: 'bench', identifiers: [{}, {}] });
});

test('a phone that works with one carrier is sold as a model of that carrier only', async () => {
  await doAllSteps();
  await check('carrier-lock', 'flagged');
  expect(await moveAs(true, 'ready', 'Sold as it is')).toBe('It is locked to a carrier. Record which one.');
  const locked = { kind: 'carrier-lock', result: 'flagged', carrier: 'Verizon' };
  await bench('recordUnitChecks', { as, params: idOf(), body: { checks: [locked] } });
  expect(await moveAs(true, 'ready', 'Sold as it is')).toContain('and its model is unlocked');
  const model = {
    new: { name: 'iPhone 13 128 GB Midnight', brand: 'Apple', category: 'smartphones', carrier: 'Verizon' },
  };
  await register('updateUnit', { as, params: idOf(), body: { version: (await read()).version, model } });
  expect(await moveAs(false, 'ready', '')).toBe('');
  expect(await read()).toMatchObject({
    carrier: 'Verizon',
    flags: ['carrier-lock'],
    model: { name: 'iPhone 13 128 GB Midnight Verizon', carrier: 'Verizon' },
  });
});

test('another kind opens the gate of the devices of a model and voids their tests', async () => {
  await sellable();
  expect((await register('previewKindChange', { as, params: idOf() })).sentBack).toBeGreaterThan(0);
  await edit({ kind: 'audio' });
  expect(await read()).toMatchObject({
    state: 'bench',
    gate: null,
    battery: null,
    progress: { wiped: null, tested: false, graded: false },
  });
  await testAll();
  await grade('A');
  expect(await moveAs(false, 'ready', '')).toBe('');
  await edit({ kind: 'phone' });
  expect(await read()).toMatchObject({ state: 'bench', progress: { tested: false, graded: false } });
  expect(await moveAs(false, 'ready', '')).toContain('Test it.');
  const [entry] = await db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.action, 'change kind of devices'));
  expect(entry).toMatchObject({ before: { kind: 'phone' }, after: { kind: 'audio' } });
});

test('another carrier of a configuration sends back the devices that are not locked to it', async () => {
  const product = await sell();
  const { modelKey } = await findUnitRow(db, id);
  const [model] = await db.select().from(deviceModels).where(eq(deviceModels.key, modelKey));
  const families = callsTo(familyAdminEndpoints, familyAdminHandlers({ ...deps, gates: carrierGates(deps) }));
  const params = { id: model?.familyId ?? '' };
  const { family } = await families('getFamily', { as, params });
  const save = async (carrier?: string) => {
    const { version } = (await families('getFamily', { as, params })).family;
    const { name, images, imageAlts, specifications } = family;
    const configurations = family.configurations.map((one) => ({
      modelKey: one.modelKey,
      options: { ...one.options, ...(carrier && { carrier }) },
    }));
    const { sentBack } = await families('previewFamily', { as, params, body: { configurations } });
    const body = { name, images, imageAlts, specifications, version, configurations };
    await families('updateFamily', { as, params, body });
    return sentBack;
  };
  expect(await save('Unlocked')).toBe(0);
  expect(await read()).toMatchObject({ state: 'listed', carrier: '' });
  // On sale since before the shop knew of carriers.
  await db.update(units).set({ carrier: 'Verizon' }).where(eq(units.id, id));
  await save('Verizon');
  expect(await read()).toMatchObject({ state: 'listed' });
  // Other tests have devices of this model, too.
  expect(await save('AT&T')).toBeGreaterThan(0);
  expect(await stockOf(product)).toBe(0);
  expect(await read()).toMatchObject({ state: 'bench', gate: null });
  const { events } = await register('getUnit', { as, params: idOf() });
  expect(events.find(({ from }) => from === 'listed')?.reason).toBe('Its model is locked to AT&T now');
  expect(await moveAs(true, 'ready', 'Sold as it is')).toContain('its model is for AT&T');
  await save();
  await expectIntegrity();
});

test('a technician cannot change what is required of a device', async () => {
  await doAllSteps();
  const caller = { userId: 'usr_admin', permissions: permissionsOf(['technician']) };
  const { version } = await read();
  await expect(updateUnit(deps, id, { version, kind: 'audio' }, caller)).rejects.toThrow();
  expect((await read()).model.kind).toBe('phone');
  // A detour through a model of another kind voids the tests as well.
  const model = { new: { name: `Earbuds ${made}`, brand: 'Apple' } };
  expect(await moveAs(false, 'ready', '')).toBe('');
  await updateUnit(deps, id, { version: (await read()).version, model }, caller);
  expect(await read()).toMatchObject({ state: 'bench', progress: { tested: false, graded: false } });
});

test('a phone without a battery value is not ready under a grade with a floor', async () => {
  for (const kind of checks) await check(kind);
  await wipe();
  await testAll({ battery: null });
  await grade('A', { reason: 'Looks new' });
  expect(await moveAs(false, 'ready', '')).toContain('Test it again with its battery');
});

test('published tests send back the devices that lack an answer, and say how many first', async () => {
  await sellable();
  const grading = callsTo(
    editedGradingEndpoints,
    editedGradingHandlers(deps, {
      countGraded,
      findEndedPromises: async () => ({ count: 0, names: [] }),
      gates: gradingGates(deps),
    }),
  );
  const params = { kind: 'phone' };
  const { published, draftVersion } = (await grading('getEditedGrading', { as, params })).grading;
  const { surfaces, grades, tests } = published;
  const added = { key: '', group: 'Radio', label: `Satellite ${made}`, required: true, critical: false };
  const content = { surfaces, grades, tests: [...tests, added] };
  const draft = { ...content, draftVersion };
  const saved = (await grading('saveGradingDraft', { as, params, body: draft })).grading;
  expect(saved.sentBack).toBeGreaterThan(0);
  await grading('publishGrading', { as, params, body: { draftVersion: saved.draftVersion } });
  expect(await read()).toMatchObject({ state: 'bench', gate: null, progress: { tested: false } });
  expect(await moveAs(false, 'ready', '')).toContain('Test it.');
});

/** Puts the device on sale under a product of its own; returns the id of the product. */
async function sell() {
  await sellable();
  const product = await addProduct(0);
  const { modelKey } = await findUnitRow(db, id);
  await db
    .update(products)
    .set({ modelKey, condition: 'excellent', tracking: 'serial' })
    .where(eq(products.id, product));
  expect((await devices.listForSale([id], product))[0]?.problem).toBe('');
  return product;
}

test('a blocked check takes a device off the sale, and its history says why', async () => {
  const product = await sell();
  await expect(check('blacklist')).rejects.toMatchObject({ code: 'UNIT_STATE' });
  expect(await stockOf(product)).toBe(1);
  await check('blacklist', 'blocked');
  expect(await stockOf(product)).toBe(0);
  expect(await read()).toMatchObject({ state: 'quarantine', blockedBy: ['blacklist'], gate: null });
  const { events } = await register('getUnit', { as, params: idOf() });
  expect(events.find(({ to }) => to === 'quarantine')).toMatchObject({ from: 'listed', reason: 'Blacklist' });
  await expectIntegrity();
});

test('a blocked check that the kind of a device does not need leaves it on sale', async () => {
  const product = await sell();
  const { modelKey } = await findUnitRow(db, id);
  await db.update(deviceModels).set({ kind: 'console' }).where(eq(deviceModels.key, modelKey));
  await expect(check('blacklist', 'blocked')).rejects.toMatchObject({ code: 'UNIT_STATE' });
  expect(await stockOf(product)).toBe(1);
  await db.update(deviceModels).set({ kind: 'phone' }).where(eq(deviceModels.key, modelKey));
});

test('a failed erasure takes a device off the sale', async () => {
  const product = await sell();
  await wipe();
  expect(await stockOf(product)).toBe(1);
  await wipe('failed');
  expect(await stockOf(product)).toBe(0);
  expect(await read()).toMatchObject({ state: 'quarantine', blockedBy: ['wipe'] });
  await expectIntegrity();
});

test('a device in quarantine has no waiver', async () => {
  await wipe();
  expect(await moveAs(true, 'ready', 'Sealed box')).toBe('');
  expect(await move('quarantine', 'Recall')).toBe('');
  expect(await read()).toMatchObject({ state: 'quarantine', gate: null, waiver: null });
});

test('an erasure of several devices names its tool', async () => {
  const how = { category: 'purge', method: 'Factory reset', verification: 'tool', result: 'passed' };
  const ids = [id, 'unt_other'];
  const record = (body: object) => problemOf(bench('recordUnitWipes', { as, body }) as never);
  expect(await record({ ...how, ids })).toMatchObject({ message: 'Name the tool that erased them' });
  expect(await record({ ...how, ids, method: ' ', tool: 'Blancco 7' })).toMatchObject({
    message: 'Say how it was erased',
  });
  const { outcomes } = await bench('recordUnitWipes', { as, body: { ...how, ids, tool: 'Blancco 7' } });
  expect(outcomes.map(({ problem }) => problem)).toEqual(['', 'Device not found.']);
});

test('an edit with an unknown field is refused by its name', async () => {
  const problem = await problemOf(edit({ lot: 'lot_1' }) as never);
  expect(problem).toMatchObject({ code: 'VALIDATION_ERROR', message: 'There is no field "lot" here' });
});
