import {
  type Condition,
  conditionLabels,
  conditions,
  type Origin,
  originLabels,
  origins,
} from '@reprise/contract/catalog/conditions';
import type { ProductQuery } from '@reprise/contract/catalog/product';
import type { ProductSort } from '@reprise/contract/catalog/product-sort';
import { dollarsToCents } from '@reprise/contract/money';
import { readAmount } from '@reprise/contract/typed-number';

/** Range of the price sliders. It filters only once it has been changed. */
export const priceScale = { min: 0, max: 5000 } as const;

const pageSize = 24;

/** Sort orders that the list offers. */
const listSorts = [
  'relevance',
  'saving',
  'newest',
  'price-low',
  'price-high',
  'rating',
  'name',
] as const satisfies ProductSort[];
export type ListSort = (typeof listSorts)[number];

export type View = 'grid' | 'list';

/** State of a product list, stored in its search params. Prices are in dollars, as typed. */
export type ListParams = {
  category: string | null;
  search: string;
  minPrice: number | null;
  maxPrice: number | null;
  conditions: Condition[];
  origins: Origin[];
  brands: string[];
  inStock: boolean;
  sort: ListSort | null;
  view: View;
  page: number;
};

/** Names of the search params. */
export const listParamNames = [
  'category',
  'search',
  'minPrice',
  'maxPrice',
  'condition',
  'origin',
  'brand',
  'inStock',
  'sort',
  'view',
  'page',
] as const;

export const wholeList: ListParams = {
  category: null,
  search: '',
  minPrice: null,
  maxPrice: null,
  conditions: [],
  origins: [],
  brands: [],
  inStock: false,
  sort: null,
  view: 'grid',
  page: 1,
};

/** Parses search params leniently: invalid values are ignored. */
export function parseListParams(params: URLSearchParams, searchName = 'search'): ListParams {
  const [minPrice, maxPrice] = readPriceRange(params.get('minPrice'), params.get('maxPrice'));
  return {
    category: text(params, 'category') || null,
    search: text(params, searchName),
    minPrice,
    maxPrice,
    conditions: known(params.getAll('condition'), conditions),
    origins: known(params.getAll('origin'), origins),
    brands: [...new Set(params.getAll('brand'))].filter((name) => name.length <= 100 && isStorable(name)),
    inStock: params.get('inStock') === 'true',
    sort: known([params.get('sort') ?? ''], listSorts)[0] ?? null,
    view: params.get('view') === 'list' ? 'list' : 'grid',
    page: readPage(params.get('page')),
  };
}

function text(params: URLSearchParams, name: string): string {
  const value = (params.get(name) ?? '').trim().slice(0, 200);
  return isStorable(value) ? value : '';
}

/** PostgreSQL stores neither NUL nor lone surrogates, so such values cannot match. */
export function isStorable(value: string): boolean {
  return value !== '' && !value.includes('\u0000') && value.isWellFormed();
}

/** Returns the valid values, each once, in the order of the choices. */
function known<T extends string>(values: string[], choices: readonly T[]): T[] {
  return choices.filter((choice) => values.includes(choice));
}

/** Swaps the bounds if they are reversed. */
export function readPriceRange(
  lowest: string | null,
  highest: string | null,
): [number | null, number | null] {
  const min = readPrice(lowest);
  const max = readPrice(highest);
  return min !== null && max !== null && min > max ? [max, min] : [min, max];
}

const maxPrice = 9_999_999.99;

function readPrice(value: string | null): number | null {
  const price = readAmount(value ?? '');
  if (typeof price !== 'number' || price < 0 || price > maxPrice) return null;
  return Math.round(price * 100) / 100;
}

function readPage(value: string | null): number {
  return value !== null && /^[1-9]\d{0,3}$/.test(value) ? Number(value) : 1;
}

/** Returns `?…`, or an empty string for the default list. */
export function serializeListParams(listParams: ListParams, searchName = 'search'): string {
  const params = new URLSearchParams();
  const append = (name: string, value: string | number | null) => {
    if (value !== null && value !== '') params.append(name, String(value));
  };
  append('category', listParams.category);
  append(searchName, listParams.search);
  append('minPrice', listParams.minPrice);
  append('maxPrice', listParams.maxPrice);
  for (const condition of listParams.conditions) append('condition', condition);
  for (const origin of listParams.origins) append('origin', origin);
  for (const brand of listParams.brands) append('brand', brand);
  append('inStock', listParams.inStock ? 'true' : null);
  append('sort', listParams.sort);
  append('view', listParams.view === 'list' ? 'list' : null);
  append('page', listParams.page > 1 ? listParams.page : null);
  const search = params.toString();
  return search && `?${search}`;
}

/** Returns the API query of the list. */
export function toProductQuery(listParams: ListParams): ProductQuery {
  const nonEmpty = <T>(values: T[]) => (values.length > 0 ? values : undefined);
  return {
    category: listParams.category === null ? undefined : [listParams.category],
    search: listParams.search || undefined,
    minPrice: listParams.minPrice === null ? undefined : dollarsToCents(listParams.minPrice),
    maxPrice: listParams.maxPrice === null ? undefined : dollarsToCents(listParams.maxPrice),
    condition: nonEmpty(listParams.conditions),
    origin: nonEmpty(listParams.origins),
    brand: nonEmpty(listParams.brands),
    inStock: listParams.inStock || undefined,
    sort: listParams.sort ?? undefined,
    page: listParams.page,
    limit: pageSize,
  };
}

export type ActiveFilter = { key: string; label: string; without: ListParams };

/** Returns each active filter with the params without it. Changes of filters return to the first page. */
export function activeFilters(listParams: ListParams): ActiveFilter[] {
  const { category, search, minPrice, maxPrice } = listParams;
  const filters: ActiveFilter[] = [];
  const add = (key: string, label: string, change: Partial<ListParams>) =>
    filters.push({ key, label, without: { ...listParams, ...change, page: 1 } });
  const without = <T>(values: T[], value: T) => values.filter((other) => other !== value);

  if (search) add('search', `“${search}”`, { search: '' });
  if (category) add('category', category, { category: null });
  if (minPrice !== null || maxPrice !== null) {
    add('price', priceLabel(minPrice, maxPrice), { minPrice: null, maxPrice: null });
  }
  for (const value of listParams.conditions) {
    add(`condition-${value}`, conditionLabels[value], { conditions: without(listParams.conditions, value) });
  }
  for (const value of listParams.origins) {
    add(`origin-${value}`, originLabels[value], { origins: without(listParams.origins, value) });
  }
  for (const value of listParams.brands) {
    add(`brand-${value}`, value, { brands: without(listParams.brands, value) });
  }
  if (listParams.inStock) add('inStock', 'In stock only', { inStock: false });
  return filters;
}

function priceLabel(min: number | null, max: number | null): string {
  if (min === null) return `Up to $${max}`;
  return max === null ? `From $${min}` : `$${min}-$${max}`;
}

/** Returns the params without filters; sort order and view remain. */
export function withoutFilters({ sort, view }: ListParams): ListParams {
  return { ...wholeList, sort, view };
}

/** Returns the params with the name of their category, which a link may also give by slug or id. */
export function withCategoryName(
  listParams: ListParams,
  categories: { id: string; name: string; slug: string }[],
): ListParams {
  const { category } = listParams;
  const named = categories.find(({ id, slug, name }) => [id, slug, name].includes(category ?? ''));
  return named ? { ...listParams, category: named.name } : listParams;
}
