import { luhnDigit } from '@reprise/contract/workshop/codes/luhn-digit';
import { benchEndpoints } from '@reprise/contract/workshop/units/bench';
import { testReportEndpoints } from '@reprise/contract/workshop/units/test-reports';
import { unitEndpoints } from '@reprise/contract/workshop/units/units';
import { inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { callsTo } from '../../../../test/call-endpoints.ts';
import { deviceCalls } from '../../../../test/device-shop.ts';
import { openOrderShop, problemOf } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { ensureGrading } from '../../../catalog/grading/ensure-grading.ts';
import { findChecklist } from '../../../catalog/grading/grading.queries.ts';
import { deviceModels } from '../../../catalog/products/families/families.tables.ts';
import { categories } from '../../../catalog/products/products.tables.ts';
import { benchHandlers } from '../bench/bench.routes.ts';
import { unitTests } from '../bench/bench.tables.ts';
import { unitHandlers } from '../units.routes.ts';
import { testReportHandlers } from './test-reports.routes.ts';

const database = await openTestDatabase();
const { db } = database;
const { deps, addProduct, stockOf, expectIntegrity } = await openOrderShop(database);
const devices = deviceCalls({ deps });
const call = callsTo(testReportEndpoints, testReportHandlers(deps));
const register = callsTo(unitEndpoints, unitHandlers(deps));
const bench = callsTo(benchEndpoints, benchHandlers(deps));
const as = 'admin' as const;

await ensureGrading(db, deps.now());
await db
  .insert(categories)
  .values({ id: 'cat_smart', name: 'Smartphones', slug: 'smartphones', description: '', image: '' });
const { id: checklistId, tests } = await findChecklist(db, 'phone');
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
    reportOf(good.number, 'PC-13', { results: {}, battery: null }),
    reportOf(good.number, 'PC-14'),
  );
  expect(outcomes.map(({ state }) => state)).toEqual([...Array(4).fill('rejected'), 'recorded']);
  const problems = outcomes.map(({ problem }) => problem);
  expect(problems[0]).toContain('A spreadsheet has lost digits of this number.');
  expect(problems[1]).toBe('No device that is here has this number. Receive it first.');
  expect(problems[2]).toBe('No device that is here has this number. Receive it first.');
  expect(problems[3]).toBe('The report has nothing that can be recorded.');
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
  const head = ['IMEI', 'Report', 'Battery health', 'Paint', 'Date', ...tests.map(({ label }) => label)].join(
    ',',
  );
  const row = (device: string, reference: string, battery: string, answer = 'Passed') =>
    [device, reference, battery, 'blue', `2026-10-0${reference.slice(-1)}`, ...tests.map(() => answer)].join(
      ',',
    );
  const lines = [
    head,
    row(first.imei, 'F-1', '91%'),
    row(second.imei, 'F-2', '84'),
    row(second.imei, 'F-3', 'good'),
    row('', 'F-4', '84'),
  ];
  const before = await db.$count(unitTests);
  const checked = await importFile(lines, { dryRun: 'true' });
  expect(checked).toMatchObject({ recorded: 3, known: 0, unknownColumns: ['paint'] });
  expect(checked.rejected).toMatchObject([{ row: 5, problem: 'It names no device.' }]);
  expect(checked.rows[2]?.doubts).toEqual(['Battery health has “good”, which is not read.']);
  expect(await db.$count(unitTests)).toBe(before);
  expect(await importFile(lines)).toMatchObject({ recorded: 3, known: 0 });
  expect(await importFile(lines)).toMatchObject({ recorded: 0, known: 3 });
  expect(await unitOf(first.id)).toMatchObject({ battery: 91 });
});

test('a file without a column for the device is rejected', async () => {
  const message = 'No row names a column Device, IMEI or Serial. Name the columns, then send the file again.';
  expect(await problemOf(importFile(['Screen,Battery', 'pass,90']))).toMatchObject({ message });
});

const phoneCheck = [
  'TransactionID,IMEI,IMEI2,Serial,Working,Passed,Failed,Grade,BatteryHealthPercentage,BatteryPercentage,BatteryCycle,DeviceLock,MDM,ESN,SimLock,Erased,Type,StartTime,EndTime,DeviceUpdatedDate',
];
const passedNames =
  'LCD;Digitizer;Ambient Light Sensor;Rear Camera;Front Camera;Ear Speaker;Loud Speaker;Front Microphone;Vibration;Sim Reader;Wifi;Bluetooth;GPS;Charging Port;Power Button;Face ID;Charging';
const phoneCheckRow = (
  imei: string,
  id: string,
  more: Partial<Record<'serial' | 'failed' | 'grade' | 'erased' | 'at', string>> = {},
) =>
  [
    ...[
      id,
      imei,
      'N/A',
      more.serial ?? '',
      'Yes',
      passedNames,
      more.failed ?? '',
      more.grade ?? '',
      '88',
      '4',
      '"1,024"',
    ],
    ...['Off', 'No', 'Clean', 'Unlocked', more.erased ?? 'Yes', 'iOS Secure Erase'],
    ...['2026-09-14 09:12:04', '2026-09-14 09:13:40', more.at ?? '2026-09-14 09:14:02'],
  ].join(',');
const benchOf = async (id: string) => (await bench('getUnitBench', { as, params: { id } })).bench;

test('a PhoneCheck row records numbers, battery, tests, checks and the erasure', async () => {
  const unit = await receive();
  const outcome = await importFile([
    ...phoneCheck,
    phoneCheckRow(unit.imei, '8101', { serial: 'ZZCSV00021', grade: 'B+' }),
  ]);
  expect(outcome).toMatchObject({ recorded: 1, timeZone: expect.stringMatching(/./) });
  expect(outcome.questions.grades).toEqual([{ words: 'B+', reports: 1 }]);
  expect(await unitOf(unit.id)).toMatchObject({
    battery: 88,
    progress: { checked: false, wiped: true, tested: true, graded: false },
    identifiers: expect.arrayContaining([{ kind: 'serial', value: 'ZZCSV00021' }]),
  });
  const { checks, wipes, tests: reports } = await benchOf(unit.id);
  expect(checks.map(({ kind, result }) => `${kind} ${result}`).sort()).toEqual([
    'account-lock clear',
    'blacklist clear',
    'carrier-lock clear',
    'management clear',
  ]);
  expect(wipes).toMatchObject([
    { result: 'passed', method: 'iOS Secure Erase', category: null, reference: '8101', tool: 'PhoneCheck' },
  ]);
  expect(wipes[0]?.endedAt).not.toBeNull();
  expect(reports).toMatchObject([{ verdict: 'pass', battery: 88, cycles: 1024, tool: 'PhoneCheck' }]);
});

test('a grade of a tool is asked once, and never above what the battery allows', async () => {
  const [first, weak] = [await receive(), await receive()];
  await importFile([...phoneCheck, phoneCheckRow(first.imei, '8201', { grade: 'AA' })]);
  expect((await unitOf(first.id)).progress.graded).toBe(false);
  await call('updateReportTool', { as, body: { tool: 'PhoneCheck', grades: { aa: 'A' } } });
  const second = await importFile([
    ...phoneCheck,
    phoneCheckRow(first.imei, '8202', { grade: 'AA', at: '2026-09-15 09:14:02' }),
  ]);
  expect(second.questions.grades).toEqual([]);
  expect(await unitOf(first.id)).toMatchObject({ grade: { code: 'A' } });
  const row = phoneCheckRow(weak.imei, '8203', { grade: 'AA' }).replace(',88,', ',61,');
  const { rows } = await importFile([...phoneCheck, row]);
  expect(rows[0]?.doubts.join()).toContain('would be A, but Battery 61%');
  expect((await unitOf(weak.id)).grade).toBeNull();
});

test('a failed erasure sends the device to quarantine, an unknown word records none', async () => {
  const [failed, odd] = [await receive(), await receive()];
  await importFile([...phoneCheck, phoneCheckRow(failed.imei, '8301', { erased: 'Erased with exceptions' })]);
  expect(await unitOf(failed.id)).toMatchObject({ state: 'quarantine', blockedBy: ['wipe'] });
  const { rows } = await importFile([...phoneCheck, phoneCheckRow(odd.imei, '8302', { erased: 'Maybe' })]);
  expect(rows[0]?.doubts).toContain('The erasure says “Maybe”: it does not count as one.');
  expect((await unitOf(odd.id)).progress.wiped).toBe(false);
});

test('a failed test that no checklist has leaves the device untested', async () => {
  const unit = await receive();
  const { questions } = await importFile([
    ...phoneCheck,
    phoneCheckRow(unit.imei, '8401', { failed: 'C-Back Glass Damaged?' }),
  ]);
  expect(questions.tests).toEqual([{ name: 'C-Back Glass Damaged?', reports: 1, failed: 1 }]);
  expect((await unitOf(unit.id)).progress.tested).toBe(false);
  const { unfinished, tests: reports } = await benchOf(unit.id);
  expect(reports[0]).toMatchObject({ verdict: 'unfinished', note: expect.stringContaining('C-Back Glass') });
  expect(unfinished).toMatchObject({ tool: 'PhoneCheck', battery: 88, results: { display: 'pass' } });
});

test('the newest report of a device counts by its own time', async () => {
  const unit = await receive();
  const newer = phoneCheckRow(unit.imei, '8501', { at: '2026-09-16 10:00:00' });
  const older = phoneCheckRow(unit.imei, '8500').replace(',88,', ',70,');
  await importFile([...phoneCheck, newer, older]);
  expect(await unitOf(unit.id)).toMatchObject({ battery: 88 });
  const late = phoneCheckRow(unit.imei, '8499').replace(',88,', ',60,');
  const { rows } = await importFile([...phoneCheck, late]);
  expect(rows).toMatchObject([{ state: 'older' }]);
  expect(await unitOf(unit.id)).toMatchObject({ battery: 88 });
});

test('two reports of one device are rejected if one names no time', async () => {
  const unit = await receive();
  const undated = phoneCheckRow(unit.imei, '8601').replaceAll(/2026-09-14 \d\d:\d\d:\d\d/g, '');
  const { rows } = await importFile([...phoneCheck, undated, phoneCheckRow(unit.imei, '8602')]);
  expect(rows.map(({ state }) => state)).toEqual(['rejected', 'rejected']);
});

test('numbers of two devices, or other than on record, are rejected', async () => {
  const [first, second] = [await receive(), await receive()];
  await importFile([...phoneCheck, phoneCheckRow(first.imei, '8701', { serial: 'ZZCSV00071' })]);
  const { rows } = await importFile([
    ...phoneCheck,
    phoneCheckRow(second.imei, '8702', { serial: 'ZZCSV00071' }),
    phoneCheckRow(first.imei, '8703', { serial: 'ZZCSV00072' }),
  ]);
  expect(rows.map(({ problem }) => problem)).toEqual([
    expect.stringMatching(/^Its numbers belong to U-\S+ and U-\S+\. Check/),
    expect.stringMatching(/^Serial number of U-\S+ is ZZCSV00071, and the report says ZZCSV00072\./),
  ]);
  expect(await unitOf(second.id)).toMatchObject({ battery: null, identifiers: [{ kind: 'imei' }] });
});

test('a report from before a device came back is rejected', async () => {
  const unit = await receive();
  const move = (to: string, more = {}) =>
    register('moveUnits', { as, body: { ids: [unit.id], to, reason: 'Lent', ...more } as never });
  await move('gone', { goneAs: 'own-use' });
  await move('bench');
  const { rows } = await importFile([...phoneCheck, phoneCheckRow(unit.imei, '8801')]);
  expect(rows[0]?.problem).toBe('The report is from before the device came back. Test it again.');
  expect((await unitOf(unit.id)).progress.wiped).toBe(false);
});

test('a later record by hand counts, the rest of the report is recorded', async () => {
  const unit = await receive();
  await bench('recordUnitTest', {
    as,
    params: { id: unit.id },
    body: { checklist: checklistId, results: allPassed as never, battery: 90 },
  });
  const { rows } = await importFile([...phoneCheck, phoneCheckRow(unit.imei, '8901')]);
  expect(rows[0]?.doubts).toContain('A test was recorded by hand after this report and counts.');
  expect(await unitOf(unit.id)).toMatchObject({ battery: 90, progress: { wiped: true } });
});

test('an erasure that names only its drive needs a device and a method', async () => {
  const unit = await receive();
  const report = {
    report_metadata: { software: 'nwipe', version: '0.42' },
    device: { name: '/dev/sda', model: 'Samsung SSD 860', serial_no: 'S3TESTSSD0061' },
    wipe_result: {
      status: 'success',
      pass_errors: 0,
      verify_errors: 0,
      start_time: 1789379000,
      end_time: 1789383061,
    },
  };
  const bad = { ...report, wipe_result: { ...report.wipe_result, verify_errors: 3 } };
  const send = (body: object, query: object) =>
    importFile([JSON.stringify(body)], { tool: 'nwipe', ...query });
  const problem = 'It names only the drive S3TESTSSD0061. Say which device it is of.';
  expect((await send(report, {})).rows).toMatchObject([{ state: 'rejected', problem }]);
  const devices = { devices: `1:${unit.number}` };
  expect((await send(report, devices)).rows[0]?.doubts).toContain(
    'The report does not say how it was erased: the erasure needs a method.',
  );
  await call('updateReportTool', { as, body: { tool: 'nwipe', erasureMethod: 'PRNG stream, 1 pass' } });
  expect(await send(report, devices)).toMatchObject({ recorded: 1 });
  expect((await benchOf(unit.id)).wipes).toMatchObject([
    {
      method: 'PRNG stream, 1 pass',
      tool: 'nwipe 0.42',
      beganAt: '2026-09-14T09:43:20.000Z',
      media: [{ serial: 'S3TESTSSD0061', model: 'Samsung SSD 860', result: 'passed' }],
    },
  ]);
  expect((await unitOf(unit.id)).identifiers).toMatchObject([{ kind: 'imei' }]);
  await send(bad, devices);
  expect(await unitOf(unit.id)).toMatchObject({ blockedBy: ['wipe'] });
});

test('the meaning of a column is remembered for the tool', async () => {
  const unit = await receive();
  const lines = ['IMEI,Zustand Akku,Test date', `${unit.imei},"0,79",14.09.2026`];
  expect((await importFile(lines, { tool: 'Akkutester', dryRun: 'true' })).unknownColumns).toEqual([
    'zustand akku',
  ]);
  await call('updateReportTool', {
    as,
    body: { tool: 'Akkutester', columns: { 'zustand akku': 'battery' } },
  });
  await importFile(lines, { tool: 'Akkutester' });
  expect(await unitOf(unit.id)).toMatchObject({ battery: 79, progress: { tested: false } });
});

/** Puts phones on sale under a product of their model. */
async function sell(count: number) {
  const product = await addProduct(count, undefined, `Pixel ${made} 128 GB Snow`);
  await devices.setTracking(product, 'serial');
  const listed = await devices.unitsOf(product, 'listed');
  const keys = listed.map(({ model }) => model.key);
  await db.update(deviceModels).set({ kind: 'phone' }).where(inArray(deviceModels.key, keys));
  return { product, listed };
}

test('a report that forbids the sale takes a device off it, others leave it there', async () => {
  const { product, listed } = await sell(4);
  const numbers = listed.map(({ number }) => number);
  const [stolen = '', broken = '', unerased = '', good = ''] = numbers;
  const [first, ...others] = tests.map(({ key }) => key);
  const erasure = { result: 'failed', method: 'Key erased' };
  const answers = await record(
    reportOf(stolen, 'L-1', { checks: [{ kind: 'blacklist', result: 'blocked' }] }),
    reportOf(broken, 'L-2', { results: { [first ?? '']: 'fail', [others[0] ?? '']: 'pass' } }),
    reportOf(unerased, 'L-3', { erasure }),
    reportOf(good, 'L-4'),
  );
  expect(answers.map(({ state }) => state)).toEqual(['recorded', 'recorded', 'recorded', 'rejected']);
  expect(answers[3]?.problem).toContain('Move it to the bench first.');
  const states = await Promise.all(numbers.map(async (number) => (await unitOf(number)).state));
  expect(states).toEqual(['quarantine', 'bench', 'quarantine', 'listed']);
  expect(await stockOf(product)).toBe(1);
  const reasonOf = async (number: string) =>
    (await devices.historyOf(number)).find(({ from }) => from === 'listed')?.reason;
  expect(await reasonOf(stolen)).toBe('Blacklist, says PhoneCheck');
  expect(await reasonOf(broken)).toBe(`Failed ${tests[0]?.label}, says PhoneCheck`);
  await expectIntegrity();
});

test('a blocked report that a newer one or a later check outdates takes no device off the sale', async () => {
  const { product, listed } = await sell(2);
  const ids = listed.map(({ id }) => id);
  const [first = '', second = ''] = listed.map(({ number }) => number);
  const before = new Date(deps.now().getTime() - 86_400_000).toISOString();
  await devices.moveUnits({ ids, to: 'bench' });
  const erasure = { result: 'passed', method: 'Key erased' };
  await record(reportOf(first, 'N-1', { testedAt: deps.now().toISOString(), erasure }));
  await record(reportOf(second, 'N-2', { testedAt: before, erasure }));
  const clear = { checks: [{ kind: 'blacklist', result: 'clear' }] };
  await bench('recordUnitChecks', { as, params: { id: second }, body: clear as never });
  await devices.moveUnits({ ids, to: 'ready', reason: 'Sealed box' });
  await devices.listForSale(ids, product);
  expect(await stockOf(product)).toBe(2);
  const old = { checks: [{ kind: 'blacklist', result: 'blocked' }], testedAt: before };
  const answers = await record(reportOf(first, 'O-1', old), reportOf(second, 'O-2', old));
  expect(answers.map(({ problem }) => problem)).toEqual(
    Array(2).fill(expect.stringContaining('bench first')),
  );
  expect(await stockOf(product)).toBe(2);
});

test('the check of a file takes no device off the sale', async () => {
  const { product, listed } = await sell(1);
  const lines = ['Device,Report,Date,Blacklist', `${listed[0]?.number},L-9,2026-11-01,Blacklisted`];
  const checked = await importFile(lines, { dryRun: 'true' });
  expect(checked).toMatchObject({ recorded: 1, rows: [{ facts: ['Blacklist blocked (Blacklisted).'] }] });
  expect(await stockOf(product)).toBe(1);
  expect(await importFile(lines)).toMatchObject({ recorded: 1 });
  expect(await stockOf(product)).toBe(0);
});
