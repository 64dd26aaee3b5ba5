import { and, desc, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { escapeLike } from '../../platform/database/like-pattern.ts';
import { maxRowsWithoutTrigrams } from '../../platform/database/trigrams.ts';
import { products } from '../catalog.tables.ts';
import type { RecencyTier } from './recency-tiers.ts';
import { hasAll, hasOneOf, isLongTermList, nameTerm, pairTerm, termsSince } from './search-terms.ts';
import { maxLookedUp, readVocabularyWords, type VocabularyWord } from './search-vocabulary.ts';
import { findSimilarWords } from './similar-words.ts';

/** SQL conditions of one search, and the facts that decide how to run it. */
export type Search = {
  condition: SQL;
  /** Same condition against the text only, for scanning along a sort index. */
  matchesText: SQL;
  /** SQL: the product name contains the query. Used to rank matches, not to find them. */
  matchesName: SQL;
  /** Same as `matchesName`, but served by the index of terms. */
  nameCondition: SQL;
  /** True if the index alone decides `nameCondition`; it does not know which words are adjacent in a name. */
  isNameIndexExact: boolean;
  /** All products, or the newest ones when no index serves the query and the text has to be scanned. */
  source: SQL;
  match: 'exact' | 'fuzzy';
  /** True if the catalog has no such word, so the search cannot match. */
  hasNoMatches: boolean;
  /** True if the index of terms serves the search. */
  isIndexed: boolean;
  /**
   * True if the term list is so long that only the recency filter may be combined with it: otherwise the planner
   * compares each match with every list.
   */
  isLongTermList: boolean;
  tiers: RecencyTier[];
};

export type ParsedQuery = { typed: string; words: VocabularyWord[]; tiers: RecencyTier[] };

/** Looks the typed words up in the vocabulary; `withTypos` also reads words that a misspelled one may stand for. */
export async function prepareSearch(
  db: Queryable,
  query: string,
  { withTypos } = { withTypos: false },
): Promise<ParsedQuery> {
  // Collapse whitespace: a double space would match nothing exactly and fall through to a fuzzy search.
  const typed = query.trim().replace(/\s+/g, ' ');
  return { typed, ...(await readVocabularyWords(db, typed, { withTypos })) };
}

/** Returns the search for the query as typed, anywhere in name, brand or description, ignoring case. */
export function exactSearch({ typed, words, tiers }: ParsedQuery): Search {
  const candidates = words.map((_, index) => candidatesAt(words, index));
  const terms = adjacentPairs(candidates);
  const nameCandidates = candidates.flatMap((choices) => (choices ? [choices.map(nameTerm)] : []));
  return searchFor({
    condition: contains(typed),
    matchesText: contains(typed),
    matchesName: contains(typed, lowerName),
    terms,
    // Word pairs are more selective than long lists of words that contain the typed fragment.
    nameTerms:
      words.length > 1
        ? [...terms, ...nameCandidates.filter(({ length }) => length <= maxNameAlternatives)]
        : nameCandidates,
    tiers,
    match: 'exact',
  });
}

/** Returns the vocabulary words that may appear at this position; the first and last typed word may be fragments. */
function candidatesAt(words: VocabularyWord[], index: number): string[] | null {
  const { word, substringMatches, affixMatches } = words[index] as VocabularyWord;
  const [isFirst, isLast] = [index === 0, index === words.length - 1];
  if (isFirst && isLast) return substringMatches;
  if (isFirst) return substringMatches?.filter((match) => match.endsWith(word)) ?? affixMatches;
  if (isLast) return substringMatches?.filter((match) => match.startsWith(word)) ?? affixMatches;
  return [word];
}

const maxNameAlternatives = 16;
/** A longer list of pairs is not selective. */
const maxPairs = 1000;
/** Terms with more alternatives are not selective; they are matched against the text, not the index. */
const maxSelectiveTerms = 100;

/** Returns adjacent words as pair terms, so that products with both words apart are not candidates. */
function adjacentPairs(candidates: (string[] | null)[]): string[][] {
  const pairs: string[][] = [];
  const single: string[][] = [];
  let isCovered = false;
  for (const [index, choices] of candidates.entries()) {
    const next = candidates[index + 1];
    const isPaired = choices && next && choices.length * next.length <= maxPairs;
    if (isPaired) pairs.push(choices.flatMap((word) => next.map((other) => pairTerm(word, other))));
    else if (choices && !isCovered) single.push(choices);
    isCovered = Boolean(isPaired);
  }
  return pairs.length > 0 ? [...pairs, ...single.filter(isSelective)] : preferSelective(single);
}

function preferSelective(terms: string[][]): string[][] {
  const selective = terms.filter(isSelective);
  return selective.length > 0 ? selective : terms;
}

const isSelective = ({ length }: string[]) => length <= maxSelectiveTerms;

type SearchParts = Pick<Search, 'tiers' | 'match'> & {
  /** Condition on the text in addition to the terms; `matchesText` is the one without them. */
  condition: SQL | undefined;
  matchesText: SQL | undefined;
  matchesName: SQL | undefined;
  /** A product has at least one term of each list. */
  terms: string[][];
  nameTerms: string[][];
};

function searchFor({
  condition,
  matchesText,
  matchesName,
  terms,
  nameTerms,
  tiers,
  match,
}: SearchParts): Search {
  const isIndexed = terms.length > 0;
  return {
    condition: sql`(${and(hasAll(terms), condition)})`,
    matchesText: sql`(${matchesText})`,
    matchesName: sql`(${matchesName})`,
    nameCondition: sql`(${and(hasAll(nameTerms), matchesName)})`,
    source: isIndexed ? sql`${products}` : newestProducts,
    isNameIndexExact: nameTerms.length < 2,
    match,
    hasNoMatches: terms.some((choices) => choices.length === 0),
    isIndexed,
    isLongTermList: isLongTermList(terms),
    tiers: isIndexed ? tiers : [],
  };
}

/** SQL: the product was created since the start of the tier. */
export function createdSince({ since }: RecencyTier): SQL {
  return hasOneOf(termsSince(since, new Date()));
}

const lowerName = sql`lower(${products.name})`;

function contains(query: string, text: SQLWrapper = products.searchText): SQL {
  return sql`(${text} like '%' || lower(${escapeLike(query)}) || '%')`;
}

/** A query that the index cannot serve is matched against the newest products only. */
const newestProducts = sql`(select * from ${products}
  order by ${desc(products.createdAt)}, ${desc(products.id)} limit ${maxRowsWithoutTrigrams}) products`;

/** Shorter words are similar to too many others. */
const minFuzzyWordLength = 4;

/**
 * Returns the fuzzy searches to try in order: all words in any order, unknown long words also by their similar words.
 * Known short words and numbers match whole words first, because as fragments they occur everywhere; the list is empty
 * if a word has no similar word or none is long enough.
 */
export function fuzzySearches({ words, tiers }: ParsedQuery): Search[] {
  const all = [...new Map(words.map((word) => [word.word, word])).values()].slice(0, maxLookedUp);
  if (!all.some(({ word }) => isLong(word))) return [];
  const partial = all.map(partialMeaning);
  const wholeFirst = all.map((word, index) =>
    word.isKnown && !isLong(word.word) ? wholeWordMeaning(word) : partial[index],
  ) as WordMeaning[];
  const isSame = wholeFirst.every(({ isWhole }) => !isWhole);
  return (isSame ? [partial] : [wholeFirst, partial]).flatMap((meanings) =>
    meanings.some(({ words }) => words.length === 0) ? [] : [searchForMeanings(meanings, tiers)],
  );
}

function searchForMeanings(meanings: WordMeaning[], tiers: RecencyTier[]): Search {
  const containsAll = (text: SQLWrapper, subset = meanings) =>
    and(...subset.map(({ words }) => or(...words.map((word) => contains(word, text)))));
  const whole = meanings.flatMap(({ words, isWhole }) => (isWhole ? words : []));
  const areWhole = (text: SQLWrapper) => and(...whole.map((word) => sql`${text} ~ ${asWholeWord(word)}`));
  const terms = preferSelective(meanings.flatMap(({ terms }) => (terms ? [terms] : [])));
  return searchFor({
    condition: containsAll(
      products.searchText,
      meanings.filter(({ isWhole }) => !isWhole),
    ),
    matchesText: and(containsAll(products.searchText), areWhole(products.searchText)),
    matchesName: and(containsAll(lowerName), areWhole(lowerName)),
    terms,
    nameTerms: terms.map((choices) => choices.map(nameTerm)),
    tiers,
    match: 'fuzzy',
  });
}

/** Word boundaries of the SQL function `search_words`. Words contain no regular-expression characters. */
const wordBoundary =
  '[\\x09-\\x0d !-/:-@[-`{-~\u00a0\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u3001\u3002\uff0c]';
const asWholeWord = (word: string) => `(^|${wordBoundary})${word}($|${wordBoundary})`;

/** Meaning of a typed word: index terms, and the texts to match as a whole word or as a fragment. */
type WordMeaning = { terms: string[] | null; words: string[]; isWhole: boolean };

const wholeWordMeaning = ({ word }: VocabularyWord): WordMeaning => ({
  terms: [word],
  words: [word],
  isWhole: true,
});

function partialMeaning({ word, substringMatches, similarWords }: VocabularyWord): WordMeaning {
  const similar = isLong(word) ? findSimilarWords(word, similarWords) : [];
  return {
    terms: substringMatches && [...substringMatches, ...similar],
    words: substringMatches?.length === 0 ? similar : [word, ...similar],
    isWhole: false,
  };
}

const isLong = (word: string) => lettersIn(word) >= minFuzzyWordLength;

function lettersIn(word: string): number {
  return word.match(/\p{L}/gu)?.length ?? 0;
}
