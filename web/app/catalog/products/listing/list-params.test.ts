import { describe, expect, it } from 'vitest';
import { activeFilters, withoutFilters } from './active-filters.ts';
import {
  type ListParams,
  parseListParams,
  serializeListParams,
  toProductQuery,
  wholeList,
  withCategoryName,
} from './list-params.ts';

const read = (search: string) => parseListParams(new URLSearchParams(search));

const filtered: ListParams = {
  category: 'Audio & Headphones',
  search: 'noise “cancelling”',
  minPrice: 100,
  maxPrice: 349.5,
  conditions: ['excellent', 'fair'],
  origins: ['open-box'],
  brands: ['Bang & Olufsen', 'Sony'],
  inStock: true,
  options: { storage: ['256 GB', '1 TB'], color: ['Midnight'] },
  families: ['iPhone 13'],
  battery: 85,
  saving: 30,
  isByFamily: false,
  sort: 'price-low',
  view: 'list',
  page: 3,
};

describe('search params of a product list', () => {
  it('parse to the params that were serialized', () => {
    expect(read(serializeListParams(filtered))).toEqual(filtered);
    expect(read('')).toEqual(wholeList);
  });

  it('are empty for the default list', () => {
    expect(serializeListParams(wholeList)).toBe('');
  });

  it('accept a form sent without scripts, with empty fields', () => {
    expect(read('category=&minPrice=&maxPrice=&sort=newest&condition=good')).toEqual({
      ...wholeList,
      sort: 'newest',
      conditions: ['good'],
    });
  });

  it('ignore invalid values', () => {
    expect(
      read('minPrice=cheap&maxPrice=-5&condition=mint&sort=random&view=wall&page=0&inStock=false&brand='),
    ).toEqual(wholeList);
    expect(read('category=%00&search=a%00b&brand=%00')).toEqual(wholeList);
  });

  it('accept a price range in either order', () => {
    expect(read('minPrice=500&maxPrice=200')).toMatchObject({ minPrice: 200, maxPrice: 500 });
  });
});

it('a category given by slug is shown by name', () => {
  const categories = [{ id: 'cat_1', name: 'Audio & Headphones', slug: 'audio-headphones' }];
  expect(withCategoryName(read('category=audio-headphones'), categories).category).toBe('Audio & Headphones');
  expect(withCategoryName(read('category=gone'), categories).category).toBe('gone');
  expect(withCategoryName(wholeList, categories)).toEqual(wholeList);
});

describe('API query of a product list', () => {
  it('contains filters in cents and one page', () => {
    expect(toProductQuery(filtered)).toEqual({
      category: ['Audio & Headphones'],
      search: 'noise “cancelling”',
      minPrice: 10_000,
      maxPrice: 34_950,
      condition: ['excellent', 'fair'],
      origin: ['open-box'],
      brand: ['Bang & Olufsen', 'Sony'],
      inStock: true,
      storage: ['256 GB', '1 TB'],
      color: ['Midnight'],
      family: ['iPhone 13'],
      battery: 85,
      saving: 30,
      show: 'offers',
      sort: 'price-low',
      page: 3,
      limit: 24,
    });
  });

  it('has no price limits for an unchanged range', () => {
    const { minPrice, maxPrice } = toProductQuery(wholeList);
    expect([minPrice, maxPrice]).toEqual([undefined, undefined]);
  });
});

describe('active filters', () => {
  it('are labeled, and removing one returns to the first page', () => {
    const chips = activeFilters(filtered);
    expect(chips.map(({ label }) => label)).toEqual([
      '“noise “cancelling””',
      'Audio & Headphones',
      '$100-$349.50',
      'Like New',
      'Fair',
      'Open box',
      'Bang & Olufsen',
      'Sony',
      'In stock only',
      'iPhone 13',
      '256 GB',
      '1 TB',
      'Midnight',
      'Battery 85% or more',
      'Save 30% or more against new',
    ]);
    const withoutSony = chips.find(({ label }) => label === 'Sony')?.without;
    expect(withoutSony).toEqual({ ...filtered, brands: ['Bang & Olufsen'], page: 1 });
  });

  it('do not count sort, view and page', () => {
    expect(activeFilters({ ...wholeList, sort: 'name', view: 'list', page: 4 })).toEqual([]);
  });

  it('can be cleared without changing cards, sort and view', () => {
    const kept = { isByFamily: false, sort: 'price-low', view: 'list' };
    expect(withoutFilters(filtered)).toEqual({ ...wholeList, ...kept });
  });
});
