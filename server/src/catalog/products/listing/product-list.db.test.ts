import { catalogEndpoints } from '@reprise/contract/catalog/products/products';
import { beforeAll, describe, expect, test } from 'vitest';
import { callsTo, countStatements } from '../../../../test/call-endpoints.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { deviceCounts } from '../../../workshop/units/count-devices.ts';
import { alertTriggers } from '../../alerts/trigger-alerts.ts';
import { addReview } from '../../reviews/add-review.ts';
import { catalogHandlers } from '../products.routes.ts';
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

const phone = { category: 'Smartphones', brand: 'Apple', modelKey: 'iphone-13-128' };
const stock: Record<string, unknown>[] = [
  {
    ...phone,
    name: 'iPhone 13 128 GB',
    price: 500,
    originalPrice: 625,
    condition: 'excellent',
    stockCount: 3,
  },
  { ...phone, name: 'iPhone 13 128 GB', price: 450, condition: 'good', stockCount: 0 },
  { ...phone, name: 'iPhone 13 128 GB', price: 420, condition: 'fair', stockCount: 7, origin: 'open-box' },
  {
    name: 'Galaxy S22',
    category: 'Smartphones',
    brand: 'Samsung',
    price: 380.5,
    originalPrice: 761,
    stockCount: 5,
    featured: true,
  },
  {
    name: 'WH-1000XM5',
    category: 'Audio & Headphones',
    brand: 'Sony',
    description: 'Wireless headphones, 100% quiet. Snake_case \\ backslash',
    price: 220,
    condition: 'refurbished',
    origin: 'certified-refurbished',
    stockCount: 4,
  },
  {
    name: 'älter MacBook',
    category: 'Laptops',
    brand: 'Apple',
    price: 900,
    condition: 'fair',
    stockCount: 10,
  },
];

const idOf: Record<string, string> = {};

beforeAll(async () => {
  for (const name of ['Smartphones', 'Audio & Headphones', 'Laptops', 'Tablets']) {
    const { category } = await call('createCategory', { as: 'admin', body: { name, description: name } });
    idOf[name] = category.id;
  }
  for (const body of stock) {
    const { product } = await call('createProduct', { as: 'admin', body });
    idOf[product.name] = product.id;
  }
  const rate = (name: string, rating: number) =>
    addReview(deps, { productId: idOf[name] ?? '', userId: null, author: 'A', rating, title: '', text: '' });
  await rate('Galaxy S22', 5);
  await rate('Galaxy S22', 4);
  await rate('WH-1000XM5', 4);
});

const list = (query: Record<string, unknown> = {}) => call('listProducts', { query });
const pricesOf = async (query: Record<string, unknown>) =>
  (await list(query)).products.map((product) => product.price);

describe('filters', () => {
  test.each([
    ['no filter', {}, [900, 220, 380.5, 420, 450, 500]],
    ['a category by name', { category: 'Smartphones' }, [380.5, 420, 450, 500]],
    ['a category by slug', { category: 'audio-headphones' }, [220]],
    ['two categories', { category: ['Laptops', 'audio-headphones'] }, [900, 220]],
    ['an unknown category', { category: 'Toasters' }, []],
    ['a part of a category’s name', { category: 'Laptop' }, []],
    ['an empty category value', { category: '' }, [900, 220, 380.5, 420, 450, 500]],
    ['both ends of a price range', { minPrice: '380.5', maxPrice: '420' }, [380.5, 420]],
    ['a minimum price above the maximum', { minPrice: '420', maxPrice: '380.5' }, []],
    ['one condition', { condition: 'fair' }, [900, 420]],
    ['two conditions', { condition: ['fair', 'refurbished'] }, [900, 220, 420]],
    ['an origin', { origin: 'open-box' }, [420]],
    ['two brands', { brand: ['Sony', 'Samsung'] }, [220, 380.5]],
    ['only what is in stock', { inStock: 'true' }, [900, 220, 380.5, 420, 500]],
    ['inStock=false, which filters nothing', { inStock: 'false' }, [900, 220, 380.5, 420, 450, 500]],
    ['stock=out', { stock: 'out' }, [450]],
    ['stock=low', { stock: 'low' }, [220, 500]],
    ['stock=in-stock', { stock: 'in-stock' }, [900, 380.5, 420]],
    ['discounted', { discounted: 'true' }, [380.5, 500]],
    ['featured', { featured: 'true' }, [380.5]],
    ['several at once', { category: 'Smartphones', brand: 'Apple', inStock: 'true', maxPrice: '450' }, [420]],
  ])('filters by %s', async (_name, query, prices) => {
    expect(await pricesOf(query)).toEqual(prices);
  });

  test('a category by id', async () => {
    expect(await pricesOf({ category: idOf.Laptops })).toEqual([900]);
  });

  test('a list of ids omits unknown ids', async () => {
    const [phone, headphones] = [idOf['Galaxy S22'], idOf['WH-1000XM5']];
    expect((await pricesOf({ id: [phone, headphones, 'prd_none'] })).sort()).toEqual([220, 380.5]);
    expect(await pricesOf({ id: 'prd_none' })).toEqual([]);
  });

  test.each([
    ['a negative price', { minPrice: '-1' }],
    ['a price that is not a number', { minPrice: 'NaN' }],
    ['an unknown sort', { sort: 'cheapest' }],
    ['an unknown condition', { condition: 'broken' }],
    ['a limit of 0', { limit: '0' }],
    ['a limit above 100', { limit: '101' }],
    ['a search of 201 characters', { search: 'x'.repeat(201) }],
    ['brackets', { 'search[]': 'x' }],
  ])('rejects %s', async (_name, query) => {
    await expect(list(query)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });
});

describe('search', () => {
  test.each([
    ['the name', 'galaxy', [380.5]],
    ['the brand, whatever the case', 'sOnY', [220]],
    ['the description', 'wireless head', [220]],
    ['a part of a word', 'hone 13', [420, 500, 450]],
    ['a percent sign', '100%', [220]],
    ['an underscore', 'e_c', [220]],
    ['a backslash', '\\ back', [220]],
    ['a letter beyond ASCII', 'älter', [900]],
  ])('search matches %s', async (_name, search, prices) => {
    const result = await list({ search });
    expect(result.products.map((product) => product.price)).toEqual(prices);
    expect(result.match).toBe('exact');
  });

  test.each(['%', '_', "'", '";--', '‮', '🙂', 'a%b', 'x_y'])('search treats %j literally', async (search) => {
    const result = await list({ search });
    expect(result.products.map((product) => product.price)).toEqual(
      search === '%' || search === '_' ? [220] : [],
    );
    expect(result.match).toBe('exact');
  });

  test.each([
    ['iphnoe', 'iPhone 13 128 GB'],
    ['samsng', 'Galaxy S22'],
    ['galxy s22', 'Galaxy S22'],
    ['macbok', 'älter MacBook'],
  ])('search corrects the typo in %j', async (search, name) => {
    const result = await list({ search });
    expect(result.match).toBe('fuzzy');
    expect(result.products[0]?.name).toBe(name);
    expect(result.pagination.total).toBe(result.products.length);
  });

  test('search ignores repeated spaces', async () => {
    const result = await list({ search: 'iphone  13' });
    expect([result.match, result.products[0]?.name]).toEqual(['exact', 'iPhone 13 128 GB']);
  });

  test.each(['xyzw', 'nonexistentthing', 'zzz'])('search for %j has no similar words', async (search) => {
    const result = await list({ search });
    expect(result).toMatchObject({ match: 'exact', products: [], pagination: { total: 0, pages: 1 } });
  });

  test('relevance puts matches in the name before matches in the description', async () => {
    expect(await pricesOf({ search: 'e', sort: 'newest' })).toEqual([900, 220, 420, 450, 500]);
    expect(await pricesOf({ search: 'e' })).toEqual([900, 420, 500, 220, 450]);
  });

  test('search does not fall back to fuzzy when a filter removes all exact matches', async () => {
    const result = await list({ search: 'iphone', brand: 'Sony' });
    expect(result).toMatchObject({ match: 'exact', products: [] });
  });
});

describe('sorts and pages', () => {
  test.each([
    ['newest', [900, 220, 380.5, 420, 450, 500]],
    ['price-low', [220, 380.5, 420, 450, 500, 900]],
    ['saving', [380.5, 500, 900, 220, 420, 450]],
    ['price-high', [900, 500, 450, 420, 380.5, 220]],
  ])('sorts by %s', async (sort, prices) => {
    expect(await pricesOf({ sort })).toEqual(prices);
  });

  test('sort by rating starts with the best', async () => {
    const { products } = await list({ sort: 'rating', limit: '2' });
    expect(products.map(({ name, rating, reviewCount }) => [name, rating, reviewCount])).toEqual([
      ['Galaxy S22', 4.5, 2],
      ['WH-1000XM5', 4, 1],
    ]);
  });

  test('sort by name ignores case', async () => {
    const { products } = await list({ sort: 'name' });
    expect(products.map((product) => product.name)).toEqual([
      'älter MacBook',
      'Galaxy S22',
      'iPhone 13 128 GB',
      'iPhone 13 128 GB',
      'iPhone 13 128 GB',
      'WH-1000XM5',
    ]);
  });

  test('each product is on exactly one page', async () => {
    const first = await list({ limit: '4', sort: 'name' });
    const second = await list({ limit: '4', page: '2', sort: 'name' });
    expect(first.pagination).toEqual({ page: 1, limit: 4, total: 6, pages: 2 });
    const ids = [...first.products, ...second.products].map((product) => product.id);
    expect(new Set(ids).size).toBe(6);
    expect((await list({ page: '9' })).products).toEqual([]);
  });

  test.each([
    ['the whole catalog', {}, 6],
    ['a category', { category: 'Smartphones' }, 4],
    ['a price range', { minPrice: '400', maxPrice: '600' }, 3],
  ])('`after` reads %s completely, each product once', async (_name, filters, total) => {
    const ids: string[] = [];
    for (let after: string | undefined; ; after = ids.at(-1)) {
      const { products, pagination } = await list({ ...filters, limit: '2', ...(after && { after }) });
      if (products.length === 0) break;
      expect(pagination).toMatchObject({ total });
      ids.push(...products.map(({ id }) => id));
    }
    expect(ids).toEqual((await list(filters)).products.map(({ id }) => id));
    expect(ids).toHaveLength(total);
  });

  test('rejects `after` with another sort, a page, a search or a missing product', async () => {
    const after = idOf['Galaxy S22'];
    for (const other of [{ sort: 'name' }, { page: '2' }, { search: 'iphone' }]) {
      await expect(list({ after, ...other })).rejects.toThrow('another sort than newest');
    }
    expect((await list({ after, sort: 'newest' })).products).toHaveLength(3);
    await expect(list({ after: 'prd_gone' })).rejects.toThrow('This product no longer exists');
  });

  test('the default limit is 100', async () => {
    expect((await list()).pagination.limit).toBe(100);
  });
});

describe('facets', () => {
  test('facets count all products without a filter', async () => {
    const { facets } = await list();
    expect(facets.categories.map(({ name, count }) => [name, count])).toEqual([
      ['Audio & Headphones', 1],
      ['Laptops', 1],
      ['Smartphones', 4],
    ]);
    expect(facets.brands).toEqual([
      { name: 'Apple', count: 4 },
      { name: 'Samsung', count: 1 },
      { name: 'Sony', count: 1 },
    ]);
    expect(facets.conditions.map(({ count }) => count)).toEqual([1, 2, 2, 1]);
    expect(facets.origins.map(({ count }) => count)).toEqual([1, 1, 4]);
    expect(facets.inStock).toBe(5);
    expect(facets.price).toEqual({ min: 220, max: 900 });
  });

  test('a facet omits its own filter and applies the others', async () => {
    const { facets, pagination } = await list({ brand: 'Apple', condition: 'fair', maxPrice: '450' });
    expect(pagination.total).toBe(1);
    expect(facets.brands).toEqual([{ name: 'Apple', count: 1 }]);
    expect(facets.conditions.find(({ value }) => value === 'good')?.count).toBe(1);
    expect(facets.conditions.find(({ value }) => value === 'excellent')?.count).toBe(0);
    expect(facets.categories.map(({ name, count }) => [name, count])).toEqual([['Smartphones', 1]]);
    expect(facets.price).toEqual({ min: 420, max: 900 });
    expect(facets.inStock).toBe(1);
  });

  test('a facet lists a chosen value without matches', async () => {
    const { facets, products } = await list({ brand: 'Sony', category: 'Laptops' });
    expect(products).toEqual([]);
    expect(facets.brands).toEqual([
      { name: 'Apple', count: 1 },
      { name: 'Sony', count: 0 },
    ]);
  });

  test('facets count only matches of the search', async () => {
    const { facets } = await list({ search: 'iphone' });
    expect(facets.brands).toEqual([{ name: 'Apple', count: 3 }]);
  });
});

test('fromPrice is the lowest price of the model in stock, if it is lower', async () => {
  const { products } = await list({ search: 'iphone', sort: 'price-high' });
  expect(products.map(({ price, fromPrice }) => [price, fromPrice])).toEqual([
    [500, 420],
    [450, 420],
    [420, null],
  ]);
});

test('a list takes the same number of statements whatever its length', async () => {
  const one = await countStatements(database, () => list({ limit: '1' }));
  const all = await countStatements(database, () => list());
  const searched = await countStatements(database, () => list({ search: 'a' }));
  // A search reads what its words mean and whether a product has them all, too.
  expect([one, all, searched]).toEqual([2, 2, 4]);
});

describe('suggestions', () => {
  test('suggestions include products, brands and categories', async () => {
    const result = await call('searchSuggestions', { query: { q: 's' } });
    expect(result.products.length).toBeLessThanOrEqual(5);
    expect(result.brands).toEqual(['Samsung', 'Sony']);
    expect(result.categories.map(({ name }) => name)).toEqual([
      'Audio & Headphones',
      'Laptops',
      'Smartphones',
    ]);
  });

  test('suggestions start with name matches, one per model', async () => {
    const { products } = await call('searchSuggestions', { query: { q: 'phone' } });
    expect(products.map(({ name, price, from }) => [name, price, from])).toEqual([
      ['iPhone 13 128 GB', 420, true],
      ['WH-1000XM5', 220, false],
    ]);
  });

  test('suggestions ignore a last word of one letter', async () => {
    const { products } = await call('searchSuggestions', { query: { q: 'galaxy x' } });
    expect(products.map(({ name }) => name)).toEqual(['Galaxy S22']);
  });

  test('suggestions are empty without words', async () => {
    expect(await call('searchSuggestions', { query: { q: ' ' } })).toEqual({
      products: [],
      brands: [],
      categories: [],
    });
  });
});
