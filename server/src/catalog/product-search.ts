import { and, desc, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Queryable } from '../platform/database.ts';
import { areInTrigrams, newestSearched } from '../platform/trigrams.ts';
import { newProductWords, products, productWords } from './catalog.tables.ts';
import { nearestWords } from './near-words.ts';

/** What a search asks of a product. */
export type Search = {
  condition: SQL;
  /** Whether the name holds it, which comes before what only mentions it. */
  isInName: SQL;
  /** Where it looks: all products, or as many of the newest as can be read through. */
  source: SQL;
  match: 'exact' | 'fuzzy';
};

/** The words as written, anywhere in name, brand or description; case does not matter. */
export function literalSearch(words: string): Search {
  return {
    condition: holds(words),
    isInName: holds(words, lowerName),
    source: sourceFor(words),
    match: 'exact',
  };
}

const lowerName = sql`lower(${products.name})`;

function holds(words: string, text: SQLWrapper = products.searchText): SQL {
  return sql`(${text} like '%' || lower(${escapeLike(words)}) || '%')`;
}

/** `%`, `_` and `\` stand for themselves. */
export function escapeLike(words: string): string {
  return words.replace(/[\\%_]/g, '\\$&');
}

/** What is not in the index is looked for in the newest products only. */
export function sourceFor(words: string): SQL {
  if (areInTrigrams(words)) return sql`${products}`;
  const newestFirst = sql`${desc(products.createdAt)}, ${desc(products.id)}`;
  return sql`(select * from ${products} order by ${newestFirst} limit ${newestSearched}) products`;
}

/** Shorter words are too easily near to something. */
const shortestFuzzyWord = 4;
/** More words make a search slow, not better. */
const mostWords = 8;

/**
 * The products that hold, for every longer word, one of the words the catalogue knows that are nearest to it, and
 * every short word as written; null where nothing is near or no word is long enough.
 */
export async function fuzzySearch(db: Queryable, words: string): Promise<Search | null> {
  const all = [...new Set(words.toLowerCase().split(/\s+/))].filter(Boolean).slice(0, mostWords);
  const long = all.filter((word) => lettersIn(word) >= shortestFuzzyWord);
  if (long.length === 0) return null;
  const near = await findNearWords(db, long);
  const meant = all.map((word) => (long.includes(word) ? (near.get(word) ?? []) : [word]));
  if (meant.some((choices) => choices.length === 0)) return null;
  const each = (text?: SQLWrapper) =>
    and(...meant.map((choices) => or(...choices.map((choice) => holds(choice, text))))) ?? sql`true`;
  return {
    condition: each(),
    isInName: sql`(${each(lowerName)})`,
    source: sql`${products}`,
    match: 'fuzzy',
  };
}

/** A word is a candidate when it begins or ends alike or shares a run of three letters. */
const mostCandidates = 300;

async function findNearWords(db: Queryable, typed: string[]): Promise<Map<string, string[]>> {
  const like = (column: SQL, word: string) =>
    or(...piecesOf(word).map((piece) => sql`${column} like ${piece}`)) ?? sql`false`;
  const candidates = typed.map(
    (word) => sql`(
      select ${word}::text as typed, word from (
        select word from ${productWords} where ${like(sql`word`, word)}
        union select word from ${newProductWords} where ${like(sql`word`, word)}
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
