import { and, type asc, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { products } from '../products/products.tables.ts';
import type { Matching } from './count-matches.ts';
import { allFilters } from './product-filters.ts';

// A page of a search in an order other than by relevance is read along the sort index until it is full, or sorted from
// all matches (decision 0100). The index is faster for common words, unless the order separates them from the rest: no
// laptop is among the cheapest products, and all products of Samsung are behind those of Apple by name.

/** Products that are read along a sort index before all matches are sorted instead. */
const maxWalked = 2000;
/** A family passes many of its offers before that of its card, and sorting its matches takes as long as this walk. */
const maxWalkedForFamilies = 50_000;
const commonShare = 0.1;

/** Returns how many products to read along the sort index; null if the matches, this `share` of them, are too few. */
export function productsToWalk(
  share: number,
  { limit, offset, isFamilies }: { limit: number; offset: number; isFamilies: boolean },
): number | null {
  if (isFamilies) return share >= commonShare ? maxWalkedForFamilies : null;
  return (limit + offset) / share <= maxWalked / 2 ? maxWalked : null;
}

/** Part of an order: a column or the expression of an index. */
export type OrderKey = { by: SQLWrapper; direction: typeof asc };

export const orderOf = (keys: OrderKey[]): SQL =>
  sql.join(
    keys.map(({ by, direction }) => direction(by)),
    sql`, `,
  );

/**
 * Returns SQL: `from` with the first `count` products of a list without its search, and the `order` of a page of these.
 * Their keys are columns: by the expressions, PostgreSQL would sort them once more and read all of them.
 */
export function firstInOrder(
  { base, plainFilters }: Pick<Matching, 'base' | 'plainFilters'>,
  { keys, count, isAfterCursor }: { keys: OrderKey[]; count: number; isAfterCursor?: SQL | undefined },
): { from: SQL; order: SQL } {
  const named = keys.map((key, index) => ({ ...key, name: sql.identifier(`key_${index + 1}`) }));
  const columns = named.map(({ by, name }) => sql`${by} as ${name}`);
  const from = sql`(
    select ${products}.*, ${sql.join(columns, sql`, `)} from ${products}
    where ${and(base, allFilters(plainFilters), isAfterCursor) ?? sql`true`}
    order by ${orderOf(keys)} limit ${count}) products`;
  return { from, order: orderOf(named.map(({ name, direction }) => ({ by: sql`${name}`, direction }))) };
}

/** SQL: array of the ids of a page among the first products in order if these fill it, else among all matches. */
export const walkedOrCollected = (walked: SQL, collected: SQL, limit: number): SQL => sql`(
  with walked as materialized (select ${walked} as ids)
  select case when cardinality(ids) = ${limit} then ids else ${collected} end from walked)`;
