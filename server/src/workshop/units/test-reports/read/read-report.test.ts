import { luhnDigit } from '@reprise/contract/workshop/codes/luhn-digit';
import { expect, test } from 'vitest';
import { mapColumns } from './map-columns.ts';
import { readRecords } from './read-records.ts';
import { readReport } from './read-report.ts';
import { keyOf } from './report-record.ts';
import { orderOf, readTime } from './report-times.ts';

const imeiOf = (number: number) => {
  const digits = `00100123${String(number).padStart(6, '0')}`;
  return digits + luhnDigit(digits);
};
const imei = imeiOf(1);

/** Reads a file as a tool that the shop does not know. */
async function read(content: string | Buffer) {
  const file = await readRecords(Buffer.from(content as string));
  const { fields, columns } = mapColumns(file, { columns: {} }, (name) =>
    ['wifi', 'bluetooth'].includes(name),
  );
  const dates = file.records.flatMap(({ entries }) =>
    entries.filter((entry) => fields.get(keyOf(entry)) === 'testedAt').map(({ value }) => value),
  );
  const context = {
    tool: 'Tool',
    fields,
    dateOrder: orderOf(dates),
    erasureMethod: '',
    timeZone: 'UTC',
    now: new Date('2026-11-30T00:00:00Z'),
    devices: new Map(),
  };
  const rows = file.records.flatMap((record) => readReport(record, context) ?? []);
  const unread = columns.filter(({ field, samples }) => field === null && samples.length > 0);
  return { rows, unread: unread.map(({ key }) => key) };
}
const readOne = async (content: string) => (await read(content)).rows[0];

test('reads a semicolon file with a byte order mark, decimal commas and wrapped numbers', async () => {
  const lines = [
    '\uFEFFIMEI;IMEI 2;Akku %;Ladezyklen;FMI;Simlock;Datum',
    `="${imei}";'${imeiOf(2)};"0,88";"1.024";aus;frei;14.09.2026 10:00`,
  ];
  const { rows, unread } = await read(lines.join('\r\n'));
  expect(unread).toEqual([]);
  expect(rows[0]?.report).toMatchObject({
    identifiers: [
      { kind: 'imei', value: imei },
      { kind: 'imei2', value: imeiOf(2) },
    ],
    battery: 88,
    cycles: 1024,
    testedAt: '2026-09-14T10:00:00.000Z',
    checks: [
      { kind: 'account-lock', result: 'clear' },
      { kind: 'carrier-lock', result: 'clear' },
    ],
  });
});

test('makes no number of what a spreadsheet cut, and keeps the row by its serial number', async () => {
  const lines = [
    'IMEI,Serial,Battery',
    '3.5E+14,ZZCSV00022,90',
    '"3,50E+14",,90',
    '1001230000017,,90',
    `${imei},3.5E+14,90`,
  ];
  const { rows } = await read(lines.join('\n'));
  expect(rows.map(({ report }) => report?.identifiers)).toEqual([
    [{ kind: 'serial', value: 'ZZCSV00022' }],
    undefined,
    undefined,
    [{ kind: 'imei', value: imei }],
  ]);
  expect(rows[0]?.doubts).toEqual([
    'IMEI “3.5E+14”: A spreadsheet has lost digits of this number. Export it as text.',
  ]);
});

test.each([
  ['9/14/2026 9:12:04 PM', null, '2026-09-14T21:12:04.000Z'],
  ['14/09/2026 11:12', null, '2026-09-14T11:12:00.000Z'],
  ['14-9-2026', null, '2026-09-14T00:00:00.000Z'],
  ['04.05.2026', null, '2026-05-04T00:00:00.000Z'],
  ['Tuesday, 15 Sep 2026 14:28:24', null, '2026-09-15T14:28:24.000Z'],
  ['2026-09-10T08:52:30+0200', null, '2026-09-10T06:52:30.000Z'],
  ['1789379000', null, '2026-09-14T09:43:20.000Z'],
  ['04/05/2026', 'month-first', '2026-04-05T00:00:00.000Z'],
  ['04/05/2026', 'day-first', '2026-05-04T00:00:00.000Z'],
] as const)('reads the time %s with %s', (text, order, time) => {
  expect(readTime(text, order, 'UTC')).toMatchObject({ time });
});

test('asks about dates that can mean two days, and takes no impossible one', () => {
  expect(readTime('04/05/2026', null, 'UTC')).toEqual({ ambiguous: true });
  expect(orderOf(['04/05/2026', '14/09/2026'])).toBe('day-first');
  expect(orderOf(['9/14/2026', '14/09/2026'])).toBeNull();
  expect(readTime('31/02/2026', null, 'UTC')).toBeNull();
  expect(readTime('yesterday', null, 'UTC')).toBeNull();
});

test('takes none of two columns of one name that differ', async () => {
  const same = await readOne(`IMEI,Battery,Battery,Grade,Grade\n${imei},88,88,A,A`);
  expect(same?.report).toMatchObject({ battery: 88, grade: 'A' });
  const other = await readOne(`IMEI,Battery,Battery,Grade,Grade\n${imei},88,71,A,C`);
  expect(other?.report).toMatchObject({ battery: null, grade: '' });
  expect(other?.doubts).toHaveLength(2);
  expect((await readOne(`IMEI,IMEI\n${imei},${imeiOf(3)}`))?.problem).toContain('in one report');
});

test('rejects a row whose cells do not fit the columns', async () => {
  const { rows } = await read(`IMEI,Note,Erased\n${imei},ok, fine,Yes\n${imei},ok,No,\n`);
  expect(rows[0]?.problem).toContain('It has 4 cells, but there are 3 columns.');
  expect(rows[1]?.problem).toBe('');
});

test('counts words that it does not know as no pass', async () => {
  const row = await readOne(
    `IMEI,FMI,Blacklist,MDM,SimLock,Wifi,Erased,Battery Health\n${imei},N/A,No License,perhaps,null,N/A,perhaps,0`,
  );
  expect(row?.report).toMatchObject({
    checks: [],
    results: {},
    erasure: null,
    battery: null,
  });
  expect(row?.doubts).toEqual([
    'The erasure says “perhaps”: it does not count as one.',
    'Company management: “perhaps” says neither clear nor blocked.',
    'Blacklist: “No License” says neither clear nor blocked.',
  ]);
});

test.each(['Failed', 'Erased with exceptions', 'Aborted', 'Not erased', 'UABORTED'])(
  'reads the erasure “%s” as failed',
  async (words) => {
    const row = await readOne(`IMEI,Erasure status,Erasure method\n${imei},${words},Reset`);
    expect(row?.report?.erasure?.result).toBe('failed');
  },
);

test('reads a carrier lock from the opposite words of "locked" and "unlocked"', async () => {
  const resultOf = async (name: string, value: string) =>
    (await readOne(`IMEI,${name}\n${imei},${value}`))?.report?.checks[0]?.result;
  expect(await resultOf('Unlocked', 'Yes')).toBe('clear');
  expect(await resultOf('Unlocked', 'No')).toBe('blocked');
  expect(await resultOf('SimLock', 'Yes')).toBe('blocked');
  expect(await resultOf('Carrier', 'Unlocked')).toBe('clear');
  expect(await resultOf('Carrier', 'US T-Mobile Locked Policy')).toBe('flagged');
  expect(await resultOf('Carrier', 'Vodafone')).toBeUndefined();
  const named = await readOne(`IMEI,SimLock,Carrier\n${imei},Locked,T-Mobile`);
  expect(named?.report?.checks).toMatchObject([{ result: 'flagged', carrier: 'T-Mobile' }]);
});

const entry = (name: string, value: string) => `<entry name="${name}" type="string">${value}</entry>`;
const erasure = (state: string, serial: string, errors = '0') =>
  `<entries name="erasure">${entry('state', state)}${entry('failed_sectors', errors)}${entry('erasure_standard_name', 'NIST 800-88 Purge')}${entry('start_time', '2026-09-10T08:11:02+0200')}${entry('end_time', '2026-09-10T08:52:12+0200')}<entries name="target">${entry('type', 'SSD')}${entry('serial', serial)}</entries></entries>`;
const disk = (serial: string, kind = 'NVMe') =>
  `<entries name="disk">${entry('serial', serial)}${entry('interface_type', kind)}</entries>`;
const blancco = (erasures: string, disks: string) =>
  `<?xml version="1.0"?><root><report><blancco_data><description><document_id>11111111-aaaa</document_id></description><blancco_erasure_report><entries name="erasures">${erasures}</entries></blancco_erasure_report><blancco_hardware_report><entries name="system">${entry('manufacturer', 'LENOVO')}${entry('model', 'ThinkPad T14')}${entry('serial', 'PFTEST001')}${entry('uuid', 'aaaaaaaa-0000')}</entries><entries name="disks">${disks}</entries></blancco_hardware_report></blancco_data><user_data><entries name="fields">${entry('Asset ID', 'A-1001')}</entries></user_data></report></root>`;

test('reads a Blancco report with the media of its erasure', async () => {
  const row = await readOne(blancco(erasure('Successful', 'S1'), disk('S1') + disk('STICK9', 'USB')));
  expect(row?.report).toMatchObject({
    reference: '11111111-aaaa',
    identifiers: [{ kind: 'serial', value: 'PFTEST001' }],
    erasure: {
      result: 'passed',
      method: 'NIST 800-88 Purge',
      category: 'purge',
      reference: '11111111-aaaa',
      beganAt: '2026-09-10T06:11:02.000Z',
      endedAt: '2026-09-10T06:52:12.000Z',
      media: [{ serial: 'S1', type: 'SSD', result: 'passed' }],
    },
  });
});

test('fails the device with one of its drives, and doubts it with a drive that no erasure names', async () => {
  const two = erasure('Successful', 'S1') + erasure('Failed', 'S2', '12');
  const failed = await readOne(blancco(two, disk('S1') + disk('S2')));
  expect(failed?.report?.erasure).toMatchObject({
    result: 'failed',
    media: [{ result: 'passed' }, { result: 'failed' }],
  });
  const errors = await readOne(blancco(erasure('Successful', 'S1', '3'), disk('S1')));
  expect(errors?.report?.erasure?.result).toBe('failed');
  const left = await readOne(blancco(erasure('Successful', 'S1'), disk('S1') + disk('S2')));
  expect(left?.report?.erasure).toBeNull();
  expect(left?.doubts[0]).toContain('does not name the drive S2');
});

test('expands no entity of an XML document and rejects one that is cut', async () => {
  const bomb =
    '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "x"><!ENTITY f SYSTEM "file:///etc/passwd">]><r><serial>&f;&a;</serial></r>';
  await expect(read(bomb)).rejects.toThrow('declares a document type');
  await expect(read('<root><report><serial>PF1')).rejects.toThrow('ends in the middle');
});

test('finds the reports in nested lists and behind wrapping names', async () => {
  const report = {
    serialNumber: 'PFTEST001',
    battery: { health: '91%', cycleCount: 211, serial: '4711' },
    tests: { wifi: 'pass', 'Face ID': 'fail', duration: '00:07:59' },
  };
  for (const document of [
    report,
    [report],
    [[[report]]],
    { data: { devices: [report] } },
    [{ numOfRecords: 1 }, report],
  ]) {
    const { rows } = await read(JSON.stringify(document));
    expect(rows).toHaveLength(1);
    expect(rows[0]?.report).toMatchObject({
      identifiers: [{ kind: 'serial', value: 'PFTEST001' }],
      battery: 91,
      cycles: 211,
      results: { wifi: 'pass', 'face id': 'fail' },
    });
  }
  await expect(read('['.repeat(100_000))).rejects.toThrow('cannot be read');
  await expect(read(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`)).rejects.toThrow('nested too deeply');
});

test('keeps every digit of a JSON number', async () => {
  const row = await readOne(
    `[{"imei": ${imei.replace(/^0+/, '')}, "serial": "ZZ0001", "eid": 89049032123451234512345678901224}]`,
  );
  expect(row?.report?.identifiers).toContainEqual({ kind: 'serial', value: 'ZZ0001' });
  expect(row?.report?.identifiers).not.toContainEqual(expect.objectContaining({ kind: 'imei' }));
  expect(row?.doubts[0]).toContain('IMEI');
});

test('never takes the serial number of a drive, a battery or a supplier for that of the device', async () => {
  const { rows, unread } = await read(
    `Disk Serial Number,Battery Serial,Supplier Serial Number,Box Serial Number,IMEI\nS1,B1,Q1,X1,${imei}`,
  );
  expect(rows[0]?.report?.identifiers).toEqual([{ kind: 'imei', value: imei }]);
  expect(unread).toEqual(['battery serial', 'supplier serial number', 'box serial number']);
});
