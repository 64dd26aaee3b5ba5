import { familyAdminEndpoints } from '@reprise/contract/catalog/products/family-admin';
import { beforeEach, expect, test } from 'vitest';
import { callsTo } from '../../../../test/call-endpoints.ts';
import { openImportShop } from '../../../../test/import-shop.ts';
import { bulkChanges } from '../../../catalog/products/bulk-changes/bulk-changes.tables.ts';
import { deviceModels, productFamilies } from '../../../catalog/products/families/families.tables.ts';
import { familyAdminHandlers } from '../../../catalog/products/families/family-admin.routes.ts';
import { products } from '../../../catalog/products/products.tables.ts';
import { shortages } from '../../../sales/orders/shortages/mark-short.ts';
import { carrierGates } from '../../../workshop/units/bench/reopen-carrier-gates.ts';

const shop = await openImportShop();
const { call, db, deps, jobs, check } = shop;
const families = callsTo(
  familyAdminEndpoints,
  familyAdminHandlers({ ...deps, gates: carrierGates({ ...deps, jobs, shortages }) }),
);
const importAll = async (text: string) => (await shop.importAll(text)).rows;
/** Returns names of families with the model keys of their configurations in order. */
const familiesNow = async () => {
  const { families: listed } = await families('listFamilies', { as: 'admin', query: {} });
  const entries = listed.map(async ({ id, name }) => {
    const { family } = await families('getFamily', { as: 'admin', params: { id } });
    return [name, family.configurations.map(({ modelKey }) => modelKey)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
};

beforeEach(() => shop.restart('Smartphones'));

const head = 'sku,name,brand,category,price,modelKey,family';
const iphones = [
  'A,iPhone 13 256 GB Blue,Apple,Smartphones,450,iphone-13-256-blue,iPhone 13',
  'B,iPhone 13 128 GB Midnight,Apple,Smartphones,400,iphone-13-128-midnight,iPhone 13',
];

test('an import puts configurations into the families that it names, by size, with their options', async () => {
  const { rows } = await check([head, ...iphones].join('\n'));
  expect(rows.map(({ changes }) => changes.at(-1))).toEqual([
    { field: 'family', before: '', after: 'iPhone 13 (new family)' },
    { field: 'family', before: '', after: 'iPhone 13 (new family)' },
  ]);
  await importAll([head, ...iphones].join('\n'));
  expect(await familiesNow()).toEqual({ 'iPhone 13': ['iphone-13-128-midnight', 'iphone-13-256-blue'] });
  const [options] = await db.select({ options: deviceModels.options }).from(deviceModels).limit(1);
  expect(options).toMatchObject({ options: { storage: expect.any(String), color: expect.any(String) } });
});

test('a configuration moves with all its products, and the move is undone', async () => {
  await importAll([head, 'A,Pixel 8 128 GB,Google,Smartphones,300,pixel-8-128,Pixel 8'].join('\n'));
  const added = 'sku,name,brand,category,price,modelKey\nB,Pixel 8 256 GB,Google,Smartphones,350,pixel-8-256';
  await importAll(added);
  expect(await familiesNow()).toEqual({ 'Pixel 8': ['pixel-8-128'], 'Pixel 8 256 GB': ['pixel-8-256'] });
  const { rows } = await check('sku,family\nB,pixel 8');
  expect(rows).toMatchObject([
    { outcome: 'change', changes: [{ field: 'family', before: 'Pixel 8 256 GB', after: 'pixel 8' }] },
  ]);
  await importAll('sku,family\nB,pixel 8');
  expect(await familiesNow()).toEqual({ 'Pixel 8': ['pixel-8-128', 'pixel-8-256'] });
  const [product] = await db.select().from(products).limit(1);
  expect(product).toMatchObject({ version: 1 });
  const { lastChange } = await families('proposeFamilies', { as: 'admin' });
  expect(lastChange).toMatchObject({ kind: 'assign', moved: 1 });
  await families('undoFamilyChange', { as: 'admin', params: { id: lastChange?.id ?? '' } });
  expect(await familiesNow()).toEqual({ 'Pixel 8': ['pixel-8-128'], 'Pixel 8 256 GB': ['pixel-8-256'] });
});

test('an exported file changes nothing', async () => {
  await importAll([head, ...iphones].join('\n'));
  let text = '';
  for await (const piece of (await call('exportProducts', { as: 'admin', query: {} })).pieces) text += piece;
  expect(text).toContain('iPhone 13');
  const { rows } = await check(text);
  expect(rows.map(({ outcome }) => outcome)).toEqual(['same', 'same']);
});

test('rows whose family is unclear are rejected with what to do', async () => {
  await importAll([head, ...iphones].join('\n'));
  const id = 'fam_other';
  await db.insert(productFamilies).values({ id, slug: 'other', name: 'IPHONE 13', brand: 'apple' });
  await db
    .insert(deviceModels)
    .values({ key: 'other', familyId: id, name: 'Other', brand: 'apple', identifiers: ['serial'] });
  const { rows } = await check(
    [
      head,
      'C,iPhone 13 mini,Apple,Smartphones,300,iphone-13-mini,iPhone 13',
      'D,iPhone 13 Pro,Apple,Smartphones,500,,iPhone 13',
      'E,iPhone 13 Max,Apple,Smartphones,500,iphone-13-max,-',
      'F,iPhone 13 Max,Google,Smartphones,500,pixel-13,iPhone 13',
    ].join('\n'),
  );
  expect(rows.map(({ faults }) => faults[0]?.message ?? '')).toEqual([
    expect.stringContaining('Several families of this brand have this name.'),
    expect.stringContaining('Add a modelKey: a product without one is a family of its own'),
    expect.stringContaining('A configuration always has a family.'),
    '',
  ]);
});

test('a family takes 100 configurations of a file, and the rows beyond are rejected in words', async () => {
  const row = (index: number, family = 'Case') =>
    `C-${index},Case ${index},Acme,Smartphones,9,case-${index},${family},Version: V${index}`;
  const file = (from: number, to: number) =>
    [`${head},options`, ...Array.from({ length: to - from }, (_, index) => row(from + index))].join('\n');
  await importAll(file(0, 60));
  const beyond =
    '“Case” has 100 configurations with those of earlier rows, which is the most. Write the name of another family';
  const outcomesOf = (rows: Awaited<ReturnType<typeof importAll>>) => [
    rows.filter(({ outcome }) => outcome === 'create').length,
    ...rows
      .filter(({ outcome }) => outcome === 'refused')
      .map(({ number, faults }) => [number, faults[0]?.message]),
  ];
  const expected = [40, ...Array.from({ length: 5 }, (_, index) => [42 + index, beyond])];
  expect(outcomesOf((await check(file(60, 105))).rows)).toEqual(expected);
  expect(outcomesOf(await importAll(file(60, 105)))).toEqual(expected);
  expect((await familiesNow()).Case).toHaveLength(100);
  expect(outcomesOf(await importAll([`${head},options`, row(100, 'Case 2')].join('\n')))).toEqual([1]);
});

test('a split of a family is in the list of changes, and undone there as a whole', async () => {
  await db.delete(bulkChanges);
  await importAll([head, ...iphones].join('\n'));
  const { families: listed } = await families('listFamilies', { as: 'admin', query: {} });
  const body = { name: 'iPhone 13 blue', modelKeys: ['iphone-13-256-blue'] };
  await families('splitFamily', { as: 'admin', params: { id: listed[0]?.id ?? '' }, body });
  const changes = async () => (await shop.office('listBulkChanges', { as: 'admin' })).changes;
  const [split] = await changes();
  expect(split).toMatchObject({
    change: { kind: 'families', action: 'split' },
    productCount: 1,
    undoneCount: 0,
  });
  const id = split?.change.kind === 'families' ? split.change.familyChangeId : '';
  await families('undoFamilyChange', { as: 'admin', params: { id } });
  expect((await changes())[0]).toMatchObject({ undoneCount: 1 });
});

test('rows with other values for one configuration name each other, and none is taken over', async () => {
  const columns = 'sku,name,brand,category,price,condition,modelKey,grams,family,options';
  const row = (sku: string, condition: string, values: string) =>
    `${sku},Pixel 8,Google,Smartphones,300,${condition},pixel-8,${values}`;
  const file = [
    columns,
    row('A', 'good', '240,Pixel 8,Storage: 128 GB'),
    row('B', 'fair', '300,Pixel,Storage: 256 GB'),
    row('C', 'excellent', ',,'),
  ];
  const { rows } = await check(file.join('\n'));
  const doubtsOf = (index: number) => rows[index]?.doubts.map(({ field, message }) => `${field}: ${message}`);
  const end = 'for the same configuration, so that neither is taken over. Write one value for both';
  expect([doubtsOf(0), doubtsOf(1)?.length, doubtsOf(2)]).toEqual([
    [
      `grams: Row 3 says “300 g” ${end}`,
      `family: Row 3 says “Pixel” ${end}`,
      `options: Row 3 says “Storage: 256 GB” ${end}`,
    ],
    3,
    [],
  ]);
  await importAll([columns, row('A', 'good', '240,Pixel 8,'), row('B', 'fair', '240,pixel 8,')].join('\n'));
  const later = await check('sku,grams\nA,250\nB,260\nA-2,1');
  expect(later.rows.map(({ outcome, doubts }) => [outcome, doubts.map(({ field }) => field)])).toEqual([
    ['same', ['grams']],
    ['same', ['grams']],
    ['refused', []],
  ]);
});
