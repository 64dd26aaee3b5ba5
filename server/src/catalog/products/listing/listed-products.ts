import { and, type SQL, sql } from 'drizzle-orm';
import type { ProductSearch } from '../search/product-search.ts';
import { allFilters, type Filters } from './product-filters.ts';
import { matchesSearchEach } from './search-matches.ts';

/** SQL of the products of a list. */
export type Listed = {
  /** Table of products, named `products`; of a search, the common table `search_matches`. */
  source: SQL;
  base: SQL | undefined;
  filters: Filters;
  search: ProductSearch | null;
};

/** SQL: a product of the source is in the list. */
export const isListed = ({ base, filters }: Listed): SQL => and(base, allFilters(filters)) ?? sql`true`;

/** SQL: a product of the table is in the list. */
export const isListedEach = (listed: Listed): SQL =>
  and(listed.search ? matchesSearchEach(listed.search) : undefined, isListed(listed)) ?? sql`true`;
