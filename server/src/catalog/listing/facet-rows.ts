import { type Condition, conditions, type Origin, origins } from '@reprise/contract/catalog/conditions';
import type { Facets, ProductQuery } from '@reprise/contract/catalog/product';
import { type Cents, cents } from '@reprise/contract/money';
import { sql } from 'drizzle-orm';
import { products } from '../catalog.tables.ts';
import type { ChosenCategory } from './product-filters.ts';

/** Matches that the facet counts do not cover are counted up to here. */
export const maxCounted = 1000;

/** SQL: columns of a match that facets count. */
export const countedColumns = sql`${products.id} as id, ${products.categoryId} as category_id, ${products.brand} as brand,
  ${products.condition} as condition, ${products.origin} as origin, ${products.stockCapped} > 0 as in_stock,
  ${products.priceCents} as price, ${products.createdAt} as created_at`;

export const dimensions = ['category', 'brand', 'condition', 'origin'] as const;
export type Dimension = (typeof dimensions)[number];
/** A dimension has one row per value; `inStock`, `price` and `all` have one row in total. */
export type Facet = Dimension | 'inStock' | 'price' | 'all';

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
export function facetsOf(rows: FacetRow[], query: ProductQuery, chosen: ChosenCategory[]) {
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
  };
  return {
    total: Math.min(all?.count ?? 0, all?.at_least ? maxCounted : Infinity),
    atLeast: all?.at_least ?? false,
    facets,
  };
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
