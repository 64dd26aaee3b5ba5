import { importEndpoints } from '@reprise/contract/moving-in/imports';
import { beforeEach, expect, test } from 'vitest';
import { callsTo } from '../../../test/call-endpoints.ts';
import { problemOf } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { alertTriggers } from '../../catalog/alerts/trigger-alerts.ts';
import { categories } from '../../catalog/products/products.tables.ts';
import { postgresSearch } from '../../catalog/products/search/search-engine.ts';
import { startJobs } from '../../platform/jobs/jobs.ts';
import { createLog } from '../../platform/log.ts';
import { deviceCounts } from '../../workshop/units/count-devices.ts';
import { importHandlers, importJobs } from './imports.routes.ts';
import { assignedColumns, productImports } from './imports.tables.ts';

const database = await openTestDatabase();
const { db } = database;
const now = () => new Date();
const jobs = await startJobs({
  database,
  handlers: importJobs({ db, now, alerts: alertTriggers, devices: deviceCounts, search: postgresSearch }),
  log: createLog('silent'),
  work: false,
});
const call = callsTo(importEndpoints, importHandlers({ db, now, jobs }));
const as = 'admin' as const;

const send = async (bytes: Buffer) =>
  (await call('startImport', { as, files: [{ name: 'stock.csv', bytes }] })).import.id;
const check = async (text: string | Buffer) => {
  const id = await send(Buffer.from(text));
  await jobs.workUntilIdle();
  return id;
};
const countsOf = async (id: string) => (await call('getImport', { as, params: { id } })).import.counts;
const assign = (columns: Record<string, string>) =>
  call('assignColumns', {
    as,
    body: { columns: Object.entries(columns).map(([name, column]) => ({ name, column })) },
  });

beforeEach(async () => {
  await db.delete(assignedColumns);
  await db.delete(productImports);
  await db
    .insert(categories)
    .values({ id: 'cat_phones', name: 'Phones', slug: 'phones', description: '', image: '' })
    .onConflictDoNothing();
});

const file = [
  'Artikel;Name;Brand;Category;Preis;Lager;Farbe',
  'GOO1;Pixel 8;Google;Phones;399.99;4;Rot',
  'GOO2;Pixel 9;Google;Phones;499.99;2;Blau',
].join('\n');

test('a file with unknown columns is refused with their first values, and read once they are assigned', async () => {
  const problem = await problemOf(check(file));
  expect(problem.message).toContain('unknown columns: “Artikel”, “Preis”, “Lager”, “Farbe”');
  expect(problem.details?.unknownColumns).toEqual([
    { name: 'Artikel', samples: ['GOO1', 'GOO2'] },
    { name: 'Preis', samples: ['399.99', '499.99'] },
    { name: 'Lager', samples: ['4', '2'] },
    { name: 'Farbe', samples: ['Rot', 'Blau'] },
  ]);
  await assign({ Artikel: 'sku', Preis: 'price', Lager: 'stockCount', Farbe: 'ignored' });
  expect(await countsOf(await check(file))).toMatchObject({ create: 2, refused: 0 });
  // Another spelling and another encoding of the same names.
  const other = file.replace('Artikel', 'ARTIKEL').replace('Farbe', 'farbe ');
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(other, 'utf16le')]);
  expect(await countsOf(await check(utf16))).toMatchObject({ create: 2 });
});

test('an import keeps the columns it was sent with, and its rejected rows keep their names', async () => {
  await assign({ Artikel: 'sku', Preis: 'price', Lager: 'stockCount', Farbe: 'ignored' });
  const id = await send(Buffer.from(file.replace('399.99', 'much')));
  await assign({ Preis: 'ignored' });
  await jobs.workUntilIdle();
  expect(await countsOf(id)).toMatchObject({ create: 1, refused: 1 });
  const { pieces } = (await call('exportRejectedRows', { as, params: { id } })) as unknown as {
    pieces: AsyncIterable<string>;
  };
  let text = '';
  for await (const piece of pieces) text += piece;
  expect(text).toContain('Artikel,Name,Brand,Category,Preis,Lager,Farbe,reason');
  expect(text).toContain('GOO1,Pixel 8,Google,Phones,much,4,Rot,');
});

test('a known name cannot be assigned otherwise, two names for one column are refused, and all can be forgotten', async () => {
  await assign({ Name: 'brand', Artikel: 'sku', Nummer: 'sku' });
  const once = 'Artikel,Name,Brand,Category,price\nA,Pixel,Google,Phones,5';
  expect(await countsOf(await check(once))).toMatchObject({ create: 1 });
  const twice = once.replace('Artikel,', 'Artikel,Nummer,').replace('A,', 'A,B,');
  expect((await problemOf(check(twice))).message).toBe('The file has two sku columns.');
  await call('forgetColumns', { as });
  expect((await problemOf(check(once))).message).toContain('“Artikel”');
  expect((await call('listColumnAssignments', { as })).columns).toEqual([]);
});

test('a column without a name is to be named in the file', async () => {
  expect((await problemOf(check('sku,,name\nA,x,Pixel'))).message).toBe(
    'Column 2 has no name. Name it in the first row, or remove it.',
  );
});

test('a file from before its columns were stored is read by its first row', async () => {
  const id = await send(Buffer.from('sku,name,brand,category,price\nOLD1,Pixel,Google,Phones,5'));
  await db.update(productImports).set({ head: [], names: [] });
  await jobs.workUntilIdle();
  expect(await countsOf(id)).toMatchObject({ create: 1, refused: 0 });
});

test('a weight in a column of any language has the unit that its name ends with', async () => {
  await assign({ 'Gewicht (kg)': 'grams', Masse: 'grams', 'Gewicht in g': 'grams' });
  const head = 'sku;name;brand;category;price';
  const rowOf = async (name: string, cell: string) => {
    const id = await check(`${head};${name}\nW1;Case;Acme;Phones;5;${cell}`);
    const [row] = (await call('listImportRows', { as, params: { id } })).rows;
    return row?.changes.find(({ field }) => field === 'grams')?.after ?? row?.doubts[0]?.field;
  };
  expect(await rowOf('Gewicht (kg)', '0,24')).toBe('240 g');
  expect(await rowOf('Gewicht in g', '240')).toBe('240 g');
  expect(await rowOf('Masse', '0,24')).toBe('grams');
});
