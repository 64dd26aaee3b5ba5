import { and, type SQL, sql } from 'drizzle-orm';
import { searchDocuments } from './search.tables.ts';

export { isFacetTerm } from '@reprise/extension/search-index';

// Terms of `search_documents` and conditions on them. One lookup in its GIN index combines all terms of a search, so its
// cost is that of the rarest term.

/** The index compares each match with every term of the list, so short lists are much faster. */
const maxTermsPerList = 16;

/**
 * SQL: the product has one of these terms. The subselect hides the list from the planner, which has no term
 * frequencies and would choose a sequential scan for a long list.
 */
export function hasOneOf(terms: string[]): SQL {
  return sql`${searchDocuments.terms} && (select ${sql.param(terms)}::text[])`;
}

/**
 * SQL: the product has at least one term of each list. A fragment contained in hundreds of words is passed to the
 * index in chunks; other conditions would then make the planner compare each match with all chunks.
 */
export function hasAll(terms: string[][]): SQL | undefined {
  return isLongTermList(terms) ? hasOneOfMany(terms.flat()) : and(...terms.map(hasOneOf));
}

function isLongTermList(terms: string[][]): boolean {
  return terms.length === 1 && terms.flat().length > maxTermsPerList;
}

function hasOneOfMany(terms: string[]): SQL {
  const lists = Array.from({ length: Math.ceil(terms.length / maxTermsPerList) }, (_, index) =>
    arrayLiteral(terms.slice(index * maxTermsPerList, (index + 1) * maxTermsPerList)),
  );
  return sql`${searchDocuments.terms} && any ((select ${sql.param(lists)}::text[]::term_list[])::term_list[])`;
}

const arrayLiteral = (texts: string[]) =>
  `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;

/** SQL: the product has all of these terms. */
export function hasEach(terms: string[]): SQL {
  return sql`${searchDocuments.terms} @> (select ${sql.param(terms)}::text[])`;
}

/** A longer entry does not fit the index. */
const maxBrandLength = 200;
export const facetTerms = {
  category: (id: string) => `c:${id}`,
  brand: (brand: string) => `b:${[...brand].slice(0, maxBrandLength).join('')}`,
  condition: (condition: string) => `q:${condition}`,
  origin: (origin: string) => `o:${origin}`,
  /** A term of the name of the product. */
  inName: (term: string) => `n:${term}`,
  /** A code of the product, such as its SKU, without blanks and punctuation. */
  code: (code: string) => `k:${code}`,
  /** Beginning of a code, or of a model number in the name. */
  codeBeginning: (beginning: string) => `j:${beginning}`,
};

/** Prices are indexed in steps of one eighth of a power of e. */
const priceStep = (cents: number) => Math.trunc(Math.log(cents + 1) * 8);
export const priceTerm = (cents: number) => `p:${priceStep(cents)}`;

/** Returns the terms of all prices in a range. */
export function priceTerms(minCents: number | undefined, maxCents: number | undefined): string[] {
  return range(priceStep(minCents ?? 0), priceStep(maxCents ?? maxPriceColumn)).map((step) => `p:${step}`);
}

/** Maximum of the integer column. */
const maxPriceColumn = 2_147_483_647;

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
