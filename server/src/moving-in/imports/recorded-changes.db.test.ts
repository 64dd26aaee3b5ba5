import { beforeEach, expect, test } from 'vitest';
import { openImportShop } from '../../../test/import-shop.ts';
import { bulkChanges } from '../../catalog/products/bulk-changes/bulk-changes.tables.ts';
import { importProducts } from '../../catalog/products/import-products.ts';

let now = new Date('2026-11-30T12:00:00Z');
const shop = await openImportShop({ now: () => now });
const { db, catalog, office } = shop;

const fields = { name: 'Case', brand: 'Acme', price: 20, category: 'Phones', stockCount: 3 };
const add = async (body: object = {}) =>
  (await catalog('createProduct', { as: 'admin', body: { ...fields, ...body } })).product.id;
const edit = (id: string, body: object) =>
  catalog('updateProduct', {
    as: 'admin',
    params: { id },
    body: { name: 'Case', price: 20, category: 'Phones', ...body },
  });
const find = async (id: string) => (await office('getAdminProduct', { as: 'admin', params: { id } })).product;
/** Changes without the products that the tests add. */
const changes = async () =>
  (await office('listBulkChanges', { as: 'admin' })).changes.filter(({ change }) => change.kind !== 'added');
const changed = async (id: string, as: 'admin' | 'catalogStaff' = 'admin') =>
  (await office('listChangedProducts', { as, params: { id } })).products;
const undo = (id: string, body: object = {}) =>
  office('undoBulkChange', { as: 'admin', params: { id }, body });

beforeEach(async () => {
  now = new Date('2026-11-30T12:00:00Z');
  await shop.restart('Phones');
  await db.delete(bulkChanges);
});

test('an edit of one product is listed with its fields and undone, with sales in between', async () => {
  const id = await add({ unitCost: 5, specifications: { Color: 'Red' } });
  await edit(id, {
    name: 'Cover',
    price: 25,
    unitCost: 6,
    stockCount: 10,
    specifications: { Color: 'Blue' },
  });
  const [change] = await changes();
  expect(change).toMatchObject({ change: { kind: 'edit', name: 'Cover' }, productCount: 1, withoutUndo: '' });
  const changeId = change?.id ?? '';
  expect((await changed(changeId))[0]?.fields).toEqual([
    { field: 'name', before: 'Case', after: 'Cover' },
    { field: 'price', before: '$20.00', after: '$25.00' },
    { field: 'stockCount', before: '3', after: '10' },
    { field: 'unitCost', before: '$5.00', after: '$6.00' },
    { field: 'specifications', before: 'Color: Red', after: 'Color: Blue' },
  ]);
  expect(JSON.stringify(await changed(changeId, 'catalogStaff'))).not.toMatch(/unitCost|[$][56]/);
  await catalog('adjustStock', { as: 'admin', params: { id }, body: { change: -2 } });
  expect(await undo(changeId)).toMatchObject({ rows: [{ id, outcome: 'changed' }], left: 0 });
  expect(await find(id)).toMatchObject({
    ...{ name: 'Case', price: 20, unitCost: 5, stockCount: 1, specifications: { Color: 'Red' } },
  });
});

test('a product that changed again, or whose stock was sold, is named and stays as it is', async () => {
  const id = await add();
  await edit(id, { description: 'One' });
  await edit(id, { description: 'Two', stockCount: 5 });
  const [second, first] = await changes();
  expect((await undo(first?.id ?? '')).rows).toMatchObject([
    { outcome: 'refused', reason: 'Changed again since' },
  ]);
  await catalog('adjustStock', { as: 'admin', params: { id }, body: { change: -4 } });
  expect((await undo(second?.id ?? '')).rows).toMatchObject([
    { outcome: 'refused', reason: 'Only 1 in stock' },
  ]);
  expect(await find(id)).toMatchObject({ description: 'Two', stockCount: 1 });
  expect((await changes()).map(({ conflictCount }) => conflictCount)).toEqual([1, 1]);
});

test('an import has one entry for all its rows, and its undo restores what it changed', async () => {
  const rows = Array.from({ length: 60 }, (_, index) => `S-${index},Case ${index},Acme,Phones,20,1`);
  const head = 'sku,name,brand,category,price,stockCount';
  await shop.importAll([head, ...rows].join('\n'), { name: 'first.csv' });
  const [first] = await changes();
  expect(first).toMatchObject({
    change: { kind: 'imported', fileName: 'first.csv', added: 60 },
    productCount: 60,
    withoutUndo: '',
  });
  const cheaper = rows.map((row) => row.replace(',20,', ',15,'));
  await shop.importAll([head, ...cheaper, 'N-1,New,Acme,Phones,5,1'].join('\n'), { name: 'second.csv' });
  const [second] = await changes();
  expect(second).toMatchObject({ change: { fileName: 'second.csv', added: 1 }, productCount: 61 });
  const [one] = await changed(second?.id ?? '');
  expect((await undo(second?.id ?? '', { products: [one?.id] })).left).toBe(60);
  expect((await find(one?.id ?? '')).price).toBe(20);
  now = new Date('2026-12-01T12:00:01Z');
  await expect(undo(second?.id ?? '')).rejects.toMatchObject({
    message: 'Changes can be undone for 24 hours.',
  });
  now = new Date('2026-12-01T11:59:59Z');
  expect((await undo(second?.id ?? '')).left).toBe(0);
  const prices = (await shop.products()).map(({ priceCents }) => priceCents);
  expect(prices.filter((price) => price !== 2000)).toEqual([500]);
});

test('the undo of an import archives the products that it added, but for drafts and those that left', async () => {
  const head = 'sku,name,brand,category,price,stockCount,draft';
  const rows = ['A,Case A,Acme,Phones,20,1,', 'B,Case B,Acme,Phones,20,1,', 'C,Case C,Acme,Phones,20,1,yes'];
  await shop.importAll([head, ...rows].join('\n'));
  const [imported] = await changes();
  expect(imported).toMatchObject({ change: { added: 3 }, productCount: 2 });
  const id = imported?.id ?? '';
  const [first] = await changed(id);
  expect(first?.fields).toEqual([{ field: 'added', before: '', after: 'yes' }]);
  await catalog('deleteProduct', { as: 'admin', params: { id: first?.id ?? '' } });
  expect((await undo(id)).rows.map(({ name, reason }) => [name, reason]).sort()).toEqual([
    ['Case A', 'Deleted since'],
    ['Case B', ''],
  ]);
  expect((await shop.products()).map(({ sku, archivedAt }) => [sku, archivedAt !== null])).toEqual([
    ['B', true],
    ['C', true],
  ]);
});

test('products that the command line adds have one entry without an account, and its undo archives them', async () => {
  const row = { name: 'Case', brand: 'Acme', price: 20, category: 'Phones' };
  const rows = [
    { ...row, sku: 'A' },
    { ...row, sku: 'B' },
    { sku: 'C', name: 'Bare', isDraft: true },
  ];
  const options = { fileName: 'products.json', actorId: null };
  await importProducts(shop.deps, [...rows, { ...row, sku: 'D', price: -1 }], options);
  await importProducts(shop.deps, rows, options);
  await importProducts(shop.deps, [{ ...row, sku: 'E' }], { ...options, dryRun: true });
  const [imported, ...others] = await changes();
  expect(others).toEqual([]);
  expect(imported).toMatchObject({
    change: { kind: 'imported', fileName: 'products.json', added: 3 },
    actorName: null,
    productCount: 2,
  });
  expect((await undo(imported?.id ?? '')).rows.map(({ outcome }) => outcome)).toEqual(['changed', 'changed']);
  const archived = (await shop.products()).map(({ sku, archivedAt }) => [sku, archivedAt !== null]);
  expect(archived).toEqual([
    ['A', true],
    ['B', true],
    ['C', true],
  ]);
});
