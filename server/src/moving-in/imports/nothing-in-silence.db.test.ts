import type { UnknownValues } from '@reprise/contract/moving-in/shop-export';
import type { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { openImportShop } from '../../../test/import-shop.ts';
import { categories, products } from '../../catalog/products/products.tables.ts';
import { exportPresets } from './other-shops/other-shops.tables.ts';

const shop = await openImportShop({ now: () => new Date('2026-11-30T12:00:00Z') });
const { db, call, catalog, answer, products: stored } = shop;
type Ask = 'true' | 'false';
const send = (text: string, ask: Ask = 'true') => shop.send(text, { ask });
const check = (text: string, ask: Ask = 'true') => shop.check(text, { ask });
const importAll = (text: string, ask: Ask = 'true') => shop.importAll(text, { ask });

const questionsOf = async (text: string): Promise<UnknownValues> => {
  const problem: Problem = await send(text).then(
    () => expect.unreachable(),
    (error) => error,
  );
  expect(problem.code).toBe('VALIDATION_ERROR');
  return problem.details?.unknownValues as UnknownValues;
};
beforeEach(() => shop.restart('Smartphones'));

const shopifyHead =
  'Handle,Title,Vendor,Type,Tags,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Qty,Google Shopping / Condition';

describe('an export of another shop', () => {
  test('asks for the brand and the count that its products lack, and takes the answers', async () => {
    const file = `${shopifyHead}\nphone,Phone,,Smartphones,new,Title,Default Title,P-1,99,,good\ncable,Cable,Acme,Smartphones,,Title,Default Title,C-1,9,4,good`;
    expect(await questionsOf(file)).toEqual({
      shop: 'shopify',
      conditions: [],
      categories: [],
      withoutBrand: 1,
      withoutStock: 1,
    });
    await answer('shopify', { defaultBrand: 'Example', missingStock: 7 });
    const { unreadColumns, rows } = await importAll(file);
    expect(unreadColumns).toEqual(['Tags']);
    expect(rows[0]?.changes).toContainEqual({ field: 'stockCount', before: '', after: '7' });
    expect((await stored()).map(({ sku, brand, stockCount }) => [sku, brand, stockCount])).toEqual([
      ['C-1', 'Acme', 4],
      ['P-1', 'Example', 7],
    ]);
  });

  const wooHead =
    'ID,Type,SKU,Name,Published,In stock?,Stock,Regular price,Categories,Brands,Images,Parent,Attribute 1 name,Attribute 1 value(s)';
  test('of WooCommerce asks about stock that is not managed, not about what is sold out', async () => {
    const file = `${wooHead}\n1,simple,A,Phone,1,1,,99,Smartphones,Acme,,,Condition,Good\n2,simple,B,Tablet,1,0,,89,Smartphones,Acme,,,Condition,Good`;
    expect((await questionsOf(file)).withoutStock).toBe(1);
    await answer('woocommerce', { missingStock: 3 });
    await importAll(file);
    expect((await stored()).map(({ sku, stockCount }) => [sku, stockCount])).toEqual([
      ['A', 3],
      ['B', 0],
    ]);
  });

  test('of WooCommerce has commas within values, escaped or in quotes', async () => {
    await catalog('createCategory', { as: 'admin', body: { name: 'Cables, adapters', description: 'x' } });
    await answer('woocommerce', { conditions: [{ value: '', condition: 'good' }] });
    const rows = [
      String.raw`1,variable,A,Case,1,,,,"Cables\, adapters",Acme,"https://x.example/a\,b.jpg, https://x.example/c.jpg",,Color,"Blue\, dark, Red"`,
      String.raw`2,variation,A-1,Case,1,1,3,49,,,,A,Color,"Blue\, dark"`,
      '3,variation,A-2,Case,1,1,3,49,,,,A,Color,Red',
      '4,simple,B,Strap,1,1,3,49,Smartphones,Acme,,,Color,"""Green, light"", Gray"',
    ];
    await importAll([wooHead, ...rows].join('\n'));
    const [dark, , strap] = await stored();
    expect(dark).toMatchObject({
      name: 'Case Blue, dark',
      specifications: { Color: 'Blue, dark' },
      images: ['https://x.example/a,b.jpg', 'https://x.example/c.jpg'],
    });
    expect(strap?.specifications).toEqual({ Color: 'Green, light, Gray' });
  });
});

describe('a file of this shop’s columns', () => {
  const file = [
    'sku,name,brand,category,price,condition,stockCount,Farbe',
    'A,Phone,,Tablets,99,Grade AB,,red',
    'B,Tablet,Acme,,89,,2,blue',
  ].join('\n');

  beforeEach(async () => {
    await call('assignColumns', { as: 'admin', body: { columns: [{ name: 'Farbe', column: 'ignored' }] } });
  });

  test('asks the same questions once, and takes the answers', async () => {
    expect(await questionsOf(file)).toEqual({
      shop: 'own',
      conditions: [
        { value: 'Grade AB', rows: 1 },
        { value: '', rows: 1 },
      ],
      categories: [
        { value: 'Tablets', rows: 1 },
        { value: '', rows: 1 },
      ],
      withoutBrand: 1,
      withoutStock: 1,
    });
    const [category] = await db.select().from(categories);
    await answer('own', {
      conditions: [
        { value: 'Grade AB', condition: 'excellent' },
        { value: '', condition: 'fair' },
      ],
      categories: ['Tablets', ''].map((value) => ({ value, categoryId: category?.id ?? '' })),
      defaultBrand: 'Example',
      missingStock: 5,
    });
    const { unreadColumns } = await importAll(file);
    expect(unreadColumns).toEqual(['Farbe']);
    const facts = (await stored()).map(({ sku, brand, condition, stockCount }) => [
      sku,
      brand,
      condition,
      stockCount,
    ]);
    expect(facts).toEqual([
      ['A', 'Example', 'excellent', 5],
      ['B', 'Acme', 'fair', 2],
    ]);
    await db.delete(exportPresets);
    // The shop has these products: a row does not repeat what they have.
    expect(
      (await check('sku,price\nA,98\nB,88')).rows.map(({ outcome, changes }) => [outcome, changes.length]),
    ).toEqual([
      ['change', 1],
      ['change', 1],
    ]);
  });

  test('rejects products whose value is left out, by name', async () => {
    await answer('own', {
      conditions: [
        { value: 'Grade AB', condition: null },
        { value: '', condition: 'fair' },
      ],
      categories: [{ value: '', categoryId: (await db.select().from(categories))[0]?.id ?? null }],
      missingStock: 0,
      defaultBrand: 'Example',
    });
    const { rows } = await check(file);
    expect(rows.map(({ outcome, faults }) => [outcome, faults[0]?.message])).toEqual([
      ['refused', 'Left out, because its condition is left out of imports'],
      ['create', undefined],
    ]);
  });

  test('is not asked about for a caller that does not ask for questions', async () => {
    const { rows } = await check(file, 'false');
    expect(rows.map(({ faults }) => faults.map(({ field }) => field))).toEqual([
      ['condition', 'brand'],
      ['category'],
    ]);
    expect(rows[1]?.faults[0]?.message).toBe('The category is missing');
  });
});

describe('the check of a new product', () => {
  const head = 'sku,name,brand,category,price,condition,stockCount,description,images';

  test('has what is to be looked at before it is added', async () => {
    const { rows } = await check(`${head}\nA,Phone,Acme,Smartphones,99,like new,3,x,https://x.example/a.jpg`);
    expect(rows[0]?.changes).toEqual([
      { field: 'price', before: '', after: '$99.00' },
      { field: 'stockCount', before: '', after: '3' },
      { field: 'condition', before: '', after: 'Like New' },
      { field: 'category', before: '', after: 'Smartphones' },
      { field: 'images', before: '', after: 'https://x.example/a.jpg' },
    ]);
  });

  test('turns HTML into text, but leaves a description that the shop has so', async () => {
    const html = '<p>Very <b>nice</b> phone<br>checked</p><script>alert(1)</script>';
    const file = `${head}\nA,Phone,Acme,Smartphones,99,good,3,${html},`;
    await importAll(file);
    expect((await stored())[0]?.description).toBe('Very nice phone\nchecked');
    await db.update(products).set({ description: html });
    expect((await check(file)).rows[0]?.outcome).toBe('same');
  });

  test.each([
    ['000123456789', '123456789'],
    ['0012', '12'],
    ['1E5', '100000'],
    ['1E5', '1.00E+05'],
    ['2024-11-01', '01.11.2024'],
    ['2024-11-01', '11/1/2024'],
    ['1234567890123', '1.23457E+12'],
  ])('doubts that %s of the shop became the new product %s', async (original, written) => {
    const row = (sku: string) => `${head}\n${sku},Phone,Acme,Smartphones,99,good,3,x,`;
    await importAll(row(original));
    const { rows } = await check(row(written));
    expect(rows[0]?.outcome).toBe('refused');
    expect(rows[0]?.faults[0]?.message).toContain(`“${original}” is`);
    expect((await check(`${head}\n7${written},Watch,Acme,Smartphones,99,good,3,x,`)).rows[0]?.outcome).toBe(
      'create',
    );
  });
});

test('a file of a sale has the price that stays, and changes nothing while it runs', async () => {
  await importAll('sku,name,brand,category,price,condition,stockCount\nA,Phone,Acme,Smartphones,100,good,1');
  const [phone] = await stored();
  const times = { startsAt: new Date('2026-11-29'), endsAt: new Date('2026-12-01') };
  const { productSales } = await import('../../catalog/products/sales/product-sales.tables.ts');
  await db.insert(productSales).values({
    productId: phone?.id ?? '',
    salePriceCents: 8000 as never,
    regularPriceCents: 10000 as never,
    ...times,
  });
  await db.update(products).set({ priceCents: 8000 as never });
  const { pieces } = (await call('exportProducts', { as: 'admin', query: {} })) as unknown as {
    pieces: AsyncIterable<string>;
  };
  let text = '';
  for await (const piece of pieces) text += piece;
  expect(text).toContain(',100,');
  expect((await check(text)).rows[0]?.outcome).toBe('same');
  await importAll(text.replace('Acme', 'Other'));
  expect((await stored())[0]).toMatchObject({ brand: 'Other', priceCents: 8000 });
  expect((await check(text.replace(',100,', ',90,'))).rows[0]?.faults[0]?.message).toContain(
    'A sale is running',
  );
  await db.delete(productSales);
  await db
    .update(products)
    .set({ priceCents: 10000 as never })
    .where(eq(products.sku, 'A'));
  expect((await check(text.replace('Acme', 'Other'))).rows[0]?.outcome).toBe('same');
});
