import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../platform/database.ts';
import { newProductWords, productWords, searchWindows } from './catalog.tables.ts';
import type { Window } from './search-windows.ts';

export type SearchedWord = {
  /** As the index writes it. */
  word: string;
  /** The words of the catalogue that hold it; null where they are too many to name, or it is but a letter. */
  heldBy: string[] | null;
  /** Known of a single letter beside other words: those that begin with the last ("galaxy s"), that end in the first. */
  cutBy: string[] | null;
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
  const beginning = sql`
    select word from ${productWords} where word like typed.word || '%'
    union select word from ${newProductWords} where word like typed.word || '%'`;
  const ending = sql`
    select word from ${productWords} where word_pairs(word) @> array[typed.word || ' ']
    union select word from ${newProductWords} where word like '%' || typed.word`;
  const some = (words: SQL) => sql`array(select word from (${words}) words limit ${mostHolding + 1})`;
  const isLoneFirst = sql`length(typed.word) = 1 and place = 1 and count(*) over () > 1`;
  const isLoneLast = sql`length(typed.word) = 1 and place > 1 and place = count(*) over ()`;
  const { rows } = await db.execute<Row>(sql`
    select typed.word, null::integer as size, null::timestamptz as since, place,
      case when length(typed.word) > 1 and place <= ${mostLookedUp}
        then ${some(holding)} end as held_by,
      case when ${isLoneFirst} then ${some(ending)} when ${isLoneLast} then ${some(beginning)} end as cut_by
    from unnest(search_words(lower(${typed}))) with ordinality as typed (word, place)
    union all select null, size, since, size, null, null from ${searchWindows}
    order by size nulls first, place`);
  return {
    words: rows.flatMap(({ word, held_by: held, cut_by: cut }) =>
      word === null ? [] : [{ word, heldBy: unlessTooMany(held), cutBy: unlessTooMany(cut) }],
    ),
    windows: rows.flatMap(({ size, since }) => (size === null ? [] : [{ size, since }])),
  };
}

type Row = {
  word: string | null;
  held_by: string[] | null;
  cut_by: string[] | null;
  size: number | null;
  since: Date;
};

const unlessTooMany = (words: string[] | null) => (words && words.length <= mostHolding ? words : null);
