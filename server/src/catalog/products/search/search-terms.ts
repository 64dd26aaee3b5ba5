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

/** Returns the terms of a time: its year, month, day, hour and ten minutes. */
export function timeTerms(time: Date): string[] {
  const written = time.toISOString().replace('T', ' ');
  return [4, 7, 10, 13, 15].map((length) => `@${written.slice(0, length)}`);
}

/**
 * Returns the time terms since a point in time: tens of minutes to the end of its hour, hours to the end of its day,
 * and so on. A start on a full hour, day, month or year needs no smaller terms.
 */
export function termsSince(since: Date, until: Date): string[] {
  const [date = '', time = ''] = since.toISOString().split('T');
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const padTwo = (number: number) => String(number).padStart(2, '0');
  const tens = remainingUnits(Math.floor(minute / 10), 0, 5);
  const hours = remainingUnits(hour + tens.carry, 0, 23);
  const days = remainingUnits(day + hours.carry, 1, 31);
  const months = remainingUnits(month + days.carry, 1, 12);
  const firstYear = year + months.carry;
  return [
    ...tens.rest.map((ten) => `@${date} ${padTwo(hour)}:${ten}`),
    ...hours.rest.map((hour) => `@${date} ${padTwo(hour)}`),
    ...days.rest.map((day) => `@${year}-${padTwo(month)}-${padTwo(day)}`),
    ...months.rest.map((month) => `@${year}-${padTwo(month)}`),
    ...range(firstYear, Math.max(firstYear, until.getUTCFullYear() + 1)).map((year) => `@${year}`),
  ];
}

/** Remaining sub-units of the enclosing unit; empty at its start, because the whole unit is used instead. */
function remainingUnits(from: number, first: number, last: number): { rest: number[]; carry: 0 | 1 } {
  return from === first ? { rest: [], carry: 0 } : { rest: range(from, last), carry: 1 };
}

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
