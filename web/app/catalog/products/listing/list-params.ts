import {
  type Condition,
  conditions,
  type Origin,
  origins,
} from '@reprise/contract/catalog/products/conditions';
import { type OptionName, optionNames } from '@reprise/contract/catalog/products/option-names';
import type { ProductQuery } from '@reprise/contract/catalog/products/product';
import type { ProductSort } from '@reprise/contract/catalog/products/product-sort';
import { minorUnits, storeCurrency, toCents, toMajorUnits } from '@reprise/contract/money';
import type { TypedNumber } from '@reprise/contract/typed-number';
import { isStorable } from './is-storable.ts';

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

/** State of a product list, stored in its search params. Prices are in major units. */
export type ListParams = {
  category: string | null;
  search: string;
  minPrice: number | null;
  maxPrice: number | null;
  conditions: Condition[];
  origins: Origin[];
  brands: string[];
  inStock: boolean;
  options: Partial<Record<OptionName, string[]>>;
  /** Names of families. */
  families: string[];
  /** Least battery health and least saving, in percent. */
  battery: number | null;
  saving: number | null;
  /** False if each offer has a card of its own. */
  isByFamily: boolean;
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
  ...optionNames,
  'family',
  'battery',
  'saving',
  'show',
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
  options: {},
  families: [],
  battery: null,
  saving: null,
  isByFamily: true,
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
    brands: texts(params, 'brand', 100),
    inStock: params.get('inStock') === 'true',
    options: readOptions(params),
    families: texts(params, 'family', 200),
    battery: readPercent(params.get('battery')),
    saving: readPercent(params.get('saving')),
    isByFamily: params.get('show') !== 'offers',
    sort: known([params.get('sort') ?? ''], listSorts)[0] ?? null,
    view: params.get('view') === 'list' ? 'list' : 'grid',
    page: readPage(params.get('page')),
  };
}

function text(params: URLSearchParams, name: string): string {
  const value = (params.get(name) ?? '').trim().slice(0, 200);
  return isStorable(value) ? value : '';
}

function texts(params: URLSearchParams, name: string, maxLength: number): string[] {
  return [...new Set(params.getAll(name))].filter((value) => value.length <= maxLength && isStorable(value));
}

function readOptions(params: URLSearchParams): ListParams['options'] {
  const chosen = optionNames.map((name) => [name, texts(params, name, 100)] as const);
  return Object.fromEntries(chosen.filter(([, values]) => values.length > 0));
}

function readPercent(value: string | null): number | null {
  return value !== null && /^([1-9]\d?|100)$/.test(value) ? Number(value) : null;
}

/** Returns the valid values, each once, in the order of the choices. */
function known<T extends string>(values: string[], choices: readonly T[]): T[] {
  return choices.filter((choice) => values.includes(choice));
}

/** Swaps the bounds if they are reversed. Search params have a point before the decimals. */
export function readPriceRange(
  lowest: string | null,
  highest: string | null,
  read: (typed: string) => TypedNumber = readPlainNumber,
): [number | null, number | null] {
  const min = readPrice(read(lowest ?? ''));
  const max = readPrice(read(highest ?? ''));
  return min !== null && max !== null && min > max ? [max, min] : [min, max];
}

/** Reads a price as a link has it. The reader of forms, with its formats, is no part of the first load. */
const readPlainNumber = (text: string) => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined);

function readPrice(price: TypedNumber): number | null {
  const abovePrices = (10 * storeCurrency().maxPrice) / minorUnits();
  if (typeof price !== 'number' || price < 0 || price >= abovePrices) return null;
  return toMajorUnits(toCents(price));
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
  for (const name of optionNames) for (const value of listParams.options[name] ?? []) append(name, value);
  for (const family of listParams.families) append('family', family);
  append('battery', listParams.battery);
  append('saving', listParams.saving);
  append('show', listParams.isByFamily ? null : 'offers');
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
    minPrice: listParams.minPrice === null ? undefined : toCents(listParams.minPrice),
    maxPrice: listParams.maxPrice === null ? undefined : toCents(listParams.maxPrice),
    condition: nonEmpty(listParams.conditions),
    origin: nonEmpty(listParams.origins),
    brand: nonEmpty(listParams.brands),
    inStock: listParams.inStock || undefined,
    ...listParams.options,
    family: nonEmpty(listParams.families),
    battery: listParams.battery ?? undefined,
    saving: listParams.saving ?? undefined,
    show: listParams.isByFamily ? 'families' : 'offers',
    sort: listParams.sort ?? undefined,
    page: listParams.page,
    limit: pageSize,
  };
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
