import { and, or, type SQL, sql } from 'drizzle-orm';
import { countedColumns } from '../products/listing/facet-rows.ts';
import { products } from '../products/products.tables.ts';
import {
  createdSince,
  documentsOfProducts,
  newestProducts,
  type ProductSearch,
} from '../products/search/product-search.ts';
import { searchDocuments } from '../products/search/search.tables.ts';
import type { RecencyTier } from '../search/recency-tiers.ts';
import type { CardMode } from './card-mode.ts';
import { allFilters, type Filters, type SetName } from './product-filters.ts';

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
  /** At most one more product than this, those with the best scores; those that only contain the text if it has fewer. */
  most?: number | undefined;
  /** SQL: columns of products that are read instead of those of a match; those of an index spare reading the products. */
  columns?: SQL | undefined;
};

/**
 * SQL: the matches of a search, those of its words and those that only contain the text. No limit here: with one, the
 * planner would scan a sort index instead of the index of terms.
 */
export function selectMatches(matching: Omit<SearchMatching, 'isUnfiltered'>, part: Part = {}): SQL {
  const { words, substring } = matching.search;
  if (!substring) return words ? selectWordMatches(matching, words, part) : selectNothing(part);
  if (!words) return selectTextMatches(matching, substring, part);
  const byWords = selectWordMatches(matching, words, part);
  if (part.most === undefined)
    return sql`${byWords} union all ${selectTextMatches(matching, substring, part)}`;
  const onlyIf = sql`(select count(*) from by_words) <= ${part.most}`;
  return sql`with by_words as materialized (${byWords})
    select * from by_words union all ${selectTextMatches(matching, substring, part, onlyIf)}`;
}

type MatchRows = {
  from: SQL;
  where: SQL | undefined;
  score: SQL;
  isTextOnly: boolean;
  columns?: SQL | undefined;
};

const selectRows = ({ from, where, score, isTextOnly, columns }: MatchRows) => {
  const ofMatch = sql`${countedColumns}, ${products.soldCount} as sold_count, ${score} as score,
    ${isTextOnly ? sql`true` : sql`false`} as is_text_only`;
  return sql`
  select ${columns ?? ofMatch} from ${from} where ${where ?? sql`true`}`;
};

const selectNothing = ({ columns }: Part) =>
  selectRows({ from: sql`${products}`, where: sql`false`, score: sql`0`, isTextOnly: true, columns });

function selectWordMatches(
  { base, filters, search }: Omit<SearchMatching, 'isUnfiltered'>,
  words: SQL,
  { omitted, tier, most, columns }: Part,
): SQL {
  const found = and(words, tier && createdSince(tier));
  return most === undefined
    ? selectRows({
        from: documentsOfProducts,
        where: and(found, base, allFilters(filters, omitted)),
        score: search.score,
        isTextOnly: false,
        columns,
      })
    : sql`${selectRows({
        from: documentsByScore(search.score, found),
        where: base,
        score: sql`best.score`,
        isTextOnly: false,
      })} order by best.score desc limit ${most + 1}`;
}

function selectTextMatches(
  { base, plainFilters, search }: Omit<SearchMatching, 'isUnfiltered'>,
  substring: SQL,
  { omitted, tier, columns }: Part,
  onlyIf?: SQL,
): SQL {
  // Conditions on terms beside a long list of terms would make the planner compare each match with every list.
  const conditions = and(substring, base, allFilters(plainFilters, omitted), onlyIf);
  const isOther = search.words ? sql`not ${search.words}` : undefined;
  const matched = search.isSubstringIndexed
    ? { from: documentsOfProducts, where: and(conditions, tier && createdSince(tier), isOther) }
    : { from: newestProducts, where: and(conditions, isOther && hasDocument(isOther)) };
  return selectRows({ ...matched, score: search.textScore, isTextOnly: true, columns });
}

/**
 * SQL: the products with the best scores first, so that a limit stops reading products. Reading those of all matches of
 * a common word takes most of a search.
 */
const documentsByScore = (score: SQL, where: SQL | undefined) => sql`(
  select ${searchDocuments.productId}, ${score} as score from ${searchDocuments} where ${where}
  order by score desc) best join ${products} on ${products.id} = best.product_id`;

/** SQL: the search document of a product meets the condition. */
export const hasDocument = (condition: SQL | undefined) => sql`exists (${selectDocument(condition)})`;

const selectDocument = (condition: SQL | undefined) =>
  sql`select from ${searchDocuments} where ${and(sql`${searchDocuments.productId} = ${products.id}`, condition)}`;

/** SQL: the product of a row matches the search; for scanning along a sort index. */
export const matchesSearch = (search: ProductSearch): SQL => isFound(search, hasDocument);

/**
 * SQL: the same for few rows. `offset 0` looks each document up by its product: the planner takes words for rare and would
 * first read the documents of all matches.
 */
export const matchesSearchEach = (search: ProductSearch): SQL =>
  isFound(search, (condition) => sql`exists (${selectDocument(condition)} offset 0)`);

function isFound(
  { words, substring, isSubstringIndexed }: ProductSearch,
  has: (condition: SQL | undefined) => SQL,
): SQL {
  const inDocument = substring && isSubstringIndexed ? or(words ?? undefined, substring) : words;
  const matches = has(inDocument ?? sql`false`);
  return substring && !isSubstringIndexed ? sql`(${matches} or ${substring})` : matches;
}

export type SearchSet = {
  /** The facet filter that the set omits, or `all`. */
  name: SetName;
  /** The set needs at most this many matches. */
  most: number;
  byRelevance: boolean;
  /** Newest products that are searched; undefined for the whole catalog. */
  tier: RecencyTier | undefined;
  mode: Pick<CardMode, 'maxScanned' | 'withColumns'>;
};

/**
 * Returns the CTEs `found_<name>` with the matches and `matched_<name>` with at most one more than the mode scans. By
 * relevance, products in stock come first among the best scores.
 */
export function searchSet(matching: SearchMatching, set: SearchSet): SQL[] {
  const { name, most, byRelevance, tier, mode } = set;
  const omitted = name === 'all' ? undefined : name;
  const canLimit = byRelevance && matching.isUnfiltered;
  const part: Part = { omitted, tier, most: canLimit ? most : undefined };
  const [found, matched] = [sql.identifier(`found_${name}`), sql.identifier(`matched_${name}`)];
  return [
    sql`${found} as materialized (${selectMatches(matching, part)})`,
    sql`${matched} as materialized (${mode.withColumns(sql`select * from ${found} limit ${mode.maxScanned + 1}`, name)})`,
  ];
}
