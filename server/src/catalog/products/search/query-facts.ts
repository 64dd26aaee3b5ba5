import { sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { inlined, prepared } from '../../../platform/database/prepared.ts';
import { findSimilarWords } from '../../../platform/similar-words.ts';
import { firstWords, productFamilies } from '../families/families.tables.ts';
import { brandsOnSale } from '../listing/brands.queries.ts';
import { isOnSale } from '../product.queries.ts';
import { categories, products } from '../products.tables.ts';
import { searchSynonyms } from '../synonyms/synonyms.tables.ts';
import { normalizePhrase, queryTerms } from './analyze.ts';
import { phrasesOf, respelledTerms } from './parse-query.ts';
import { queryCodeTerms } from './product-codes.ts';
import { searchDocuments, searchTermCounts } from './search.tables.ts';
import { readVocabularyWords, type VocabularyWord } from './search-vocabulary.ts';

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
  /** Typed terms, two of them as one word, what the last may become and terms of synonyms, in the names of families. */
  familyTerms: Set<string>;
  /** Brands that the query names, as they are written, in lower case as keys. */
  brands: Map<string, string[]>;
  /** Terms of the codes of products on sale that the text or one of its words is: the code itself, then the beginning of one. */
  codes: Map<string, string[]>;
  /** Words that start with the last typed one. */
  prefixMatches: string[];
  /** Known words that an unknown term may stand for. */
  replacements: Map<string, Replacement>;
};

/** Words with one typo less, or else words with two typos less. */
type Replacement = { typed: string; words: string[]; isClose: boolean };

/** Collapses whitespace and takes quotes off. Without an opening one, a double quote is an inch mark: `laptop 13"`. */
function plainQuery(query: string): string {
  const text = query.trim().replace(/\s+/gu, ' ');
  if (!/(?:^| )["'\u201c\u201d\u201e]/u.test(text)) return text.replaceAll('\u201d', '"');
  const words = text.split(' ').map((word) => word.replace(/^'|["\u201c-\u201f]|'$/gu, ''));
  return words.filter(Boolean).join(' ');
}

const maxQueryTerms = 16;

/** Reads what the query may mean. */
export async function readQueryFacts(db: Queryable, query: string): Promise<QueryFacts> {
  const typed = plainQuery(query);
  const terms = queryTerms(typed).slice(0, maxQueryTerms);
  const words = await readVocabularyWords(db, typed);
  const replacements = new Map(words.flatMap(replacementOf));
  const last = words.at(-1);
  const prefixMatches = last ? prefixMatchesOf(last) : [];
  const known = [
    ...words.filter(({ isKnown }) => isKnown).map(({ word }) => word),
    ...[...replacements.values()].flatMap(({ words }) => words),
    ...prefixMatches,
  ];
  const isText = typed.includes(' ') && words.every(({ isKnown }) => isKnown);
  const codes = new Map([
    ...wordsLikeCodes(typed).map((word) => [word, queryCodeTerms(word, 'any')] as const),
    [typed, queryCodeTerms(typed, isText ? 'whole' : 'any')],
  ]);
  const completed = prefixMatches.flatMap(queryTerms);
  const looked = await readTerms(db, { terms, completed, known: known.flatMap(queryTerms), codes });
  return { typed, terms, words, replacements, prefixMatches, ...looked };
}

/** Words such as "wh-1000" or "wh 1000": a letter first, then a digit. */
function wordsLikeCodes(typed: string): string[] {
  const words = typed.split(' ');
  const pairs = words.slice(1).map((word, index) => `${words[index]} ${word}`);
  return [
    ...words.filter((word) => /^\p{L}.*\d/u.test(word)),
    ...pairs.filter((pair) => /^\p{L}+ \d/u.test(pair)),
  ];
}

const maxPrefixMatches = 16;

const prefixMatchesOf = ({ word, substringMatches }: VocabularyWord) =>
  (substringMatches ?? [])
    .filter((match) => match.startsWith(word) && match !== word)
    .slice(0, maxPrefixMatches);

/** A short word with a digit is a part of a model number rather than a typo. */
const minLengthWithDigits = 5;

function replacementOf(vocabularyWord: VocabularyWord): [string, Replacement][] {
  const { word, isKnown, similarWords } = vocabularyWord;
  const [term, ...others] = queryTerms(word);
  const isShortNumber = /\d/.test(word) && word.length < minLengthWithDigits;
  if (isKnown || isShortNumber || term === undefined || others.length > 0) return [];
  const close = findSimilarWords(word, similarWords, 1);
  const words = close.length > 0 ? close : findSimilarWords(word, similarWords, 2);
  return words.length > 0 ? [[term, { typed: word, words, isClose: words === close }]] : [];
}

const maxCategories = 500;
const maxSynonymRows = 50;

type TermRow = { kind: 'term'; text: string; count: number };
type CategoryRow = { kind: 'category'; text: string; id: string };
type SynonymRow = { kind: 'synonym'; phrases: string[] };
type FamilyRow = { kind: 'family'; text: string };
type BrandRow = { kind: 'brand'; text: string };
type CodeRow = { kind: 'code'; text: string };

/** Prepared, because planning it takes longer than reading. */
const selectTerms = prepared<TermRow | CategoryRow | SynonymRow | FamilyRow | BrandRow | CodeRow>(
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
  select 'synonym', null, null, null, terms from synonyms
  union all
  select 'family', typed.term, null, null, null::text[] from (
    select unnest(${sql.placeholder('phrases')}::text[] || ${sql.placeholder('completed')}::text[]) as term
    union select string_to_table(phrase, ' ') from synonyms, unnest(terms) as phrase
  ) typed where exists (select from ${productFamilies} where ${firstWords(productFamilies.name)}
    && array[typed.term, typed.term || 's', regexp_replace(typed.term, 'y$', '') || 'ies'])
  union all
  select 'brand', brand, null::integer, null, null::text[] from ${brandsOnSale}
  where lower(brand) = any(${sql.placeholder('phrases')}::text[])
  union all
  select 'code', code, null, null, null from unnest(${sql.placeholder('codes')}::text[]) as typed (code)
  where exists (select from ${searchDocuments} join ${products} on ${products.id} = ${searchDocuments.productId}
    where ${searchDocuments.terms} @> array[typed.code] and ${isOnSale})`,
);

/**
 * Reads how common the terms are and which phrases are synonyms or categories. `known` terms are in some product. Typed
 * terms that the sample does not contain are counted now: they are rare, or new.
 */
async function readTerms(
  db: Queryable,
  {
    terms,
    completed,
    known,
    codes,
  }: { terms: string[]; completed: string[]; known: string[]; codes: Map<string, string[]> },
) {
  const lookedUp = [...new Set(['', ...terms, ...respelledTerms(terms), ...known])];
  const rows = await selectTerms(db, {
    lookedUp,
    terms,
    phrases: phrasesOf(terms),
    completed,
    codes: [...codes.values()].flat(),
  });
  const counts = new Map(known.map((term) => [term, 1]));
  const categoryIds = new Map<string, string[]>();
  const synonyms = new Map<string, string[]>();
  const familyTerms = new Set<string>();
  const brands = new Map<string, string[]>();
  const knownCodes = new Set<string>();
  for (const row of rows) {
    if (row.kind === 'term') counts.set(row.text, row.count);
    else if (row.kind === 'category') {
      for (const phrase of namesOfCategory(row.text)) append(categoryIds, phrase, [row.id]);
    } else if (row.kind === 'family') familyTerms.add(row.text);
    else if (row.kind === 'brand') append(brands, row.text.toLowerCase(), [row.text]);
    else if (row.kind === 'code') knownCodes.add(row.text);
    else for (const phrase of row.phrases) append(synonyms, phrase, without(row.phrases, phrase));
  }
  const productCount = counts.get('') ?? 1;
  counts.delete('');
  return {
    counts,
    productCount,
    categories: categoryIds,
    synonyms,
    familyTerms,
    brands,
    codes: new Map([...codes].map(([text, terms]) => [text, terms.filter((term) => knownCodes.has(term))])),
  };
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
