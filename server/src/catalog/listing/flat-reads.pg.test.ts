import type { ProductQuery } from '@reprise/contract/catalog/catalog';
import { defaultWarranty, maxOffset } from '@reprise/contract/catalog/catalog';
import { conditions, origins } from '@reprise/contract/catalog/conditions';
import { type Cents, cents } from '@reprise/contract/money';
import { eq, gt, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/test-database.ts';
import { categories, facetCounts, products, recencyTiers } from '../catalog.tables.ts';
import { listCategories } from '../category.queries.ts';
import { findProductPage } from '../product.queries.ts';
import { findSuggestions } from '../search/suggestion.queries.ts';
import { rollUpFacetCounts } from './facet-counts.ts';
import { listProducts } from './product-list.queries.ts';

// How the storefront's reads go about thousands of products: along indexes, in few trips.

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
  for (let from = 0; from < count; from += 250) {
    await db.insert(products).values(Array.from({ length: 250 }, (_, at) => productOf(from + at)));
  }
  for (let round = 0; round < 3; round++) await rollUpFacetCounts(db);
  await db.execute(sql`analyze`);
});

function productOf(at: number): typeof products.$inferInsert {
  const name = `Gadget ${at % 500} ${brands[at % 5]} ${at % 7 === 0 ? 'special' : 'plain'}`;
  return {
    id: `prd_${String(at).padStart(6, '0')}`,
    slug: `gadget-${at}`,
    sku: `G-${at}`,
    name,
    description: `${name}, inspected and graded, number ${at}. ${'Works as it should. '.repeat(10)}`,
    brand: brands[at % 5] ?? '',
    categoryId: `cat_${['phones', 'laptops', 'audio'][at % 3]}`,
    priceCents: cents(1000 + ((at * 7919) % 90_000)),
    originalPriceCents: at % 2 === 0 ? (200_000 as Cents) : null,
    condition: conditions[at % 4] ?? 'good',
    origin: origins[at % 3] ?? 'open-box',
    stockCount: at % 9,
    images: [],
    specifications: {},
    features: [],
    warranty: defaultWarranty,
    featured: at % 400 === 0,
    modelKey: `model-${at % 5000}`,
    ratingSum: at % 11,
    reviewCount: at % 3,
    createdAt: new Date(Date.UTC(2026, 0, 1) + at * 60_000),
  };
}

type Sent = { text: string; values: unknown[] };

/** The statements that the work sends. */
async function sentBy(work: () => Promise<unknown>): Promise<Sent[]> {
  const query = pool.query;
  const sent: Sent[] = [];
  pool.query = ((config: { text: string; values?: unknown[] }, given?: unknown[]) => {
    const values = given ?? config.values ?? [];
    sent.push({ text: config.text, values });
    return (query as (...all: unknown[]) => unknown).call(pool, config, values);
  }) as typeof pool.query;
  try {
    await work();
  } finally {
    pool.query = query;
  }
  return sent;
}

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Subplan Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  Plans?: Plan[];
};

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

async function explain({ text, values }: Sent): Promise<Plan[]> {
  const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    `explain (analyze, timing off, format json) ${text}`,
    values,
  );
  return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan: plan }) => nodesOf(plan)));
}

/** Tables that were read from end to end. */
async function readWhole(statement: Sent): Promise<string[]> {
  return (await explain(statement)).flatMap((node) =>
    // Stopped early is not from end to end: what is found everywhere is found soon.
    node['Node Type'] === 'Seq Scan' &&
    node['Relation Name'] === 'products' &&
    (node['Actual Rows'] ?? 0) > 2000
      ? ['products']
      : [],
  );
}

/** How often a part of a statement went to the products, and what it found there. */
async function findPart(statement: Sent, part: string) {
  const plan = (await explain(statement)).find((node) => node['Subplan Name'] === `CTE ${part}`);
  const reading = plan && nodesOf(plan).find((node) => node['Relation Name'] === 'products');
  return { 'Actual Loops': reading?.['Actual Loops'], 'Actual Rows': reading?.['Actual Rows'] };
}

const list = (query: Partial<ProductQuery>) => () => listProducts(db, { limit: 24, ...query });
const newest = `prd_${String(count - 1).padStart(6, '0')}`;

const reads: Record<string, [work: () => Promise<unknown>, trips: number]> = {
  'the newest': [list({}), 2],
  'those far behind': [list({ after: `prd_${String(100).padStart(6, '0')}` }), 2],
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
  'a search that finds much': [list({ search: 'special', sort: 'relevance' }), 3],
  'a search that finds little': [list({ search: 'number 1234', sort: 'relevance' }), 3],
  'a search that finds nothing': [list({ search: 'xq!' }), 2],
  'a search with a slip': [list({ search: 'specail gadgte' }), 3],
  'a search for words that stand apart': [list({ search: 'inspected gadget' }), 4],
  suggestions: [() => findSuggestions(db, 'gadg'), 3],
  'suggestions for what is not in names': [() => findSuggestions(db, 'inspected'), 3],
  'a product page': [() => findProductPage(db, newest), 1],
  categories: [() => listCategories(db), 1],
};

describe('reads no table from end to end, in few trips', () => {
  test.each(Object.entries(reads))('%s', async (_name, [work, trips]) => {
    const sent = await sentBy(work);
    expect(sent).toHaveLength(trips);
    for (const statement of sent) expect(await readWhole(statement)).toEqual([]);
  });
});

describe('no page leads deeper', () => {
  const hundred = (page: number, query: Partial<ProductQuery>) =>
    sentBy(list({ sort: 'price-low', page, limit: 100, ...query }));

  test('than was counted', async () => {
    expect(await hundred(10, { search: 'special' })).toHaveLength(3);
    expect(await hundred(11, { search: 'special' })).toHaveLength(2);
  });

  test('than the deepest product', async () => {
    const [cell] = await db.select().from(facetCounts).limit(1);
    const many = { ...(cell as typeof facetCounts.$inferSelect), brand: 'Many', products: 20_000 };
    await db.insert(facetCounts).values(many);
    try {
      const deepest = maxOffset / 100;
      expect(await hundred(deepest, {})).toHaveLength(2);
      expect(await hundred(deepest + 1, {})).toHaveLength(1);
      const { pagination } = await listProducts(db, { limit: 100 });
      expect(pagination).toMatchObject({ total: 28_000, pages: deepest });
    } finally {
      await db.delete(facetCounts).where(eq(facetCounts.brand, many.brand));
    }
  });
});

test('what is common among more of the newest is not looked for among all', async () => {
  const since = (newest: number) => new Date(Date.UTC(2026, 0, 1) + (count - newest) * 60_000);
  await db.insert(recencyTiers).values([
    { size: 32_000, since: since(1000) },
    { size: 256_000, since: since(7500) },
  ]);
  try {
    const counting = (await sentBy(list({ search: 'special' })))[1];
    const found = (part: string) => findPart(counting as Sent, part);
    expect(await found('recent_all')).toEqual({ 'Actual Loops': 1, 'Actual Rows': 143 });
    expect(await found('wide_all')).toEqual({ 'Actual Loops': 1, 'Actual Rows': 1001 });
    expect(await found('whole_all')).toEqual({ 'Actual Loops': 0, 'Actual Rows': 0 });
  } finally {
    await db.delete(recencyTiers).where(gt(recencyTiers.size, 8000));
  }
});

test('a sale rewrites no index of the products', async () => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`update products set stock_count = stock_count - 1, sold_count = sold_count + 1
      where id in (select id from products where stock_count > 6 limit 50)`);
    const { rows } = await client.query(
      `select n_tup_upd::int as updated, n_tup_hot_upd::int as "withoutIndexes" from pg_stat_xact_user_tables where relname = 'products'`,
    );
    expect(rows[0].updated).toBe(50);
    expect(rows[0].withoutIndexes).toBeGreaterThan(40);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
