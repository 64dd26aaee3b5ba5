import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { recencyTiers, searchVocabulary, vocabularyStaging } from '../catalog.tables.ts';
import type { Window } from './recency-tiers.ts';

export type VocabularyWord = {
  /** As the index writes it. */
  word: string;
  /** The words of the catalogue that hold it; null where they are too many to name, or it is but a letter. */
  substringMatches: string[] | null;
  /** Known of a single letter beside other words: those that begin with the last ("galaxy s"), that end in the first. */
  affixMatches: string[] | null;
  /** Whether it is itself a word of the catalogue. */
  isKnown: boolean;
  /** Of a longer word that the catalogue does not know, where slips are thought of: words that look like it. */
  alike: string[];
};

/** More of them name everything, and are found soon without. */
const maxSubstringMatches = 1000;
/** More words make a search slow, not better. */
export const maxLookedUp = 8;
/** Shorter words are too easily near to something. */
const minMisspelledLength = 4;
/** A word looks like another when it begins or ends alike or shares a run of three letters. */
const maxSimilarWords = 300;

/** Takes what somebody typed apart, and finds which words of the catalogue hold its parts. */
export async function readVocabularyWords(
  db: Queryable,
  typed: string,
  { withSlips }: { withSlips: boolean },
): Promise<{ words: VocabularyWord[]; windows: Window[] }> {
  const { rows } = await db.execute<Row>(sql`
    select typed.word, null::integer as size, null::timestamptz as since, place, is_known,
      case when length(typed.word) > 1 and place <= ${maxLookedUp}
        then ${some(holding)} end as held_by,
      case when ${isLoneFirst} then ${some(ending)} when ${isLoneLast} then ${some(beginning)} end as cut_by,
      case when ${withSlips} and not is_known and length(typed.word) >= ${minMisspelledLength} and place <= ${maxLookedUp}
        then ${alike} end as alike
    from unnest(search_words(lower(${typed}))) with ordinality as typed (word, place), lateral (
      select exists (select from ${searchVocabulary} known where known.word = typed.word)
        or exists (select from ${vocabularyStaging} coming where coming.word = typed.word) as is_known) known
    union all select null, size, since, size, null, null, null, null from ${recencyTiers}
    order by size nulls first, place`);
  return {
    words: rows.flatMap(({ word, held_by: held, cut_by: cut, is_known: isKnown, alike }) =>
      word === null
        ? []
        : [
            {
              word,
              substringMatches: unlessTooMany(held),
              affixMatches: unlessTooMany(cut),
              isKnown,
              alike: alike ?? [],
            },
          ],
    ),
    windows: rows.flatMap(({ size, since }) => (size === null ? [] : [{ size, since }])),
  };
}

type Row = {
  word: string | null;
  is_known: boolean;
  held_by: string[] | null;
  cut_by: string[] | null;
  alike: string[] | null;
  size: number | null;
  since: Date;
};

const holding = sql`
  select word from ${searchVocabulary} where length(typed.word) > 2 and word like '%' || typed.word || '%'
  union all select word from ${searchVocabulary} where length(typed.word) = 2 and word_pairs(word) @> array[typed.word]
  union select word from ${vocabularyStaging} where length(typed.word) > 1 and word like '%' || typed.word || '%'`;
const beginning = sql`
  select word from ${searchVocabulary} where word like typed.word || '%'
  union select word from ${vocabularyStaging} where word like typed.word || '%'`;
const ending = sql`
  select word from ${searchVocabulary} where word_pairs(word) @> array[typed.word || ' ']
  union select word from ${vocabularyStaging} where word like '%' || typed.word`;

const some = (words: SQL) => sql`array(select word from (${words}) words limit ${maxSubstringMatches + 1})`;
const isLoneFirst = sql`length(typed.word) = 1 and place = 1 and count(*) over () > 1`;
const isLoneLast = sql`length(typed.word) = 1 and place > 1 and place = count(*) over ()`;

/** Of the words in names and brands those most alike. Two slips change the length of a word by two letters at most. */
const alike = sql`array(
  select word from (
    select word from unnest(array[left(typed.word, 2) || '%', '%' || right(typed.word, 2)] || array(
      select '%' || substr(typed.word, place, 3) || '%' from generate_series(1, length(typed.word) - 2) place)) piece,
      lateral (select word from ${searchVocabulary} where named and word like piece
        union all select word from ${vocabularyStaging} where named and word like piece) words
    where length(word) - length(typed.word) <= 2
    group by word
  ) words order by similarity(word, typed.word) desc, word limit ${maxSimilarWords})`;

const unlessTooMany = (words: string[] | null) =>
  words && words.length <= maxSubstringMatches ? words : null;
