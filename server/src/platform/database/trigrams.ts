import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/**
 * Whether an index of trigrams can find the words: it knows runs of three letters or digits. What has none would be
 * looked for in every row there is, so it is looked for in as many of the newest as `newestSearched`.
 */
export function areInTrigrams(words: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(words);
}

export const newestSearched = 20_000;

/**
 * The text, all in small letters, holds the words as they stand; `%` and `_` are letters like any other. Of an e-mail
 * address the index is asked for what stands before the `@`: the rest is the same in a great many.
 */
export function textHolds(text: SQLWrapper, words: string): SQL {
  const small = words.toLowerCase();
  const end = small.indexOf('@') + 1;
  const start = small.slice(0, end);
  if (!areInTrigrams(start)) return sql`${text} like ${substring(small)}`;
  return sql`(${text} like ${substring(start)} and strpos(${text}, ${small}) > 0)`;
}

function substring(words: string): string {
  return `%${words.replace(/[\\%_]/g, '\\$&')}%`;
}
