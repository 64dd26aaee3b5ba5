import { catalogEndpoints } from '@reprise/contract/catalog/products/products';
import { cents } from '@reprise/contract/money';
import { desc, eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callsTo, countStatements } from '../../../test/call-endpoints.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { auditEntries } from '../../foundations/audit/audit.tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { deviceCounts } from '../../workshop/units/count-devices.ts';
import { alertTriggers } from '../alerts/trigger-alerts.ts';
import { addProducts, createProduct } from './create-product.ts';
import { catalogHandlers } from './products.routes.ts';
import { categories, products } from './products.tables.ts';
import { postgresSearch } from './search/search-engine.ts';

const database = await openTestDatabase();
let seconds = 0;
const deps = {
  db: database.db,
  now: () => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds++)),
  alerts: alertTriggers,
  devices: deviceCounts,
  search: postgresSearch,
};
const call = callsTo(catalogEndpoints, catalogHandlers(deps));

let phones = '';
beforeAll(async () => {
  for (const name of ['Smartphones', 'Laptops']) {
    const { category } = await call('createCategory', { as: 'admin', body: { name, description: name } });
    if (name === 'Smartphones') phones = category.id;
  }
});

beforeEach(async () => {
  await deps.db.delete(products);
});

const pixel = { name: 'Pixel 8', brand: 'Google', category: 'Smartphones', price: 399.99, stockCount: 6 };
type Body = Record<string, unknown>;

const add = async (body: Body = {}) =>
  (await call('createProduct', { as: 'admin', body: { ...pixel, ...body } })).product;
const edit = async (id: string, body: Body) =>
  (
    await call('updateProduct', {
      as: 'admin',
      params: { id },
      body: { name: 'Pixel 8', price: 399.99, category: 'Smartphones', ...body },
    })
  ).product;
const read = (id: string) => call('getProduct', { params: { id } });
const ledgerOf = async (id: string) =>
  (await call('listStockMovements', { as: 'admin', params: { id } })).movements.map(({ change, reason }) => [
    reason,
    change,
  ]);

/** Asserts that the ledger of every product adds up to its stock. */
const expectLedgerToExplainStock = async () => {
  const { rows } = await deps.db.execute(sql`
    select id from products where stock_count <>
      (select coalesce(sum(change), 0) from stock_movements where product_id = products.id)`);
  expect(rows).toEqual([]);
};

describe('adding a product', () => {
  test('a new product is returned with every field', async () => {
    const product = await add({
      originalPrice: 699,
      images: ['https://img.test/a.jpg', '', '/media/b.webp'],
      features: ['Fast', ''],
      specifications: { Storage: '128 GB' },
      featured: true,
    });
    expect(product).toMatchObject({
      name: 'Pixel 8',
      slug: 'pixel-8',
      price: 399.99,
      originalPrice: 699,
      category: 'Smartphones',
      categoryId: phones,
      categorySlug: 'smartphones',
      condition: 'good',
      origin: 'pre-owned',
      stockCount: 6,
      inStock: true,
      images: ['https://img.test/a.jpg', '/media/b.webp'],
      features: ['Fast'],
      specifications: { Storage: '128 GB' },
      rating: 0,
      reviewCount: 0,
      version: 1,
      warranty: { duration: '30 days', type: 'Limited Warranty' },
    });
    expect(product.sku).toMatch(/^GOOPIX\d{3}$/);
    expect(await ledgerOf(product.id)).toEqual([['initial', 6]]);
  });

  test.each([
    ['its id', () => phones],
    ['its slug', () => 'smartphones'],
    ['its name, whatever the case', () => 'SMARTphones'],
  ])('accepts the category by %s', async (_name, category) => {
    expect((await add({ category: category() })).categoryId).toBe(phones);
  });

  test('a product without stock has no ledger row', async () => {
    const product = await add({ stockCount: 0 });
    expect(product.inStock).toBe(false);
    expect(await ledgerOf(product.id)).toEqual([]);
  });

  test.each([0, null, undefined])('treats an original price of %s as none', async (originalPrice) => {
    expect((await add({ originalPrice })).originalPrice).toBeNull();
  });

  test('a partial warranty is completed by the default', async () => {
    const { warranty } = await add({ warranty: { duration: '1 year' } });
    expect(warranty).toMatchObject({ duration: '1 year', type: 'Limited Warranty' });
  });

  test.each([
    [30, '30 days'],
    ['90', '90 days'],
    [1, '1 day'],
  ])('takes a warranty duration of %j as days', async (duration, shown) => {
    const { id, warranty } = await add({ warranty: { duration } });
    expect(warranty.duration).toBe(shown);
    const body = { name: 'Pixel 8', price: 399.99, category: phones, warranty: { duration: 365 } };
    const edited = await call('updateProduct', { as: 'admin', params: { id }, body });
    expect(edited.product.warranty).toMatchObject({ duration: '365 days', type: 'Limited Warranty' });
  });

  test('keeps the battery health on edits without it, and null removes it', async () => {
    const { id, batteryHealth } = await add({ batteryHealth: 85 });
    expect(batteryHealth).toBe(85);
    const edit = async (changes: object) => {
      const body = { name: 'Pixel 8', price: 399.99, category: phones, ...changes };
      return (await call('updateProduct', { as: 'admin', params: { id }, body })).product.batteryHealth;
    };
    expect([await edit({}), await edit({ batteryHealth: 100 })]).toEqual([85, 100]);
    expect(await edit({ batteryHealth: null })).toBeNull();
    for (const wrong of [0, 101, 84.5, '85'])
      await expect(edit({ batteryHealth: wrong })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  const required = 'Name, price, brand, and category are required';
  test.each([
    ['a blank name', { name: ' ' }, required],
    ['no brand', { brand: undefined }, required],
    ['no price', { price: undefined }, required],
    ['no category', { category: '' }, required],
    ['an unknown category', { category: 'Toasters' }, 'Invalid category selected'],
    ['a negative price', { price: -1 }, 'Must not be negative'],
    ['a third decimal', { price: 19.999 }, 'At most two decimals, such as 149.50'],
    ['a price of over a million', { price: 1_000_001 }, 'Must be at most 1,000,000'],
    ['half a unit', { stockCount: 1.5 }, 'Stock must be a whole number'],
    ['a condition of its own', { condition: 'mint' }, 'Choose one of the four conditions'],
    ['an image URL with a script', { images: ['javascript:alert(1)'] }, 'Use an https address'],
    ['a protocol-relative image URL', { images: ['//169.254.169.254/x'] }, 'Use an https address'],
    ['an original price below the price', { originalPrice: 300 }, 'Original price must not be below'],
  ])('rejects %s', async (_name, body, message) => {
    await expect(add(body)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining(message),
    });
    expect(await deps.db.$count(products)).toBe(0);
  });

  test('adds one product for a repeated Idempotency-Key of an administrator within a day', async () => {
    const { body } = catalogEndpoints.createProduct;
    const once = (name: string, actorId = 'usr_ada', hours = 0) => {
      const now = () => new Date(Date.UTC(2026, 5, 1, hours));
      return createProduct({ ...deps, now }, body.parse({ ...pixel, name }), actorId, 'key-1');
    };
    const [first, twin] = await Promise.all([once('Pixel 8'), once('Pixel 8')]);
    expect(twin.id).toBe(first.id);
    expect((await once('Pixel 8', 'usr_ada', 23)).id).toBe(first.id);
    await expect(once('Pixel 9')).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await deps.db.$count(products)).toBe(1);
    expect((await once('Pixel 8', 'usr_bea')).id).not.toBe(first.id);
    expect((await once('Pixel 9', 'usr_ada', 25)).id).not.toBe(first.id);
    expect(await deps.db.$count(products)).toBe(3);
  });

  test('a rejected product leaves its Idempotency-Key free', async () => {
    await add({ sku: 'PIX-1' });
    const retry = (sku: string) =>
      createProduct(deps, catalogEndpoints.createProduct.body.parse({ ...pixel, sku }), 'usr_ada', 'key-2');
    await expect(retry('PIX-1')).rejects.toMatchObject({ code: 'SKU_TAKEN' });
    expect((await retry('PIX-2')).sku).toBe('PIX-2');
  });

  test('a generated SKU is letters and a number, whatever the brand and name', async () => {
    for (const [brand, name] of [
      ['Göök', 'Élan'],
      ['3M', '840'],
      ['小米', '13'],
      ['!', '?'],
    ] as const)
      expect((await add({ brand, name })).sku).toMatch(/^[A-Z]+\d+$/);
  });

  test('rejects the SKU of another product', async () => {
    expect((await add({ sku: 'PIX-1' })).sku).toBe('PIX-1');
    await expect(add({ sku: 'PIX-1' })).rejects.toMatchObject({ code: 'SKU_TAKEN' });
  });

  test('products of the same name get readable unique slugs', async () => {
    const slugs = [];
    for (const condition of ['excellent', 'good', 'good', 'good'])
      slugs.push((await add({ condition })).slug);
    expect(slugs).toEqual(['pixel-8', 'pixel-8-good', 'pixel-8-2', 'pixel-8-3']);
  });

  test('a name without letters still gets a slug, one in another script a transliterated one', async () => {
    expect((await add({ name: '!!!' })).slug).toBe('product');
    expect((await add({ name: '日本' })).slug).toBe('riben');
  });

  test('1,000 products of one name all get a SKU and a slug', {
    tags: ['slow'],
    timeout: 180_000,
  }, async () => {
    const tenth = { ...pixel, price: cents(39999), stockCount: 0, createdAt: deps.now() };
    const ten = Array.from({ length: 10 }, () => tenth);
    for (let count = 0; count < 900; count += 10)
      await inTransaction(deps.db, (tx) => addProducts(tx, ten, { actorId: null, search: postgresSearch }));
    // The last ones find all numbers of three digits taken.
    for (let count = 900; count < 1000; count++) await add({ stockCount: 0 });
    const all = await deps.db.select({ sku: products.sku }).from(products);
    expect(all).toHaveLength(1000);
    expect(all.every(({ sku }) => /^GOOPIX\d{3,}$/.test(sku))).toBe(true);
  });
});

describe('reading a product', () => {
  test('finds a product by id, slug or former slug', async () => {
    const { id } = await add();
    await edit(id, { name: 'Pixel 8 Pro' });
    const { product } = await read(id);
    expect(product.slug).toBe('pixel-8-pro');
    expect((await read('pixel-8-pro')).product.id).toBe(id);
    expect((await read('pixel-8')).product.id).toBe(id);
  });

  test.each(['prd_00000000000000000000000000', 'no-such-slug', '..', ' ', 'x'.repeat(300)])(
    'answers NOT_FOUND for the product %j',
    async (id) => {
      await expect(read(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    },
  );

  test('the ladder lists all conditions of the model, most expensive first', async () => {
    const modelKey = 'pixel-8-128';
    const { id } = await add({ modelKey, condition: 'good', price: 300 });
    await add({ modelKey, condition: 'excellent', price: 350, stockCount: 0 });
    await add({ modelKey, condition: 'fair', price: 250 });
    await add({ modelKey: 'another' });
    const { ladder, product, kind } = await read(id);
    expect([kind, ladder[0]?.warranty, ladder[0]?.batteryHealth]).toEqual(['phone', product.warranty, null]);
    expect(ladder.map(({ condition, price, inStock }) => [condition, price, inStock])).toEqual([
      ['excellent', 350, false],
      ['good', 300, true],
      ['fair', 250, true],
    ]);
    expect(product.fromPrice).toBe(250);
  });

  test('the ladder of a product without a model is the product', async () => {
    const { id } = await add();
    await add();
    expect((await read(id)).ladder.map((offer) => offer.id)).toEqual([id]);
  });

  test('related products are cards of other families of the category, those in stock first', async () => {
    const { id } = await add({ modelKey: 'a' });
    await add({ modelKey: 'a', condition: 'fair', name: 'own' });
    await add({ name: 'sold out', stockCount: 0 });
    await add({ name: 'b good', modelKey: 'b', condition: 'good', price: 300 });
    const fair = await add({ name: 'b fair', modelKey: 'b', condition: 'fair', price: 200 });
    await add({ name: 'b cheap', modelKey: 'b', condition: 'fair', price: 100, stockCount: 0 });
    await add({ name: 'b laptop', modelKey: 'b', price: 50, category: 'Laptops' });
    await add({ name: 'c', modelKey: 'c' });
    await add({ name: 'laptop', category: 'Laptops' });
    const names = async () => (await read(id)).related.map((product) => product.name);
    expect(await names()).toEqual(['c', 'b fair', 'sold out']);
    const family = { from: 200, conditions: ['good', 'fair'], storages: [], colors: [], offers: 3 };
    expect((await read(id)).related[1]).toMatchObject({ id: fair.id, family });
    for (const name of ['d', 'e']) await add({ name });
    expect(await names()).toEqual(['e', 'd', 'c', 'b fair']);
  });

  test('a product page takes the same statements whatever the category size', async () => {
    const { id } = await add({ modelKey: 'a' });
    await add({ modelKey: 'b' });
    const few = await countStatements(database, () => read(id));
    for (let number = 0; number < 10; number++) await add({ modelKey: `m${number % 3}` });
    expect(await countStatements(database, () => read(id))).toBe(few);
    expect(few).toBeLessThanOrEqual(4);
  });
});

test('texts for search engines are stored, cleared by a blank and kept when left out', async () => {
  const { id, seoTitle, seoDescription } = await add({
    seoTitle: ' Pixel 8, like new ',
    seoDescription: 'Graded.',
  });
  expect([seoTitle, seoDescription]).toEqual(['Pixel 8, like new', 'Graded.']);
  expect(await edit(id, { seoTitle: '' })).toMatchObject({ seoTitle: '', seoDescription: 'Graded.' });
  expect(await add()).toMatchObject({ seoTitle: '', seoDescription: '' });
  for (const wrong of ['a'.repeat(121), 'two\nlines']) {
    await expect(edit(id, { seoTitle: wrong })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  }
});

describe('image alt texts', () => {
  const [a, b, c] = ['/media/a.webp', '/media/b.webp', '/media/c.webp'] as const;

  test('alt texts match their images past an empty one', async () => {
    const product = await add({ images: [a, '', b], imageAlts: ['Front', 'Nothing', 'Back'] });
    expect(product).toMatchObject({ images: [a, b], imageAlts: ['Front', 'Back'] });
    expect((await add()).imageAlts).toEqual([]);
    expect((await add({ images: [a, b], imageAlts: ['Front'] })).imageAlts).toEqual(['Front', '']);
  });

  test('an alt text follows its image when an edit moves it', async () => {
    const { id } = await add({ images: [a, b], imageAlts: ['Front', 'Back'] });
    expect((await edit(id, { images: [c, b, a] })).imageAlts).toEqual(['', 'Back', 'Front']);
    expect((await edit(id, {})).imageAlts).toEqual(['', 'Back', 'Front']);
    expect((await edit(id, { imageAlts: ['Angle', 'Back', ''] })).imageAlts).toEqual(['Angle', 'Back', '']);
  });
});

describe('editing a product', () => {
  test('an edit does not change omitted fields and the SKU', async () => {
    const before = await add({ description: 'As new', originalPrice: 699, features: ['Fast'], sku: 'PIX-1' });
    const after = await edit(before.id, { price: 349, sku: 'OTHER' });
    expect(after).toEqual({
      ...before,
      price: 349,
      version: 2,
      updatedAt: expect.not.stringContaining(before.updatedAt),
    });
  });

  test('an edit requires name, price and category', async () => {
    const { id } = await add();
    await expect(edit(id, { name: '' })).rejects.toMatchObject({
      message: 'Name, price, and category are required',
    });
    await expect(edit(id, { category: 'Toasters' })).rejects.toMatchObject({
      message: 'Invalid category selected',
    });
  });

  test('renaming changes the slug, and renaming back restores it', async () => {
    const { id } = await add();
    expect((await edit(id, { name: 'Pixel 8a' })).slug).toBe('pixel-8a');
    expect((await edit(id, { name: 'Pixel 8' })).slug).toBe('pixel-8');
    expect((await read('pixel-8a')).product.id).toBe(id);
    expect((await add()).slug).toBe('pixel-8-good');
  });

  test('a redirected slug is not assigned to another product', async () => {
    const { id } = await add();
    await edit(id, { name: 'Pixel 8a' });
    expect((await add()).slug).toBe('pixel-8-good');
  });

  test('a stock count without a base is absolute', async () => {
    const { id } = await add();
    expect((await edit(id, { stockCount: 2 })).stockCount).toBe(2);
    expect(await ledgerOf(id)).toEqual([
      ['adjustment', -4],
      ['initial', 6],
    ]);
    await expectLedgerToExplainStock();
  });

  test('a stock count with a base preserves a concurrent sale', async () => {
    const { id } = await add();
    await call('adjustStock', { as: 'admin', params: { id }, body: { change: -2, note: 'sold' } });
    expect((await edit(id, { stockCount: 10, stockBase: 6 })).stockCount).toBe(8);
    await expectLedgerToExplainStock();
  });

  test('an edit that takes stock below 0 stores nothing', async () => {
    const { id } = await add();
    await call('adjustStock', { as: 'admin', params: { id }, body: { change: -5 } });
    await expect(edit(id, { price: 1, stockCount: 0, stockBase: 6 })).rejects.toMatchObject({
      code: 'OUT_OF_STOCK',
    });
    expect((await read(id)).product).toMatchObject({ price: 399.99, stockCount: 1, version: 1 });
  });

  test('rejects a stale version and accepts none', async () => {
    const { id } = await add();
    expect((await edit(id, { version: 1, description: 'first' })).version).toBe(2);
    await expect(edit(id, { version: 1, description: 'second' })).rejects.toMatchObject({
      code: 'EDIT_CONFLICT',
    });
    expect((await edit(id, { description: 'third' })).description).toBe('third');
  });

  test('a sale does not change the version', async () => {
    const { id, version } = await add();
    await call('adjustStock', { as: 'admin', params: { id }, body: { change: -1 } });
    expect((await edit(id, { version })).version).toBe(2);
  });

  test('clears an original price below the new price', async () => {
    const { id } = await add({ originalPrice: 500 });
    expect((await edit(id, { price: 600 })).originalPrice).toBeNull();
  });

  test('audits price and stock changes', async () => {
    const { id } = await add();
    await edit(id, { price: 350, stockCount: 9 });
    const [entry] = await deps.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.subject, `product ${id}`))
      .orderBy(desc(auditEntries.id));
    expect(entry).toMatchObject({
      actorId: 'usr_admin',
      subject: `product ${id}`,
      before: { priceCents: 39999, stockCount: 6 },
      after: { priceCents: 35000, stockCount: 9 },
    });
  });

  test('answers NOT_FOUND when editing an unknown product', async () => {
    await expect(edit('prd_none', {})).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('deleting a product', () => {
  const remove = (id: string) => call('deleteProduct', { as: 'admin', params: { id } });

  test('deletes a product once', async () => {
    const { id } = await add();
    expect(await remove(id)).toEqual({});
    await expect(read(id)).rejects.toMatchObject({ code: 'GONE' });
    await expect(remove(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('adjusting stock', () => {
  const adjust = (id: string, body: Body) => call('adjustStock', { as: 'admin', params: { id }, body });

  test('an adjustment returns the product and its ledger row', async () => {
    const { id } = await add();
    const { product, movement } = await adjust(id, { change: 4, note: 'Found a box' });
    expect(product.stockCount).toBe(10);
    expect(movement).toMatchObject({
      change: 4,
      reason: 'adjustment',
      note: 'Found a box',
      orderNumber: null,
    });
    await expectLedgerToExplainStock();
  });

  test.each([0, 1.5, '3', 2_000_000])('rejects an adjustment by %s', async (change) => {
    const { id } = await add();
    await expect(adjust(id, { change })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  test('rejects an adjustment below 0', async () => {
    const { id } = await add();
    await expect(adjust(id, { change: -7 })).rejects.toMatchObject({ code: 'OUT_OF_STOCK' });
    expect(await ledgerOf(id)).toEqual([['initial', 6]]);
  });

  test('answers NOT_FOUND when adjusting an unknown product', async () => {
    await expect(adjust('prd_none', { change: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(ledgerOf('prd_none')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

test.each([
  ['createProduct', { body: pixel }],
  ['updateProduct', { params: { id: 'x' }, body: pixel }],
  ['deleteProduct', { params: { id: 'x' } }],
  ['adjustStock', { params: { id: 'x' }, body: { change: 1 } }],
  ['listStockMovements', { params: { id: 'x' } }],
] as const)('%s is for administrators', async (name, wire) => {
  await expect(call(name, wire)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  await expect(call(name, { ...wire, as: 'customer' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('a product of a deleted category has none', async () => {
  const { category } = await call('createCategory', {
    as: 'admin',
    body: { name: 'Passing', description: 'x' },
  });
  const { id } = await add({ category: 'Passing' });
  await deps.db.delete(categories).where(eq(categories.id, category.id));
  expect((await read(id)).product).toMatchObject({ category: null, categoryId: null, categorySlug: null });
});
