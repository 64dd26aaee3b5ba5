import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { categories, searchSynonyms } from '../catalog.tables.ts';
import { normalizePhrase, queryTerms } from './analyze.ts';
import { phrasesOf, respelledTerms, termsOfQuery } from './parse-query.ts';
import type { RecencyTier } from './recency-tiers.ts';
import { searchTermCounts } from './search.tables.ts';
import { readVocabularyWords, type VocabularyWord } from './search-vocabulary.ts';
import { findSimilarWords } from './similar-words.ts';

/** Facts from the database that decide how a query is understood. */
export type QueryFacts = {
  /** Typed text with single spaces. */
  typed: string;
  terms: string[];
  words: VocabularyWord[];
  /** Number of products with each term; unknown terms are missing. */
  counts: Map<string, number>;
  productCount: number;
  /** Other phrases that mean the same, by normalized phrase. */
  synonyms: Map<string, string[]>;
  /** Ids of categories by normalized name. */
  categories: Map<string, string[]>;
  /** Words that start with the last typed one. */
  prefixMatches: string[];
  /** Known words that an unknown term may stand for. */
  replacements: Map<string, Replacement>;
  tiers: RecencyTier[];
};

/** Words that start with the typed one, or else words that it may be a misspelling of. */
type Replacement = { typed: string; words: string[]; isTypo: boolean };

/** Reads what the query may mean; `withTypos` also reads words that a misspelled one may stand for. */
export async function readQueryFacts(
  db: Queryable,
  query: string,
  { withTypos }: { withTypos: boolean },
): Promise<QueryFacts> {
  // Collapse whitespace: a double space would match no product literally.
  const typed = query.trim().replace(/\s+/g, ' ');
  const terms = termsOfQuery(typed);
  const { words, tiers } = await readVocabularyWords(db, typed, { withTypos });
  const replacements = new Map(words.flatMap(replacementOf));
  const last = words.at(-1);
  const prefixMatches = last ? prefixMatchesOf(last) : [];
  const known = [
    ...words.filter(({ isKnown }) => isKnown).map(({ word }) => word),
    ...[...replacements.values()].flatMap(({ words }) => words),
    ...prefixMatches,
  ];
  const looked = await readTerms(db, { terms, known: known.flatMap(queryTerms) });
  return { typed, terms, words, tiers, replacements, prefixMatches, ...looked };
}

const maxPrefixMatches = 16;

const prefixMatchesOf = ({ word, substringMatches }: VocabularyWord) =>
  (substringMatches ?? [])
    .filter((match) => match.startsWith(word) && match !== word)
    .slice(0, maxPrefixMatches);

function replacementOf(vocabularyWord: VocabularyWord): [string, Replacement][] {
  const { word, isKnown, similarWords } = vocabularyWord;
  const [term, ...others] = queryTerms(word);
  if (isKnown || term === undefined || others.length > 0) return [];
  const prefixed = prefixMatchesOf(vocabularyWord);
  const words = prefixed.length > 0 ? prefixed : findSimilarWords(word, similarWords);
  return words.length > 0 ? [[term, { typed: word, words, isTypo: prefixed.length === 0 }]] : [];
}

const maxCategories = 500;
const maxSynonymRows = 50;

type TermRow = { kind: 'term'; text: string; count: number };
type CategoryRow = { kind: 'category'; text: string; id: string };
type SynonymRow = { kind: 'synonym'; phrases: string[] };

/** Reads how common the terms are and which phrases are synonyms or categories. `known` terms are in some product. */
async function readTerms(db: Queryable, { terms, known }: { terms: string[]; known: string[] }) {
  const phrases = phrasesOf(terms);
  const lookedUp = [...new Set(['', ...terms, ...respelledTerms(terms), ...known])];
  const { rows } = await db.execute<TermRow | CategoryRow | SynonymRow>(sql`
    select 'term' as kind, term as text, products as count, null as id, null::text[] as phrases
    from ${searchTermCounts} where term = any(${sql.param(lookedUp)}::text[])
    union all
    (select 'category', name, null, id, null from ${categories} order by id limit ${maxCategories})
    union all
    (select 'synonym', null, null, null, terms from ${searchSynonyms}
      where terms && ${sql.param(phrases)}::text[] order by id limit ${maxSynonymRows})`);
  const counts = new Map(known.map((term) => [term, 1]));
  const categoryIds = new Map<string, string[]>();
  const synonyms = new Map<string, string[]>();
  for (const row of rows) {
    if (row.kind === 'term') counts.set(row.text, row.count);
    else if (row.kind === 'category') append(categoryIds, normalizePhrase(row.text), [row.id]);
    else for (const phrase of row.phrases) append(synonyms, phrase, without(row.phrases, phrase));
  }
  const productCount = counts.get('') ?? 1;
  counts.delete('');
  return { counts, productCount, categories: categoryIds, synonyms };
}

function append(map: Map<string, string[]>, key: string, values: string[]): void {
  map.set(key, [...(map.get(key) ?? []), ...values]);
}

const without = (phrases: string[], phrase: string) => phrases.filter((other) => other !== phrase);
