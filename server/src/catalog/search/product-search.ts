import { and, desc, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { maxRowsWithoutTrigrams } from '../../platform/database/trigrams.ts';
import { products } from '../catalog.tables.ts';
import type { Window } from './recency-tiers.ts';
import { hasAll, hasOneOf, isLongTermList, nameTerm, pairTerm, termsSince } from './search-terms.ts';
import { maxLookedUp, readVocabularyWords, type VocabularyWord } from './search-vocabulary.ts';
import { findSimilarWords } from './similar-words.ts';

/** What a search asks of a product. */
export type Search = {
  condition: SQL;
  /** The same, for reading along another index. */
  isMentioned: SQL;
  /** Whether the name holds it, which comes before what only mentions it. To be asked of what was found. */
  isInName: SQL;
  /** The same, for finding by the index. */
  named: SQL;
  /** Whether the index alone can tell; it does not know which words stand together in a name. */
  isNamedExactly: boolean;
  /** Where it looks: all products, or as many of the newest as can be read through. */
  source: SQL;
  match: 'exact' | 'fuzzy';
  /** The catalogue has no such word: nothing will be found. */
  hasNoMatches: boolean;
  /** Whether the index of terms leads to what is found. */
  isIndexed: boolean;
  /** Whether so many words are asked for that the index is asked for nothing beside them but when they came. */
  isLongTermList: boolean;
  windows: Window[];
};

export type Searched = { typed: string; words: VocabularyWord[]; windows: Window[] };

/** What is known of the words before any product is looked at; for a fuzzy search also what slips may have meant. */
export async function prepareSearch(
  db: Queryable,
  asTyped: string,
  { withSlips } = { withSlips: false },
): Promise<Searched> {
  // Two spaces are no slip: without this they would find nothing as written, and then much by what is near.
  const typed = asTyped.trim().replace(/\s+/g, ' ');
  return { typed, ...(await readVocabularyWords(db, typed, { withSlips })) };
}

/** The words as written, anywhere in name, brand or description; case does not matter. */
export function literalSearch({ typed, words, windows }: Searched): Search {
  const standing = words.map((_, at) => wordsInPlace(words, at));
  const terms = sideBySide(standing);
  const inName = standing.flatMap((choices) => (choices ? [choices.map(nameTerm)] : []));
  return searchFor({
    condition: holds(typed),
    isMentioned: holds(typed),
    isInName: holds(typed, lowerName),
    terms,
    // What stands side by side tells more than the many words of which a part may have been typed.
    nameTerms: words.length > 1 ? [...terms, ...inName.filter(({ length }) => length <= fewTerms)] : inName,
    windows,
    match: 'exact',
  });
}

/** The catalogue's words of which one must stand where a typed word does: the outer ones may be cut off. */
function wordsInPlace(words: VocabularyWord[], at: number): string[] | null {
  const { word, substringMatches, affixMatches } = words[at] as VocabularyWord;
  const [isFirst, isLast] = [at === 0, at === words.length - 1];
  if (isFirst && isLast) return substringMatches;
  if (isFirst) return substringMatches?.filter((each) => each.endsWith(word)) ?? affixMatches;
  if (isLast) return substringMatches?.filter((each) => each.startsWith(word)) ?? affixMatches;
  return [word];
}

const fewTerms = 16;
/** More pairs than that tell little. */
const maxPairs = 1000;
/** What may be one of more words tells little beside the rest: the text is asked for it. */
const maxSelectiveTerms = 100;

/** Neighbours as pairs, so that words which never stand together are not looked for in every product with both. */
function sideBySide(standing: (string[] | null)[]): string[][] {
  const pairs: string[][] = [];
  const single: string[][] = [];
  let isCovered = false;
  for (const [at, choices] of standing.entries()) {
    const next = standing[at + 1];
    const arePaired = choices && next && choices.length * next.length <= maxPairs;
    if (arePaired) pairs.push(choices.flatMap((word) => next.map((other) => pairTerm(word, other))));
    else if (choices && !isCovered) single.push(choices);
    isCovered = Boolean(arePaired);
  }
  return pairs.length > 0 ? [...pairs, ...single.filter(isTelling)] : tellingOf(single);
}

function tellingOf(terms: string[][]): string[][] {
  const telling = terms.filter(isTelling);
  return telling.length > 0 ? telling : terms;
}

const isTelling = ({ length }: string[]) => length <= maxSelectiveTerms;

type Asked = Pick<Search, 'windows' | 'match'> & {
  /** What is asked of the text beside the terms, and without them. */
  condition: SQL | undefined;
  isMentioned: SQL | undefined;
  isInName: SQL | undefined;
  /** Of each of these a product has one. */
  terms: string[][];
  nameTerms: string[][];
};

function searchFor({ condition, isMentioned, isInName, terms, nameTerms, windows, match }: Asked): Search {
  const isIndexed = terms.length > 0;
  return {
    condition: sql`(${and(hasAll(terms), condition)})`,
    isMentioned: sql`(${isMentioned})`,
    isInName: sql`(${isInName})`,
    named: sql`(${and(hasAll(nameTerms), isInName)})`,
    source: isIndexed ? sql`${products}` : newestProducts,
    isNamedExactly: nameTerms.length < 2,
    match,
    hasNoMatches: terms.some((choices) => choices.length === 0),
    isIndexed,
    isLongTermList: isLongTermList(terms),
    windows: isIndexed ? windows : [],
  };
}

/** Among the newest products. */
export function createdSince({ since }: Window): SQL {
  return hasOneOf(termsSince(since, new Date()));
}

const lowerName = sql`lower(${products.name})`;

function holds(words: string, text: SQLWrapper = products.searchText): SQL {
  return sql`(${text} like '%' || lower(${escapeLike(words)}) || '%')`;
}

/** `%`, `_` and `\` stand for themselves. */
export function escapeLike(words: string): string {
  return words.replace(/[\\%_]/g, '\\$&');
}

/** What the index does not know is looked for in the newest products only. */
const newestProducts = sql`(select * from ${products}
  order by ${desc(products.createdAt)}, ${desc(products.id)} limit ${maxRowsWithoutTrigrams}) products`;

/** Shorter words are too easily near to something. */
const minFuzzyWordLength = 4;

/**
 * The products that hold every word, whatever stands between; for a longer word that the catalogue does not know,
 * those of its words that are nearest to it do as well. A short word or a number that it does know is meant whole at
 * first: as parts of others they stand everywhere. What to try, one after the other; nothing where a word is near to
 * nothing or none is long enough.
 */
export function fuzzySearches({ words, windows }: Searched): Search[] {
  const all = [...new Map(words.map((each) => [each.word, each])).values()].slice(0, maxLookedUp);
  if (!all.some(({ word }) => isLong(word))) return [];
  const loosely = all.map(looseMeaning);
  const wholly = all.map((each, at) =>
    each.isKnown && !isLong(each.word) ? wholeMeaning(each) : loosely[at],
  ) as Meant[];
  const isSame = wholly.every(({ isWhole }) => !isWhole);
  return (isSame ? [loosely] : [wholly, loosely]).flatMap((meant) =>
    meant.some(({ words }) => words.length === 0) ? [] : [searchForMeant(meant, windows)],
  );
}

function searchForMeant(meant: Meant[], windows: Window[]): Search {
  const each = (text: SQLWrapper, which = meant) =>
    and(...which.map(({ words }) => or(...words.map((word) => holds(word, text)))));
  const whole = meant.flatMap(({ words, isWhole }) => (isWhole ? words : []));
  const areWhole = (text: SQLWrapper) => and(...whole.map((word) => sql`${text} ~ ${asWholeWord(word)}`));
  const terms = tellingOf(meant.flatMap(({ terms }) => (terms ? [terms] : [])));
  return searchFor({
    condition: each(
      products.searchText,
      meant.filter(({ isWhole }) => !isWhole),
    ),
    isMentioned: and(each(products.searchText), areWhole(products.searchText)),
    isInName: and(each(lowerName), areWhole(lowerName)),
    terms,
    nameTerms: terms.map((choices) => choices.map(nameTerm)),
    windows,
    match: 'fuzzy',
  });
}

/** As `search_words` tells words apart. A word holds nothing that means something in a pattern. */
const between =
  '[\\x09-\\x0d !-/:-@[-`{-~\u00a0\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u3001\u3002\uff0c]';
const asWholeWord = (word: string) => `(^|${between})${word}($|${between})`;

/** What a typed word may stand for: terms of the index, and what the text then holds, as a word of its own or a part. */
type Meant = { terms: string[] | null; words: string[]; isWhole: boolean };

const wholeMeaning = ({ word }: VocabularyWord): Meant => ({ terms: [word], words: [word], isWhole: true });

function looseMeaning({ word, substringMatches, alike }: VocabularyWord): Meant {
  const others = isLong(word) ? findSimilarWords(word, alike) : [];
  return {
    terms: substringMatches && [...substringMatches, ...others],
    words: substringMatches?.length === 0 ? others : [word, ...others],
    isWhole: false,
  };
}

const isLong = (word: string) => lettersIn(word) >= minFuzzyWordLength;

function lettersIn(word: string): number {
  return word.match(/\p{L}/gu)?.length ?? 0;
}
