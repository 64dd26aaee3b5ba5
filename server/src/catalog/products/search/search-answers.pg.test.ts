/** @module-tag slow */

import { conditions } from '@reprise/contract/catalog/products/conditions';
import type { ProductQuery } from '@reprise/contract/catalog/products/product';
import { defaultWarranty } from '@reprise/contract/catalog/products/product';
import { cents } from '@reprise/contract/money';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openFakeOpenSearch } from '../../../../../e2e/fake-opensearch/fake-opensearch.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { createLog } from '../../../platform/log.ts';
import { listProducts } from '../listing/product-list.queries.ts';
import { products } from '../products.tables.ts';
import { rollUpVocabulary } from '../search/roll-up-vocabulary.ts';
import { queryTerms, weighTerms } from './analyze.ts';
import { indexOutdatedProducts } from './index-products.ts';
import { openOutsideEngine } from './outside/outside-engine.ts';
import { searchTermCounts } from './search.tables.ts';
import { postgresSearch } from './search-engine.ts';
import { updateTermCounts } from './term-counts.ts';

// Compares search results over thousands of products with a plain scan in JavaScript.

const { db } = await openTestDatabase();
const count = 3000;

/** Seeded pseudo-random numbers, the same in every run. */
function seededRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return { next, pick: <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T };
}

const brands = ['Apple', 'Sony', 'Nokia'];
const kinds = ['iPhone', 'Galaxy', 'Pixel', 'Phone', 'Headphones', 'ThinkPad'];
const numbers = ['1', '10', '12', 's22', 'A108', 'A110', '128', '13'];
const colors = ['Black', 'Blue', 'Graphite', 'Älter', 'Red'];
const suffixes = ['Pro', 'Max', 'Mini', 'SE', ''];

/** The only product with this word, in its specifications. */
const rareNumber = 7;

const random = seededRandom(3);
const all = Array.from({ length: count }, (_, number) => {
  const words = [random.pick(kinds), random.pick(numbers), random.pick(suffixes), random.pick(colors)].filter(
    Boolean,
  );
  const name = words.join(random.next() < 0.1 ? '-' : ' ');
  const brand = random.pick(brands);
  const description = `${random.pick(['Tested', 'Cleaned', 'New battery'])}, ${random.pick(colors)} box. Number ${number}.`;
  return {
    number,
    name,
    brand,
    description,
    condition: random.pick(conditions),
    price: 1000 + ((number * 7919) % 90_000),
  };
});
type Item = (typeof all)[number];

beforeAll(async () => {
  for (let from = 0; from < count; from += 250) {
    await db.insert(products).values(
      all.slice(from, from + 250).map(({ number, price, ...product }) => ({
        ...product,
        id: `prd_${String(number).padStart(6, '0')}`,
        slug: `p-${number}`,
        sku: `P-${number}`,
        priceCents: cents(price),
        origin: 'open-box' as const,
        images: [],
        specifications: number === rareNumber ? { Chip: 'Zyxel' } : {},
        features: [],
        warranty: defaultWarranty,
        createdAt: new Date(Date.UTC(2026, 0, 1) + number * 600_000),
      })),
    );
  }
  for (let round = 0; round < 3; round++) await rollUpVocabulary(db);
  await indexOutdatedProducts(db);
  await updateTermCounts(db);
});

const textOf = ({ name, brand, description }: Item) => `${name}\n${brand}\n${description}`.toLowerCase();

type SearchQuery = Partial<ProductQuery> & { search: string };

const termsOf = new Map(
  all.map((item) => [item, new Set(weighTerms({ ...item, specifications: {}, features: [] }).terms)]),
);
const hasAllWords = (item: Item, search: string) =>
  queryTerms(search).every((term) => termsOf.get(item)?.has(term));

/** Expected result: products with all words of the search, or with its text; those with the words come first. */
function expectedResult({ search, brand, maxPrice, sort }: SearchQuery) {
  const matching = all.filter(
    (item) => hasAllWords(item, search) || textOf(item).includes(search.toLowerCase()),
  );
  const passesFilters = (product: Item) =>
    (!brand || brand.includes(product.brand)) && (maxPrice === undefined || product.price <= maxPrice);
  const expected = matching.filter(passesFilters).sort((a, b) => {
    if (sort === 'price-low') return a.price - b.price || a.number - b.number;
    return b.number - a.number;
  });
  return { hasMatches: matching.length > 0, slugs: expected.map(({ number }) => `p-${number}`), expected };
}

function randomQuery(seed: number): SearchQuery {
  const random = seededRandom(seed);
  const name = random.pick(all).name.toLowerCase();
  const from = Math.floor(random.next() * name.length * 0.6);
  const search = random.pick([
    name.split(/[ -]/)[0] ?? name,
    name.split(/[ -]/).slice(0, 2).join(' '),
    name.slice(from, from + 2 + Math.floor(random.next() * 8)).trim() || name,
    random.pick(brands),
    random.pick(numbers),
    `${random.pick(colors)} box`,
    name.replace(/[^a-z]/g, '').slice(0, 1),
    'one',
  ]);
  return {
    search,
    sort: random.pick(['newest', 'relevance', 'price-low'] as const),
    ...(random.next() < 0.2 && { brand: [random.pick(brands)] }),
    ...(random.next() < 0.2 && { maxPrice: cents(30_000) }),
    page: 1 + Math.floor(random.next() * 3),
  };
}

async function compare(query: SearchQuery, engine = postgresSearch) {
  const limit = 20;
  const page = query.page ?? 1;
  const answer = await listProducts(db, { ...query, limit }, engine);
  const { hasMatches, slugs, expected } = expectedResult(query);
  if (!hasMatches) return expect(answer.match === 'exact' ? answer.products : []).toEqual([]);
  const label = JSON.stringify(query);
  expect([label, answer.match]).toEqual([label, 'exact']);
  const shown = answer.products.map(({ slug }) => slug);
  if (query.sort === 'relevance') expectByRelevance(label, query.search, shown, slugs);
  else expect([label, shown]).toEqual([label, slugs.slice((page - 1) * limit, page * limit)]);
  if (engine !== postgresSearch && answer.pagination.atLeast)
    return expect(slugs.length).toBeGreaterThan(answer.pagination.total - 2);
  expect([label, answer.pagination]).toMatchObject([label, { total: slugs.length }]);
  const ofCondition = (value: string) => expected.filter((product) => product.condition === value).length;
  expect([label, answer.facets.conditions]).toEqual([
    label,
    conditions.map((value) => ({ value, count: ofCondition(value) })),
  ]);
}

/** Checks that all shown products match and that none with only the text comes before one with all words. */
function expectByRelevance(label: string, search: string, shown: string[], slugs: string[]): void {
  expect([label, shown.filter((slug) => !slugs.includes(slug))]).toEqual([label, []]);
  const areWords = shown.map((slug) => hasAllWords(all[Number(slug.slice(2))] as Item, search));
  expect([label, areWords]).toEqual([label, [...areWords].sort((a, b) => Number(b) - Number(a))]);
}

const seeds = Array.from({ length: 40 }, (_, index) => index + 1);

test('search returns the matches of a plain scan in order with exact counts', async () => {
  for (const seed of seeds) await compare(randomQuery(seed));
});

async function openEngine() {
  const fake = await openFakeOpenSearch();
  onTestFinished(fake.close);
  const engine = await openOutsideEngine(fake.searchUrl, { db, log: createLog('silent') });
  await engine.outside?.pushChanges(new Date());
  return { fake, engine };
}

test('an engine outside the database returns all matches in order with exact counts', async () => {
  const { fake, engine } = await openEngine();
  for (const seed of seeds) await compare(randomQuery(seed), engine);
  expect(engine.outside?.countFallbacks()).toBe(0);
  expect(fake.requests.filter((request) => request.endsWith('_msearch')).length).toBeGreaterThan(
    seeds.length / 2,
  );
});

test.each<[Partial<SearchQuery>, number]>([
  [{ sort: 'relevance' }, 1],
  [{ sort: 'newest', page: 3 }, 1],
  [{ sort: 'relevance', brand: ['Nokia'] }, 2],
  [{ sort: 'price-low', brand: ['Nokia'], maxPrice: cents(30_000), page: 2 }, 2],
  [{ sort: 'relevance', brand: ['Nokia', 'Sony', 'Apple'], maxPrice: cents(91_000) }, 2],
  [{ sort: 'newest', brand: ['Nokia', 'Sony', 'Apple'] }, 2],
])('lists of more matches than the engine returns are complete: %j', async (query, searches) => {
  const { fake, engine } = await openEngine();
  await compare({ search: 'number', ...query }, engine);
  expect(fake.requests.filter((request) => request.endsWith('_msearch'))).toHaveLength(searches);
});

describe('fuzzy search', () => {
  const wordsOf = (product: Item) => textOf(product).split(/[^\p{L}\p{N}]+/u);
  const total = async (search: string) => (await listProducts(db, { search, limit: 1 })).pagination.total;

  test.each(['10', '12', 'se', '1'])(
    'fuzzy search matches the short word %j as a whole word',
    async (word) => {
      const expected = all.filter(
        (product) => textOf(product).includes('galaxy') && wordsOf(product).includes(word),
      );
      expect(expected.length).toBeGreaterThan(0);
      expect(await total(`galxy ${word}`)).toBe(expected.length);
    },
  );

  test('an unknown short word beside a corrected name is left out', async () => {
    const { match, search } = await listProducts(db, { search: 'galxy a1', limit: 1 });
    expect({ match, search }).toMatchObject({ match: 'partial', search: { missingWords: ['a1'] } });
  });

  test('a partial search leaves out the words that no product has beside the others', async () => {
    const expected = all.filter((product) => textOf(product).includes('thinkpad'));
    const { match, search, pagination } = await listProducts(db, { search: 'thinkpda zzzzz', limit: 1 });
    expect({ match, total: pagination.total }).toEqual({ match: 'partial', total: expected.length });
    expect(search).toMatchObject({ correctedQuery: 'thinkpad', missingWords: ['zzzzz'] });
  });

  test('a search for unknown words alone finds nothing', async () => {
    expect(await total('zzzzz qqqqq')).toBe(0);
  });
});

test('a word that the sample of terms does not contain is found in specifications', async () => {
  await db.delete(searchTermCounts).where(eq(searchTermCounts.term, 'zyxel'));
  const { match, products } = await listProducts(db, { search: 'zyxel' });
  expect({ match, slugs: products.map(({ slug }) => slug) }).toEqual({
    match: 'exact',
    slugs: [`p-${rareNumber}`],
  });
});

describe('substring search', () => {
  test('finds every product by random pieces of its text of three letters or more', async () => {
    const random = seededRandom(11);
    for (let round = 0; round < 60; round++) {
      const item = random.pick(all);
      const text = random.pick([item.name, item.description, item.brand]);
      const length = 3 + Math.floor(random.next() * 10);
      const from = Math.floor(random.next() * Math.max(1, text.length - length));
      const search = text.slice(from, from + length).trim();
      if (search.length < 3) continue;
      const id = `prd_${String(item.number).padStart(6, '0')}`;
      const { products } = await listProducts(db, { search, id: [id], limit: 1 });
      expect([search, products.map(({ slug }) => slug)]).toEqual([search, [`p-${item.number}`]]);
    }
  });
});
