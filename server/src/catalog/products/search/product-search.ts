import { and, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { escapeLike } from '../../../platform/database/like-pattern.ts';
import { maxRowsWithoutTrigrams } from '../../../platform/database/trigrams.ts';
import { products } from '../products.tables.ts';
import { asksForAccessory, documentTerms } from './analyze.ts';
import { type Alternative, isMatchable, type ParsedQuery, type QueryGroup } from './parse-query.ts';
import type { QueryFacts } from './query-facts.ts';
import { searchDocuments } from './search.tables.ts';
import { facetTerms, hasAll, hasEach, hasOneOf, isFacetTerm } from './search-terms.ts';
import type { VocabularyWord } from './search-vocabulary.ts';

/** SQL of one search. Products that match the words rank before those that only contain the text as typed. */
export type ProductSearch = {
  match: 'exact' | 'partial' | 'fuzzy';
  /** Condition on `search_documents`: the product matches each group of words; null if no product can. */
  words: SQL | null;
  /** Condition on `search_documents` and `products`: the product contains the typed text; null if not searched. */
  substring: SQL | null;
  /** True if the index serves `substring`; otherwise only the newest products are scanned. */
  isSubstringIndexed: boolean;
  /** Score of a product that matches the words. */
  score: SQL;
  /** Score of a product that only contains the text: 1 if its name does. */
  textScore: SQL;
  /** Condition on `products`: offers that stand for their family, of a condition that the query names. */
  preferred?: SQL | undefined;
  /** Set if an engine found more than it returned: facets without their filter, or all counts, are lower bounds. */
  lowerBounds?: 'facets' | 'all';
};

export const noMatches: ProductSearch = {
  match: 'exact',
  words: null,
  substring: null,
  isSubstringIndexed: true,
  score: sql`0`,
  textScore: sql`0`,
};

export const documentsOfProducts = sql`${searchDocuments} join ${products} on ${products.id} = ${searchDocuments.productId}`;
/** A text that the index cannot serve is looked for in the newest products only. */
export const newestProducts = sql`(select * from ${products}
  order by created_at desc, id desc limit ${maxRowsWithoutTrigrams}) products`;

/** Returns the search for a parsed query; with `typed`, products that contain this text match as well. */
export function searchFor(
  query: ParsedQuery,
  facts: QueryFacts,
  { match, withText }: { match: ProductSearch['match']; withText: boolean },
): ProductSearch {
  const words = canMatch(query, facts) ? matchesGroups(query.groups) : null;
  const contained = withText ? substringCandidates(facts.words) : [];
  const candidates = words && contained.length > 0 ? withOtherTerms(contained, query.groups) : contained;
  const isUnknown = candidates.some((choices) => choices.length === 0);
  const text = and(hasAll(candidates), contains(facts.typed));
  return {
    match,
    words,
    substring: withText && facts.typed && !isUnknown ? sql`(${text})` : null,
    isSubstringIndexed: candidates.length > 0,
    score: scoreOf(query),
    textScore: sql`(${contains(facts.typed, sql`lower(${products.name})`)})::int`,
    preferred: or(...query.preferred.map(isOfFacet)),
  };
}

/** SQL: the product has the condition or origin of the facet term. */
const isOfFacet = (term: string) =>
  sql`${term} in (${facetTerms.condition('')} || ${products.condition}, ${facetTerms.origin('')} || ${products.origin})`;

const canMatch = ({ groups }: ParsedQuery, facts: QueryFacts) =>
  groups.length > 0 && groups.every((group) => isMatchable(group, facts));

const matchesGroups = (groups: QueryGroup[]) => sql`(${and(...groups.map(matchesGroup))})`;

export function matchesGroup({ alternatives }: QueryGroup): SQL {
  const single = alternatives.flatMap(({ terms }) => (terms.length === 1 ? terms : []));
  const several = alternatives.filter(({ terms }) => terms.length > 1).map(({ terms }) => hasEach(terms));
  return sql`(${or(...several, ...(single.length > 0 ? [hasOneOf(single)] : []))})`;
}

/** Accessories of a device match its name too; a search that names no accessory ranks the devices first. */
export const accessoryFactor = 0.95;
export const preferenceFactor = 0.2;
const maxWeight = 255;

/** SQL: BM25 over the groups; each counts its best alternative. Conditions that the query names raise the score. */
function scoreOf({ groups, optional = [], preferred, isCheap }: ParsedQuery): SQL {
  const parts = [...groups, ...optional].map(
    ({ alternatives, rarity }) =>
      sql`${number(rarity / maxWeight)} * greatest(${sql.join(alternatives.map(scoreOfAlternative), sql`, `)})`,
  );
  const sum = groups.reduce((total, { rarity }) => total + rarity, 0);
  const preferences = preferred.map(
    (term) => sql`case when ${hasEach([term])} then ${number(sum * preferenceFactor)} else 0 end`,
  );
  const factor = asksForAccessory(groups.flatMap(({ words }) => words))
    ? sql`1`
    : sql`case when ${searchDocuments.isAccessory} then ${number(accessoryFactor)} else 1 end`;
  const cheapness = isCheap ? sql` / power(${products.priceCents} + 1, 0.25)` : sql``;
  return sql`(${sql.join([...parts, ...preferences], sql` + `)}) * ${factor}${cheapness}`;
}

function scoreOfAlternative({ terms, factor }: Alternative): SQL {
  const weights = terms.map((term) =>
    isFacetTerm(term) ? sql`(${hasEach([term])})::int * ${number(maxWeight)}` : weightOf(term),
  );
  return sql`${number(factor / terms.length)} * (${sql.join(weights, sql` + `)})`;
}

const weightOf = (term: string) =>
  sql`coalesce(${searchDocuments.weights}[array_position(${searchDocuments.terms}, ${term}::text)], 0)`;

/** The type of a parameter is not known in arithmetic. */
const number = (value: number) => sql`${value}::float8`;

const contains = (text: string, column: SQLWrapper = products.searchText) =>
  sql`${column} like '%' || lower(${escapeLike(text)}) || '%'`;

/**
 * Returns the terms that a product with the typed text has one of, for each typed word that the vocabulary can list; the
 * first and last word may be fragments.
 */
function substringCandidates(words: VocabularyWord[]): string[][] {
  const all = words.flatMap((_, index) => {
    const candidates = candidatesAt(words, index);
    return candidates ? [[...new Set(candidates.flatMap((word) => documentTerms(word).slice(0, 1)))]] : [];
  });
  const selective = all.filter(({ length }) => length <= maxSelectiveTerms);
  return selective.length > 0 ? selective : all;
}

/**
 * Returns the candidates of products that the groups do not match. Such a product has, for some group, none of its terms;
 * since it has a term of each candidate list, it has one there that the group lacks. None is left for most single words,
 * whose text is then not looked for: it would read all their matches again.
 */
function withOtherTerms(candidates: string[][], groups: QueryGroup[]): string[][] {
  const others = groups.flatMap(({ alternatives }) => {
    const own = new Set(alternatives.flatMap(({ terms }) => (terms.length === 1 ? terms : [])));
    const lacking = candidates.map((terms) => terms.filter((term) => !own.has(term)));
    return lacking.toSorted((a, b) => a.length - b.length)[0] ?? [];
  });
  const distinct = [...new Set(others)];
  return candidates.length === 1 ? [distinct] : [...candidates, distinct];
}

/** Terms with more alternatives are not selective; they are matched against the text, not the index. */
const maxSelectiveTerms = 100;

function candidatesAt(words: VocabularyWord[], index: number): string[] | null {
  const { word, substringMatches } = words[index] as VocabularyWord;
  const [isFirst, isLast] = [index === 0, index === words.length - 1];
  if (!isFirst && !isLast) return [word];
  return (
    substringMatches?.filter(
      (match) => (isFirst || match.startsWith(word)) && (isLast || match.endsWith(word)),
    ) ?? null
  );
}
