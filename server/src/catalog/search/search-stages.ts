import type { SearchInterpretation } from '@reprise/contract/catalog/search-interpretation';
import { and, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { isOnSale } from '../product.queries.ts';
import { queryTerms } from './analyze.ts';
import {
  completeWords,
  isMatchable,
  namedGroup,
  type ParsedQuery,
  parseQuery,
  type QueryGroup,
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
import { facetTerms, isFacetTerm } from './search-terms.ts';

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
 * Yields the searches to try in order until one has matches: all words or the code, words without their typos, the text as typed anywhere, then what the query names without the words that no such product
 * has. `isTyping` takes the last word for the beginning of one.
 */
export async function* searchStages(
  db: Queryable,
  typed: string,
  { isTyping = false, matcher = postgresMatcher }: { isTyping?: boolean; matcher?: Matcher } = {},
): AsyncGenerator<Stage> {
  const facts = await readQueryFacts(db, typed);
  const asTyped = parseQuery(facts.terms, facts, { isTyping });
  const exact = await matcher.searchFor(asTyped, facts, { match: 'exact', withText: true });
  const interpretation = interpret(asTyped, facts);
  const asText: Stage | null = exact.substring && { search: { ...exact, words: null }, interpretation };
  if (await hasMatch(db, exact.words)) yield { search: exact, interpretation };
  const corrected = correctTypos(facts);
  const known = corrected === null ? facts : await readQueryFacts(db, corrected);
  const parsed = corrected === null ? asTyped : parseQuery(known.terms, known, { isTyping });
  const query = completeWords(parsed, known);
  const fuzzy = await fuzzySearch(matcher, { asTyped, query }, known);
  const asCorrected = fuzzy && { search: fuzzy, interpretation: interpret(query, known, { corrected }) };
  // A part of a word is found as typed; it does not stop the correction of a typo.
  for (const stage of corrected === null ? [asText, asCorrected] : [asCorrected, asText])
    if (stage) yield stage;
  const groups = query.groups.map((group) => namedGroup(group, known));
  const matched = await matcher.findMatchedGroups(db, groups, known);
  if (matched.length === 0) return;
  const missing = groups.filter((group) => !matched.includes(group));
  yield {
    search: await matcher.searchFor(withoutAttributes({ ...query, groups }, matched, known), known, {
      match: 'partial',
      withText: false,
    }),
    interpretation: {
      ...interpret({ ...query, groups: matched }, known, { corrected, missing }),
      ...unavailableModel(groups, matched),
    },
  };
}

/** A missing number behind the name of a family or brand is a model that the shop does not have. */
function unavailableModel(groups: QueryGroup[], matched: QueryGroup[]): { unavailable?: string } {
  const isNameOf = (group: QueryGroup | undefined) =>
    group !== undefined && matched.includes(group) && (group.names === 'family' || group.names === 'brand');
  const model = groups.findIndex(
    (group, index) => !matched.includes(group) && isModel(group) && isNameOf(groups[index - 1]),
  );
  if (model < 0) return {};
  const first = groups.findLastIndex((group, index) => index < model && !isNameOf(group)) + 1;
  const words = groups.slice(first, model + 1).flatMap((group) => group.words);
  return { unavailable: words.join(' ') };
}

const isModel = ({ words }: QueryGroup) => words.length === 1 && words.every((word) => /\d/.test(word));

/** Returns the search for all words or the text as typed, whether or not a product on sale matches. */
export async function exactSearch(db: Queryable, typed: string): Promise<ProductSearch> {
  const facts = await readQueryFacts(db, typed);
  const query = parseQuery(facts.terms, facts, { isTyping: false });
  return searchFor(query, facts, { match: 'exact', withText: true });
}

async function hasMatch(db: Queryable, condition: SQL | null): Promise<boolean> {
  if (!condition) return false;
  const { rows } = await db.execute(
    sql`select from ${documentsOfProducts} where ${condition} and ${isOnSale} limit 1`,
  );
  return rows.length > 0;
}

/** Returns the search for the words that are meant, or null if they are those that were typed. */
async function fuzzySearch(
  matcher: Matcher,
  { asTyped, query }: { asTyped: ParsedQuery; query: ParsedQuery },
  facts: QueryFacts,
): Promise<ProductSearch | null> {
  if (query === asTyped) return null;
  const search = await matcher.searchFor(query, facts, { match: 'fuzzy', withText: false });
  return search.words === null ? null : search;
}

/**
 * Products match the groups that name something; attributes only raise the score. A number belongs to the name before it. Models
 * near a missing number come first.
 */
function withoutAttributes(query: ParsedQuery, matched: QueryGroup[], facts: QueryFacts): ParsedQuery {
  const isNamed = (group: QueryGroup) => {
    const before = query.groups[query.groups.indexOf(group) - 1];
    return group.names === 'number' ? before?.names === 'family' : group.names !== null;
  };
  const named = matched.filter(isNamed);
  const groups = named.length > 0 ? named : matched;
  const optional = query.groups.filter((group) => !groups.includes(group) && isMatchable(group, facts));
  const missing = query.groups.filter((group) => !matched.includes(group));
  const near = missing.flatMap(({ words }) => (words.length === 1 ? words.flatMap(nearNumbers) : []));
  return { groups, optional, preferred: [...query.preferred, ...near.map(facetTerms.inName)] };
}

/** Returns the next smaller and larger numbers of a model: s22 and s24 for s23. */
function nearNumbers(word: string): string[] {
  const [, letters = '', digits, rest = ''] = /^(\p{L}{0,3})(\d{1,4})(\p{L}{0,2})$/u.exec(word) ?? [];
  return digits ? [1, -1].map((step) => `${letters}${Number(digits) + step}${rest}`) : [];
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
  { corrected = null, missing = [] }: { corrected?: string | null; missing?: QueryGroup[] } = {},
): SearchInterpretation {
  const asTyped = (term: string) => typed.split(' ').find((word) => queryTerms(word).includes(term)) ?? term;
  const missingWords = missing.flatMap(({ words }) => words.map(asTyped));
  const isShown = (word: string) => !missingWords.includes(word);
  return {
    correctedQuery: corrected === null ? null : corrected.split(' ').filter(isShown).join(' '),
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

/** Returns the typed text with its unknown words as the words that they are misspellings of; null if there is none. */
function correctTypos({ typed, replacements }: QueryFacts): string | null {
  const corrections = new Map(
    [...replacements.values()].flatMap(({ typed: word, words: [meant], isTypo }) =>
      isTypo && meant ? [[word, meant] as const] : [],
    ),
  );
  const words = typed.split(' ').map((word) => corrections.get(word.toLowerCase()) ?? word);
  return corrections.size > 0 ? words.join(' ') : null;
}
