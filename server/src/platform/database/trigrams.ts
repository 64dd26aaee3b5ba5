import { and, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { containsPattern } from './like-pattern.ts';

/**
 * True if a trigram index can serve the query, which takes a run of three letters or digits. Queries without one would
 * scan every row, so callers search only the newest `maxRowsWithoutTrigrams` rows for them.
 */
export function hasTrigram(query: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(query);
}

export const maxRowsWithoutTrigrams = 20_000;

const maxWords = 8;

/**
 * SQL: the lowercase text contains all words of the query, in any order, or the query without blanks, hyphens, dots and
 * apostrophes. `searchText` columns have names and numbers without these, too.
 */
export function textMatches(text: SQLWrapper, query: string): SQL | undefined {
  const words = query.trim().split(/\s+/).slice(0, maxWords);
  const compact = query.replace(/[\s.\-'’]/g, '');
  const inWords = and(...words.map((word) => textContains(text, word)));
  return compact === '' || compact === query ? inWords : or(inWords, textContains(text, compact));
}

/**
 * SQL: the lowercase text contains the query literally, `%` and `_` included. For an email address the index searches
 * only the part before the `@`, because domains are too common to be selective.
 */
export function textContains(text: SQLWrapper, query: string): SQL {
  const lowered = query.toLowerCase();
  const end = lowered.indexOf('@') + 1;
  const localPart = lowered.slice(0, end);
  if (!hasTrigram(localPart)) return sql`${text} like ${containsPattern(lowered)}`;
  return sql`(${text} like ${containsPattern(localPart)} and strpos(${text}, ${lowered}) > 0)`;
}
