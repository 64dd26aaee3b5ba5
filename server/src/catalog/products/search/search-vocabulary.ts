import { sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { inlined, prepared } from '../../../platform/database/prepared.ts';
import { categories, searchVocabulary, vocabularyStaging } from '../products.tables.ts';
import { searchSynonyms } from '../synonyms/synonyms.tables.ts';

export type VocabularyWord = {
  /** Normalized as in the index. */
  word: string;
  /** Vocabulary words that contain it; null if there are too many. */
  substringMatches: string[] | null;
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

/** Splits the typed text into words and looks each up in the vocabulary. */
export async function readVocabularyWords(db: Queryable, typed: string): Promise<VocabularyWord[]> {
  const rows = await selectWords(db, { typed });
  return rows.map((row) => ({
    word: row.word,
    substringMatches: nullIfTooMany(row.substring_matches),
    isKnown: row.is_known,
    similarWords: row.similar_words ?? [],
  }));
}

type Row = {
  word: string;
  is_known: boolean;
  substring_matches: string[] | null;
  similar_words: string[] | null;
};

/** One or two letters have no trigram; a scan of the vocabulary takes less than an index of pairs of letters costs. */
const containing = sql`
  select word from ${searchVocabulary} where length(typed.word) > 2 and word like '%' || typed.word || '%'
  union all select word from ${searchVocabulary} where length(typed.word) <= 2 and strpos(word, typed.word) > 0
  union select word from ${vocabularyStaging} where strpos(word, typed.word) > 0`;

/** Words that name a kind of product: those of categories, and synonyms of phrases that end with one. */
const kindWords = sql`
  with categorized as (select word from ${categories}, unnest(search_words(lower(name))) as word)
  select word from categorized
  union all select word from ${searchSynonyms}, unnest(terms) as word
  where word not like '% %' and exists (select from unnest(terms) as synonym, categorized
    where starts_with(categorized.word, split_part(synonym, ' ', -1)))`;

/** The most similar words of names, brands and kinds. Two typos change the length of a word by at most two letters. */
const similar = sql`array(
  select word from (
    select word from unnest(array[left(typed.word, 2) || '%', '%' || right(typed.word, 2)] || array(
      select '%' || substr(typed.word, place, 3) || '%' from generate_series(1, length(typed.word) - 2) place)) piece,
      lateral (select word from ${searchVocabulary} where named and word like piece
        union all select word from ${vocabularyStaging} where named and word like piece
        union all select word from kinds where word like piece) words
    where length(word) >= ${inlined(minMisspelledLength)} and length(word) - length(typed.word) <= 2
    group by word
  ) words order by similarity(word, typed.word) desc, word limit ${inlined(maxSimilarWords)})`;

const nullIfTooMany = (words: string[] | null) =>
  words && words.length <= maxSubstringMatches ? words : null;

/** Prepared, because planning it takes longer than reading. */
const selectWords = prepared<Row>(
  'search words',
  sql`
  with kinds as materialized (${kindWords})
  select typed.word, is_known,
    case when place <= ${inlined(maxLookedUp)}
      then array(select word from (${containing}) words limit ${inlined(maxSubstringMatches + 1)}) end as substring_matches,
    case when not is_known and length(typed.word) >= ${inlined(minMisspelledLength)} and place <= ${inlined(maxLookedUp)}
      then ${similar} end as similar_words
  from unnest(search_words(lower(${sql.placeholder('typed')}))) with ordinality as typed (word, place), lateral (
    select exists (select from ${searchVocabulary} known where known.word = typed.word)
      or exists (select from ${vocabularyStaging} staged where staged.word = typed.word) as is_known) known
  order by place`,
);
