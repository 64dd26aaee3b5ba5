import {
  type Condition,
  conditions,
  type Origin,
  origins,
} from '@reprise/contract/catalog/products/conditions';
import type { Facets } from '@reprise/contract/catalog/products/facets';
import type { OptionFacets } from '@reprise/contract/catalog/products/list-options';
import { type OptionName, optionNames } from '@reprise/contract/catalog/products/option-names';
import type { ProductQuery } from '@reprise/contract/catalog/products/product';
import { type Cents, cents } from '@reprise/contract/money';
import { sql } from 'drizzle-orm';
import type { ChosenCategory } from '../../listing/product-filters.ts';
import { products } from '../products.tables.ts';

/** Matches that the facet counts do not cover are counted up to here. */
export const maxCounted = 1000;

/** SQL: columns of a match that facets count. */
export const countedColumns = sql`${products.id} as id, ${products.categoryId} as category_id, ${products.brand} as brand,
  ${products.condition} as condition, ${products.origin} as origin, ${products.stockCapped} > 0 as in_stock,
  ${products.priceCents} as price, ${products.createdAt} as created_at, ${products.familyId} as family_id,
  ${products.modelKey} as model_key, ${products.originalPriceCents} as original_price, ${products.batteryHealth} as battery_health`;

export const dimensions = ['category', 'brand', 'condition', 'origin'] as const;
export type Dimension = (typeof dimensions)[number] | OptionName | 'family';
/** A dimension has one row per value, a battery or saving one per step; the others have one row in total. */
export type Facet = Dimension | 'battery' | 'saving' | 'inStock' | 'price' | 'all';

export type FacetRow = {
  facet: Facet;
  value: string | null;
  name: string | null;
  slug: string | null;
  count: number;
  in_stock: number;
  lowest: Cents | null;
  highest: Cents | null;
  at_least: boolean;
};

/** Returns the facets of the counted rows, with chosen values that have no matches. */
export function facetsOf(
  rows: FacetRow[],
  query: ProductQuery,
  chosen: ChosenCategory[],
  { hasOptions = false } = {},
) {
  const rowsOf = (facet: Facet) => rows.filter((row) => row.facet === facet);
  const [all] = rowsOf('all');
  const [inStock, price] = [rowsOf('inStock')[0] ?? all, rowsOf('price')[0] ?? all];
  const countOf = (facet: Facet, value: string) =>
    rowsOf(facet).find((row) => row.value === value)?.count ?? 0;
  const facets: Facets = {
    categories: byName(withChosen(categoryCounts(rowsOf('category')), chosen, 'id')),
    brands: byName(
      withChosen(
        rowsOf('brand').map(({ value, count }) => ({ name: value ?? '', count })),
        (query.brand ?? []).map((name) => ({ name })),
        'name',
      ),
    ),
    conditions: conditions.map((value: Condition) => ({ value, count: countOf('condition', value) })),
    origins: origins.map((value: Origin) => ({ value, count: countOf('origin', value) })),
    inStock: inStock?.in_stock ?? 0,
    price: { min: cents(price?.lowest ?? 0), max: cents(price?.highest ?? 0) },
    atLeast: rows.some((row) => row.at_least),
    ...(hasOptions && { options: optionFacetsOf(rows, query) }),
  };
  return {
    total: Math.min(all?.count ?? 0, all?.at_least ? maxCounted : Infinity),
    atLeast: all?.at_least ?? false,
    facets,
  };
}

/** Adds values that products have but no counted match, as at least one: of a large catalog not all matches are counted. */
export function withRareValues(counted: Facets, ofProducts: Facets): Facets {
  const rare = <T extends { count: number }, Key extends keyof T>(all: T[], some: T[], key: Key) =>
    all.flatMap(
      (entry) =>
        some.find((other) => other[key] === entry[key]) ?? { ...entry, count: Math.min(entry.count, 1) },
    );
  return {
    ...counted,
    categories: rare(ofProducts.categories, counted.categories, 'id'),
    brands: rare(ofProducts.brands, counted.brands, 'name'),
    price: ofProducts.price,
  };
}

function optionFacetsOf(rows: FacetRow[], query: ProductQuery): OptionFacets {
  const rowsOf = (facet: Facet) => rows.filter((row) => row.facet === facet && row.value !== null);
  const valuesOf = (facet: OptionName | 'family') => {
    const counted = rowsOf(facet).flatMap(({ value, name, count }) => {
      const label = facet === 'family' ? name : value;
      return label === null ? [] : [{ value: label, count }];
    });
    const chosen = (query[facet] ?? []).map((value) => ({ value }));
    return withChosen(counted, chosen, 'value').sort((a, b) => compareMeasures(a.value, b.value));
  };
  const stepsOf = (facet: 'battery' | 'saving') =>
    rowsOf(facet)
      .map(({ value, count }) => ({ value: Number(value), count }))
      .sort((a, b) => a.value - b.value);
  const values = optionNames.map((name) => [name, valuesOf(name)] as const);
  return {
    ...(Object.fromEntries(values) as Record<OptionName, OptionFacets['storage']>),
    family: valuesOf('family'),
    battery: stepsOf('battery'),
    saving: stepsOf('saving'),
  };
}

const inGigabytes: Record<string, number> = { MB: 1 / 1024, GB: 1, TB: 1024 };

/** Compares "512 GB" and "1 TB" by size, and other texts as people count and spell. */
export function compareMeasures(a: string, b: string): number {
  const [sizeA, sizeB] = [sizeOf(a), sizeOf(b)];
  return sizeA !== null && sizeB !== null && sizeA !== sizeB
    ? sizeA - sizeB
    : a.localeCompare(b, 'en', { numeric: true });
}

function sizeOf(text: string): number | null {
  const [, size, unit] = /^(\d+(?:\.\d+)?) (MB|GB|TB)/.exec(text) ?? [];
  return unit ? Number(size) * (inGigabytes[unit] ?? 1) : null;
}

/** Skips products without a category. */
function categoryCounts(rows: FacetRow[]) {
  return rows.flatMap(({ value, name, slug, count }) =>
    value && name !== null ? [{ id: value, name, slug: slug ?? '', count }] : [],
  );
}

/** Adds chosen values without matches, so that the shopper can still deselect them. */
function withChosen<T extends { count: number }, Key extends keyof T>(
  counted: T[],
  chosen: Omit<T, 'count'>[],
  key: Key & keyof Omit<T, 'count'>,
): T[] {
  const missing = chosen.filter((choice) => !counted.some((entry) => entry[key] === choice[key]));
  return [...counted, ...missing.map((choice) => ({ ...choice, count: 0 }) as unknown as T)];
}

function byName<T extends { name: string }>(entries: T[]): T[] {
  return entries.sort((a, b) => a.name.localeCompare(b.name, 'en'));
}
