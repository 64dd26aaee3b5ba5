import { and, or, type SQL, sql } from 'drizzle-orm';
import { products } from '../catalog.tables.ts';
import {
  createdSince,
  documentsOfProducts,
  newestProducts,
  type ProductSearch,
} from '../search/product-search.ts';
import { countingTierSize, type RecencyTier } from '../search/recency-tiers.ts';
import { searchDocuments } from '../search/search.tables.ts';
import { countedColumns, maxCounted } from './facet-rows.ts';
import { allFilters, type Filters } from './product-filters.ts';

/** A search with the conditions of its list: without facet filters, and the filters with and without index terms. */
export type SearchMatching = {
  base: SQL | undefined;
  filters: Filters;
  plainFilters: Filters;
  /** True if all products on sale are in the list. */
  isUnfiltered: boolean;
  search: ProductSearch;
};

/** SQL: order of matches by relevance. */
export const matchOrder = sql`is_text_only, in_stock desc, score desc, sold_count desc, created_at desc, id desc`;

type Part = {
  omitted?: keyof Filters | undefined;
  tier?: RecencyTier | undefined;
  onlyIf?: SQL | undefined;
  /** Only the products with the best scores, before the conditions of the list. */
  best?: number | undefined;
};

/**
 * SQL: the matches of a search, those of its words and those that only contain the text. No limit here: with one, the
 * planner would scan a sort index instead of the index of terms.
 */
export function selectMatches(
  { base, filters, plainFilters, search }: Omit<SearchMatching, 'isUnfiltered'>,
  { omitted, tier, onlyIf, best }: Part = {},
): SQL {
  const select = (from: SQL, where: SQL | undefined, score: SQL, isTextOnly: boolean) => sql`
    select ${countedColumns}, ${products.soldCount} as sold_count, ${score} as score,
      ${isTextOnly ? sql`true` : sql`false`} as is_text_only from ${from} where ${where ?? sql`true`}`;
  const inTier = tier && createdSince(tier);
  const parts: SQL[] = [];
  if (search.words && best) {
    const where = and(search.words, inTier, onlyIf);
    parts.push(select(bestDocuments(search.score, where, best), base, sql`best.score`, false));
  } else if (search.words) {
    const where = and(search.words, inTier, base, allFilters(filters, omitted), onlyIf);
    parts.push(select(documentsOfProducts, where, search.score, false));
  }
  if (search.substring) {
    // Conditions on terms beside a long list of terms would make the planner compare each match with every list.
    const conditions = and(search.substring, base, allFilters(plainFilters, omitted), onlyIf);
    const isOther = search.words ? sql`not ${search.words}` : undefined;
    parts.push(
      search.isSubstringIndexed
        ? select(documentsOfProducts, and(conditions, inTier, isOther), search.textScore, true)
        : select(newestProducts, and(conditions, isOther && hasDocument(isOther)), search.textScore, true),
    );
  }
  if (parts.length === 0) parts.push(select(sql`${products}`, sql`false`, sql`0`, true));
  return sql.join(parts, sql` union all `);
}

/** SQL: the products with the best scores. Reading the products of all matches of a common word takes most of a search. */
const bestDocuments = (score: SQL, where: SQL | undefined, count: number) => sql`(
  select ${searchDocuments.productId}, ${score} as score from ${searchDocuments} where ${where}
  order by score desc limit ${count}) best join ${products} on ${products.id} = best.product_id`;

/** SQL: the search document of a product meets the condition. */
export const hasDocument = (condition: SQL | undefined) =>
  sql`exists (select from ${searchDocuments} where ${and(sql`${searchDocuments.productId} = ${products.id}`, condition)})`;

/** SQL: the product of a row matches the search; for scanning along a sort index. */
export function matchesSearch({ words, substring, isSubstringIndexed }: ProductSearch): SQL {
  const inDocument = substring && isSubstringIndexed ? or(words ?? undefined, substring) : words;
  const matches = hasDocument(inDocument ?? sql`false`);
  return substring && !isSubstringIndexed ? sql`(${matches} or ${substring})` : matches;
}

/**
 * Returns the CTEs that end in `found_<name>` with the matches and `matched_<name>` with at most `maxCounted + 1` of
 * them. For a common word only the newest products are searched, then a wider tier, then the whole catalog; `needed` is
 * the number of matches that a page needs. By relevance, products in stock come first among the best scores.
 */
export function searchSets(
  name: 'all' | keyof Filters,
  matching: SearchMatching,
  { needed, byRelevance }: { needed: number; byRelevance: boolean },
): SQL[] {
  const omitted = name === 'all' ? undefined : name;
  const canLimit = byRelevance && matching.isUnfiltered && !matching.search.hasPhrases;
  const best = canLimit ? 2 * Math.max(maxCounted, needed) + 1 : undefined;
  const part = (prefix: string) => sql.identifier(`${prefix}_${name}`);
  const matched = sql`${part('matched')} as materialized (select * from ${part('found')} limit ${maxCounted + 1})`;
  const [tier, wide] = tiersToSearch(matching.search);
  if (!tier)
    return [sql`${part('found')} as materialized (${selectMatches(matching, { omitted, best })})`, matched];
  const enough = Math.max(maxCounted, needed);
  const isMoreThan = (prefix: string, count: number) =>
    sql`(select count(*) from ${part(prefix)}) > ${count}`;
  const isRecentEnough = isMoreThan('recent', enough);
  const isWideExpectedToSuffice = isMoreThan(
    'recent',
    Math.floor((enough * tier.size) / (wide ?? tier).size),
  );
  const isWideEnough = isMoreThan('wide', enough);
  const inWide = wide ? and(sql`not (${isRecentEnough})`, isWideExpectedToSuffice) : sql`false`;
  const inWhole = and(sql`not (${isRecentEnough})`, sql`not (${isWideEnough})`);
  return [
    sql`${part('recent')} as materialized (${selectMatches(matching, { omitted, tier, best })})`,
    sql`${part('wide')} as materialized (${selectMatches(matching, { omitted, tier: wide, onlyIf: inWide, best })})`,
    sql`${part('whole')} as materialized (${selectMatches(matching, { omitted, onlyIf: inWhole, best })})`,
    sql`${part('found')} as materialized (
      select * from ${part('recent')} where ${isRecentEnough}
      union all select * from ${part('wide')} where ${isWideEnough}
      union all table ${part('whole')})`,
    matched,
  ];
}

/** Returns the tier that is counted first and a wider one; none in a small catalog. */
export function tiersToSearch({ tiers }: ProductSearch): (RecencyTier | undefined)[] {
  const tier = tiers.find(({ size }) => size === countingTierSize);
  return tier ? [tier, tiers.find(({ size }) => size > tier.size)] : [];
}
