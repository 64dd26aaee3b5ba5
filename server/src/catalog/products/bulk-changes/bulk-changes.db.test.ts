import { bulkChangeEndpoints } from '@reprise/contract/catalog/products/bulk-changes';
import { draftEndpoints } from '@reprise/contract/catalog/products/drafts';
import { catalogEndpoints } from '@reprise/contract/catalog/products/products';
import { catalogAdminEndpoints } from '@reprise/contract/catalog/products/products-admin';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { callsTo } from '../../../../test/call-endpoints.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { deviceCounts } from '../../../workshop/units/count-devices.ts';
import { alertTriggers } from '../../alerts/trigger-alerts.ts';
import { bulkEditProducts } from '../bulk-edit-products.ts';
import { catalogHandlers } from '../products.routes.ts';
import { categories, products } from '../products.tables.ts';
import { catalogAdminHandlers } from '../products-admin.routes.ts';
import { postgresSearch } from '../search/search-engine.ts';
import { bulkChanges } from './bulk-changes.tables.ts';

const { db } = await openTestDatabase();
const start = Date.UTC(2026, 0, 1);
let now = new Date(start);
const deps = {
  db,
  now: () => now,
  alerts: alertTriggers,
  devices: deviceCounts,
  search: postgresSearch,
};
const shop = callsTo(catalogEndpoints, catalogHandlers(deps));
const handlers = catalogAdminHandlers(
  deps,
  async (_db, ids) => new Map(ids.map((id) => [id, `Name of ${id}`])),
);
const office = callsTo({ ...catalogAdminEndpoints, ...bulkChangeEndpoints, ...draftEndpoints }, handlers);

type Body = Record<string, unknown>;

beforeEach(async () => {
  now = new Date(start);
  await db.delete(products);
  await db.delete(categories);
  await db.delete(bulkChanges);
  for (const name of ['Phones', 'Laptops'])
    await shop('createCategory', { as: 'admin', body: { name, description: name } });
});

const add = async (body: Body = {}) => {
  const product = {
    name: 'Pixel 8',
    brand: 'Google',
    category: 'Phones',
    price: 400,
    stockCount: 6,
    ...body,
  };
  return (await shop('createProduct', { as: 'admin', body: product })).product.id;
};
const bulk = (ids: string[], change: Body, more: Body = {}) =>
  office('bulkEditProducts', { as: 'admin', body: { products: ids, change, ...more } });
const undo = (id: string, body: Body = {}) => office('undoBulkChange', { as: 'admin', params: { id }, body });
const one = async (id: string) => (await office('getAdminProduct', { as: 'admin', params: { id } })).product;
/** Changes without the products that the tests add. */
const list = async () =>
  (await office('listBulkChanges', { as: 'admin', query: {} })).changes.filter(
    ({ change }) => change.kind !== 'added',
  );
const outcomes = ({ rows }: { rows: { outcome: string; reason: string; name: string }[] }) =>
  rows.map(({ outcome, reason, name }) => [name, outcome, reason]);
const discount = { kind: 'percent', percent: -10, ending: 'exact' };

test('lists who changed what of how many products, calls of one change together', async () => {
  const [a, b, c] = [await add(), await add({ name: 'Pixel 9' }), await add({ name: 'Pixel 7' })];
  const { changeId } = await bulk([a, b], discount);
  now = new Date(start + 60_000);
  expect((await bulk([c], discount, { continues: changeId })).changeId).toBe(changeId);
  await bulk([a], { kind: 'archive', archived: true });
  await bulk([a], { kind: 'featured', featured: true }, { dryRun: true });
  const changes = await list();
  expect(changes.map(({ change, productCount }) => [change.kind, productCount])).toEqual([
    ['archive', 1],
    ['percent', 3],
  ]);
  expect(changes[1]).toMatchObject({
    actorName: expect.stringMatching(/^Name of /),
    undoUntil: new Date(start + 24 * 3_600_000).toISOString(),
  });
});

test('another change, account or hour, or a product twice, begins an entry of its own', async () => {
  const id = await add();
  const { changeId } = await bulk([id], discount);
  expect((await bulk([id], discount, { continues: changeId })).changeId).not.toBe(changeId);
  const other = await add({ name: 'Pixel 9' });
  const price = { kind: 'price', price: 1 };
  expect((await bulk([other], price, { continues: changeId })).changeId).not.toBe(changeId);
  const edit = { products: [other], change: { kind: 'stock', change: 1 } as const };
  const own = await bulkEditProducts(deps, edit, 'usr_one');
  const continues = own.changeId ?? '';
  const second = await add({ name: 'Pixel 6' });
  const ofOther = await bulkEditProducts(deps, { ...edit, products: [second], continues }, 'usr_two');
  expect(ofOther.changeId).not.toBe(continues);
  now = new Date(start + 3_600_001);
  const third = await add({ name: 'Pixel 7' });
  const later = await bulkEditProducts(deps, { ...edit, products: [third], continues }, 'usr_one');
  expect(later.changeId).not.toBe(continues);
});

test('undoes a change product by product and names the ones that changed since', async () => {
  const [kept, edited, deleted] = [await add(), await add({ name: 'Pixel 9' }), await add({ name: 'Gone' })];
  const { changeId } = await bulk([kept, edited, deleted], discount);
  const id = changeId ?? '';
  await bulk([edited], { kind: 'price', price: 111 });
  await bulk([deleted], { kind: 'delete' });
  await bulk([kept], { kind: 'featured', featured: true });
  const first = await undo(id, { products: [kept] });
  expect([outcomes(first), first.left]).toEqual([[['Pixel 8', 'changed', '']], 2]);
  const second = await undo(id);
  expect(new Set(outcomes(second))).toEqual(
    new Set([
      ['Pixel 9', 'refused', 'Changed again since'],
      ['Gone', 'refused', 'Deleted'],
    ]),
  );
  expect(second.left).toBe(0);
  expect([(await one(kept)).price, (await one(kept)).featured, (await one(edited)).price]).toEqual([
    400,
    true,
    111,
  ]);
  const page = await office('listChangedProducts', { as: 'admin', params: { id }, query: {} });
  expect(page.products.map(({ name, undo, reason }) => [name, undo, reason])).toEqual([
    ['Gone', 'conflict', 'Deleted'],
    ['Pixel 8', 'undone', ''],
    ['Pixel 9', 'conflict', 'Changed again since'],
  ]);
  expect(page.change).toMatchObject({ undoneCount: 1, conflictCount: 2 });
});

test('an undo of stock reverses the difference and keeps sales in between', async () => {
  const id = await add({ stockCount: 6 });
  const { changeId } = await bulk([id], { kind: 'stock', change: 4 });
  await shop('adjustStock', { as: 'admin', params: { id }, body: { change: -3, reason: 'adjustment' } });
  await undo(changeId ?? '');
  expect((await one(id)).stockCount).toBe(3);
});

test('two undos at once undo each product once', async () => {
  const id = await add({ stockCount: 6 });
  const { changeId } = await bulk([id], { kind: 'stock', change: 4 });
  const both = await Promise.all([undo(changeId ?? ''), undo(changeId ?? '')]);
  expect(both.flatMap(({ rows }) => rows)).toHaveLength(1);
  expect((await one(id)).stockCount).toBe(6);
});

test('there is no undo after a day, and none of a deletion or a sale', async () => {
  const id = await add();
  const { changeId } = await bulk([id], discount);
  const sale = { kind: 'sale', percentOff: 20, ending: 'exact', endsAt: '2026-02-01T00:00:00Z' };
  const { changeId: ofSale } = await bulk([id], sale);
  await expect(undo(ofSale ?? '')).rejects.toMatchObject({ code: 'EDIT_CONFLICT' });
  expect((await list()).find((change) => change.id === ofSale)?.undoUntil).toBeNull();
  now = new Date(start + 24 * 3_600_000 + 1);
  await expect(undo(changeId ?? '')).rejects.toMatchObject({ code: 'EDIT_CONFLICT' });
  await expect(undo('bch_unknown')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('an undo needs the permission of the change', async () => {
  const { changeId } = await bulk([await add()], discount);
  const needs = [bulkChangeEndpoints.undoBulkChange, catalogAdminEndpoints.bulkEditProducts];
  expect(needs.map((endpoint) => [endpoint.access, endpoint.needs])).toEqual(
    Array(2).fill(['admin', 'catalog.manage']),
  );
  await expect(
    office('undoBulkChange', { as: 'customer', params: { id: changeId ?? '' }, body: {} }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('changes older than 30 days leave the list', async () => {
  const id = await add();
  await bulk([id], discount);
  now = new Date(start + 31 * 24 * 3_600_000);
  await bulk([id], { kind: 'featured', featured: true });
  expect((await list()).map(({ change }) => change.kind)).toEqual(['featured']);
  expect(await db.select().from(products).where(eq(products.id, id))).toHaveLength(1);
});

test('an added product is listed, and its undo archives it; a deletion is listed without one', async () => {
  const id = await add({ name: 'Case' });
  const [added] = (await office('listBulkChanges', { as: 'admin', query: {} })).changes;
  expect(added).toMatchObject({ change: { kind: 'added', name: 'Case' }, productCount: 1, withoutUndo: '' });
  await bulk([id], discount);
  expect(await undo(added?.id ?? '')).toMatchObject({ rows: [{ id, outcome: 'changed' }], left: 0 });
  expect(await one(id)).toMatchObject({ archivedAt: expect.any(String), price: 360 });
  const again = await add({ name: 'Cover' });
  const [second] = (await office('listBulkChanges', { as: 'admin', query: {} })).changes;
  await bulk([again], { kind: 'archive', archived: true });
  expect((await undo(second?.id ?? '')).rows).toMatchObject([{ reason: 'Changed again since' }]);
  await shop('deleteProduct', { as: 'admin', params: { id } });
  const [deleted] = await list();
  expect(deleted).toMatchObject({ change: { kind: 'deleted', name: 'Case' }, undoUntil: null });
});
