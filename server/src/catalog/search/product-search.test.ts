import { expect, test } from 'vitest';
import type { QueryGroup } from '../products/search/parse-query.ts';
import { searchFor } from '../products/search/product-search.ts';
import type { QueryFacts } from '../products/search/query-facts.ts';

const groupOf = (word: string, category?: string): QueryGroup => ({
  words: [word],
  rarity: 1,
  names: category === undefined ? null : 'category',
  alternatives: [word, category].flatMap((term) => (term ? [{ terms: [term], factor: 1 }] : [])),
});
const facts: QueryFacts = {
  typed: '',
  terms: [],
  words: [],
  counts: new Map([
    ['laptop', 20],
    ['gaming', 50],
    ['blue', 100],
  ]),
  productCount: 1000,
  synonyms: new Map(),
  categories: new Map(),
  familyTerms: new Set(),
  brands: new Map(),
  codes: [],
  prefixMatches: [],
  replacements: new Map(),
  tiers: [],
};
const shareOf = (...groups: QueryGroup[]) =>
  searchFor({ groups, preferred: [] }, facts, { match: 'exact', withText: false }).share;
const laptops = groupOf('laptop', 'category:cat_1');

test('the rarest word tells the share of products that match, but none that names a category', () => {
  expect(shareOf(groupOf('gaming'), groupOf('blue'))).toBe(0.05);
  expect(shareOf(groupOf('gaming'), laptops)).toBe(0.05);
  // Unknown, not 0.02: all products of the category match.
  expect(shareOf(laptops)).toBe(0);
});
