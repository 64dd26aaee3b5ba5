import { defaultWarranty } from '@reprise/contract/catalog/products/product';
import { cents } from '@reprise/contract/money';
import { beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { products } from '../products.tables.ts';
import { rollUpVocabulary } from '../search/roll-up-vocabulary.ts';
import { postgresSearch } from '../search/search-engine.ts';
import { findSuggestions } from '../search/suggestion.queries.ts';
import { listProductCards, listProducts } from './product-list.queries.ts';

// The files of statements/ have the SQL of each kind of query as PostgreSQL gets it.

const database = await openTestDatabase();
if (database.kind !== 'embedded') throw new Error('for the embedded database');
const { db, pglite } = database;

beforeAll(async () => {
  await db.insert(products).values({
    id: 'prd_1',
    slug: 'pixel-7',
    sku: 'GOO-PIX-1',
    name: 'Pixel 7 Snow',
    brand: 'Google',
    description: '',
    priceCents: cents(20_000),
    stockCount: 9,
    condition: 'good',
    origin: 'open-box',
    images: [],
    specifications: {},
    features: [],
    warranty: defaultWarranty,
  });
  await rollUpVocabulary(db);
});

async function statementsOf(work: () => Promise<unknown>): Promise<string> {
  const query = pglite.query;
  const statements: string[] = [];
  pglite.query = (text, ...rest) => {
    statements.push(text);
    return query.call(pglite, text, ...rest) as never;
  };
  try {
    await work();
  } finally {
    pglite.query = query;
  }
  // One line for each part of a `with`.
  return statements.map((text) => text.replaceAll(/, (?="?\w+"? as materialized)/g, ',\n')).join(';\n\n');
}

test.each([
  ['products', () => listProducts(db, {})],
  ['cards', () => listProductCards(db, { sort: 'price-low', inStock: true })],
  ['cards-by-price', () => listProductCards(db, { brand: ['Google'], minPrice: cents(100) })],
  ['search', () => listProductCards(db, { search: 'pixel 7', sort: 'relevance' })],
  ['suggestions', () => findSuggestions(db, 'pixel', postgresSearch)],
])('the query “%s” sends these statements', async (name, work) => {
  await expect(await statementsOf(work)).toMatchFileSnapshot(`statements/${name}.sql`);
});
