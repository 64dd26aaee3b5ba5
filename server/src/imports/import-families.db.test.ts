import { familyAdminEndpoints } from '@reprise/contract/catalog/products/family-admin';
import { importEndpoints } from '@reprise/contract/moving-in/imports';
import { beforeEach, expect, test } from 'vitest';
import { callsTo } from '../../test/call-endpoints.ts';
import { openTestDatabase } from '../../test/test-database.ts';
import { alertTriggers } from '../catalog/alerts/trigger-alerts.ts';
import { deviceModels, productFamilies } from '../catalog/products/families/families.tables.ts';
import { familyAdminHandlers } from '../catalog/products/families/family-admin.routes.ts';
import { familyChanges } from '../catalog/products/families/family-changes.tables.ts';
import { categories, products } from '../catalog/products/products.tables.ts';
import { postgresSearch } from '../catalog/products/search/search-engine.ts';
import { importHandlers, importJobs } from '../moving-in/imports/imports.routes.ts';
import { productImports } from '../moving-in/imports/imports.tables.ts';
import { startJobs } from '../platform/jobs/jobs.ts';
import { createLog } from '../platform/log.ts';
import { shortages } from '../sales/orders/shortages/mark-short.ts';
import { carrierGates } from '../workshop/units/bench/reopen-carrier-gates.ts';
import { deviceCounts } from '../workshop/units/count-devices.ts';

const database = await openTestDatabase();
const { db } = database;
const now = () => new Date();
const deps = { db, now, alerts: alertTriggers, devices: deviceCounts, search: postgresSearch };
const jobs = await startJobs({
  database,
  handlers: importJobs(deps),
  log: createLog('silent'),
  work: false,
});
const call = callsTo(importEndpoints, importHandlers({ db, now, jobs }));
const families = callsTo(
  familyAdminEndpoints,
  familyAdminHandlers({ ...deps, gates: carrierGates({ ...deps, jobs, shortages }) }),
);

const check = async (text: string) => {
  const file = { name: 'stock.csv', bytes: Buffer.from(text) };
  const { id } = (await call('startImport', { as: 'admin', files: [file] })).import;
  await jobs.workUntilIdle();
  const { rows } = await call('listImportRows', { as: 'admin', params: { id }, query: {} });
  return { id, rows };
};
const importAll = async (text: string) => {
  const { id } = await check(text);
  await call('applyImport', { as: 'admin', params: { id }, body: {} });
  await jobs.workUntilIdle();
  const { rows } = await call('listImportRows', { as: 'admin', params: { id }, query: {} });
  return rows;
};
/** Returns names of families with the model keys of their configurations in order. */
const familiesNow = async () => {
  const { families: listed } = await families('listFamilies', { as: 'admin', query: {} });
  const entries = listed.map(async ({ id, name }) => {
    const { family } = await families('getFamily', { as: 'admin', params: { id } });
    return [name, family.configurations.map(({ modelKey }) => modelKey)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
};

beforeEach(async () => {
  await db.delete(productImports);
  await db.delete(products);
  await db.delete(deviceModels);
  await db.delete(familyChanges);
  await db.delete(productFamilies);
  await db.delete(categories);
  await db
    .insert(categories)
    .values({ id: 'cat_1', name: 'Smartphones', slug: 'smartphones', description: '', image: '' });
});

const head = 'sku,name,brand,category,price,modelKey,family';
const iphones = [
  'A,iPhone 13 256 GB Blue,Apple,Smartphones,450,iphone-13-256-blue,iPhone 13',
  'B,iPhone 13 128 GB Midnight,Apple,Smartphones,400,iphone-13-128-midnight,iPhone 13',
];

test('an import puts configurations into the families that it names, by size, with their options', async () => {
  const { rows } = await check([head, ...iphones].join('\n'));
  expect(rows.map(({ changes }) => changes)).toMatchObject([
    [{ field: 'family', before: '', after: 'iPhone 13 (new family)' }],
    [{ field: 'family', before: '', after: 'iPhone 13 (new family)' }],
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
