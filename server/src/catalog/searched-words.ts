import { sql } from 'drizzle-orm';
import type { Queryable } from '../platform/database.ts';
import { newProductWords, productWords, searchWindows } from './catalog.tables.ts';
import type { Window } from './search-windows.ts';

export type SearchedWord = {
  /** As the index writes it. */
  word: string;
  /** The words of the catalogue that hold it; null where they are too many to name, or it is but a letter. */
  heldBy: string[] | null;
};

/** More of them name everything, and are found soon without. */
const mostHolding = 1000;
/** More words make a search slow, not better. */
const mostLookedUp = 8;

/** Takes what somebody typed apart, and finds which words of the catalogue hold its parts. */
export async function readSearchedWords(
  db: Queryable,
  typed: string,
): Promise<{ words: SearchedWord[]; windows: Window[] }> {
  const holding = sql`
    select word from ${productWords} where length(typed.word) > 2 and word like '%' || typed.word || '%'
    union all select word from ${productWords} where length(typed.word) = 2 and word_pairs(word) @> array[typed.word]
    union select word from ${newProductWords} where length(typed.word) > 1 and word like '%' || typed.word || '%'`;
  const { rows } = await db.execute<{
    word: string;
    held_by: string[] | null;
    size: number;
    since: Date;
  }>(sql`
    select typed.word, case when length(typed.word) > 1 and place <= ${mostLookedUp}
        then array(select word from (${holding}) words limit ${mostHolding + 1}) end as held_by,
      null::integer as size, null::timestamptz as since, place
    from unnest(search_words(lower(${typed}))) with ordinality as typed (word, place)
    union all select null, null, size, since, size from ${searchWindows}
    order by size nulls first, place`);
  const words = rows.filter(({ word }) => word !== null);
  return {
    words: words.map(({ word, held_by: held }) => ({
      word,
      heldBy: held === null || held.length > mostHolding ? null : held,
    })),
    windows: rows.flatMap(({ size, since }) => (size === null ? [] : [{ size, since }])),
  };
}
