import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { inlined, prepared } from '../../platform/database/prepared.ts';
import {
  categories,
  recencyTiers,
  searchVocabulary,
  vocabularyStaging,
} from '../products/products.tables.ts';
import { searchTermCounts } from '../products/search/search.tables.ts';
import { searchSynonyms } from '../products/synonyms/synonyms.tables.ts';
import type { RecencyTier } from './recency-tiers.ts';

export type VocabularyWord = {
  /** Normalized as in the index. */
  word: string;
  /** Vocabulary words that contain it; null if there are too many or it is a single letter. */
  substringMatches: string[] | null;
  /** For a one-letter first or last word: vocabulary words that end or start with that letter ("galaxy s"). */
  affixMatches: string[] | null;
  /** True if it is a vocabulary word. */
  isKnown: boolean;
  /** Words similar to an unknown long word. */
  similarWords: string[];
};

/** A longer list is not selective, and matches are found quickly without it. */
const maxSubstringMatches = 1000;
/** Further words slow the search down without narrowing it. */
const maxLookedUp = 8;
/** Shorter words are similar to too many others. */
const minMisspelledLength = 3;
/** Candidates share the first or last two letters, or three letters in a row. */
const maxSimilarWords = 300;

/** Splits the typed text into words and looks each up in the vocabulary; also returns the recency tiers. */
export async function readVocabularyWords(
  db: Queryable,
  typed: string,
): Promise<{ words: VocabularyWord[]; tiers: RecencyTier[] }> {
  const rows = await selectWords(db, { typed });
  return {
    words: rows.flatMap((row) =>
      row.word === null
        ? []
        : [
            {
              word: row.word,
              substringMatches: nullIfTooMany(row.substring_matches),
              affixMatches: nullIfTooMany(row.affix_matches),
              isKnown: row.is_known,
              similarWords: row.similar_words ?? [],
            },
          ],
    ),
    tiers: rows.flatMap(({ size, since }) => (size === null ? [] : [{ size, since }])),
  };
}

type Row = {
  word: string | null;
  is_known: boolean;
  substring_matches: string[] | null;
  affix_matches: string[] | null;
  similar_words: string[] | null;
  size: number | null;
  since: Date;
};

const containing = sql`
  select word from ${searchVocabulary} where length(typed.word) > 2 and word like '%' || typed.word || '%'
  union all select word from ${searchVocabulary} where length(typed.word) = 2 and word_pairs(word) @> array[typed.word]
  union select word from ${vocabularyStaging} where length(typed.word) > 1 and word like '%' || typed.word || '%'`;
const startingWith = sql`
  select word from ${searchVocabulary} where word like typed.word || '%'
  union select word from ${vocabularyStaging} where word like typed.word || '%'`;
const endingWith = sql`
  select word from ${searchVocabulary} where word_pairs(word) @> array[typed.word || ' ']
  union select word from ${vocabularyStaging} where word like '%' || typed.word`;

const limited = (words: SQL) =>
  sql`array(select word from (${words}) words limit ${inlined(maxSubstringMatches + 1)})`;
const isLoneFirst = sql`length(typed.word) = 1 and place = 1 and count(*) over () > 1`;
const isLoneLast = sql`length(typed.word) = 1 and place > 1 and place = count(*) over ()`;

/** Words that name a kind of product: those of categories, and synonyms of words that some product has. */
const kindWords = sql`
  select word from ${categories}, unnest(search_words(lower(name))) as word
  union all select word from ${searchSynonyms}, unnest(terms) as word
  where word not like '% %' and exists (select from unnest(terms) as synonym
    where cardinality(string_to_array(synonym, ' ')) = (
      select count(*) from unnest(string_to_array(synonym, ' ')) as part
      where exists (select from ${searchTermCounts} where term = part)
        or exists (select from ${categories} where ' ' || lower(name) like '% ' || part || '%')))`;

/** The most similar words of names, brands and kinds. Two typos change the length of a word by at most two letters. */
const similar = sql`array(
  select word from (
    select word from unnest(array[left(typed.word, 2) || '%', '%' || right(typed.word, 2)] || array(
      select '%' || substr(typed.word, place, 3) || '%' from generate_series(1, length(typed.word) - 2) place)) piece,
      lateral (select word from ${searchVocabulary} where named and word like piece
        union all select word from ${vocabularyStaging} where named and word like piece
        union all select word from kinds where word like piece) words
    where length(word) - length(typed.word) <= 2
    group by word
  ) words order by similarity(word, typed.word) desc, word limit ${inlined(maxSimilarWords)})`;

const nullIfTooMany = (words: string[] | null) =>
  words && words.length <= maxSubstringMatches ? words : null;

/** Prepared, because planning it takes longer than reading. */
const selectWords = prepared<Row>(
  'search words',
  sql`
  with kinds as materialized (${kindWords})
  select typed.word, null::integer as size, null::timestamptz as since, place, is_known,
    case when length(typed.word) > 1 and place <= ${inlined(maxLookedUp)}
      then ${limited(containing)} end as substring_matches,
    case when ${isLoneFirst} then ${limited(endingWith)} when ${isLoneLast} then ${limited(startingWith)} end as affix_matches,
    case when not is_known and length(typed.word) >= ${inlined(minMisspelledLength)} and place <= ${inlined(maxLookedUp)}
      then ${similar} end as similar_words
  from unnest(search_words(lower(${sql.placeholder('typed')}))) with ordinality as typed (word, place), lateral (
    select exists (select from ${searchVocabulary} known where known.word = typed.word)
      or exists (select from ${vocabularyStaging} staged where staged.word = typed.word) as is_known) known
  union all select null, size, since, size, null, null, null, null from ${recencyTiers}
  order by size nulls first, place`,
);
