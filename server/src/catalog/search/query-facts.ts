import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { inlined, prepared } from '../../platform/database/prepared.ts';
import { categories, searchSynonyms } from '../catalog.tables.ts';
import { normalizePhrase, queryTerms } from './analyze.ts';
import { phrasesOf, respelledTerms, termsOfQuery } from './parse-query.ts';
import type { RecencyTier } from './recency-tiers.ts';
import { searchDocuments, searchTermCounts } from './search.tables.ts';
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
  /** Ids of categories by the phrases that mean them. */
  categories: Map<string, string[]>;
  /** Words that start with the last typed one. */
  prefixMatches: string[];
  /** Known words that an unknown term may stand for. */
  replacements: Map<string, Replacement>;
  tiers: RecencyTier[];
};

/** Words that start with the typed one, or else words that it may be a misspelling of. */
type Replacement = { typed: string; words: string[]; isTypo: boolean };

/** Reads what the query may mean. */
export async function readQueryFacts(db: Queryable, query: string): Promise<QueryFacts> {
  // Collapse whitespace: a double space would match no product literally.
  const typed = query.trim().replace(/\s+/g, ' ');
  const terms = termsOfQuery(typed);
  const { words, tiers } = await readVocabularyWords(db, typed);
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

/** Short words without a digit begin too many others. */
const isSpecific = (word: string) => word.length > 3 || /\d/.test(word);

const prefixMatchesOf = ({ word, substringMatches }: VocabularyWord) =>
  (substringMatches ?? [])
    .filter((match) => match.startsWith(word) && match !== word)
    .slice(0, maxPrefixMatches);

function replacementOf(vocabularyWord: VocabularyWord): [string, Replacement][] {
  const { word, isKnown, similarWords } = vocabularyWord;
  const [term, ...others] = queryTerms(word);
  if (isKnown || term === undefined || others.length > 0) return [];
  const prefixed = isSpecific(word) ? prefixMatchesOf(vocabularyWord) : [];
  const words = prefixed.length > 0 ? prefixed : findSimilarWords(word, similarWords);
  return words.length > 0 ? [[term, { typed: word, words, isTypo: prefixed.length === 0 }]] : [];
}

const maxCategories = 500;
const maxSynonymRows = 50;

type TermRow = { kind: 'term'; text: string; count: number };
type CategoryRow = { kind: 'category'; text: string; id: string };
type SynonymRow = { kind: 'synonym'; phrases: string[] };

/** Prepared, because planning it takes longer than reading. */
const selectTerms = prepared<TermRow | CategoryRow | SynonymRow>(
  'search terms',
  sql`
  with synonyms as materialized (
    select terms from ${searchSynonyms} where terms && ${sql.placeholder('phrases')}::text[]
    order by id limit ${inlined(maxSynonymRows)}
  )
  select 'term' as kind, term as text, products as count, null as id, null::text[] as phrases
  from ${searchTermCounts} where term = any(${sql.placeholder('lookedUp')}::text[] || array(
    select string_to_table(phrase, ' ') from synonyms, unnest(terms) as phrase))
  union all
  select 'term', term, count, null, null from unnest(${sql.placeholder('terms')}::text[]) as typed (term), lateral (
    select count(*)::int as count from ${searchDocuments}
    where ${searchDocuments.terms} @> array[typed.term]
      and not exists (select from ${searchTermCounts} stored where stored.term = typed.term)) counted
  where count > 0
  union all
  (select 'category', name, null, id, null from ${categories} order by id limit ${inlined(maxCategories)})
  union all
  select 'synonym', null, null, null, terms from synonyms`,
);

/**
 * Reads how common the terms are and which phrases are synonyms or categories. `known` terms are in some product. Typed
 * terms that the sample does not contain are counted now: they are rare, or new.
 */
async function readTerms(db: Queryable, { terms, known }: { terms: string[]; known: string[] }) {
  const lookedUp = [...new Set(['', ...terms, ...respelledTerms(terms), ...known])];
  const rows = await selectTerms(db, { lookedUp, terms, phrases: phrasesOf(terms) });
  const counts = new Map(known.map((term) => [term, 1]));
  const categoryIds = new Map<string, string[]>();
  const synonyms = new Map<string, string[]>();
  for (const row of rows) {
    if (row.kind === 'term') counts.set(row.text, row.count);
    else if (row.kind === 'category') {
      for (const phrase of namesOfCategory(row.text)) append(categoryIds, phrase, [row.id]);
    } else for (const phrase of row.phrases) append(synonyms, phrase, without(row.phrases, phrase));
  }
  const productCount = counts.get('') ?? 1;
  counts.delete('');
  return { counts, productCount, categories: categoryIds, synonyms };
}

/** Returns the phrases that mean a category: "Audio & Headphones" is meant by "audio", "Smart Watches" by "watch" too. */
function namesOfCategory(name: string): Set<string> {
  const parts = [name, ...name.split(/[&,/]|\band\b/u)].map(normalizePhrase).filter(Boolean);
  return new Set(parts.flatMap((part) => [part, part.split(' ').at(-1) ?? part]));
}

function append(map: Map<string, string[]>, key: string, values: string[]): void {
  map.set(key, [...(map.get(key) ?? []), ...values]);
}

const without = (phrases: string[], phrase: string) => phrases.filter((other) => other !== phrase);
