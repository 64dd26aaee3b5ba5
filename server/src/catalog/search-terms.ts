import { type SQL, sql } from 'drizzle-orm';
import { products } from './catalog.tables.ts';

// The index `products_terms` knows each product by its words (for name, brand and description), by pairs of words
// that stand side by side, by its kind and by the time it came. All of what a search asks is put to that one index,
// which passes over what only some of the terms have: the work is that of the rarest of them.

const termsOfProduct = sql`(search_terms(${products.searchText}, ${products.name}, ${products.categoryId}, ${products.brand}, ${products.condition}, ${products.origin}, ${products.priceCents}, ${products.createdAt}) collate "C")`;

/**
 * The product has one of these terms. In a subselect, so that the planner does not count them: it knows nothing of
 * their frequencies, and would take many terms for much of the table and read all of it.
 */
export function hasOneOf(terms: string[]): SQL {
  return sql`${termsOfProduct} && (select ${sql.param(terms)}::text[])`;
}

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

/** The terms of the time since a moment: ten minutes to the end of its hour, hours to the end of its day and so on. */
export function termsSince(since: Date, until: Date): string[] {
  const [date = '', time = ''] = since.toISOString().split('T');
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const two = (number: number) => String(number).padStart(2, '0');
  return [
    ...numbers(Math.floor(minute / 10), 5).map((ten) => `@${date} ${two(hour)}:${ten}`),
    ...numbers(hour + 1, 23).map((each) => `@${date} ${two(each)}`),
    ...numbers(day + 1, 31).map((each) => `@${year}-${two(month)}-${two(each)}`),
    ...numbers(month + 1, 12).map((each) => `@${year}-${two(each)}`),
    ...numbers(year + 1, Math.max(year, until.getUTCFullYear()) + 1).map((each) => `@${each}`),
  ];
}

const numbers = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
