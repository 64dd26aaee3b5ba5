import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { openImportShop } from '../../../test/import-shop.ts';
import {
  awkwardNumber,
  awkwardText,
  savedBySpreadsheet,
  spreadsheetLocales,
} from '../../../test/spreadsheet.ts';
import { deviceModels, productFamilies } from '../../catalog/products/families/families.tables.ts';
import { products } from '../../catalog/products/products.tables.ts';

const now = new Date('2026-11-30T12:00:00Z');
const shop = await openImportShop({ now: () => now });
const { db, catalog, check, exportFile: fileOf } = shop;

const text = (max: number) => fc.oneof(awkwardText(max), awkwardNumber);
const line = (max: number) => text(max).filter((value) => !value.includes('\n'));
const amount = fc.integer({ min: 1, max: 200_000 }).map((cents) => cents / 100);
const gtins = fc.constantFrom([], ['4006381333931'], ['012345678905', '4012345678901'], ['00000017']);
const product = fc.record(
  {
    // A product whose SKU a spreadsheet changed is known by its name.
    name: awkwardText(6),
    brand: text(3),
    description: text(10),
    price: amount,
    stockCount: fc.integer({ min: 0, max: 50 }),
    condition: fc.constantFrom('good' as const, 'fair' as const),
    origin: fc.constantFrom('pre-owned' as const, 'open-box' as const),
    specifications: fc.dictionary(text(4), text(4), { maxKeys: 3 }),
    features: fc.array(text(4), { maxLength: 3 }),
    images: fc.constantFrom([], ['/media/a.webp', 'https://x.example/b,c.webp']),
    warranty: fc.record({ duration: text(2), type: text(2), description: text(4) }),
    batteryHealth: fc.constantFrom(undefined, 80, 100),
    modelKey: fc.constantFrom(undefined, '0012', '1E5', '2024-11-01', 'x-1'),
    unitCost: amount,
    grams: fc.integer({ min: 1, max: 30_000 }),
    gtins,
    seoTitle: line(3),
    seoDescription: line(3),
    originalPrice: fc.constant(2500),
    newPriceDate: fc.constantFrom('2024-05', '2023-10'),
    featured: fc.boolean(),
  },
  { requiredKeys: ['name', 'brand', 'price'] },
);
const rowsOf = fc.uniqueArray(fc.tuple(awkwardNumber, product, fc.boolean()), {
  minLength: 3,
  maxLength: 6,
  selector: ([sku]) => sku,
});

beforeEach(() => shop.restart('Phones, used', '2026'));

test('a file that a spreadsheet saved changes nothing without saying so', {
  tags: ['slow'],
  timeout: 180_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(rowsOf, fc.constantFrom(...spreadsheetLocales), async (rows, locale) => {
      await db.delete(products);
      await db.delete(deviceModels);
      await db.delete(productFamilies);
      for (const [sku, fields, isNumber] of rows)
        await catalog('createProduct', {
          as: 'admin',
          body: { ...fields, sku, category: isNumber ? '2026' : 'Phones, used' },
        });
      const bytes = Buffer.from(savedBySpreadsheet(await fileOf(), locale));
      const { rows: checked } = await check(bytes, { name: 'saved.csv' });
      expect(checked).toHaveLength(rows.length);
      // A rejected row names what a spreadsheet made of it.
      for (const { outcome, faults, changes } of checked)
        expect([outcome === 'same' ? [] : faults.map(({ field }) => field), changes]).toEqual([
          outcome === 'same' ? [] : [expect.stringMatching(/^(sku|price)$/)],
          [],
        ]);
    }),
    { numRuns: 25 },
  );
});

test('a text that a spreadsheet took for a number or a date stays, with a doubt; an edit is a change', async () => {
  const fields = { name: 'Case', brand: 'x', price: 20, category: '2026', sku: 'C-1', modelKey: '0012' };
  const numbers = { seoTitle: '2024-11-01', originalPrice: 25, newPriceDate: '2024-05' };
  const warranty = { duration: '1E5', type: 'x', description: 'x' };
  await catalog('createProduct', { as: 'admin', body: { ...fields, ...numbers, warranty } });
  await db.update(productFamilies).set({ name: '007' });
  for (const locale of spreadsheetLocales) {
    const { rows } = await check(savedBySpreadsheet(await fileOf(), locale));
    expect(rows.map(({ outcome, doubts }) => [outcome, doubts.map(({ field }) => field).sort()])).toEqual([
      ['same', ['family', 'modelKey', 'newPriceDate', 'seoTitle', 'warranty']],
    ]);
  }
  const edited = 'sku,seoTitle,newPriceDate,warrantyDuration,family\nC-1,2024-11-02,2024-06,31,8';
  const [row] = (await check(edited)).rows;
  expect([row?.outcome, row?.doubts, row?.changes.map(({ field }) => field)]).toEqual([
    ...['change', []],
    ['newPriceDate', 'warranty', 'seoTitle', 'family'],
  ]);
});
