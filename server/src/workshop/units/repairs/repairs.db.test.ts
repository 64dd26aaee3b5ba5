import { cents } from '@reprise/contract/money';
import { benchEndpoints } from '@reprise/contract/workshop/units/bench';
import { passportEndpoints } from '@reprise/contract/workshop/units/passport';
import { repairEndpoints } from '@reprise/contract/workshop/units/repairs';
import { unitEndpoints } from '@reprise/contract/workshop/units/units';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { callsTo } from '../../../../test/call-endpoints.ts';
import { openOrderShop, problemOf } from '../../../../test/order-shop.ts';
import { openTestApp } from '../../../../test/test-app.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { ensureGrading } from '../../../catalog/grading/ensure-grading.ts';
import { storeSettings } from '../../../foundations/settings/settings.tables.ts';
import { findBrokenInvariants } from '../../../operations/integrity/check-invariants.ts';
import { benchHandlers } from '../bench/bench.routes.ts';
import { readUnitCosts } from '../intake/unit-costs.ts';
import { passportHandlers } from '../passport/passport.routes.ts';
import { unitHandlers } from '../units.routes.ts';
import { addPart } from './add-part.ts';
import { listRepairs } from './repair.queries.ts';
import { repairHandlers } from './repairs.routes.ts';
import { repairs, unitParts } from './repairs.tables.ts';

const database = await openTestDatabase();
const { db } = database;
const { deps } = await openOrderShop(database);
const bench = callsTo(benchEndpoints, benchHandlers(deps));
const register = callsTo(unitEndpoints, unitHandlers(deps));
const repair = callsTo(repairEndpoints, repairHandlers(deps));
const as = 'admin' as const;
await ensureGrading(db, deps.now());

let made = 0;
let id = '';
const receive = async () => {
  made += 1;
  const body = {
    model: { new: { name: 'ThinkPad T14', brand: 'Lenovo' } },
    identifiers: [{ kind: 'serial', value: `REPAIR${made}` }],
  };
  return (await register('receiveUnit', { as, body })).unit;
};
beforeEach(async () => {
  ({ id } = await receive());
});

const read = async (unit = id) => (await register('getUnit', { as, params: { id: unit } })).unit;
const move = async (body: object) => (await register('moveUnits', { as, body })).outcomes[0]?.problem;
const openOne = (fault = 'Fan is loud') => repair('openRepair', { as, params: { id }, body: { fault } });
const put = (body: object) => repair('addPart', { as, params: { id }, body });
const replaced = { part: 'fan', action: 'replaced', quality: 'aftermarket', cost: 18.5 };
const finish = (body: object = {}) =>
  repair('closeRepair', { as, params: { id }, body: { outcome: 'done', work: 'Fan', minutes: 45, ...body } });
const costs = async (unit = id) =>
  (await readUnitCosts(db, unit)).costs.map(({ kind, amount }) => [kind, amount]);

/** Answers every test with a pass, but for those named. */
async function testAll(failed: string[] = []) {
  const { checklist } = (await bench('getUnitBench', { as, params: { id } })).bench;
  const results = Object.fromEntries(
    checklist.tests.map(({ key }) => [key, failed.includes(key) ? 'fail' : 'pass']),
  );
  await bench('recordUnitTest', { as, params: { id }, body: { checklist: checklist.id, results } });
  return checklist.tests.map(({ key }) => key);
}

test('a repair books its parts and its minutes at the rate of the settings', async () => {
  await db.update(storeSettings).set({ laborRateCents: cents(4000) });
  expect((await openOne()).unit).toMatchObject({ state: 'repair', fault: 'Fan is loud' });
  await put(replaced);
  const { unit, repairs: after } = await finish();
  expect(unit).toMatchObject({ state: 'bench', fault: null });
  expect(after[0]).toMatchObject({ state: 'done', minutes: 45, labor: 30, parts: [{ cost: 18.5 }] });
  expect(await costs()).toEqual([
    ['part', 1850],
    ['labor', 3000],
  ]);
  expect(await findBrokenInvariants(db)).toEqual([]);
});

test('after it test and grade are asked again, and only what failed is open', async () => {
  const keys = await testAll(['works']);
  expect((await bench('getUnitBench', { as, params: { id } })).bench.passedBefore).toBeNull();
  await openOne();
  expect(await move({ ids: [id], to: 'bench' })).toBe('Its repair is open. Finish it or give it up first.');
  await finish();
  const { passedBefore } = (await bench('getUnitBench', { as, params: { id } })).bench;
  expect(passedBefore?.toSorted()).toEqual(keys.filter((key) => key !== 'works').sort());
  expect((await read()).progress).toMatchObject({ tested: false, graded: false });
});

test('a new main board ends the numbers and asks for checks and erasure again', async () => {
  const wipe = { ids: [id], category: 'purge', method: 'Erase', verification: 'tool', result: 'passed' };
  await bench('recordUnitWipes', { as, body: wipe });
  await openOne('Dead board');
  await put({ ...replaced, part: 'main-board' });
  const unit = await read();
  expect(unit).toMatchObject({ identifiers: [], missing: ['serial'], progress: { identified: false } });
  const number = { kind: 'serial', value: `REPAIR${made}` };
  const other = await receive();
  const body = { ...number, captured: 'typed' };
  expect(await register('setUnitIdentifier', { as, params: { id: other.id }, body })).toBeTruthy();
  expect(await findBrokenInvariants(db)).toEqual([]);
});

test('a block from before a new main board stays until a clear check', async () => {
  const check = (kind: string, result: string) =>
    bench('recordUnitChecks', { as, params: { id }, body: { checks: [{ kind, result }] } });
  await openOne();
  await check('management', 'blocked');
  await put({ ...replaced, part: 'main-board' });
  await check('finance', 'clear');
  expect((await read()).blockedBy).toEqual(['management']);
  await check('management', 'clear');
  expect((await read()).blockedBy).toEqual([]);
});

test('a part of another device moves its cost, and a stripped one leaves for its parts', async () => {
  const donor = await receive();
  await openOne();
  const given = { ...replaced, quality: 'oem-used', donor: donor.number };
  const technician = { actorId: 'usr_technician', key: null, canWaive: false };
  const stripped = { ...given, part: 'fan', action: 'replaced', quality: 'oem-used', serial: '' } as const;
  const cost = cents(1850);
  await expect(addPart(deps, id, { ...stripped, cost, stripped: true }, technician)).rejects.toThrow(
    'Only a manager',
  );
  await put({ ...given, stripped: true });
  expect(await costs()).toEqual([['part', 1850]]);
  expect(await costs(donor.id)).toEqual([['part', -1850]]);
  expect(await read(donor.id)).toMatchObject({ state: 'gone', goneAs: 'parts' });
  const self = put({ ...given, donor: id });
  expect((await problemOf(self)).message).toContain('A device cannot give a part to itself.');
  expect(await findBrokenInvariants(db)).toEqual([]);
});

test('the passport names replaced parts with their quality, not those that were cleaned', async () => {
  const { deps: appDeps } = await openTestApp(database);
  const passports = callsTo(passportEndpoints, passportHandlers(appDeps));
  await openOne();
  await put({ ...replaced, serial: 'PARTSERIAL9' });
  await put({ part: 'port', action: 'cleaned' });
  const { passport } = await passports('getPassport', { params: { token: (await read()).passport } });
  expect(passport.parts).toMatchObject([{ part: 'fan', quality: 'aftermarket' }]);
  expect(JSON.stringify(passport)).not.toMatch(/PARTSERIAL9|18.5/);
});

test('amounts are read with the permission to see costs only', async () => {
  await openOne();
  await put(replaced);
  await finish();
  expect((await listRepairs(db, id, true))[0]?.parts[0]?.cost).toBe(1850);
  const [hidden] = await listRepairs(db, id, false);
  expect([hidden?.labor, hidden?.parts[0]?.cost]).toEqual([null, null]);
});

test('a device has one open repair, given up when it leaves, and records never change', async () => {
  await openOne();
  expect((await problemOf(openOne())).code).toBe('REPAIR_OPEN');
  await put(replaced);
  await move({ ids: [id], to: 'gone', goneAs: 'scrap', reason: 'Not worth it' });
  expect((await listRepairs(db, id, false))[0]).toMatchObject({ state: 'given-up', work: 'Not worth it' });
  await expect(db.update(repairs).set({ minutes: 1 }).where(eq(repairs.unitId, id))).rejects.toThrow();
  await expect(db.delete(unitParts).where(eq(unitParts.unitId, id))).rejects.toThrow();
});
