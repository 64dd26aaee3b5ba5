import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { products } from './catalog.tables.ts';

/** What a search asks of a product: a condition, and how well a product that meets it answers. */
export type Search = { condition: SQL; relevance: SQL; match: 'exact' | 'fuzzy' };

/** The words as written, anywhere in name, brand or description; case does not matter. */
export function literalSearch(words: string): Search {
  return { condition: holds(words), relevance: sql`(${holds(words, lowerName)})::int`, match: 'exact' };
}

const lowerName = sql`lower(${products.name})`;

function holds(words: string, text: SQLWrapper = products.searchText): SQL {
  return sql`${text} like '%' || lower(${escapeLike(words)}) || '%'`;
}

/** `%`, `_` and `\` stand for themselves. */
export function escapeLike(words: string): string {
  return words.replace(/[\\%_]/g, '\\$&');
}

/** Shorter words are too easily near to something. */
const shortestFuzzyWord = 4;
/** More words make a search slow, not better. */
const mostWords = 8;

/**
 * Products in which every longer word has something near it and every short word is held as written; nothing
 * where no word is long enough. Needs `nearnessThreshold` to be set for the transaction.
 */
export function fuzzySearch(words: string): Search | null {
  const all = [...new Set(words.toLowerCase().split(/\s+/))].filter(Boolean).slice(0, mostWords);
  const long = all.filter((word) => lettersIn(word) >= shortestFuzzyWord);
  if (long.length === 0) return null;
  const conditions = all.map((word) =>
    long.includes(word) ? sql`${word}::text <% ${products.searchText}` : holds(word),
  );
  // What is near the name counts twice: a phone before the watch that asks for one in its description.
  const nearness = long.map(
    (word) =>
      sql`word_similarity(${word}::text, ${products.searchText}) + word_similarity(${word}::text, ${lowerName})`,
  );
  return {
    condition: sql.join(conditions, sql` and `),
    relevance: sql.join(nearness, sql` + `),
    match: 'fuzzy',
  };
}

function lettersIn(word: string): number {
  return word.match(/\p{L}/gu)?.length ?? 0;
}

/**
 * How near is near: "iphnoe" is 0.43 to "iphone", while an unlucky "asdf" is 0.4 to any "as". The
 * operator `<%` reads it from this setting, and only the operator is served by the index.
 */
export const setNearness = sql`select set_config('pg_trgm.word_similarity_threshold', '0.42', true)`;
