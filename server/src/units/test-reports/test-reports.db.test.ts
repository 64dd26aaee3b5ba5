import { luhnDigit } from '@reprise/contract/codes/luhn-digit';
import { testReportEndpoints } from '@reprise/contract/units/test-reports';
import { unitEndpoints } from '@reprise/contract/units/units';
import { expect, test } from 'vitest';
import { callsTo } from '../../../test/call-endpoints.ts';
import { openOrderShop, problemOf } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { categories } from '../../catalog/catalog.tables.ts';
import { ensureGrading } from '../../grading/ensure-grading.ts';
import { findChecklist } from '../../grading/grading.queries.ts';
import { unitTests } from '../bench/bench.tables.ts';
import { unitHandlers } from '../units.routes.ts';
import { testReportHandlers } from './test-reports.routes.ts';

const database = await openTestDatabase();
const { db } = database;
const { deps } = await openOrderShop(database);
const call = callsTo(testReportEndpoints, testReportHandlers(deps));
const register = callsTo(unitEndpoints, unitHandlers(deps));
const as = 'admin' as const;

await ensureGrading(db, deps.now());
await db
  .insert(categories)
  .values({ id: 'cat_smart', name: 'Smartphones', slug: 'smartphones', description: '', image: '' });
const { tests } = await findChecklist(db, 'phone');
const allPassed = Object.fromEntries(tests.map(({ key }) => [key, 'pass']));

let made = 0;
/** Receives a phone; returns its unit and its IMEI. */
async function receive() {
  made += 1;
  const digits = `35000002${String(made).padStart(6, '0')}`;
  const imei = digits + luhnDigit(digits);
  const body = {
    model: { new: { name: 'iPhone 13 128 GB Midnight', brand: 'Apple', category: 'smartphones' } },
    identifiers: [{ kind: 'imei', value: imei }],
  };
  return { ...(await register('receiveUnit', { as, body })).unit, imei };
}

const reportOf = (device: string, reference: string, more: object = {}) => ({
  device,
  reference,
  tool: 'PhoneCheck',
  results: allPassed,
  battery: 88,
  ...more,
});
const record = async (...reports: object[]) =>
  (await call('recordTestReports', { as, body: { reports } })).outcomes;
const unitOf = async (id: string) => (await register('getUnit', { as, params: { id } })).unit;

const importFile = (lines: string[], query: object = {}) =>
  call('importTestReports', {
    as,
    query: { tool: 'PhoneCheck', ...query } as never,
    files: [{ name: 'reports.csv', bytes: Buffer.from(lines.join('\n')) }] as never,
  });

test('a report is recorded by the number of the device, and a second time does nothing', async () => {
  const unit = await receive();
  const report = reportOf(unit.imei, 'PC-1');
  const [first] = await record(report);
  expect(first).toMatchObject({ state: 'recorded', unit: unit.number, problem: '' });
  const [again, byLabel] = await record(report, reportOf(unit.number, 'PC-1'));
  expect([again?.state, byLabel?.state]).toEqual(['known', 'known']);
  const sent = await Promise.all([1, 2, 3].map(() => record(reportOf(unit.number, 'PC-2'))));
  expect(
    sent
      .flat()
      .map(({ state }) => state)
      .sort(),
  ).toEqual(['known', 'known', 'recorded']);
  expect(await unitOf(unit.id)).toMatchObject({ battery: 88, progress: { tested: true } });
});

test('a rejected report says why and does not hold back the others', async () => {
  const [good, gone] = [await receive(), await receive()];
  await register('moveUnits', {
    as,
    body: { ids: [gone.id], to: 'gone', goneAs: 'scrap', reason: 'Broken' },
  });
  const outcomes = await record(
    reportOf('3.56E+14', 'PC-10'),
    reportOf('356938035643809', 'PC-11'),
    reportOf(gone.imei, 'PC-12'),
    reportOf(good.number, 'PC-13', { results: {} }),
    reportOf(good.number, 'PC-14'),
  );
  expect(outcomes.map(({ state }) => state)).toEqual([...Array(4).fill('rejected'), 'recorded']);
  const problems = outcomes.map(({ problem }) => problem);
  expect(problems[0]).toContain('A spreadsheet has lost digits of this number.');
  expect(problems[1]).toBe('No device that is here has this number. Receive it first.');
  expect(problems[2]).toBe('No device that is here has this number. Receive it first.');
  expect(problems[3]).toContain('Answer the required tests:');
});

test('a failed required test, named by its label, leaves the device untested', async () => {
  const unit = await receive();
  const required = tests.find(({ required }) => required);
  const { [required?.key ?? '']: _, ...others } = allPassed;
  const results = { ...others, [(required?.label ?? '').toUpperCase()]: 'fail' };
  await record(reportOf(unit.imei, 'PC-20', { results }));
  expect((await unitOf(unit.id)).progress.tested).toBe(false);
});

test('a file is checked first, then recorded once', async () => {
  const [first, second] = [await receive(), await receive()];
  const head = ['IMEI', 'Report', 'Battery health', 'Paint', ...tests.map(({ label }) => label)].join(',');
  const row = (device: string, reference: string, battery: string, answer = 'Passed') =>
    [device, reference, battery, '', ...tests.map(() => answer)].join(',');
  const lines = [
    head,
    row(first.imei, 'F-1', '91%'),
    row(second.imei, 'F-2', '84'),
    row(second.imei, 'F-3', 'good'),
    row('', 'F-4', '84'),
    row(second.imei, 'F-5', '84', 'maybe'),
  ];
  const before = await db.$count(unitTests);
  const checked = await importFile(lines, { dryRun: 'true' });
  expect(checked).toMatchObject({ recorded: 2, known: 0, unknownColumns: ['Paint'] });
  expect(checked.rejected.map(({ row }) => row)).toEqual([4, 5, 6]);
  expect(checked.rejected[0]?.problem).toBe('Battery has “good”: write a whole number.');
  expect(checked.rejected[1]?.problem).toBe('It names no device.');
  expect(checked.rejected[2]?.problem).toContain('has “maybe”: write pass or fail, or leave it empty.');
  expect(await db.$count(unitTests)).toBe(before);
  expect(await importFile(lines)).toMatchObject({ recorded: 2, known: 0 });
  expect(await importFile(lines)).toMatchObject({ recorded: 0, known: 2 });
  expect(await unitOf(first.id)).toMatchObject({ battery: 91 });
});

test('a file without a column for the device is rejected', async () => {
  const message =
    'The first row names no column Device, IMEI or Serial. Name the columns, then send the file again.';
  expect(await problemOf(importFile(['Screen,Battery', 'pass,90']))).toMatchObject({ message });
});
