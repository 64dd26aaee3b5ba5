import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/test-database.ts';
import { type Command, commandOf, runCommand } from '../../cli/shop-commands.ts';
import { auditEntries } from '../../foundations/audit/audit.tables.ts';
import { findBrokenInvariants } from '../../operations/integrity/check-invariants.ts';
import { readEnvironment } from '../../platform/environment.ts';
import { diskStorage } from '../../platform/storage/disk-storage.ts';
import { createCategory } from './categories/create-category.ts';
import { exportProducts } from './export-products.ts';
import { importProducts } from './import-products.ts';
import { listProducts } from './listing/product-list.queries.ts';
import { products, stockMovements } from './products.tables.ts';
import { postgresSearch } from './search/search-engine.ts';

const database = await openTestDatabase();
const { db } = database;
const deps = { db, now: () => new Date(Date.UTC(2026, 0, 1)), search: postgresSearch };
const run = (rows: unknown[], dryRun = false) =>
  importProducts(deps, rows, { fileName: 'products.json', actorId: null, dryRun });

beforeAll(async () => {
  await createCategory(deps, { name: 'Smartphones', description: 'Phones' }, null);
});
beforeEach(async () => {
  await db.delete(products);
});

const pixel = {
  sku: 'GOOPIX101',
  name: 'Pixel 8 128 GB Hazel',
  brand: 'Google',
  category: 'Smartphones',
  price: 299.99,
};
const whole = {
  ...pixel,
  slug: 'pixel-8-hazel-fair',
  originalPrice: 699,
  description: 'A phone that gets updates until 2030.',
  condition: 'fair',
  origin: 'pre-owned',
  stockCount: 3,
  images: ['/media/back.svg', 'https://images.example/front.jpg'],
  specifications: { Storage: '128 GB' },
  features: ['6.2-inch display'],
  featured: true,
  warranty: { duration: '30 days' },
  modelKey: 'pixel-8-128-gb-hazel',
};

describe('importing products', () => {
  test('imports every field and records the stock in the ledger', async () => {
    expect(await run([whole])).toMatchObject([{ row: 1, outcome: 'created', sku: 'GOOPIX101' }]);
    const { products } = await listProducts(db, {});
    const { price: _, originalPrice: __, warranty, ...same } = whole;
    expect(products).toMatchObject([{ ...same, price: 29_999, originalPrice: 69_900 }]);
    expect(products[0]?.warranty).toMatchObject({ ...warranty, type: 'Limited Warranty' });
    expect(await db.select().from(stockMovements)).toMatchObject([{ change: 3, reason: 'initial' }]);
    expect(await findBrokenInvariants(db)).toEqual([]);
  });

  test('imports a row with SKU, name, brand, category and price', async () => {
    expect(await run([pixel])).toMatchObject([{ outcome: 'created' }]);
  });

  test.each([
    [{ ...pixel, sku: undefined }, 'sku', /Add a SKU/],
    [{ ...pixel, sku: ' ' }, 'sku', /Add a SKU/],
    [{ ...pixel, name: '' }, 'name', /required/],
    [{ ...pixel, price: '299' }, 'price', /Enter an amount/],
    [{ ...pixel, price: 1.999 }, 'price', /two decimals/],
    [{ ...pixel, originalPrice: 100 }, 'originalPrice', /below the price/],
    [{ ...pixel, condition: 'new' }, 'condition', /four conditions/],
    [{ ...pixel, stockCount: -1 }, 'stockCount', /negative/],
    [{ ...pixel, images: ['/media/a.svg', 'javascript:alert(1)'] }, 'images.1', /https/],
    [{ ...pixel, specifications: { Storage: 128 } }, 'specifications.Storage', /./],
    [{ ...pixel, catgory: 'Smartphones' }, 'catgory', /Unknown field/],
    [{ ...pixel, category: 'Toasters' }, 'category', /Category “Toasters” does not exist/],
    ['a text', 'row', /Write a product as/],
    [null, 'row', /Write a product as/],
  ])('reports the field and reason of the rejected row %j', async (row, field, why) => {
    for (const dryRun of [true, false]) {
      const [first, second] = await run([row, { ...pixel, sku: 'OTHER' }], dryRun);
      expect(first).toMatchObject({ row: 1, outcome: 'refused', faults: [{ field }] });
      expect(JSON.stringify(first)).toMatch(why);
      expect(second).toMatchObject({ row: 2, outcome: 'created' });
    }
    expect(await db.$count(products)).toBe(1);
  });

  test('imports a repeated SKU once', async () => {
    const imported = await run([pixel, { ...pixel, name: 'Another' }]);
    expect(imported.map(({ outcome }) => outcome)).toEqual(['created', 'refused']);
    expect(imported[1]).toMatchObject({ faults: [{ field: 'sku', message: /row 1/ }] });
  });

  test('a dry run reports the same outcomes and writes nothing', async () => {
    const audited = await db.$count(auditEntries);
    expect(await run([whole], true)).toMatchObject([{ outcome: 'created' }]);
    expect(await db.$count(products)).toBe(0);
    expect(await db.$count(auditEntries)).toBe(audited);
  });

  test('a second import changes nothing and reports existing products', async () => {
    const [created] = await run([whole]);
    const before = await db.select().from(products);
    const again = await run([{ ...whole, price: 1, stockCount: 99 }]);
    expect(again).toEqual([{ ...created, outcome: 'existing' }]);
    expect(await db.select().from(products)).toEqual(before);
  });
});

describe('import command', () => {
  const folder = mkdtemp(join(tmpdir(), 'reprise-import-'));
  afterAll(async () => rm(await folder, { recursive: true }));
  const shop = async (...typed: string[]) => {
    const lines: string[] = [];
    const code = await runCommand(
      { ...deps, database, storage: diskStorage(await folder), environment: readEnvironment({}) },
      (await commandOf(typed)) as Command,
      (line) => lines.push(line),
    );
    return { code, lines };
  };
  const fileOf = async (content: string) => {
    const file = join(await folder, 'products.json');
    await writeFile(file, content);
    return file;
  };

  test('the command imports a file after a dry run, and again', async () => {
    const file = await fileOf(JSON.stringify([pixel, { ...pixel, sku: 'B', price: -1 }]));
    const refused = 'row 2, price: Must not be negative';
    expect(await shop('import', file, '--dry-run')).toEqual({
      code: 1,
      lines: [refused, 'Would be added: 1, existing: 0, rejected: 1'],
    });
    expect(await shop('import', file)).toEqual({
      code: 1,
      lines: [refused, 'Added: 1, existing: 0, rejected: 1'],
    });
    expect(await shop('import', await fileOf(JSON.stringify([pixel])))).toEqual({
      code: 0,
      lines: ['row 1: GOOPIX101 exists and was not changed', 'Added: 0, existing: 1, rejected: 0'],
    });
  });

  test('the command reimports an export as existing products', async () => {
    const file = join(await folder, 'exported.json');
    const whole = { ...pixel, originalPrice: 900, specifications: { Storage: '128 GB' }, stockCount: 4 };
    await run([whole, { ...pixel, sku: 'B' }]);
    expect(await shop('export', file)).toEqual({ code: 0, lines: [`Products exported to ${file}: 2`] });
    expect(JSON.parse(await readFile(file, 'utf8'))[0]).toMatchObject(whole);
    const again = await run(JSON.parse(await readFile(file, 'utf8')));
    expect(again.filter(({ outcome }) => outcome === 'existing')).toHaveLength(2);
    await expect(shop('export', file)).rejects.toThrow('already exists');
  });

  test('imports an incomplete draft, which the export writes as one', async () => {
    const draft = { sku: 'A-1', name: 'Bare', isDraft: true };
    expect(await run([draft, { ...draft, isDraft: false }])).toMatchObject([
      { outcome: 'created' },
      { outcome: 'refused' },
    ]);
    expect((await listProducts(db, {})).products).toEqual([]);
    const file = join(await folder, 'drafts.json');
    await exportProducts(db, file);
    const exported = JSON.parse(await readFile(file, 'utf8'));
    expect(exported).toMatchObject([{ ...draft, price: null }]);
    await db.delete(products);
    expect(await run(exported)).toMatchObject([{ outcome: 'created', sku: 'A-1' }]);
  });

  test('the command explains invalid arguments', async () => {
    await expect(shop()).rejects.toThrow(/npm run shop/);
    await expect(shop('import')).rejects.toThrow(/npm run shop/);
    await expect(shop('check', '--dry-run')).rejects.toThrow(/npm run shop/);
    await expect(shop('import', 'a.json', '--force')).rejects.toThrow(/--force/);
    await expect(shop('import', '/nowhere.json')).rejects.toThrow(/cannot be read/);
    await expect(shop('import', await fileOf('[{'))).rejects.toThrow(/is not JSON/);
    await expect(shop('import', await fileOf('{}'))).rejects.toThrow(/a list of products/);
    await expect(shop('create-admin', 'nobody')).rejects.toThrow(/not an email/);
  });

  test('the command runs integrity checks and creates an administrator once', async () => {
    expect(await shop('check')).toMatchObject({ code: 0 });
    const created = await shop('create-admin', 'Owner@shop.test');
    expect(created.lines[0]).toMatch(/^owner@shop\.test is an administrator; the password is \S{20}$/);
    expect((await shop('create-admin', 'owner@shop.test')).lines[0]).toMatch(/already/);
  });
});
