import { catalogEndpoints } from '@reprise/contract/catalog/products/products';
import { beforeEach, describe, expect, test } from 'vitest';
import { callsTo, countStatements } from '../../../../test/call-endpoints.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { deviceCounts } from '../../../workshop/units/count-devices.ts';
import { alertTriggers } from '../../alerts/trigger-alerts.ts';
import { catalogHandlers } from '../products.routes.ts';
import { categories, products } from '../products.tables.ts';
import { postgresSearch } from '../search/search-engine.ts';

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

beforeEach(async () => {
  await deps.db.delete(products);
  await deps.db.delete(categories);
});

type Body = Record<string, unknown>;
const watches = { name: ' Smart Watches ', description: ' On the wrist ' };
const add = async (body: Body = {}) =>
  (await call('createCategory', { as: 'admin', body: { ...watches, ...body } })).category;
const edit = async (id: string, body: Body) =>
  (await call('updateCategory', { as: 'admin', params: { id }, body: { ...watches, ...body } })).category;
const addProduct = (category: string, modelKey?: string) =>
  call('createProduct', {
    as: 'admin',
    body: { name: 'Watch', brand: 'Casio', price: 10, category, modelKey },
  });

describe('adding a category', () => {
  test('a new category is trimmed and gets its slug from the name', async () => {
    expect(await add({ slug: 'of-my-own' })).toEqual({
      id: expect.stringMatching(/^cat_/),
      name: 'Smart Watches',
      slug: 'smart-watches',
      description: 'On the wrist',
      image: '/img/placeholder.svg',
      productCount: 0,
      modelCount: 0,
      seoTitle: '',
      seoDescription: '',
    });
  });

  test.each([
    [{ name: '  ' }, 'Name and description are required'],
    [{ description: undefined }, 'Name and description are required'],
    [{ name: '!!!' }, 'at least one letter'],
    [{ image: 'javascript:alert(1)' }, 'Use an https address'],
  ])('rejects the category %j', async (body, message) => {
    await expect(add(body)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining(message),
    });
  });

  test.each([
    ['カメラ', 'kamera'],
    ['Телефоны', 'telefony'],
    ['هواتف', 'hwtf'],
    ['Téléphones & Écouteurs', 'telephones-ecouteurs'],
  ])('a category named %s has the slug %s', async (name, slug) => {
    expect(await add({ name })).toMatchObject({ name, slug });
    expect((await call('getCategoryBySlug', { params: { slug } })).category.name).toBe(name);
  });

  test.each([
    ['Smart Watches', 'A category named "Smart Watches" already exists.'],
    ['SMART watches', 'A category named "Smart Watches" already exists.'],
    [
      'Smart & Watches',
      'A category named "Smart Watches" already exists and has the same URL. Choose another name.',
    ],
  ])('the name %j is refused with the category that exists', async (name, message) => {
    await add();
    await expect(add({ name })).rejects.toMatchObject({ code: 'CATEGORY_EXISTS', message });
  });
});

describe('reading categories', () => {
  test('lists categories newest first with their numbers of offers and of models', async () => {
    await add({ name: 'Phones' });
    await add({ name: 'Laptops' });
    await addProduct('phones', 'phone 128');
    await addProduct('phones', 'phone 128');
    await addProduct('phones');
    const all = await call('listCategories');
    expect(all.map(({ name, productCount, modelCount }) => [name, productCount, modelCount])).toEqual([
      ['Laptops', 0, 0],
      ['Phones', 3, 2],
    ]);
    expect(await countStatements(database, () => call('listCategories'))).toBe(1);
  });

  test('finds a category by id or slug', async () => {
    const { id } = await add();
    expect((await call('getCategory', { params: { id } })).category.name).toBe('Smart Watches');
    expect((await call('getCategory', { params: { id: 'smart-watches' } })).category.id).toBe(id);
    expect((await call('getCategoryBySlug', { params: { slug: 'smart-watches' } })).category.id).toBe(id);
  });

  test.each(['cat_none', 'Smart-Watches', '../x', ''])(
    'answers NOT_FOUND for the category %j',
    async (name) => {
      await add();
      await expect(call('getCategory', { params: { id: name } })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
      await expect(call('getCategoryBySlug', { params: { slug: name } })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    },
  );
});

describe('editing a category', () => {
  test('renaming a category changes the slug and not the image', async () => {
    const { id } = await add({ image: '/media/a.webp' });
    expect(await edit(id, { name: 'Watches', image: '' })).toMatchObject({
      id,
      name: 'Watches',
      slug: 'watches',
      image: '/media/a.webp',
    });
    expect((await edit(id, { image: 'https://img.test/b.png' })).image).toBe('https://img.test/b.png');
  });

  const idOf = async (reference: string) =>
    (await call('getCategory', { params: { id: reference } })).category.id;

  test('finds a renamed category by its former slug and name in any case', async () => {
    const { id } = await add({ name: 'Téléphones' });
    await edit(id, { name: 'Phones' });
    for (const former of ['telephones', 'Téléphones', 'TÉLÉPHONES', 'phones', 'PHONES']) {
      expect(await idOf(former), former).toBe(id);
    }
    expect((await call('getCategoryBySlug', { params: { slug: 'telephones' } })).category.slug).toBe(
      'phones',
    );
  });

  test('a former name leads to the category that has it or had it last', async () => {
    const first = await add({ name: 'Watches' });
    await edit(first.id, { name: 'Wearables' });
    const second = await add({ name: 'Watches' });
    expect(await idOf('watches')).toBe(second.id);
    await edit(second.id, { name: 'Clocks' });
    expect(await idOf('watches')).toBe(second.id);
    await edit(first.id, { name: 'Watches' });
    expect(await idOf('watches')).toBe(first.id);
    expect(await idOf('wearables')).toBe(first.id);
    await call('deleteCategory', { as: 'admin', params: { id: first.id } });
    expect(await idOf('watches')).toBe(second.id);
    await expect(idOf('wearables')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('texts for search engines stay unless an edit has them', async () => {
    const { id } = await add({ seoTitle: 'Watches, checked' });
    expect(await edit(id, { seoDescription: 'Graded.' })).toMatchObject({
      seoTitle: 'Watches, checked',
      seoDescription: 'Graded.',
    });
    expect((await edit(id, { seoTitle: '' })).seoTitle).toBe('');
  });

  test('rejects an edit without a name, with a taken name or of no category', async () => {
    const { id } = await add();
    await add({ name: 'Phones' });
    await expect(edit(id, { name: '' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await expect(edit(id, { name: 'phones' })).rejects.toMatchObject({
      code: 'CATEGORY_EXISTS',
      message: 'A category named "Phones" already exists.',
    });
    await expect(edit('cat_none', { name: 'New' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

test('deleting a category leaves its products without one', async () => {
  const { id } = await add();
  const { product } = await addProduct(id);
  expect(await call('deleteCategory', { as: 'admin', params: { id } })).toEqual({});
  expect((await call('getProduct', { params: { id: product.id } })).product.category).toBeNull();
  await expect(call('deleteCategory', { as: 'admin', params: { id } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test.each([
  ['createCategory', { body: watches }],
  ['updateCategory', { params: { id: 'x' }, body: watches }],
  ['deleteCategory', { params: { id: 'x' } }],
] as const)('%s is for administrators', async (name, wire) => {
  await expect(call(name, wire)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  await expect(call(name, { ...wire, as: 'customer' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
