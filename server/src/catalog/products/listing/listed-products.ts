import type { ProductQuery } from '@reprise/contract/catalog/products/product';
import { and, type SQL, sql } from 'drizzle-orm';
import { products } from '../products.tables.ts';
import type { ProductSearch } from '../search/product-search.ts';
import {
  allFilters,
  baseCondition,
  type ChosenCategory,
  type Filters,
  filtersOf,
} from './product-filters.ts';
import { matchesSearchEach, searchedProducts } from './search-matches.ts';

/** SQL of the products of a list. */
export type Listed = {
  /** Table of products, named `products`; of a search, those that it finds. */
  source: SQL;
  base: SQL | undefined;
  filters: Filters;
  search: ProductSearch | null;
};

export function listedProducts(
  query: ProductQuery,
  chosen: ChosenCategory[],
  search: ProductSearch | null,
): Listed {
  return {
    source: search ? searchedProducts(search) : sql`${products}`,
    base: baseCondition(query),
    filters: filtersOf(query, chosen),
    search,
  };
}

/** SQL: a product of the source is in the list. */
export const isListed = ({ base, filters }: Listed): SQL => and(base, allFilters(filters)) ?? sql`true`;

/** SQL: a product of the table is in the list. */
export const isListedEach = (listed: Listed): SQL =>
  and(listed.search ? matchesSearchEach(listed.search) : undefined, isListed(listed)) ?? sql`true`;
