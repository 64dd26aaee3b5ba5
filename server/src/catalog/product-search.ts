import { and, desc, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Queryable } from '../platform/database.ts';
import { newestSearched } from '../platform/trigrams.ts';
import { newProductWords, products, productWords } from './catalog.tables.ts';
import { nearestWords } from './near-words.ts';
import { hasOneOf, nameTerm, pairTerm, termsSince } from './search-terms.ts';
import type { Window } from './search-windows.ts';
import { readSearchedWords, type SearchedWord } from './searched-words.ts';

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
  isVain: boolean;
  /** Whether the index of terms leads to what is found. */
  isIndexed: boolean;
  windows: Window[];
};

export type Searched = { typed: string; words: SearchedWord[]; windows: Window[] };

/** What is known of the words before any product is looked at. */
export async function prepareSearch(db: Queryable, asTyped: string): Promise<Searched> {
  // Two spaces are no slip: without this they would find nothing as written, and then much by what is near.
  const typed = asTyped.trim().replace(/\s+/g, ' ');
  return { typed, ...(await readSearchedWords(db, typed)) };
}

/** The words as written, anywhere in name, brand or description; case does not matter. */
export function literalSearch({ typed, words, windows }: Searched): Search {
  const standing = words.map((_, at) => wordsInPlace(words, at));
  return searchFor({
    condition: holds(typed),
    isInName: holds(typed, lowerName),
    terms: sideBySide(standing),
    nameTerms: standing.flatMap((choices) => (choices ? [choices.map(nameTerm)] : [])),
    windows,
    match: 'exact',
  });
}

/** The catalogue's words of which one must stand where a typed word does: the outer ones may be cut off. */
function wordsInPlace(words: SearchedWord[], at: number): string[] | null {
  const { word, heldBy, cutBy } = words[at] as SearchedWord;
  const [isFirst, isLast] = [at === 0, at === words.length - 1];
  if (isFirst && isLast) return heldBy;
  if (isFirst) return heldBy?.filter((each) => each.endsWith(word)) ?? cutBy;
  if (isLast) return heldBy?.filter((each) => each.startsWith(word)) ?? cutBy;
  return [word];
}

/** More pairs than that tell little. */
const mostPairs = 1000;

/** Neighbours as pairs, so that words which never stand together are not looked for in every product with both. */
function sideBySide(standing: (string[] | null)[]): string[][] {
  const terms: string[][] = [];
  let isCovered = false;
  for (const [at, choices] of standing.entries()) {
    const next = standing[at + 1];
    const arePaired = choices && next && choices.length * next.length <= mostPairs;
    if (arePaired) terms.push(choices.flatMap((word) => next.map((other) => pairTerm(word, other))));
    else if (choices && !isCovered) terms.push(choices);
    isCovered = Boolean(arePaired);
  }
  return terms;
}

type Asked = Pick<Search, 'windows' | 'match'> & {
  condition: SQL | undefined;
  isInName: SQL | undefined;
  /** Of each of these a product has one. */
  terms: string[][];
  nameTerms: string[][];
};

function searchFor({ condition, isInName, terms, nameTerms, windows, match }: Asked): Search {
  const isIndexed = terms.length > 0;
  return {
    condition: sql`(${and(...terms.map(hasOneOf), condition)})`,
    isMentioned: sql`(${condition})`,
    isInName: sql`(${isInName})`,
    named: sql`(${and(...nameTerms.map(hasOneOf), isInName)})`,
    source: isIndexed ? sql`${products}` : newestProducts,
    isNamedExactly: nameTerms.length < 2,
    match,
    isVain: terms.some((choices) => choices.length === 0),
    isIndexed,
    windows: isIndexed ? windows : [],
  };
}

/** Among the newest products. */
export function cameIn({ since }: Window): SQL {
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
  order by ${desc(products.createdAt)}, ${desc(products.id)} limit ${newestSearched}) products`;

/** Shorter words are too easily near to something. */
const shortestFuzzyWord = 4;
/** More words make a search slow, not better. */
const mostWords = 8;

/**
 * The products that hold every word, whatever stands between; for a longer word that the catalogue does not know,
 * those of its words that are nearest to it do as well. Null where a word is near to nothing or none is long enough.
 */
export async function fuzzySearch(db: Queryable, { words, windows }: Searched): Promise<Search | null> {
  const all = [...new Map(words.map((each) => [each.word, each])).values()].slice(0, mostWords);
  if (!all.some(({ word }) => isLong(word))) return null;
  const unknown = all.filter(({ word, heldBy }) => isLong(word) && heldBy !== null && !heldBy.includes(word));
  const near = await findNearWords(
    db,
    unknown.map(({ word }) => word),
  );
  const meant = all.map(({ word, heldBy }): Meant => {
    const others = near.get(word) ?? [];
    return {
      terms: heldBy && [...heldBy, ...others],
      words: heldBy?.length === 0 ? others : [word, ...others],
    };
  });
  if (meant.some(({ words }) => words.length === 0)) return null;
  const each = (text?: SQLWrapper) =>
    and(...meant.map(({ words }) => or(...words.map((word) => holds(word, text)))));
  const terms = meant.flatMap(({ terms }) => (terms ? [terms] : []));
  return searchFor({
    condition: each(),
    isInName: each(lowerName),
    terms,
    nameTerms: terms.map((choices) => choices.map(nameTerm)),
    windows,
    match: 'fuzzy',
  });
}

/** What a typed word may stand for: terms of the index, and what the text then holds. */
type Meant = { terms: string[] | null; words: string[] };

const isLong = (word: string) => lettersIn(word) >= shortestFuzzyWord;

/** A word is a candidate when it begins or ends alike or shares a run of three letters. */
const mostCandidates = 300;

async function findNearWords(db: Queryable, typed: string[]): Promise<Map<string, string[]>> {
  if (typed.length === 0) return new Map();
  const like = (column: SQL, word: string) =>
    or(...piecesOf(word).map((piece) => sql`${column} like ${piece}`)) ?? sql`false`;
  const candidates = typed.map(
    (word) => sql`(
      select ${word}::text as typed, word from (
        select word from ${productWords} where named and ${like(sql`word`, word)}
        union select word from ${newProductWords} where named and ${like(sql`word`, word)}
      ) words order by similarity(word, ${word}) desc limit ${mostCandidates})`,
  );
  const { rows } = await db.execute<{ typed: string; word: string }>(sql.join(candidates, sql` union all `));
  const byTyped = Map.groupBy(rows, (row) => row.typed);
  return new Map(
    [...byTyped].map(([word, found]) => [
      word,
      nearestWords(
        word,
        found.map((row) => row.word),
      ),
    ]),
  );
}

function piecesOf(word: string): string[] {
  const letters = [...word];
  const runs = letters.slice(2).map((_, at) => `%${escapeLike(letters.slice(at, at + 3).join(''))}%`);
  return [
    `${escapeLike(letters.slice(0, 2).join(''))}%`,
    `%${escapeLike(letters.slice(-2).join(''))}`,
    ...runs,
  ];
}

function lettersIn(word: string): number {
  return word.match(/\p{L}/gu)?.length ?? 0;
}
