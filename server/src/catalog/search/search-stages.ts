import type { SearchInterpretation } from '@reprise/contract/catalog/product';
import { and, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { isOnSale } from '../product.queries.ts';
import { queryTerms } from './analyze.ts';
import {
  isMatchable,
  type ParsedQuery,
  parseQuery,
  type QueryGroup,
  replaceUnknownWords,
  weightOf,
} from './parse-query.ts';
import {
  createdSince,
  documentsOfProducts,
  matchesGroup,
  type ProductSearch,
  searchFor,
} from './product-search.ts';
import { type QueryFacts, readQueryFacts } from './query-facts.ts';
import { countingTierSize } from './recency-tiers.ts';
import { isFacetTerm } from './search-terms.ts';

export type Stage = { search: ProductSearch; interpretation: SearchInterpretation };

/** Matches and scores the products of a parsed query: PostgreSQL, or an engine outside it. */
export type Matcher = {
  searchFor(
    query: ParsedQuery,
    facts: QueryFacts,
    options: { match: ProductSearch['match']; withText: boolean },
  ): ProductSearch | Promise<ProductSearch>;
  /** Returns the groups that the best product on sale matches: a category, then rarer words; empty if none does. */
  findMatchedGroups(db: Queryable, groups: QueryGroup[], facts: QueryFacts): Promise<QueryGroup[]>;
};

/**
 * Yields the searches to try in order until one has matches: all words or the text as typed, then with unknown words
 * replaced by similar ones, then with as many words as some product matches. `isTyping` takes the last word for the
 * beginning of one.
 */
export async function* searchStages(
  db: Queryable,
  typed: string,
  { isTyping = false, matcher = postgresMatcher }: { isTyping?: boolean; matcher?: Matcher } = {},
): AsyncGenerator<Stage> {
  const facts = await readQueryFacts(db, typed);
  const parsed = parseQuery(facts.terms, facts, { isTyping });
  const exact = await matcher.searchFor(parsed, facts, { match: 'exact', withText: true });
  if (exact.words || exact.substring) yield { search: exact, interpretation: interpret(parsed, facts) };
  const { query, corrections } = replaceUnknownWords(parsed, facts);
  const fuzzy = await matcher.searchFor(query, facts, { match: 'fuzzy', withText: false });
  const isReplaced = query.groups.some((group, index) => group !== parsed.groups[index]);
  if (isReplaced && fuzzy.words)
    yield { search: fuzzy, interpretation: interpret(query, facts, { corrections }) };
  const matched = await matcher.findMatchedGroups(db, query.groups, facts);
  if (matched.length === 0) return;
  const missing = query.groups.filter((group) => !matched.includes(group));
  const partial = { ...query, groups: matched };
  yield {
    search: await matcher.searchFor(partial, facts, { match: 'partial', withText: false }),
    interpretation: interpret(partial, facts, { corrections, missing }),
  };
}

export const postgresMatcher: Matcher = { searchFor, findMatchedGroups };

/** A mask of more groups would be slow to compute; the others are left out. */
const maxMaskedGroups = 8;

async function findMatchedGroups(
  db: Queryable,
  groups: QueryGroup[],
  facts: QueryFacts,
): Promise<QueryGroup[]> {
  const known = groups.filter((group) => isMatchable(group, facts)).slice(0, maxMaskedGroups);
  if (known.length < 2) return known;
  const conditions = known.map(matchesGroup);
  const bits = conditions.map((condition, index) => sql`(${condition})::int * ${1 << index}::int`);
  const tier = facts.tiers.find(({ size }) => size === countingTierSize);
  const { rows } = await db.execute<{ mask: number }>(sql`
    select distinct ${sql.join(bits, sql` + `)} as mask from ${documentsOfProducts}
    where ${and(or(...conditions), isOnSale, tier && createdSince(tier))}`);
  const weight = (mask: number) => sum(groupsOf(known, mask).map(weightOf));
  const [best] = rows.map(({ mask }) => mask).sort((a, b) => weight(b) - weight(a) || a - b);
  return best === undefined ? [] : groupsOf(known, best);
}

const groupsOf = (groups: QueryGroup[], mask: number) => groups.filter((_, index) => (mask >> index) & 1);
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** Returns what the search page says about the search. */
function interpret(
  { groups }: ParsedQuery,
  { typed }: QueryFacts,
  {
    corrections = new Map(),
    missing = [],
  }: { corrections?: Map<string, string>; missing?: QueryGroup[] } = {},
): SearchInterpretation {
  const asTyped = (term: string) => typed.split(' ').find((word) => queryTerms(word).includes(term)) ?? term;
  const missingWords = missing.flatMap(({ words }) => words.map(asTyped));
  return {
    correctedQuery: corrections.size > 0 ? correct(typed, corrections, missingWords) : null,
    missingWords,
    matchedWords: [
      ...new Set(
        groups.flatMap(({ words, alternatives }) => [
          ...words,
          ...alternatives.flatMap(({ terms }) => terms),
        ]),
      ),
    ].filter((term) => !isFacetTerm(term)),
  };
}

function correct(typed: string, corrections: Map<string, string>, missingWords: string[]): string {
  return typed
    .split(' ')
    .filter((word) => !missingWords.includes(word))
    .map((word) => corrections.get(word.toLowerCase()) ?? word)
    .join(' ');
}
