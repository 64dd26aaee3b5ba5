import type { ProductQuery } from '@reprise/contract/catalog/products/product';
import { and, inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import {
  type Dimension,
  dimensions,
  type Facet,
  type FacetRow,
  facetsOf,
} from '../products/listing/facet-rows.ts';
import { hasOptionFilters } from '../products/listing/option-filters.ts';
import { categories } from '../products/products.tables.ts';
import type { CountedMatches } from './count-matches.ts';
import { facetBuckets } from './facet-counts.ts';
import type { ChosenCategory } from './product-filters.ts';

/** The column of a dimension has its name, but for the category. */
const columnOf = (dimension: Dimension) =>
  sql.identifier(dimension === 'category' ? 'category_id' : dimension);

/** SQL: facet rows of one set of products in one pass, one row per value of each dimension and one in total. */
export function facetRows(facet: Facet, by: readonly Dimension[], from: SQL, aggregates: SQL): SQL {
  const isDimension = by.some((dimension) => dimension === facet);
  const sets = [...by.map((dimension) => sql`(${columnOf(dimension)})`), ...(isDimension ? [] : [sql`()`])];
  return sql`select ${facetAndValue(facet, by)}, ${aggregates}
    from ${from} group by grouping sets (${sql.join(sets, sql`, `)})`;
}

/** SQL: the same rows of families. A set is first reduced to the families of each value: a `distinct` per value sorts. */
export function familyFacetRows(facet: Facet, by: readonly Dimension[], from: SQL, atLeast: SQL): SQL {
  const total = sql`select ${facet}::text as facet, null::text as value, count(distinct family_id)::int as count,
      (count(distinct family_id) filter (where in_stock))::int as in_stock, min(price) as lowest, max(price) as highest,
      ${atLeast} as at_least
    from ${from}`;
  if (by.length === 0) return total;
  const sets = by.map((dimension) => sql`(${columnOf(dimension)}, family_id)`);
  const values = sql`select facet, value, count(*)::int, 0, null::integer, null::integer, ${atLeast}
    from (
      select ${facetAndValue(facet, by)} from ${from} group by grouping sets (${sql.join(sets, sql`, `)})
    ) families group by facet, value`;
  return by.some((dimension) => dimension === facet) ? values : sql`${total} union all ${values}`;
}

/** SQL: the columns `facet` and `value` of rows that are grouped by each of these dimensions. */
function facetAndValue(facet: Facet, by: readonly Dimension[]): SQL {
  const caseByDimension = (then: (dimension: Dimension) => SQL, otherwise: SQL) =>
    by.length === 0
      ? otherwise
      : sql`case ${sql.join(
          by.map((dimension) => sql`when grouping(${columnOf(dimension)}) = 0 then ${then(dimension)}`),
          sql` `,
        )} else ${otherwise} end`;
  return sql`${caseByDimension((dimension) => sql`${dimension}`, sql`${facet}::text`)} as facet,
      ${caseByDimension((dimension) => sql`${columnOf(dimension)}`, sql`null::text`)} as value`;
}

/** Returns true when the facet counts can answer the query: they have no words, ids or prices. */
export function isCoveredByFacetCounts(query: ProductQuery): boolean {
  const special = [query.featured, query.discounted, query.stock].filter(Boolean);
  const priced = query.minPrice !== undefined || query.maxPrice !== undefined;
  return !query.search && !query.id && !priced && special.length <= 1 && !hasOptionFilters(query);
}

/** Reads all counts of a list from the facet counts; the cost depends on the number of buckets, not of products. */
export async function readFacetCounts(
  db: Queryable,
  query: ProductQuery,
  chosen: ChosenCategory[],
): Promise<CountedMatches> {
  const { buckets, facetQuery } = facetCountQuery(query, chosen);
  const filters = bucketFilters(query, chosen);
  const facets = [
    facetQuery(
      'all',
      dimensions.filter((dimension) => !(dimension in filters)),
    ),
    ...dimensions.flatMap((dimension) => (dimension in filters ? [facetQuery(dimension, [dimension])] : [])),
    ...(filters.inStock ? [facetQuery('inStock', [])] : []),
  ];
  const { rows } = await db.execute<FacetRow>(
    sql`with ${buckets}, facets as (${sql.join(facets, sql` union all `)}) ${withCategoryNames}`,
  );
  return { ...facetsOf(rows, query, chosen), hasMatches: true };
}

/** Returns the CTE with the buckets of a list and a function for facet rows, which omits the filter of its own facet. */
export function facetCountQuery(query: ProductQuery, chosen: ChosenCategory[]) {
  const buckets = sql`buckets as materialized (select *, ${countColumn(query)} as counted from ${facetBuckets} current_buckets)`;
  const aggregates = sql`coalesce(sum(counted), 0)::int as count, coalesce(sum(counted) filter (where in_stock), 0)::int as in_stock,
    min(lowest) as lowest, max(highest) as highest, false as at_least`;
  const filters = Object.entries(bucketFilters(query, chosen));
  const facetQuery = (facet: Facet, by: readonly Dimension[]) => {
    const others = filters.flatMap(([name, filter]) => (name === facet ? [] : [filter]));
    return facetRows(facet, by, sql`buckets where ${and(sql`counted > 0`, ...others)}`, aggregates);
  };
  return { buckets, facetQuery };
}

export const withCategoryNames = sql`select facets.*, ${categories.name} as name, ${categories.slug} as slug
  from facets left join ${categories} on facets.facet = 'category' and ${categories.id} = facets.value`;

/** SQL: the number of products in a bucket that the list includes. */
function countColumn({ featured, discounted, stock }: ProductQuery): SQL {
  if (featured) return sql`featured`;
  if (discounted) return sql`discounted`;
  if (stock === 'low') return sql`low`;
  if (stock === 'out') return sql`case when in_stock then 0 else products end`;
  if (stock === 'in-stock') return sql`case when in_stock then products - low else 0 end`;
  return sql`products`;
}

/** Returns the facet filters as conditions on buckets. */
function bucketFilters(query: ProductQuery, chosen: ChosenCategory[]): Partial<Record<Facet, SQL>> {
  const ids = chosen.map((category) => category.id);
  const filters = {
    category: query.category && (ids.length > 0 ? inArray(sql`category_id`, ids) : sql`false`),
    brand: query.brand && inArray(sql`brand`, query.brand),
    condition: query.condition && inArray(sql`condition`, query.condition),
    origin: query.origin && inArray(sql`origin`, query.origin),
    inStock: query.inStock ? sql`in_stock` : undefined,
  };
  return Object.fromEntries(Object.entries(filters).filter(([, filter]) => filter !== undefined));
}
