import type { Facets } from '@reprise/contract/catalog/products/facets';
import type { ProductQuery } from '@reprise/contract/catalog/products/product';
import { and, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import {
  countedColumns,
  type Dimension,
  type FacetRow,
  facetsOf,
  maxCounted,
} from '../products/listing/facet-rows.ts';
import { products } from '../products/products.tables.ts';
import type { ProductSearch } from '../products/search/product-search.ts';
import { type RecencyTier, readFromTiers, tiersToSearch } from '../search/recency-tiers.ts';
import type { CardMode, StepFacet } from './card-mode.ts';
import { cardsOf } from './family-list.queries.ts';
import { facetCountQuery, facetRows, familyFacetRows, isCoveredByFacetCounts } from './product-facets.ts';
import { allFilters, type ChosenCategory, type Filters, type SetName } from './product-filters.ts';
import { matchOrder, type SearchMatching, searchSet, selectMatches } from './search-matches.ts';

export type CountedMatches = {
  total: number;
  /** True if there are more than `total`. */
  atLeast: boolean;
  /** True if any product meets the base condition, before the facet filters. */
  hasMatches: boolean;
  /** Ids of all matches, if they are at most `maxCounted` and the page is sorted another way than the matches. */
  ids?: string[] | undefined;
  /** Ids of the page, of families in a list of families, if the counted matches determine it. */
  page?: string[] | undefined;
  /** Share of the newest products that match a search; 0 if so few do that older ones were searched as well. */
  share?: number;
  facets: Facets;
};

export type Matching = Omit<SearchMatching, 'search'> & { search: ProductSearch | null };

/** Page that the counted matches may determine: of products in order of creation or by relevance, of families any. */
export type Page = {
  byRelevance: boolean;
  limit: number;
  offset: number;
  /** SQL: order of the page by columns of its products. */
  order: SQL;
  /** True if the newest match of a family takes its place, false for its cheapest. */
  isNewestFirst: boolean;
};

/**
 * Counts the matches of lists that the facet counts do not cover, each set up to `maxCounted`: one for the list and one
 * per facet filter, without that filter. Also returns the ids of the page if the counted matches determine it.
 */
export async function countMatches(
  db: Queryable,
  query: ProductQuery,
  chosen: ChosenCategory[],
  matching: Matching,
  { page, mode }: { page: Page | null; mode: CardMode },
): Promise<CountedMatches> {
  const { base, filters, search } = matching;
  // The price facet omits the price filter, so the facet counts can answer it.
  const { minPrice: _min, maxPrice: _max, ...atAnyPrice } = query;
  const hasBucketPriceRange =
    !query.featured && !query.discounted && !query.stock && isCoveredByFacetCounts(atAnyPrice);
  const priceCounts = hasBucketPriceRange ? facetCountQuery(query, chosen) : null;
  const omitted = Object.keys(filters) as (keyof Filters)[];
  const counted = omitted.filter((name) => !priceCounts || name !== 'price');
  const names: SetName[] = ['all', ...counted];
  const pageEnd = page ? page.limit + page.offset : 0;
  // With this many matches among the newest products, a search needs no older ones.
  const enough = Math.max(maxCounted, pageEnd);
  // Counts of the newest products are lower bounds, so more matches than these would only take time.
  const matchesToRead = (tier: RecencyTier | undefined) =>
    tier ? enough : Math.max(mode.maxScanned, pageEnd);
  const byRelevance = page?.byRelevance ?? false;
  const setOf = (name: SetName, tier: RecencyTier | undefined) =>
    search
      ? searchSet({ ...matching, search }, { name, most: matchesToRead(tier), byRelevance, tier, mode })
      : [scanSet(name, and(base, allFilters(filters, name === 'all' ? undefined : name)), mode)];
  const anything = search
    ? selectMatches({ base, filters: {}, plainFilters: {}, search })
    : sql`select from ${products} where ${base ?? sql`true`}`;
  // Without filters the matches of the list are all there are.
  const needsAnything = omitted.length > 0;
  const tiers = search ? tiersToSearch(search, enough) : [];
  const { result, tier } = await readFromTiers(names, { tiers, enough }, async (tierOf) => {
    const sets = [
      ...names.flatMap((name) => setOf(name, tierOf(name))),
      ...(priceCounts ? [priceCounts.buckets] : []),
      ...(needsAnything ? [sql`anything as materialized (${anything})`] : []),
    ];
    const facets = sql.join(facetsOfSets(omitted, counted, { priceCounts, mode, tierOf }), sql` union all `);
    const { rows } = await db.execute<FacetRow & KnownRow>(sql`
      with ${sql.join(sets, sql`, `)}, facets as (${facets}), named as (${mode.named})
      select *, (${needsAnything ? isAnyMatched : isListed}) as has_matches, ${countsOf(names, tiers)},
        ${knownIds(page, { search, mode, isWhole: tierOf('all') === undefined })} from named`);
    return { rows, counts: rows[0]?.counts ?? [] };
  });
  const all = result.rows.find(({ facet }) => facet === 'all');
  return {
    ...facetsOf(result.rows, query, chosen, { hasOptions: mode.steps.length > 0 }),
    hasMatches: all?.has_matches ?? false,
    share: tier ? (result.counts[0] ?? 0) / tier.size : 0,
    ids: all?.ids ?? undefined,
    page: all?.page ?? undefined,
  };
}

type KnownRow = {
  has_matches: boolean;
  counts: number[];
  ids: string[] | null;
  page: string[] | null;
};

/** SQL: what each set has, which decides whether older products are searched as well. */
function countsOf(names: SetName[], tiers: RecencyTier[]): SQL {
  if (tiers.length === 0) return sql`'{}'::int[] as counts`;
  const counts = names.map((name) => sql`(select count(*)::int from ${sql.identifier(`found_${name}`)})`);
  return sql`array[${sql.join(counts, sql`, `)}] as counts`;
}

const isListed = sql`exists (select from matched_all)`;
const isAnyMatched = sql`case when ${isListed} then true else exists (select from anything) end`;

type CountedSets = {
  priceCounts: ReturnType<typeof facetCountQuery> | null;
  mode: CardMode;
  /** Newest products that a set was read from; undefined for the whole catalog. */
  tierOf: (name: SetName) => RecencyTier | undefined;
};

function facetsOfSets(
  omitted: (keyof Filters)[],
  counted: (keyof Filters)[],
  { priceCounts, mode, tierOf }: CountedSets,
): SQL[] {
  const { isFamilies, count, maxScanned, dimensions, steps } = mode;
  const facetQuery = (facet: SetName, by: readonly Dimension[]) => {
    const from = sql.identifier(`matched_${facet}`);
    const atLeast = tierOf(facet) ? sql`true` : sql`(select count(*) from ${from}) > ${maxScanned}`;
    if (isFamilies) return familyFacetRows(facet, by, sql`${from}`, atLeast);
    return facetRows(
      facet,
      by,
      sql`${from}`,
      sql`count(*)::int as count, (count(*) filter (where in_stock))::int as in_stock, min(price) as lowest,
        max(price) as highest, ${atLeast} as at_least`,
    );
  };
  const stepQuery = ({ facet, column, steps: values }: StepFacet) => {
    const from = sql.identifier(`matched_${omitted.includes(facet) ? facet : 'all'}`);
    return sql`select ${facet}::text, step::text, ${count}::int, 0, null::integer, null::integer, false
      from ${from}, unnest(${sql.param(values)}::int[]) step where ${column} >= step group by step`;
  };
  return [
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
    ...steps.map(stepQuery),
  ];
}

/** True if the best or newest matches determine the page. */
const isOrderOfMatches = ({ byRelevance, isNewestFirst }: Page) => byRelevance || isNewestFirst;

type Known = { search: ProductSearch | null; mode: CardMode; isWhole: boolean };

/**
 * SQL: ids that the counts already know: those of the page, or all of them if the page has another order. `isWhole` if
 * the matches of a search are those of the whole catalog.
 */
function knownIds(page: Page | null, { search, mode, isWhole }: Known): SQL {
  if (!page) {
    return sql`null::text[] as page,
      case when facet = 'all' and not at_least then (select array_agg(id) from matched_all) end as ids`;
  }
  const { byRelevance, limit, offset } = page;
  const from = search ? sql`found_all` : sql`matched_all`;
  const isUnknown = search !== null && !isWhole && !isOrderOfMatches(page);
  if (isUnknown) return sql`null::text[] as ids, null::text[] as page`;
  const isKnown = search ? sql`facet = 'all'` : sql`facet = 'all' and not at_least`;
  const order = byRelevance ? matchOrder : sql`created_at desc, id desc`;
  const ids = mode.isFamilies
    ? pageOfFamilies(from, page)
    : sql`select id from ${from} order by ${order} limit ${limit} offset ${offset}`;
  return sql`null::text[] as ids, case when ${isKnown} then array(${ids}) end as page`;
}

/** SQL: the families of a page, by their best match, their newest one or their cheapest in stock. */
function pageOfFamilies(from: SQL, page: Page): SQL {
  const { byRelevance, limit, offset } = page;
  if (byRelevance) {
    return sql`select family_id from (select family_id, row_number() over (order by ${matchOrder}) as place from ${from}) ranked
      group by family_id order by min(place) limit ${limit} offset ${offset}`;
  }
  return cardsOf(from, page, sql`cards.family_id`);
}

/** Matches of a list without a search, found by scanning in sort order, which is fast when matches are common. */
function scanSet(name: SetName, condition: SQL | undefined, { maxScanned, withColumns }: CardMode): SQL {
  const matches = sql`select ${countedColumns} from ${products} where ${condition ?? sql`true`} limit ${maxScanned + 1}`;
  return sql`${sql.identifier(`matched_${name}`)} as materialized (
    ${withColumns(matches, name)})`;
}
