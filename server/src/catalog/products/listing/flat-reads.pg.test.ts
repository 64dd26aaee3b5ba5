/** @module-tag slow */

import { conditions, origins } from '@reprise/contract/catalog/products/conditions';
import { optionNames } from '@reprise/contract/catalog/products/option-names';
import type { ProductQuery } from '@reprise/contract/catalog/products/product';
import { defaultWarranty, maxOffset } from '@reprise/contract/catalog/products/product';
import { type Cents, cents } from '@reprise/contract/money';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { listCategories } from '../categories/category.queries.ts';
import { findProductPage } from '../product.queries.ts';
import { categories, products } from '../products.tables.ts';
import { indexOutdatedProducts } from '../search/index-products.ts';
import { rollUpVocabulary } from '../search/roll-up-vocabulary.ts';
import { postgresSearch } from '../search/search-engine.ts';
import { findSuggestions } from '../search/suggestion.queries.ts';
import { updateTermCounts } from '../search/term-counts.ts';
import { listProductCards, listProducts } from './product-list.queries.ts';

// Storefront reads over thousands of products use indexes and a fixed number of statements.

const database = await openTestDatabase();
if (database.kind !== 'postgres') throw new Error('for PostgreSQL');
const { db, pool } = database;
const count = 8000;
const brands = ['Acme', 'Bolt', 'Cork', 'Dune', 'Echo'];

beforeAll(async () => {
  await db.insert(categories).values(
    ['phones', 'laptops', 'audio'].map((name) => ({
      id: `cat_${name}`,
      name,
      slug: name,
      description: name,
      image: '',
    })),
  );
  // Families of five models; those above 4,000 have none, so each of their products is one of its own.
  await db.execute(sql`insert into product_families (id, slug, name, brand)
    select 'fam_' || n, 'fam-' || n, 'Family ' || n, 'Acme' from generate_series(0, 799) n`);
  await db.execute(sql`insert into device_models (model_key, family_id, name, brand, identifiers, options)
    select 'model-' || n, 'fam_' || n / 5, 'Model', 'Acme', '{serial}',
      (select jsonb_object_agg(name, case n % 3 when 0 then 'rare' || n else 'common' end)
        from unnest(${sql.param(optionNames)}::text[]) name)
    from generate_series(0, 3999) n`);
  for (let from = 0; from < count; from += 250) {
    await db.insert(products).values(Array.from({ length: 250 }, (_, index) => productOf(from + index)));
  }
  for (let round = 0; round < 3; round++) await rollUpVocabulary(db);
  await indexOutdatedProducts(db);
  await updateTermCounts(db);
  // Autovacuum may or may not have come by: the plans must not depend on it.
  await db.execute(sql`vacuum (analyze)`);
});

function productOf(number: number): typeof products.$inferInsert {
  const name = `Gadget ${number % 500} ${brands[number % 5]} ${number % 7 === 0 ? 'special' : 'plain'}`;
  return {
    id: `prd_${String(number).padStart(6, '0')}`,
    slug: `gadget-${number}`,
    sku: `G-${number}`,
    name,
    description: `${name}, inspected and graded, number ${number}. ${'Works as it should. '.repeat(10)}`,
    brand: brands[number % 5] ?? '',
    categoryId: `cat_${['phones', 'laptops', 'audio'][number % 3]}`,
    priceCents: cents(1000 + ((number * 7919) % 90_000)),
    originalPriceCents: number % 2 === 0 ? (200_000 as Cents) : null,
    condition: conditions[number % 4] ?? 'good',
    origin: origins[number % 3] ?? 'open-box',
    stockCount: number % 9,
    images: [],
    specifications: {},
    features: [],
    warranty: defaultWarranty,
    featured: number % 400 === 0,
    modelKey: `model-${number % 5000}`,
    ratingSum: number % 11,
    reviewCount: number % 3,
    createdAt: new Date(Date.UTC(2026, 0, 1) + number * 60_000),
  };
}

type Statement = { text: string; values: unknown[] };

/** Returns the statements that `work` sends. */
async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const query = pool.query;
  const statements: Statement[] = [];
  pool.query = ((config: { text: string; values?: unknown[] }, args?: unknown[]) => {
    const values = args ?? config.values ?? [];
    statements.push({ text: config.text, values });
    return (query as (...all: unknown[]) => unknown).call(pool, config, values);
  }) as typeof pool.query;
  try {
    await work();
  } finally {
    pool.query = query;
  }
  return statements;
}

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Subplan Name'?: string;
  'Plan Rows'?: number;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  Plans?: Plan[];
};

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

async function explain({ text, values }: Statement): Promise<Plan[]> {
  const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    `explain (analyze, timing off, format json) ${text}`,
    values,
  );
  return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan: plan }) => nodesOf(plan)));
}

/** Returns the tables that the statement scans in full. */
async function fullScans(statement: Statement): Promise<(string | undefined)[]> {
  const nodes = await explain(statement);
  const limited = new Set(nodes.flatMap((node) => (node['Node Type'] === 'Limit' ? (node.Plans ?? []) : [])));
  return nodes.flatMap((node) =>
    // A sequential scan that stops early is fine: common matches fill the limit quickly.
    node['Node Type'] === 'Seq Scan' &&
    !limited.has(node) &&
    ['products', 'search_documents'].includes(node['Relation Name'] ?? '') &&
    (node['Actual Rows'] ?? 0) > 2000
      ? [node['Relation Name']]
      : [],
  );
}

const list = (query: Partial<ProductQuery>) => () => listProducts(db, { limit: 24, ...query });
const newest = `prd_${String(count - 1).padStart(6, '0')}`;

const reads: Record<string, [work: () => Promise<unknown>, statementCount: number]> = {
  'the newest': [list({}), 2],
  'products far down the list': [list({ after: `prd_${String(100).padStart(6, '0')}` }), 2],
  'by price': [list({ sort: 'price-high' }), 2],
  'by rating': [list({ sort: 'rating' }), 2],
  'by saving': [list({ sort: 'saving', discounted: true, inStock: true }), 2],
  'by name': [list({ sort: 'name' }), 2],
  'a category by price': [list({ category: ['phones'], sort: 'price-low' }), 3],
  'a brand by name': [list({ brand: ['Dune'], sort: 'name' }), 2],
  'four filters': [
    list({ category: ['audio'], brand: ['Echo'], condition: ['fair'], inStock: true, sort: 'price-low' }),
    3,
  ],
  'a price range': [list({ minPrice: cents(5000), maxPrice: cents(6000) }), 2],
  featured: [list({ featured: true }), 2],
  'a search with many matches': [list({ search: 'special', sort: 'relevance' }), 5],
  'a search with few matches': [list({ search: 'number 1234', sort: 'relevance' }), 5],
  'a search without matches': [list({ search: 'xq!' }), 3],
  'a search with a typo': [list({ search: 'specail gadgte' }), 7],
  'a search for words that are not adjacent': [list({ search: 'inspected gadget' }), 5],
  suggestions: [() => findSuggestions(db, 'gadg', postgresSearch), 5],
  'suggestions from descriptions': [() => findSuggestions(db, 'inspected', postgresSearch), 5],
  'families, the newest': [list({ show: 'families' }), 4],
  'families by price': [list({ show: 'families', sort: 'price-low' }), 4],
  'families of a search': [list({ show: 'families', search: 'special', sort: 'name' }), 7],
  'a product page': [() => findProductPage(db, newest), 1],
  categories: [() => listCategories(db), 1],
};

describe('storefront reads', () => {
  test.each(Object.entries(reads))(
    'reads %s without a full scan, in a fixed number of statements',
    async (_name, [work, statementCount]) => {
      const statements = await statementsOf(work);
      expect(statements).toHaveLength(statementCount);
      for (const statement of statements) expect(await fullScans(statement)).toEqual([]);
    },
  );
});

test('products without a current document are found in batches, none of which reads all documents', async () => {
  const statements = await statementsOf(() => indexOutdatedProducts(db));
  expect(statements).toHaveLength(count / 500 + 1);
  for (const statement of statements) expect(await fullScans(statement)).toEqual([]);
});

describe('pagination', () => {
  const readPageOfHundred = (page: number, query: Partial<ProductQuery>) =>
    statementsOf(list({ sort: 'price-low', page, limit: 100, ...query }));

  test('pagination ends at the counted total', async () => {
    expect(await readPageOfHundred(12, { search: 'special' })).toHaveLength(5);
    expect(await readPageOfHundred(13, { search: 'special' })).toHaveLength(4);
  });

  test('pagination ends at maxOffset', async () => {
    await db.execute(sql`insert into products
      (id, slug, sku, name, description, brand, price_cents, condition, origin, images, specifications, features, warranty)
      select 'many_' || n, 'many-' || n, 'MANY-' || n, 'Many', '', 'Many', 100, 'good', 'open-box', '[]', '{}', '[]', '{}'
      from generate_series(1, 2100) n`);
    try {
      const lastPage = maxOffset / 100;
      expect(await readPageOfHundred(lastPage, {})).toHaveLength(2);
      expect(await readPageOfHundred(lastPage + 1, {})).toHaveLength(1);
      const { pagination } = await listProducts(db, { limit: 100 });
      expect(pagination).toMatchObject({ total: count + 2100, pages: lastPage });
    } finally {
      await db.execute(sql`delete from products where brand = 'Many'`);
    }
  });
});

describe('thousands of families', () => {
  const card = sql`(family_id) * from products where stock_count > 0 order by family_id`;
  test.each([
    ['price-low', sql`select distinct on ${card}, price_cents, id`, sql`price_cents, family_id`],
    ['newest', sql`select distinct on ${card}, created_at desc, id desc`, sql`created_at desc, id desc`],
  ] as const)('are read in order of %s, each once', async (sort, oneOfEach, order) => {
    const { rows } = await db.execute<{ family_id: string; total: number }>(sql`
      select family_id, count(*) over ()::int as total from (${oneOfEach}) one_of_each
      order by ${order} limit 24 offset 48`);
    const query = { show: 'families', sort, inStock: true, page: 3 } as const;
    const { products: cards, pagination } = await listProductCards(db, { limit: 24, ...query });
    expect(cards.map(({ family }) => family?.id)).toEqual(rows.map(({ family_id }) => family_id));
    expect(pagination.total).toBe(rows[0]?.total);
  });
});

test('the planner knows how common an option is, so that a list does not read its category per configuration', async () => {
  for (const name of optionNames) {
    const option = name === 'baseColor' ? 'base_color' : `options ->> '${name}'`;
    const [plan] = await explain({
      text: `select from device_models where ${option} = any($1::text[])`,
      values: [['common']],
    });
    expect([name, plan?.['Plan Rows']]).toEqual([
      name,
      expect.toSatisfy((rows) => rows > 2000 && rows < 3000),
    ]);
  }
});

test('a sale updates no index of the products', async () => {
  // The index names are compared, because the room in a page depends on earlier work.
  const { rows: indexes } = await pool.query(`
    select i.relname as name from pg_depend d
      join pg_class i on i.oid = d.objid and i.relkind = 'i'
      join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
    where d.refobjid = 'products'::regclass and a.attname in ('stock_count', 'sold_count')`);
  expect(indexes).toEqual([]);
  const { rows: tables } = await pool.query(
    `select reloptions from pg_class where oid = 'products'::regclass`,
  );
  expect(tables).toEqual([
    { reloptions: expect.arrayContaining([expect.stringMatching(/^fillfactor=\d\d$/)]) },
  ]);
});
