import type { AdminProduct } from '@reprise/contract/catalog/products/products-admin';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { openImportShop } from '../../../../test/import-shop.ts';
import { readFeedItems } from '../../../catalog/feeds/feed-items.queries.ts';
import { products } from '../../../catalog/products/products.tables.ts';
import { readCartLines } from '../../../sales/orders/shipping/parcel-lines.ts';

const shop = await openImportShop({ now: () => new Date('2026-11-30T12:00:00Z') });
const { db, call, catalog, office } = shop;

const gtin = '4006381333931';
const fields = { name: 'Case', brand: 'Acme', price: 20, category: 'Phones' };
const box = { unitCost: 7.5, grams: 240, gtins: [gtin] };
const stored = { unitCost: 7.5, grams: 240, gtins: [`0${gtin}`] };

const add = async (body: object = {}) =>
  (await catalog('createProduct', { as: 'admin', body: { ...fields, ...body } })).product.id;
const find = async (id: string, as: 'admin' | 'catalogStaff' = 'admin') =>
  (await office('getAdminProduct', { as, params: { id } })).product;
const boxOf = ({
  unitCost,
  grams,
  gtins,
}: Pick<AdminProduct, 'grams' | 'gtins'> & { unitCost?: unknown }) => ({
  unitCost,
  grams,
  gtins,
});
const bySku = async (sku: string) => {
  const [row] = await db.select({ id: products.id }).from(products).where(eq(products.sku, sku));
  return find(row?.id ?? '');
};

beforeEach(() => shop.restart('Phones'));

describe('a product', () => {
  test('takes cost, weight and barcode without a configuration, and gives them to parcels and feeds', async () => {
    const id = await add(box);
    expect(boxOf(await find(id))).toEqual(stored);
    expect(await readCartLines(db, [{ product: id, quantity: 1 }])).toMatchObject([{ size: { grams: 240 } }]);
    expect(await readFeedItems(db, undefined, 10)).toMatchObject([{ gtin: `0${gtin}` }]);
    expect((await catalog('getProduct', { params: { id } })).codes).toEqual({ gtin: `0${gtin}`, mpn: null });
    await catalog('updateProduct', {
      as: 'admin',
      params: { id },
      body: { ...fields, grams: null, gtins: [] },
    });
    expect(boxOf(await find(id))).toEqual({ unitCost: 7.5, grams: null, gtins: [] });
  });

  test('gives weight and barcodes to its configuration when it gets one, and takes them along when it leaves', async () => {
    const id = await add(box);
    const sibling = await add({ ...fields, condition: 'fair', siblingOf: id });
    expect(boxOf(await find(sibling))).toEqual({ ...stored, unitCost: null });
    const body = { ...fields, grams: 300, gtins: ['4012345678901'] };
    await catalog('updateProduct', { as: 'admin', params: { id: sibling }, body });
    const shared = { grams: 300, gtins: [`0${gtin}`, '04012345678901'] };
    expect(await find(id)).toMatchObject(shared);
    await catalog('updateProduct', { as: 'admin', params: { id }, body: { ...fields, modelKey: null } });
    expect(await find(id)).toMatchObject({ ...shared, modelKey: null, familyId: null });
    expect(await find(sibling)).toMatchObject(shared);
  });

  test('refuses a barcode whose check digit is wrong, with the right one', async () => {
    await expect(add({ gtins: ['4006381333932'] })).rejects.toMatchObject({
      errors: [{ message: 'The last digit of 4006381333932 should be 1. Compare it with the box.' }],
    });
  });

  test('shows and takes no cost without the permission that sees costs', async () => {
    const id = await add(box);
    expect(boxOf(await find(id, 'catalogStaff'))).toEqual({ ...stored, unitCost: undefined });
    const edit = (body: object) =>
      catalog('updateProduct', { as: 'catalogStaff', params: { id }, body: { ...fields, ...body } });
    await expect(edit({ unitCost: 1 })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await edit({ unitCost: null, grams: 250 });
    expect(boxOf(await find(id))).toEqual({ ...stored, grams: 250 });
    const { pieces } = await call('exportProducts', { as: 'catalogStaff', query: {} });
    let file = '';
    for await (const piece of pieces) file += piece;
    expect(file).toContain('grams');
    expect(file).not.toMatch(/unitCost|7[.]5/);
    expect(JSON.stringify(await catalog('getProduct', { params: { id } }))).not.toMatch(/unitCost|7[.]5/);
  });
});

describe('a file', () => {
  const head = 'sku,name,brand,category,price,stockCount';
  const row = (sku: string, cells: string) => `${sku},${sku} Case,Acme,Phones,20,1,${cells}`;

  test('of the shop has cost, weight and barcodes, and reads them back unchanged', async () => {
    const id = await add({ ...box, gtins: [gtin, '012345678905'] });
    await add({ siblingOf: id, condition: 'fair', unitCost: 5 });
    const file = await shop.exportFile();
    expect(file).toContain('240');
    const { rows } = await shop.check(file);
    expect(rows.map(({ outcome, doubts }) => [outcome, doubts])).toEqual([
      ['same', []],
      ['same', []],
    ]);
  });

  test('is read with the units of its weights, and doubted where it says none', async () => {
    const weights: [column: string, cell: string, grams: number | null][] = [
      ['Weight (kg)', '0.24', 240],
      ['Weight (kg)', '"0,24"', 240],
      ['Weight (lbs)', '1', 454],
      ['Weight (lbs)', '.5', 227],
      ['weight_oz', '8', 227],
      ['Variant Grams', '240.0', 240],
      ['Weight', '240 g', 240],
      ['Weight', '0.5 lb', 227],
      ['Weight', '0.24', null],
      ['Weight (g)', '"1,234"', null],
      ['grams', 'heavy', null],
    ];
    for (const [index, [column, cell, grams]] of weights.entries()) {
      const { rows } = await shop.importAll(`${head},${column}\n${row(`W-${index}`, cell)}`);
      expect([column, cell, rows[0]?.outcome, rows[0]?.doubts.length]).toEqual([
        ...[column, cell, 'create'],
        grams === null ? 1 : 0,
      ]);
      expect((await bySku(`W-${index}`)).grams).toBe(grams);
    }
  });

  test('leaves out what is no barcode, and takes back one that a spreadsheet changed', async () => {
    const { rows } = await shop.importAll(
      [
        `${head},Barcode,Cost per item`,
        row('A', `${gtin},7.50`),
        row('B', '4006381333932,'),
        row('C', '4.00638E+12,'),
        row('D', 'SHELF-7,'),
        row('E', '12345678905,'),
      ].join('\n'),
    );
    expect(rows.map(({ outcome, doubts }) => [outcome, doubts.map(({ message }) => message)])).toEqual([
      ['create', []],
      [
        'create',
        [
          '“4006381333932” is no barcode and is left out. The last digit of 4006381333932 should be 1. Compare it with the box',
        ],
      ],
      ['create', ['A spreadsheet shortened the barcode “4.00638E+12”, which is left out. Write it as text']],
      ['create', ['“SHELF-7” is no barcode and is left out']],
      ['create', []],
    ]);
    expect(boxOf(await bySku('A'))).toEqual({ ...stored, grams: null });
    expect((await bySku('E')).gtins).toEqual(['00012345678905']);
    const again = await shop.check(`sku,Barcode\nA,4.00638E+12\nE,12345678905`);
    expect(again.rows.map(({ outcome, doubts }) => [outcome, doubts])).toEqual([
      ['same', []],
      ['same', []],
    ]);
  });

  test('of someone who may not see costs brings none, and shows none of others', async () => {
    const text = `${head},cost\n${row('A', '7.5')}\n${row('B', 'cheap')}`;
    const files = [{ name: 'stock.csv', bytes: Buffer.from(text) }];
    const sent = (await call('startImport', { as: 'catalogStaff', files })).import;
    expect(sent.unreadColumns).toEqual(['cost']);
    const { id } = await shop.check(text);
    const rows = async (as: 'admin' | 'catalogStaff') =>
      JSON.stringify((await call('listImportRows', { as, params: { id }, query: {} })).rows);
    expect(await rows('admin')).toMatch(/7[.]50.*cheap/);
    expect(await rows('catalogStaff')).not.toMatch(/7[.]50|cheap/);
    const { pieces } = await call('exportRejectedRows', { as: 'catalogStaff', params: { id } });
    let rejected = '';
    for await (const piece of pieces) rejected += piece;
    expect(rejected).toContain('B Case');
    expect(rejected).not.toContain('cheap');
  });
});

describe('an export of another shop', () => {
  test('of Shopify brings cost, weight and barcode of each variant', async () => {
    await shop.answer('shopify', { missingStock: 1, conditions: [{ value: '', condition: 'good' }] });
    const head =
      'Handle,Title,Vendor,Type,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Price,Variant Weight Unit,Cost per item,Variant Barcode';
    const file = [
      head,
      'phone,Phone,Acme,Phones,Color,Red,Condition,Good,R-G,240.0,99,kg,50,4006381333931',
      'phone,,,,,Red,,Fair,R-F,240.0,89,kg,40,4012345678901',
      'phone,,,,,Blue,,Good,B-G,0.0,99,kg,,',
    ].join('\n');
    const { unreadColumns } = await shop.importAll(file);
    expect(unreadColumns).toEqual(['Variant Weight Unit']);
    const red = { grams: 240, gtins: [`0${gtin}`, '04012345678901'] };
    expect(boxOf(await bySku('R-G'))).toEqual({ ...red, unitCost: 50 });
    expect(boxOf(await bySku('R-F'))).toEqual({ ...red, unitCost: 40 });
    expect(boxOf(await bySku('B-G'))).toEqual({ unitCost: null, grams: null, gtins: [] });
    expect((await shop.check(file)).rows.map(({ outcome }) => outcome)).toEqual(['same', 'same', 'same']);
  });

  test('of WooCommerce brings the weight in the unit of its shop', async () => {
    await shop.answer('woocommerce', { conditions: [{ value: '', condition: 'good' }] });
    const file = [
      'ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,Regular price,Categories,Brands,Stock,Weight (lbs),Cost of goods',
      `1,simple,W-1,${gtin},Case,1,20,Phones,Acme,3,0.5,7.5`,
    ].join('\n');
    await shop.importAll(file);
    expect(boxOf(await bySku('W-1'))).toEqual({ ...stored, grams: 227 });
    expect((await shop.check(file)).rows.map(({ outcome }) => outcome)).toEqual(['same']);
  });
});
