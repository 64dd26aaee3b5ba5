import type { SearchInterpretation } from '@reprise/contract/catalog/products/search-interpretation';
import { and, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { isOnSale } from '../product.queries.ts';
import { queryTerms } from './analyze.ts';
import {
  type Alternative,
  groupInNames,
  isMatchable,
  isModel,
  isThing,
  namedGroup,
  type ParsedQuery,
  parseQuery,
  type QueryGroup,
  spellOut,
  weightOf,
} from './parse-query.ts';
import { documentsOfProducts, matchesGroup, type ProductSearch, searchFor } from './product-search.ts';
import { type QueryFacts, readQueryFacts } from './query-facts.ts';
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
 * Yields the searches to try in order until one has matches: all words or the code, words without their typos, the text
 * as typed anywhere, then what the query names without the words that no such product has. `isTyping` takes the last word
 * for the beginning of one.
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
  // A text that mentions the thing is no exact match where the shop has a thing of that name.
  const isNamed = asTyped.groups.some(isThing);
  const named =
    isNamed && (await matcher.searchFor(namedQuery(asTyped), facts, { match: 'exact', withText: false }));
  if (await hasMatch(db, named ? named.words : exact.words))
    yield { search: isTyping && named ? named : exact, interpretation };
  const corrected = correctTypos(facts);
  const known = corrected === null ? facts : await readQueryFacts(db, corrected);
  const query = corrected === null ? asTyped : parseQuery(known.terms, known, { isTyping });
  const fuzzy =
    corrected === null
      ? null
      : await matcher.searchFor(isTyping ? namedQuery(query) : query, known, {
          match: 'fuzzy',
          withText: false,
        });
  const text = exact.substring
    ? await matcher.searchFor(noGroups, facts, { match: 'exact', withText: true })
    : null;
  // A part of a word does not stop the correction of a typo; it is found after the corrected word.
  if (fuzzy && (await hasMatch(db, fuzzy.words)))
    yield {
      search: { ...fuzzy, ...(text && textOf(text)) },
      interpretation: interpret(query, known, { corrected }),
    };
  else if (text && (!named || (await hasMatch(db, inName(text))))) yield { search: text, interpretation };
  const spelled = query.groups.flatMap((group) => spellOut(group, known));
  // An unknown word may be the thing itself; a phone whose text has "camera" is no "canon camera".
  const isThingUnknown =
    spelled.every(({ names }) => !names) && !spelled.every((one) => isMatchable(one, known));
  const groups = spelled.map(isThingUnknown ? groupInNames : namedGroup);
  const matched = await matcher.findMatchedGroups(db, groups, known);
  // A number alone is no answer: a "Quest 2" is no Switch 2.
  if (matched.some(({ names }) => names !== 'number'))
    yield await partialStage(matcher, { ...query, groups }, matched, known, corrected);
  if (named) yield { search: exact, interpretation };
}

/** Returns the search for the matched groups, with what the answer says of the others. */
async function partialStage(
  matcher: Matcher,
  query: ParsedQuery,
  matched: QueryGroup[],
  facts: QueryFacts,
  corrected: string | null,
): Promise<Stage> {
  const missing = query.groups.filter((group) => !matched.includes(group));
  const options = { match: 'partial', withText: false } as const;
  return {
    search: await matcher.searchFor(nearestModels(query, matched, missing), facts, options),
    interpretation: {
      ...interpret({ ...query, groups: matched }, facts, { corrected, missing }),
      ...unavailableModel(query.groups, matched, facts),
    },
  };
}

const noGroups: ParsedQuery = { groups: [], preferred: [] };

/** SQL: the name of the product contains the text. */
const inName = ({ substring, textScore }: ProductSearch) => sql`${substring} and ${textScore} = 1`;

const textOf = ({ substring, isSubstringIndexed, textScore }: ProductSearch) => ({
  substring,
  isSubstringIndexed,
  textScore,
});

const namedQuery = (query: ParsedQuery): ParsedQuery => ({ ...query, groups: query.groups.map(namedGroup) });

/** Names that follow a family or brand and are missing make a model that the shop does not have: "iphone 13 pro". */
function unavailableModel(
  groups: QueryGroup[],
  matched: QueryGroup[],
  { typed }: QueryFacts,
): { unavailable?: string } {
  const isMissing = (group: QueryGroup) => !matched.includes(group);
  const isName = (group: QueryGroup) => group.names !== null || (isMissing(group) && isModel(group));
  const start = groups.findIndex(
    (one) => !isMissing(one) && (one.names === 'family' || one.names === 'brand'),
  );
  const length = groups.slice(start).findIndex((group) => !isName(group));
  const run = start < 0 ? [] : groups.slice(start, length < 0 ? undefined : start + length);
  const last = run.findLastIndex((group) => isMissing(group) && group.names !== 'category');
  if (last < 0) return {};
  const words = run.slice(0, last + 1).flatMap((group) => group.words);
  return { unavailable: [...new Set(words.map((word) => wordAsTyped(word, typed)))].join(' ') };
}

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

/** Returns the matched groups; models near a missing number come first. */
const nearestModels = (query: ParsedQuery, matched: QueryGroup[], missing: QueryGroup[]): ParsedQuery => ({
  ...query,
  groups: matched,
  optional: missing
    .filter(isModel)
    .map((group) => ({ ...group, alternatives: nearNumbers(group.words) }))
    .filter(({ alternatives }) => alternatives.length > 0),
});

const maxSteps = 9;

/** Returns the smaller and larger numbers of a model, the nearest with the highest score: s22 and s24, then s21 and s25 for s23. */
function nearNumbers([word = '']: string[]): Alternative[] {
  const [, before = '', digits = '', after = ''] = /^(.*?)(\d{1,4})(\p{L}{0,2})$/u.exec(word) ?? [];
  const number = Number(digits);
  const steps = Array.from({ length: digits ? maxSteps : 0 }, (_, index) => index + 1);
  return steps.flatMap((step) =>
    [number - step, number + step]
      .filter((near) => near > 0)
      .map((near) => ({ terms: [facetTerms.inName(`${before}${near}${after}`)], factor: 1 / step })),
  );
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
  if (known.length === 0) return [];
  const conditions = known.map(matchesGroup);
  const bits = conditions.map((condition, index) => sql`(${condition})::int * ${1 << index}::int`);
  const { rows } = await db.execute<{ mask: number }>(sql`
    select distinct ${sql.join(bits, sql` + `)} as mask from ${documentsOfProducts}
    where ${and(or(...conditions), isOnSale)}`);
  const weight = (mask: number) => sum(groupsOf(known, mask).map((group) => weightOf(group, known)));
  const [best] = rows.map(({ mask }) => mask).sort((a, b) => weight(b) - weight(a) || a - b);
  return best === undefined ? [] : groupsOf(known, best);
}

const groupsOf = (groups: QueryGroup[], mask: number) => groups.filter((_, index) => (mask >> index) & 1);
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

const wordAsTyped = (term: string, typed: string) =>
  typed.split(' ').find((word) => queryTerms(word).includes(term)) ?? term;

/** Returns what the search page says about the search. */
function interpret(
  { groups }: ParsedQuery,
  { typed }: QueryFacts,
  { corrected = null, missing = [] }: { corrected?: string | null; missing?: QueryGroup[] } = {},
): SearchInterpretation {
  const missingWords = [
    ...new Set(missing.flatMap(({ words }) => words.map((word) => wordAsTyped(word, typed)))),
  ];
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
    [...replacements.values()].flatMap(({ typed: word, words: [meant] }) =>
      meant ? [[word, meant] as const] : [],
    ),
  );
  const words = typed.split(' ').map((word) => corrections.get(word.toLowerCase()) ?? word);
  return corrections.size > 0 ? words.join(' ') : null;
}
