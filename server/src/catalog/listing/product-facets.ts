import type { Facets, ProductQuery } from '@reprise/contract/catalog/product';
import { and, inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { categories, products } from '../catalog.tables.ts';
import { createdSince, type Search } from '../search/product-search.ts';
import { countingTierSize, type RecencyTier } from '../search/recency-tiers.ts';
import { facetBuckets } from './facet-counts.ts';
import { type Dimension, dimensions, type Facet, type FacetRow, facetsOf, maxCounted } from './facet-rows.ts';
import { allFilters, type ChosenCategory, type Filters } from './product-filters.ts';

export type CountedMatches = {
  total: number;
  /** True if there are more than `total`. */
  atLeast: boolean;
  /** True if any product meets the base condition, before the facet filters. */
  hasMatches: boolean;
  /** Ids of all matches, if they were counted individually and are at most `maxCounted`. */
  ids?: string[] | undefined;
  /** Ids of the page, if the counted matches determine it. */
  page?: string[] | undefined;
  facets: Facets;
  /** Number of matches among the newest `countingTierSize` products, and how many of them match by name. */
  recent?: { all: number; named: number };
};

const columnOfDimension: Record<Dimension, SQL> = {
  category: sql`category_id`,
  brand: sql`brand`,
  condition: sql`condition`,
  origin: sql`origin`,
};

/** SQL: facet rows of one set of products in one pass, one row per value of each dimension and one in total. */
function facetRows(facet: Facet, by: readonly Dimension[], from: SQL, aggregates: SQL): SQL {
  const isBy = (dimension: Dimension) => sql`grouping(${columnOfDimension[dimension]}) = 0`;
  const caseByDimension = (then: (dimension: Dimension) => SQL, otherwise: SQL) =>
    by.length === 0
      ? otherwise
      : sql`case ${sql.join(
          by.map((dimension) => sql`when ${isBy(dimension)} then ${then(dimension)}`),
          sql` `,
        )} else ${otherwise} end`;
  const isDimension = by.some((dimension) => dimension === facet);
  const sets = [
    ...by.map((dimension) => sql`(${columnOfDimension[dimension]})`),
    ...(isDimension ? [] : [sql`()`]),
  ];
  return sql`select ${caseByDimension((dimension) => sql`${dimension}`, sql`${facet}::text`)} as facet,
      ${caseByDimension((dimension) => columnOfDimension[dimension], sql`null::text`)} as value, ${aggregates}
    from ${from} group by grouping sets (${sql.join(sets, sql`, `)})`;
}

/** Returns true when the facet counts can answer the query: they have no words, ids or prices. */
export function isCoveredByFacetCounts(query: ProductQuery): boolean {
  const special = [query.featured, query.discounted, query.stock].filter(Boolean);
  const priced = query.minPrice !== undefined || query.maxPrice !== undefined;
  return !query.search && !query.id && !priced && special.length <= 1;
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
function facetCountQuery(query: ProductQuery, chosen: ChosenCategory[]) {
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

const withCategoryNames = sql`select facets.*, ${categories.name} as name, ${categories.slug} as slug
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

/**
 * Counts the matches of lists that the facet counts do not cover, each set up to `maxCounted`: one for the list and one
 * per facet filter, without that filter. Also returns the ids of the page if the counted matches determine it.
 */
export async function countMatches(
  db: Queryable,
  query: ProductQuery,
  chosen: ChosenCategory[],
  { source, base, filters, search }: Matching,
  page: Page | null,
): Promise<CountedMatches> {
  const tier = search?.tiers.find(({ size }) => size === countingTierSize);
  const omitted = Object.keys(filters) as (keyof Filters)[];
  const setOf = (name: string, condition: SQL | undefined) =>
    search?.isIndexed ? indexSets(name, condition, search, tier) : scanSet(name, condition, source, search);
  // The price facet omits the price filter, so the facet counts can answer it.
  const { minPrice: _min, maxPrice: _max, ...atAnyPrice } = query;
  const hasBucketPriceRange =
    !query.featured && !query.discounted && !query.stock && isCoveredByFacetCounts(atAnyPrice);
  const priceCounts = hasBucketPriceRange ? facetCountQuery(query, chosen) : null;
  const counted = omitted.filter((name) => !priceCounts || name !== 'price');
  const sets = sql.join(
    [
      ...setOf('all', and(base, allFilters(filters))),
      ...counted.flatMap((name) => setOf(name, and(base, allFilters(filters, name)))),
      ...(priceCounts ? [priceCounts.buckets] : []),
      sql`anything as materialized (select from ${source} where ${base ?? sql`true`})`,
    ],
    sql`, `,
  );
  const facetQuery = (facet: Facet, by: readonly Dimension[]) => {
    const from = sql.identifier(`matched_${facet}`);
    return facetRows(
      facet,
      by,
      sql`${from}`,
      sql`count(*)::int as count, (count(*) filter (where in_stock))::int as in_stock, min(price) as lowest,
        max(price) as highest, (select count(*) from ${from}) > ${maxCounted} as at_least`,
    );
  };
  const facets = [
    facetQuery(
      'all',
      dimensions.filter((dimension) => !omitted.includes(dimension)),
    ),
    ...counted.map((name) =>
      facetQuery(
        name,
        dimensions.filter((dimension) => dimension === name),
      ),
    ),
    ...(priceCounts ? [priceCounts.facetQuery('price', [])] : []),
  ];
  const hasMatches = sql`case when exists (select from matched_all) then true else exists (select from anything) end`;
  const { rows } = await db.execute<
    FacetRow & {
      has_matches: boolean;
      ids: string[] | null;
      page: string[] | null;
      recent: number | null;
      recent_named: number | null;
    }
  >(
    sql`with ${sets}, facets as (${sql.join(facets, sql` union all `)}), named as (${withCategoryNames})
      select *, (${hasMatches}) as has_matches, ${knownIds(page, Boolean(tier))} from named`,
  );
  const [row] = rows;
  const all = rows.find(({ facet }) => facet === 'all');
  return {
    ...facetsOf(rows, query, chosen),
    hasMatches: row?.has_matches ?? false,
    ids: all?.ids ?? undefined,
    page: all?.page ?? undefined,
    ...(tier && { recent: { all: row?.recent ?? 0, named: row?.recent_named ?? 0 } }),
  };
}

/** Page of a list in order of creation, or by relevance with name matches first. */
export type Page = { byRelevance: boolean; limit: number; offset: number };

/** SQL: ids that the counts already know: those of the page, or all of them if the page has another order. */
function knownIds(page: Page | null, hasRecent: boolean): SQL {
  const recent = (where = sql`true`) => sql`(select count(*) from capped_recent_all where ${where})::int`;
  const counts = hasRecent
    ? sql`${recent()} as recent, ${recent(sql`named`)} as recent_named`
    : sql`null::int as recent, null::int as recent_named`;
  if (!page) {
    const all = sql`case when facet = 'all' and not at_least then (select array_agg(id) from matched_all) end`;
    return sql`${all} as ids, null::text[] as page, ${counts}`;
  }
  const { byRelevance, limit, offset } = page;
  const order = sql`${byRelevance ? sql`named desc, ` : sql``}created_at desc, id desc`;
  const pageOf = (set: SQL) =>
    sql`array(select id from ${set} order by ${order} limit ${limit} offset ${offset})`;
  // All recent matches are known and fill the page, so older products cannot be on it.
  const determinesPage = sql`${recent(byRelevance ? sql`named` : undefined)} >= ${limit + offset} and ${recent()} <= ${maxCounted}`;
  const pageFromRecent = hasRecent
    ? sql`when ${determinesPage} then ${pageOf(sql`capped_recent_all`)}`
    : sql``;
  return sql`null::text[] as ids, ${counts},
    case when facet <> 'all' then null when not at_least then ${pageOf(sql`matched_all`)} ${pageFromRecent} end as page`;
}

export type Matching = {
  source: SQL;
  base: SQL | undefined;
  filters: Filters;
  /** Whole condition for scanning in sort order, without terms of the index. */
  inOrder: SQL | undefined;
  search: Search | null;
};

const countedColumns = sql`${products.id} as id, ${products.categoryId} as category_id, ${products.brand} as brand,
  ${products.condition} as condition, ${products.origin} as origin, ${products.stockCapped} > 0 as in_stock,
  ${products.priceCents} as price, ${products.createdAt} as created_at`;

/** Candidates matched by scanning in sort order, which is fast when matches are common. */
function scanSet(name: string, condition: SQL | undefined, source: SQL, search: Search | null): SQL[] {
  return [
    sql`${sql.identifier(`matched_${name}`)} as materialized (
      select ${countedColumns}, ${search?.matchesName ?? sql`false`} as named from ${source} where ${condition ?? sql`true`} limit ${maxCounted + 1})`,
  ];
}

/**
 * Candidates from the index of terms: in the counted tier first, then in a wider tier if it is expected to have enough,
 * then in the whole catalog. The CTEs have no limit, because with one the planner would scan the table.
 */
function indexSets(
  name: string,
  condition: SQL | undefined,
  { matchesName, tiers }: Search,
  tier: RecencyTier | undefined,
): SQL[] {
  const part = (prefix: string) => sql.identifier(`${prefix}_${name}`);
  const matchesIn = (where: SQL | undefined) =>
    sql`materialized (select ${countedColumns}, ${matchesName} as named from ${products} where ${where})`;
  const capped = (prefix: string) =>
    sql`materialized (select * from ${part(prefix)} limit ${maxCounted + 1})`;
  if (!tier)
    return [sql`${part('whole')} as ${matchesIn(condition)}`, sql`${part('matched')} as ${capped('whole')}`];
  const isMoreThan = (prefix: string, max: number) => sql`(select count(*) from ${part(prefix)}) > ${max}`;
  const isRecentEnough = isMoreThan('capped_recent', maxCounted);
  const wide = tiers.find(({ size }) => size > tier.size);
  const isWideExpectedToSuffice = isMoreThan(
    'capped_recent',
    Math.floor((maxCounted * tier.size) / (wide ?? tier).size),
  );
  const inWide = wide
    ? and(condition, createdSince(wide), sql`not (${isRecentEnough})`, isWideExpectedToSuffice)
    : sql`false`;
  const isWideEnough = isMoreThan('capped_wide', maxCounted);
  return [
    sql`${part('recent')} as ${matchesIn(and(condition, createdSince(tier)))}`,
    sql`${part('capped_recent')} as ${capped('recent')}`,
    sql`${part('wide')} as ${matchesIn(inWide)}`,
    sql`${part('capped_wide')} as ${capped('wide')}`,
    sql`${part('whole')} as ${matchesIn(and(condition, sql`not (${isRecentEnough})`, sql`not (${isWideEnough})`))}`,
    sql`${part('capped_whole')} as ${capped('whole')}`,
    sql`${part('matched')} as materialized (
      select * from ${part('capped_recent')} where ${isRecentEnough}
      union all select * from ${part('capped_wide')} where ${isWideEnough}
      union all table ${part('capped_whole')})`,
  ];
}
