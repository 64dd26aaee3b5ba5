import { defaultWarranty, type ProductQuery } from '@reprise/contract/catalog/products/product';
import { cents } from '@reprise/contract/money';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/test-database.ts';
import { categories, products } from '../products/products.tables.ts';
import { listProductCards } from './product-list.queries.ts';

const { db } = await openTestDatabase();

// More offers of a common storage than are counted, then one each of rare ones.
beforeAll(async () => {
  const category = { id: 'cat_phones', name: 'Phones', slug: 'phones', description: '', image: '' };
  await db.insert(categories).values(category);
  for (const [storage, brand] of [
    ['64 GB', 'Acme'],
    ['1 TB', 'Acme'],
    ['2 TB', 'Acme'],
    ['4 TB', 'Bolt'],
  ]) {
    await db.execute(sql`insert into product_families (id, slug, name, brand)
      values (${`fam_${storage}`}, ${storage}, ${storage}, ${brand})`);
    await db.execute(sql`insert into device_models (model_key, family_id, name, brand, category_id, identifiers, options)
      values (${storage}, ${`fam_${storage}`}, ${storage}, ${brand}, 'cat_phones', '{serial}',
        jsonb_build_object('storage', ${storage}::text))`);
  }
  const common = Array.from({ length: 3001 }, (_, number) => productOf(`${number}`, '64 GB'));
  for (let from = 0; from < common.length; from += 500)
    await db.insert(products).values(common.slice(from, from + 500));
  await db
    .insert(products)
    .values([
      productOf('rare', '1 TB'),
      { ...productOf('archived', '2 TB'), archivedAt: new Date() },
      { ...productOf('other', '4 TB'), brand: 'Bolt', condition: 'fair' },
    ]);
});

function productOf(slug: string, storage: string): typeof products.$inferInsert {
  return {
    ...{ id: `prd_${slug}`, slug, sku: slug, name: storage, description: '', brand: 'Acme' },
    ...{ categoryId: 'cat_phones', priceCents: cents(20_000), condition: 'good', modelKey: storage },
    ...{
      origin: 'open-box',
      stockCount: 1,
      images: [],
      specifications: {},
      features: [],
      warranty: defaultWarranty,
    },
  };
}

async function storagesOf(filters: Partial<ProductQuery>) {
  const query = { category: ['phones'], limit: 24, sort: 'newest', ...filters } as ProductQuery;
  const { facets } = await listProductCards(db, query);
  return facets.options?.storage.map(({ value }) => value);
}

test.each(['offers', 'families'] as const)('the filters of many %s have rare options, too', async (show) => {
  expect(await storagesOf({ show })).toEqual(['64 GB', '1 TB', '4 TB']);
});

test.each<[string, Partial<ProductQuery>, string[]]>([
  ['brand', { brand: ['Acme'] }, ['64 GB', '1 TB']],
  ['condition', { condition: ['good'] }, ['64 GB', '1 TB']],
  ['storage', { storage: ['64 GB'] }, ['64 GB', '1 TB', '4 TB']],
])('rare options are those of the chosen %s', async (_filter, filters, storages) => {
  expect(await storagesOf({ show: 'offers', ...filters })).toEqual(storages);
});

test('shades of a color take no room of the rare options', async () => {
  const shades = Array.from({ length: 201 }, (_, number) => `#${number.toString(16).padStart(6, '0')}`);
  await db.execute(sql`insert into device_models (model_key, family_id, name, brand, category_id, identifiers, options)
    select shade, 'fam_64 GB', shade, 'Acme', 'cat_phones', '{serial}',
      jsonb_build_object('storage', '64 GB', 'colorHex', shade)
    from unnest(${sql.param(shades)}::text[]) shade`);
  await db.insert(products).values(shades.map((shade) => productOf(`shade-${shade.slice(1)}`, shade)));
  expect(await storagesOf({ show: 'offers' })).toEqual(['64 GB', '1 TB', '4 TB']);
});

test('base colors that only rare offers have are among the filters', async () => {
  await db.execute(sql`update device_models set options = options || '{"color": "Blue", "colorHex": "#2f6482"}'
    where model_key = '64 GB'`);
  await db.execute(sql`update device_models set options = options || '{"color": "Midnight", "colorHex": "#2b333d"}'
    where model_key = '1 TB'`);
  const query = { category: ['phones'], limit: 24, sort: 'newest', show: 'offers' } as const;
  const { facets } = await listProductCards(db, query as unknown as ProductQuery);
  expect(facets.options?.baseColor.map(({ value }) => value)).toEqual(['Black', 'Blue']);
});
