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
import type { OptionFacet, PlainFacet } from './plan-list.ts';
import type { ChosenCategory } from './product-filters.ts';

/**
 * A facet has a row for each value or step; those of stock and price have one row, and `any` is above 0 with a match. The
 * rows of `page` have its ids with their places.
 */
export type FacetRow = {
  facet: PlainFacet | OptionFacet | 'all' | 'any' | 'page';
  value: string | null;
  name: string | null;
  slug: string | null;
  count: number;
  lowest: Cents | null;
  highest: Cents | null;
};

/** Returns the facets of the counted rows, with chosen values that have no matches. */
export function facetsOf(
  rows: FacetRow[],
  query: ProductQuery,
  chosen: ChosenCategory[],
  { hasOptions, areLowerBounds }: { hasOptions: boolean; areLowerBounds: boolean },
): { total: number; hasMatches: boolean; facets: Facets } {
  const rowsOf = (facet: FacetRow['facet']) => rows.filter((row) => row.facet === facet);
  const countOf = (facet: FacetRow['facet'], value: string | null) =>
    rowsOf(facet).find((row) => row.value === value)?.count ?? 0;
  const [price] = rowsOf('price');
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
    inStock: countOf('inStock', null),
    price: { min: cents(price?.lowest ?? 0), max: cents(price?.highest ?? 0) },
    atLeast: areLowerBounds,
    ...(hasOptions && { options: optionFacetsOf(rows, query) }),
  };
  return { total: countOf('all', null), hasMatches: countOf('any', null) > 0, facets };
}

function optionFacetsOf(rows: FacetRow[], query: ProductQuery): OptionFacets {
  const rowsOf = (facet: FacetRow['facet']) =>
    rows.filter((row) => row.facet === facet && row.value !== null);
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
