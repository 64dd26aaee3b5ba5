import { and, type SQL, sql } from 'drizzle-orm';
import { products } from '../catalog.tables.ts';

// The index `products_terms` knows each product by its words (for name, brand and description), by pairs of words
// that stand side by side, by its kind and by the time it came. All of what a search asks is put to that one index,
// which passes over what only some of the terms have: the work is that of the rarest of them.

const termsOfProduct = sql`(search_terms(${products.searchText}, ${products.name}, ${products.categoryId}, ${products.brand}, ${products.condition}, ${products.origin}, ${products.priceCents}, ${products.createdAt}) collate "C")`;

/** The index compares each find with all terms it was asked for at once: few at a time are faster by far. */
const termsAtOnce = 16;

/**
 * The product has one of these terms. In a subselect, so that the planner does not count them: it knows nothing of
 * their frequencies, and would take many terms for much of the table and read all of it.
 */
export function hasOneOf(terms: string[]): SQL {
  return sql`${termsOfProduct} && (select ${sql.param(terms)}::text[])`;
}

/**
 * The product has one of each of these terms. Of a lone part of a word that hundreds hold they are asked for list by
 * list; then the index must be asked for little else, or the planner compares what is found with all lists instead.
 */
export function hasAll(terms: string[][]): SQL | undefined {
  return isLongTermList(terms) ? hasOneOfMany(terms.flat()) : and(...terms.map(hasOneOf));
}

export function isLongTermList(terms: string[][]): boolean {
  return terms.length === 1 && terms.flat().length > termsAtOnce;
}

function hasOneOfMany(terms: string[]): SQL {
  const lists = Array.from({ length: Math.ceil(terms.length / termsAtOnce) }, (_, at) =>
    arrayLiteral(terms.slice(at * termsAtOnce, (at + 1) * termsAtOnce)),
  );
  return sql`${termsOfProduct} && any ((select ${sql.param(lists)}::text[]::term_list[])::term_list[])`;
}

const arrayLiteral = (texts: string[]) =>
  `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;

export const nameTerm = (word: string) => `=${word}`;
export const pairTerm = (word: string, next: string) => `${word} ${next}`;

/** As the index cuts it. */
const brandLetters = 200;
export const kindTerms = {
  category: (id: string) => `c:${id}`,
  brand: (brand: string) => `b:${[...brand].slice(0, brandLetters).join('')}`,
  condition: (condition: string) => `q:${condition}`,
  origin: (origin: string) => `o:${origin}`,
};

/** Prices are known in steps of an eighth of a power of e; one more on each side makes up for rounding. */
export function priceTerms(minCents: number | undefined, maxCents: number | undefined): string[] {
  const step = (cents: number) => Math.trunc(Math.log(cents + 1) * 8);
  const from = Math.max(0, step(minCents ?? 0) - 1);
  const to = step(maxCents ?? highestCents) + 1;
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => `p:${from + at}`);
}

/** What the column can hold. */
const highestCents = 2_147_483_647;

/**
 * The terms of the time since a moment: ten minutes to the end of its hour, hours to the end of its day and so on. What
 * begins with an hour, a day, a month or a year needs none of the smaller ones.
 */
export function termsSince(since: Date, until: Date): string[] {
  const [date = '', time = ''] = since.toISOString().split('T');
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const two = (number: number) => String(number).padStart(2, '0');
  const tens = restOf(Math.floor(minute / 10), 0, 5);
  const hours = restOf(hour + tens.begun, 0, 23);
  const days = restOf(day + hours.begun, 1, 31);
  const months = restOf(month + days.begun, 1, 12);
  const firstYear = year + months.begun;
  return [
    ...tens.rest.map((ten) => `@${date} ${two(hour)}:${ten}`),
    ...hours.rest.map((each) => `@${date} ${two(each)}`),
    ...days.rest.map((each) => `@${year}-${two(month)}-${two(each)}`),
    ...months.rest.map((each) => `@${year}-${two(each)}`),
    ...numbers(firstYear, Math.max(firstYear, until.getUTCFullYear() + 1)).map((each) => `@${each}`),
  ];
}

/** What is left of a larger unit from here on: nothing by itself at its very beginning, as it is named whole then. */
function restOf(from: number, first: number, last: number): { rest: number[]; begun: 0 | 1 } {
  return from === first ? { rest: [], begun: 0 } : { rest: numbers(from, last), begun: 1 };
}

const numbers = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
