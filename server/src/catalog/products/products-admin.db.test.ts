import { catalogEndpoints } from '@reprise/contract/catalog/products/products';
import { catalogAdminEndpoints } from '@reprise/contract/catalog/products/products-admin';
import { desc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { callsTo, countStatements } from '../../../test/call-endpoints.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { auditEntries } from '../../foundations/audit/audit.tables.ts';
import { ensureSettings } from '../../foundations/settings/ensure-settings.ts';
import { checkLines } from '../../sales/cart/check-cart.ts';
import { deviceCounts } from '../../workshop/units/count-devices.ts';
import { productAlerts } from '../alerts/alerts.tables.ts';
import { alertTriggers } from '../alerts/trigger-alerts.ts';
import { catalogHandlers } from './products.routes.ts';
import { categories, products } from './products.tables.ts';
import { catalogAdminHandlers } from './products-admin.routes.ts';
import { rollUpVocabulary } from './search/roll-up-vocabulary.ts';
import { postgresSearch } from './search/search-engine.ts';
import { listProductAddresses } from './sitemap/sitemap.queries.ts';

const database = await openTestDatabase();
const { db } = database;
let seconds = 0;
const deps = {
  db,
  now: () => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds++)),
  alerts: alertTriggers,
  devices: deviceCounts,
  search: postgresSearch,
};
const shop = callsTo(catalogEndpoints, catalogHandlers(deps));
const office = callsTo(catalogAdminEndpoints, catalogAdminHandlers(deps));

type Body = Record<string, unknown>;

beforeEach(async () => {
  await db.delete(products);
  await db.delete(categories);
  for (const name of ['Smartphones', 'Laptops']) {
    await shop('createCategory', { as: 'admin', body: { name, description: name } });
  }
});

const add = async (body: Body = {}) =>
  (
    await shop('createProduct', {
      as: 'admin',
      body: { name: 'Pixel 8', brand: 'Google', category: 'Smartphones', price: 400, stockCount: 6, ...body },
    })
  ).product;
const list = async (query: Record<string, string | string[]> = {}) =>
  (await office('listAdminProducts', { as: 'admin', query })).products;
const names = async (query: Record<string, string | string[]> = {}) =>
  (await list(query)).map(({ name }) => name);
const bulk = async (ids: string[], change: Body, dryRun = false) =>
  (await office('bulkEditProducts', { as: 'admin', body: { products: ids, change, dryRun } })).rows;
const one = async (id: string) => (await office('getAdminProduct', { as: 'admin', params: { id } })).product;
const ledgerOf = async (id: string) =>
  (await shop('listStockMovements', { as: 'admin', params: { id } })).movements;
const auditOf = (id: string) =>
  db
    .select({ action: auditEntries.action, before: auditEntries.before, after: auditEntries.after })
    .from(auditEntries)
    .where(eq(auditEntries.subject, `product ${id}`))
    .orderBy(desc(auditEntries.id));

test('a list says whether products of one condition have several origins', async () => {
  const isMixed = async () =>
    (await shop('listProductCards', { query: { show: 'families' } })).facets.hasMixedOrigins;
  await add({ condition: 'good', origin: 'pre-owned' });
  await add({ condition: 'excellent', origin: 'open-box' });
  expect(await isMixed()).toBe(false);
  const { id } = await add({ condition: 'good', origin: 'open-box' });
  expect(await isMixed()).toBe(true);
  await bulk([id], { kind: 'delete' });
  await rollUpVocabulary(db);
  expect(await isMixed()).toBe(false);
});

describe('admin product list', () => {
  test('the admin list applies every filter', async () => {
    await add({
      name: 'A',
      condition: 'fair',
      origin: 'open-box',
      featured: true,
      images: ['/media/a.webp'],
    });
    await add({ name: 'B', brand: 'Apple', stockCount: 2, images: ['/media/b.webp'], sku: 'KEY-1' });
    await add({ name: 'C', category: 'Laptops', stockCount: 0 });
    await shop('deleteCategory', { as: 'admin', params: { id: 'laptops' } });
    expect(await names({ condition: 'fair' })).toEqual(['A']);
    expect(await names({ origin: ['open-box', 'certified-refurbished'] })).toEqual(['A']);
    expect(await names({ brand: 'Apple' })).toEqual(['B']);
    expect(await names({ stock: 'in-stock' })).toEqual(['A']);
    expect(await names({ stock: 'low' })).toEqual(['B']);
    expect(await names({ stock: 'out' })).toEqual(['C']);
    expect(await names({ featured: 'true' })).toEqual(['A']);
    expect(await names({ withoutPicture: 'true' })).toEqual(['C']);
    expect(await names({ withoutCategory: 'true' })).toEqual(['C']);
    expect(await names({ category: 'Smartphones' })).toEqual(['B', 'A']);
    expect(await names({ search: 'key-1' })).toEqual(['B']);
    expect(await names({ search: 'key-' })).toEqual(['B']);
    expect(await names({ search: 'GOOGLE' })).toEqual(['C', 'A']);
    expect(await names({ archived: 'true' })).toEqual([]);
  });

  test('the admin list finds what the storefront finds, and says when it had to guess', async () => {
    await add({ name: 'ThinkPad X1 Black', brand: 'Lenovo' });
    await add({ name: 'Pixel 8' });
    const found = async (search: string) => {
      const { match, products } = await office('listAdminProducts', { as: 'admin', query: { search } });
      return [match, ...products.map(({ name }) => name)];
    };
    expect(await found('black thinkpad')).toEqual(['exact', 'ThinkPad X1 Black']);
    expect(await found('thinkpda')).toEqual(['fuzzy', 'ThinkPad X1 Black']);
    expect(await found('thinkpad qwxzy')).toEqual(['partial', 'ThinkPad X1 Black']);
  });

  test('the admin list searches name, brand and SKU first, and says if only a text matches', async () => {
    await add({ name: 'iPhone 13 128 GB', brand: 'Apple', sku: 'KEY-13' });
    await add({ name: 'Quiet headphones', brand: 'Bose', description: 'For every iPhone' });
    const found = async (query: Record<string, string>) => {
      const { foundIn, products, pagination } = await office('listAdminProducts', { as: 'admin', query });
      const { ids } = await office('listProductIds', { as: 'admin', query });
      expect(ids).toEqual(products.map(({ id }) => id));
      expect(pagination.total).toBe(ids.length);
      return [foundIn, ...products.map(({ name }) => name)];
    };
    expect(await found({ search: 'iphone' })).toEqual(['names', 'iPhone 13 128 GB']);
    expect(await found({ search: 'apple 128gb' })).toEqual(['names', 'iPhone 13 128 GB']);
    expect(await found({ search: 'key-1' })).toEqual(['names', 'iPhone 13 128 GB']);
    expect(await found({ search: 'iphone', inText: 'true' })).toEqual([
      'names',
      'Quiet headphones',
      'iPhone 13 128 GB',
    ]);
    expect(await found({ search: 'iphone', brand: 'Bose' })).toEqual(['text', 'Quiet headphones']);
    expect(await found({})).toEqual([null, 'Quiet headphones', 'iPhone 13 128 GB']);
  });

  test('an order by phone finds products by SKU first, then as the storefront does', async () => {
    await add({ name: 'KEY-1 cover' });
    await add({ name: 'Pixel 8', sku: 'KEY-1' });
    const { products } = await office('findProductsToOrder', { as: 'admin', query: { search: 'key-1' } });
    expect(products.map(({ name }) => name)).toEqual(['Pixel 8', 'KEY-1 cover']);
  });

  test('the admin list sorts by name, price, stock, update, creation and sales', async () => {
    const a = await add({ name: 'a', price: 300, stockCount: 1 });
    await add({ name: 'B', price: 100, stockCount: 9 });
    await add({ name: 'c', price: 200, stockCount: 5 });
    await db.update(products).set({ soldCount: 7 }).where(eq(products.name, 'c'));
    await bulk([a.id], { kind: 'featured', featured: true });
    await db
      .update(products)
      .set({ updatedAt: new Date(2020, 1) })
      .where(eq(products.name, 'c'));
    const order = async (sort: string) => (await names({ sort })).join('');
    expect([await order('name'), await order('name-desc')]).toEqual(['aBc', 'cBa']);
    expect([await order('price-low'), await order('price-high')]).toEqual(['Bca', 'acB']);
    expect([await order('stock-low'), await order('stock-high')]).toEqual(['acB', 'Bca']);
    expect([await order('newest'), await order('oldest')]).toEqual(['cBa', 'aBc']);
    expect([await order('updated'), await order('updated-oldest')]).toEqual(['aBc', 'cBa']);
    expect([(await order('sold'))[0], (await order('sold-least'))[2]]).toEqual(['c', 'c']);
  });

  test('the admin list takes two statements whatever the page size', async () => {
    for (let index = 0; index < 5; index++) await add({ name: `P${index}` });
    expect(await countStatements(database, () => list({ limit: '5' }))).toBe(2);
  });

  test('product stats and brands match the products', async () => {
    await add({ brand: 'Zeta', images: ['/media/a.webp'] });
    await add({ stockCount: 3 });
    await add({ stockCount: 0, category: 'Laptops' });
    const archived = await add({ stockCount: 0 });
    await bulk([archived.id], { kind: 'archive', archived: true });
    await shop('deleteCategory', { as: 'admin', params: { id: 'laptops' } });
    expect((await office('getProductStats', { as: 'admin' })).figures).toEqual({
      total: 3,
      inStock: 2,
      lowStock: 2,
      soldOut: 1,
      withoutCategory: 1,
      withoutPicture: 2,
      archived: 1,
      drafts: 0,
    });
    expect((await office('listBrands', { as: 'admin' })).brands).toEqual(['Google', 'Zeta']);
  });

  test('listProductIds returns matching ids in list order', async () => {
    const a = await add({ name: 'A', stockCount: 0 });
    const b = await add({ name: 'B', stockCount: 0 });
    await add({ name: 'C' });
    const list = await office('listProductIds', { as: 'admin', query: { stock: 'out', sort: 'name' } });
    expect(list).toEqual({ ids: [a.id, b.id], complete: true });
  });
});

describe('archive', () => {
  test('an archived product is visible in the back office only', async () => {
    const onSale = await add({ name: 'Pixel 8 Kept', modelKey: 'pixel-8', price: 300 });
    const archived = await add({
      name: 'Pixel 8 Gone',
      brand: 'Pixelware',
      modelKey: 'pixel-8',
      price: 100,
      featured: true,
    });
    await bulk([archived.id], { kind: 'archive', archived: true });

    const listed = await shop('listProducts', {});
    expect(listed.products.map(({ name }) => name)).toEqual(['Pixel 8 Kept']);
    expect([listed.pagination.total, listed.products[0]?.fromPrice]).toEqual([1, null]);
    expect((await shop('listProducts', { query: { search: 'gone' } })).products).toEqual([]);
    expect((await shop('listProducts', { query: { search: 'pixle' } })).products).toHaveLength(1);
    expect((await shop('listProducts', { query: { id: archived.id } })).products).toEqual([]);
    const suggested = await shop('searchSuggestions', { query: { q: 'pixel' } });
    expect(suggested.products.map(({ name }) => name)).toEqual(['Pixel 8 Kept']);
    expect(suggested.brands).toEqual([]);
    const page = await shop('getProduct', { params: { id: onSale.id } });
    expect([page.ladder.map(({ id }) => id), page.related]).toEqual([[onSale.id], []]);
    await expect(shop('getProduct', { params: { id: archived.slug } })).rejects.toMatchObject({
      code: 'GONE',
    });
    expect((await listProductAddresses(db, '')).map(({ slug }) => slug)).toEqual([onSale.slug]);
    const [category] = (await shop('listCategories', {})).filter(({ name }) => name === 'Smartphones');
    expect(category?.productCount).toBe(1);
    await ensureSettings(db);
    const [line] = await checkLines(db, [{ product: archived.id, quantity: 1 }]);
    expect(line).toMatchObject({ product: null, available: 0 });

    expect(await names({ archived: 'true' })).toEqual(['Pixel 8 Gone']);
    expect((await one(archived.id)).archivedAt).not.toBeNull();
    await bulk([archived.id], { kind: 'archive', archived: false });
    expect((await shop('getProduct', { params: { id: archived.id } })).product.name).toBe('Pixel 8 Gone');
    expect((await auditOf(archived.id)).slice(0, 2).map(({ action }) => action)).toEqual([
      'bring product back',
      'archive product',
    ]);
  });
});

describe('bulk edit', () => {
  test('a bulk edit returns the rows of its dry run, which writes nothing', async () => {
    const a = await add({ price: 100, originalPrice: 105 });
    const b = await add({ price: 200 });
    const change = { kind: 'percent', percent: 10, ending: 'ninety-nine' };
    const preview = await bulk([b.id, a.id, b.id], change, true);
    expect(preview.map(({ id, outcome, before, after }) => [id, outcome, before, after])).toEqual([
      [b.id, 'changed', { price: 200 }, { price: 219.99 }],
      [a.id, 'changed', { price: 100, originalPrice: 105 }, { price: 109.99, originalPrice: null }],
    ]);
    expect((await one(a.id)).price).toBe(100);
    expect(await bulk([b.id, a.id, b.id], change)).toEqual(preview);
    expect(await one(a.id)).toMatchObject({ price: 109.99, originalPrice: null, version: 2 });
    const [entry] = await auditOf(b.id);
    expect(entry).toEqual({ action: 'change price', before: { price: 20_000 }, after: { price: 21_999 } });
  });

  test('a bulk edit sets price, condition, category and featured', async () => {
    const { id } = await add();
    for (const [change, field, value] of [
      [{ kind: 'price', price: 350.5 }, 'price', 350.5],
      [{ kind: 'condition', condition: 'fair' }, 'condition', 'fair'],
      [{ kind: 'category', category: 'laptops' }, 'category', 'Laptops'],
      [{ kind: 'featured', featured: true }, 'featured', true],
    ] as const) {
      expect((await bulk([id], change))[0]?.outcome).toBe('changed');
      expect((await one(id))[field]).toBe(value);
      expect((await bulk([id], change))[0]?.outcome).toBe('unchanged');
    }
    expect((await one(id)).version).toBe(5);
    await expect(bulk([id], { kind: 'category', category: 'Nowhere' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  });

  test('a bulk stock change adds ledger rows and rejects only short products', async () => {
    const many = await add({ stockCount: 6 });
    const few = await add({ name: 'Few', stockCount: 2 });
    const rows = await bulk([many.id, few.id], { kind: 'stock', change: -3, note: 'Damaged' });
    expect(rows.map(({ outcome, reason, after }) => [outcome, reason, after])).toEqual([
      ['changed', '', { stockCount: 3 }],
      ['refused', 'Only 2 in stock', {}],
    ]);
    expect((await ledgerOf(many.id))[0]).toMatchObject({ change: -3, reason: 'adjustment', note: 'Damaged' });
    expect(await one(many.id)).toMatchObject({ stockCount: 3, version: 1 });
    expect(await ledgerOf(few.id)).toHaveLength(1);
  });

  test('bulk delete writes an audit entry each and reports deleted products', async () => {
    const [a, b] = [await add(), await add()];
    expect((await bulk([a.id], { kind: 'delete' }, true))[0]?.outcome).toBe('changed');
    await bulk([a.id], { kind: 'delete' });
    const rows = await bulk([a.id, b.id], { kind: 'delete' });
    expect(rows.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['refused', 'Deleted'],
      ['changed', ''],
    ]);
    expect(await names()).toEqual([]);
    expect((await auditOf(a.id))[0]?.action).toBe('delete product');
  });

  test('a bulk edit triggers price and stock alerts', async () => {
    const { id } = await add({ price: 400 });
    await bulk([id], { kind: 'archive', archived: true });
    const waits = { productId: id, email: 'a@shop.test', createdAt: new Date() };
    await db.insert(productAlerts).values([
      { ...waits, id: 'alr_1', kind: 'price-drop', priceCents: 40_000 as never },
      { ...waits, id: 'alr_2', kind: 'back-in-stock', priceCents: 40_000 as never },
    ]);
    const due = async () =>
      (await db.select().from(productAlerts).orderBy(productAlerts.id)).map(({ dueAt }) => dueAt !== null);
    await bulk([id], { kind: 'price', price: 399 });
    expect(await due()).toEqual([true, false]);
    await bulk([id], { kind: 'archive', archived: false });
    expect(await due()).toEqual([true, true]);
  });

  test('undo restores the fields, except of products edited since', async () => {
    const [a, b] = [await add({ price: 100, originalPrice: 105 }), await add({ price: 100 })];
    const rows = await bulk([a.id, b.id], { kind: 'percent', percent: 50, ending: 'exact' });
    await bulk([b.id], { kind: 'featured', featured: true });
    const restore = rows.map(({ id, version, before }) => ({ id, version, fields: before }));
    const taken = await office('restoreProducts', { as: 'admin', body: { products: restore } });
    expect(taken.rows.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['changed', ''],
      ['refused', 'Edited since'],
    ]);
    expect(await one(a.id)).toMatchObject({ price: 100, originalPrice: 105, version: 3 });
    expect((await one(b.id)).price).toBe(150);
  });
});

test('the ledger shows the balance after each movement on every page', async () => {
  const { id } = await add({ stockCount: 6 });
  await bulk([id], { kind: 'stock', change: 4, note: 'Delivery received' });
  await bulk([id], { kind: 'stock', change: -7, note: 'Damaged' });
  const page = async (number: number) =>
    (
      await shop('listStockMovements', {
        as: 'admin',
        params: { id },
        query: { page: String(number), limit: '2' },
      })
    ).movements.map(({ change, balance }) => [change, balance]);
  expect([await page(1), await page(2)]).toEqual([
    [
      [-7, 3],
      [4, 10],
    ],
    [[6, 6]],
  ]);
});

describe('siblings', () => {
  test('a product added as another condition joins the ladder', async () => {
    const first = await add({ condition: 'excellent', price: 400 });
    const second = await add({ condition: 'fair', price: 300, siblingOf: first.id });
    const { siblings } = await office('getAdminProduct', { as: 'admin', params: { id: first.id } });
    expect(siblings.map(({ id, condition }) => [id, condition])).toEqual([
      [first.id, 'excellent'],
      [second.id, 'fair'],
    ]);
    expect((await one(first.id)).version).toBe(2);
    const third = await add({ condition: 'good', price: 350, siblingOf: second.slug });
    expect(third.modelKey).toBe(first.slug);
    expect((await one(second.id)).version).toBe(1);
  });

  test('rejects a sibling of a deleted product', async () => {
    await expect(add({ siblingOf: 'prd_gone' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await names()).toEqual([]);
  });
});

test('an edit audits every changed field before and after', async () => {
  const { id } = await add({ price: 400 });
  const edit = (body: Body) =>
    shop('updateProduct', {
      as: 'admin',
      params: { id },
      body: { name: 'Pixel 8', price: 400, category: 'Smartphones', ...body },
    });
  await edit({});
  expect(await auditOf(id)).toHaveLength(1);
  await edit({ price: 390, description: 'New words' });
  expect((await auditOf(id))[0]).toEqual({
    action: 'edit product',
    before: { priceCents: 40_000, description: '' },
    after: { priceCents: 39_000, description: 'New words' },
  });
  await edit({ price: 380, description: 'New words' });
  expect((await auditOf(id))[0]?.action).toBe('change price or stock');
});
