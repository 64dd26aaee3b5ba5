import { catalogEndpoints } from '@reprise/contract/catalog/products/products';
import { importEndpoints } from '@reprise/contract/moving-in/imports';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { callsTo } from '../../../test/call-endpoints.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { alertTriggers } from '../../catalog/alerts/trigger-alerts.ts';
import { batteryFloors } from '../../catalog/grading/grading.tables.ts';
import { catalogHandlers } from '../../catalog/products/products.routes.ts';
import { categories, products, stockMovements } from '../../catalog/products/products.tables.ts';
import { postgresSearch } from '../../catalog/products/search/search-engine.ts';
import { startJobs } from '../../platform/jobs/jobs.ts';
import { createLog } from '../../platform/log.ts';
import { deviceCounts } from '../../workshop/units/count-devices.ts';
import { applyImport } from './apply-import.ts';
import { importHandlers, importJobs } from './imports.routes.ts';
import { productImports } from './imports.tables.ts';

const database = await openTestDatabase();
const { db } = database;
const now = () => new Date();
const jobs = await startJobs({
  database,
  handlers: importJobs({ db, now, alerts: alertTriggers, devices: deviceCounts, search: postgresSearch }),
  log: createLog('silent'),
  work: false,
});
const catalog = callsTo(
  catalogEndpoints,
  catalogHandlers({ db, now, alerts: alertTriggers, devices: deviceCounts, search: postgresSearch }),
);
const call = callsTo(importEndpoints, importHandlers({ db, now, jobs }));

const send = async (text: string | Buffer, name = 'stock.csv') =>
  (await call('startImport', { as: 'admin', files: [{ name, bytes: Buffer.from(text) }] })).import;
const read = async (id: string) => (await call('getImport', { as: 'admin', params: { id } })).import;
const rowsOf = async (id: string, query = {}) =>
  (await call('listImportRows', { as: 'admin', params: { id }, query })).rows;
const apply = async (id: string, body = {}) =>
  (await call('applyImport', { as: 'admin', params: { id }, body })).import;

/** Uploads the file and runs the check. */
const check = async (text: string) => {
  const { id } = await send(text);
  await jobs.workUntilIdle();
  return read(id);
};
/** Uploads, checks and applies the file. */
const importAll = async (text: string, body = {}) => {
  const { id } = await check(text);
  await apply(id, body);
  await jobs.workUntilIdle();
  return read(id);
};
const fileOf = async (query = {}) => {
  let text = '';
  for await (const piece of (await call('exportProducts', { as: 'admin', query })).pieces) text += piece;
  return text;
};
const product = async (id: string) => (await catalog('getProduct', { params: { id } })).product;

beforeEach(async () => {
  await db.delete(productImports);
  await db.delete(products);
  await db.delete(categories);
  await catalog('createCategory', { as: 'admin', body: { name: 'Smartphones', description: 'Phones' } });
  await catalog('createCategory', { as: 'admin', body: { name: 'Laptops', description: 'Laptops' } });
});

const head = 'sku,name,brand,category,price,stockCount';
const pixel = 'GOO1,Pixel 8,Google,Smartphones,399.99,4';

describe('upload', () => {
  test.each([
    ['an unknown column', 'sku,color\nA,red', '“color”'],
    ['neither SKU nor name', 'brand,price\nA,1', 'neither a sku nor a name column'],
    [
      'a column twice in two spellings',
      'sku,Stock Count,stock_count\nA,1,2',
      'The file has two stockCount columns',
    ],
    ['a column twice', 'sku,name,Name\nA,B,C', 'The file has two name columns'],
    ['no content', '', 'empty'],
    ['only a header row', head, 'no rows'],
    ['a workbook', Buffer.from([0x50, 0x4b, 0x03, 0x04, 0x00]), 'This is an Excel workbook.'],
    ['other bytes', 'sku,na\0me', 'not a CSV file'],
    ['an open quotation mark', `${head}\n"GOO1,Pixel`, 'the quotation mark in line 2 is never closed'],
  ])('rejects a file with %s and stores nothing', async (_name, text, message) => {
    await expect(send(text)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining(message),
    });
    expect(await db.$count(productImports)).toBe(0);
  });

  test('reads files with BOM, semicolons, CRLF, blank lines and any header case', async () => {
    const { id, totalRows, counts } = await check(
      '\uFEFFSKU;Name;BRAND;category;price\r\n;;;;\r\nGOO1;"Pixel; 8";Google;Smartphones;399.99\r\n\r\n',
    );
    expect({ totalRows, counts }).toMatchObject({ totalRows: 1, counts: { create: 1, refused: 0 } });
    expect(await rowsOf(id)).toMatchObject([{ number: 3, sku: 'GOO1', name: 'Pixel; 8' }]);
  });

  test('reads column names with spaces, underscores and hyphens', async () => {
    const { id } = await importAll(
      'SKU,Name,Brand,Category,Price,Original Price,stock_count,Battery-Health\nA-1,One,Acme,Smartphones,5,9,3,90\n',
    );
    const [row] = await rowsOf(id);
    expect(await product(row?.productId ?? '')).toMatchObject({
      ...{ originalPrice: 9, stockCount: 3, batteryHealth: 90 },
    });
  });
});

describe('check', () => {
  const bytesOf = {
    'Windows-1252': (text: string) => Buffer.from(text, 'latin1'),
    'UTF-16, little endian': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'),
    'UTF-16, big endian': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  };
  test.each(Object.entries(bytesOf))('reads a file in %s', async (_name, encode) => {
    const text = 'sku\tname\tbrand\tcategory\tprice\r\nA-1\tCafé Phone\tÉclair\tSmartphones\t89\r\n';
    const { id } = await send(encode(text));
    await jobs.workUntilIdle();
    expect(await rowsOf(id)).toMatchObject([{ outcome: 'create', name: 'Café Phone' }]);
  });

  test('reads prices and names as spreadsheets and screens write them', async () => {
    const { id } = await importAll(
      'sku,name,brand,category,price,originalPrice,condition,origin\nA-1,One,Acme,Smartphones,$89,"1,299.00",Like New,Open Box\n,Two,Acme,Smartphones,5,,good,pre-owned\n',
    );
    const [one, two] = await rowsOf(id);
    expect(await product(one?.productId ?? '')).toMatchObject({
      ...{ price: 89, originalPrice: 1299, condition: 'excellent', origin: 'open-box' },
    });
    expect((await product(two?.productId ?? '')).sku).toMatch(/^ACMTWO\d+$/);
  });

  test('takes commas for cents only if all prices of the file have them', async () => {
    const row = (sku: string, price: string) => `${sku};${sku};Acme;Smartphones;${price}\n`;
    const head = 'sku;name;brand;category;price\n';
    const { id } = await importAll(head + row('A', '1.299,00 €') + row('B', '149,50') + row('C', '89'));
    const prices = await Promise.all(
      (await rowsOf(id)).map(async ({ productId }) => (await product(productId ?? '')).price),
    );
    expect(prices).toEqual([1299, 149.5, 89]);
    const mixed = await check(head + row('D', '149,50') + row('E', '12.50') + row('F', '99,00'));
    const [first] = await rowsOf(mixed.id);
    expect(first?.faults).toEqual([
      { field: 'price', message: '“149,50”: Use a point for decimals: 149.50.' },
    ]);
  });

  test('shortens values between characters', async () => {
    const text = `${'x'.repeat(59)}😀😀`;
    const { id, state } = await check(`sku,price\nA1,${text}\n`);
    expect(state).toBe('checked');
    expect((await rowsOf(id))[0]?.faults[0]?.message).toContain(`“${'x'.repeat(59)}…”`);
    await importAll(`${head}\n${pixel}`);
    const description = `${'x'.repeat(299)}😀😀`;
    expect((await check(`sku,description\nGOO1,${description}\n`)).state).toBe('checked');
  });

  test('rejects a UTF-16 file with NUL characters, which cannot be stored', async () => {
    const file = Buffer.from('\ufeffsku,name\nA1,a\0b\n', 'utf16le');
    await expect(send(file)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  test('returns the rejected rows with their reasons, as a file that can be sent again', async () => {
    const { id } = await check(
      'sku,name,brand,category,price,condition\nA-1,One,Acme,Smartphones,89,mint\nA-2,Two,Acme,Smartphones,89,good\n',
    );
    const file = await call('exportRejectedRows', { as: 'admin', params: { id } });
    let text = '';
    for await (const piece of file.pieces) text += piece;
    const [head = '', row = '', ...rest] = text.replace('\ufeff', '').trim().split('\r\n');
    expect([head, rest]).toEqual(['sku,name,brand,category,price,condition,reason', []]);
    expect(row).toMatch(/^A-1,One,Acme,Smartphones,89,mint,.*“mint”/);
    const corrected = await check(text.replace('89,mint', '89,good'));
    expect(corrected.counts).toEqual({ create: 1, change: 0, same: 0, refused: 0 });
  });

  test('a row below the battery floor of its grade is rejected, one that was before is not', async () => {
    const head = 'sku,name,brand,category,price,batteryHealth';
    await importAll(`${head}\nA-1,One,Acme,Smartphones,5,70`);
    await db
      .insert(batteryFloors)
      .values({ kind: 'phone', condition: 'good', floor: 80, standardVersion: 1 });
    const { id } = await importAll(`${head}\nA-1,One,Acme,Smartphones,6,70\nA-2,Two,Acme,Smartphones,5,70`);
    const { id: other } = await importAll('sku,batteryHealth\nA-1,75');
    await db.delete(batteryFloors);
    const rows = [...(await rowsOf(id)), ...(await rowsOf(other))];
    expect(rows.map(({ outcome }) => outcome)).toEqual(['change', 'refused', 'refused']);
    expect(rows[1]?.faults).toMatchObject([
      { field: 'batteryHealth', message: expect.stringContaining('promises at least 80% battery health') },
    ]);
  });

  test('the check plans every row and changes nothing', async () => {
    await importAll(`${head}\n${pixel}\nGOO2,Pixel 9,Google,Smartphones,599,1`);
    const checked = await check(
      [
        head,
        pixel,
        'GOO2,Pixel 9,Google,Smartphones,549,1',
        'APP1,iPhone 15,Apple,Smartphones,699,2',
        'APP2,iPhone 16,Apple,Phones,799,2',
        'APP3,,Apple,Smartphones,12.345,many',
        'APP1,iPhone 15,Apple,Smartphones,699,2',
        'APP4,iPhone 17',
      ].join('\n'),
    );
    expect(checked).toMatchObject({
      state: 'checked',
      totalRows: 7,
      counts: { create: 1, change: 1, same: 1, refused: 4 },
    });
    const rows = await rowsOf(checked.id);
    expect(rows.map(({ number, outcome }) => `${number} ${outcome}`)).toEqual([
      '2 same',
      '3 change',
      '4 create',
      '5 refused',
      '6 refused',
      '7 refused',
      '8 refused',
    ]);
    expect(rows[1]?.changes).toEqual([{ field: 'price', before: '$599.00', after: '$549.00' }]);
    expect(rows[3]?.faults[0]).toEqual({
      field: 'category',
      message: 'Category “Phones” does not exist. Add it in the back office first.',
    });
    expect(rows[4]?.faults).toEqual([
      { field: 'stockCount', message: '“many”: Write a whole number, 0 or more' },
    ]);
    expect(rows[5]?.faults[0]?.message).toBe('APP1 is already in row 4');
    expect(rows[6]?.faults[0]?.message).toBe('This row has 2 cells, but the first row has 6 columns');
    expect(await rowsOf(checked.id, { outcome: 'refused' })).toHaveLength(4);
    expect(await db.$count(products)).toBe(2);
  });

  test('the check reads every column in its export format', async () => {
    const { id } = await importAll(
      `sku,name,brand,category,price,originalPrice,condition,origin,stockCount,description,images,imageAlts,features,specifications,warrantyDuration,modelKey,Meta title,seoDescription,featured\n` +
        `GOO1,Pixel 8,Google,smartphones,399.99,699,excellent,open-box,4,"'=A fine, small phone","/media/a.webp\n/media/b.webp","Back\nFront","Bright\nSmall","Storage: 128 GB\nRatio: 20:9",12 months,pixel-8,Pixel 8 for less,Graded and checked.,yes`,
    );
    const [row] = await rowsOf(id);
    expect(await product(row?.productId ?? '')).toMatchObject({
      sku: 'GOO1',
      category: 'Smartphones',
      price: 399.99,
      originalPrice: 699,
      condition: 'excellent',
      origin: 'open-box',
      stockCount: 4,
      description: '=A fine, small phone',
      images: ['/media/a.webp', '/media/b.webp'],
      imageAlts: ['Back', 'Front'],
      features: ['Bright', 'Small'],
      specifications: { Storage: '128 GB', Ratio: '20:9' },
      warranty: { duration: '12 months', type: 'Limited Warranty' },
      modelKey: 'pixel-8',
      seoTitle: 'Pixel 8 for less',
      seoDescription: 'Graded and checked.',
      featured: true,
    });
  });
});

describe('apply', () => {
  test('applies planned rows with ledger and audit, without rejected rows', async () => {
    const done = await importAll(`${head}\n${pixel}\nGOO2,Pixel 9,Google,Smartphones,cheap,1`);
    expect(done).toMatchObject({ state: 'done', appliedRows: 2, counts: { create: 1, refused: 1 } });
    expect((await rowsOf(done.id)).map(({ applied }) => applied)).toEqual([true, false]);
    const changed = await importAll('sku,price\nGOO1,349');
    expect(changed.counts).toMatchObject({ change: 1 });
    const [row] = await rowsOf(changed.id);
    expect(await product(row?.productId ?? '')).toMatchObject({ name: 'Pixel 8', price: 349, stockCount: 4 });
    expect(await db.$count(stockMovements, eq(stockMovements.productId, row?.productId ?? ''))).toBe(1);
  });

  test('products of one name get unique slugs and match their rows', async () => {
    const lines = Array.from(
      { length: 24 },
      (_, index) => `ONE${index},Pixel 8,Google,Smartphones,399.99,${index}`,
    );
    const { id } = await importAll([head, ...lines].join('\n'));
    const rows = await rowsOf(id, { limit: '50' });
    const stored = await db.select().from(products);
    const ledger = await db.select().from(stockMovements);
    expect(new Set(stored.map(({ slug }) => slug)).size).toBe(24);
    for (const [index, { productId }] of rows.entries()) {
      expect(stored.find((product) => product.id === productId)).toMatchObject({
        sku: `ONE${index}`,
        stockCount: index,
      });
      const changes = ledger.filter((row) => row.productId === productId).map(({ change }) => change);
      expect(changes).toEqual(index === 0 ? [] : [index]);
    }
  });

  test('a blank cell leaves a field unchanged, a dash clears it', async () => {
    const done = await importAll(`${head},originalPrice,description\n${pixel},699,Small`);
    const id = (await rowsOf(done.id))[0]?.productId ?? '';
    await importAll('sku,name,originalPrice,description\nGOO1,,,-');
    expect(await product(id)).toMatchObject({ name: 'Pixel 8', originalPrice: 699, description: '' });
    await importAll('sku,originalPrice\nGOO1,-');
    expect(await product(id)).toMatchObject({ originalPrice: null });
  });

  test('an exported stock base preserves a sale since the export', async () => {
    const done = await importAll(`${head}\n${pixel}`);
    const id = (await rowsOf(done.id))[0]?.productId ?? '';
    await catalog('adjustStock', { as: 'admin', params: { id }, body: { change: -1 } });
    await importAll('sku,stockCount,stockBase\nGOO1,10,4');
    expect((await product(id)).stockCount).toBe(9);
    const { id: removing } = await check('sku,stockCount,stockBase\nGOO1,0,20');
    expect((await rowsOf(removing))[0]?.faults[0]?.message).toBe(
      '“0”: Only 9 in stock, fewer than this row removes',
    );
  });

  test('rows are planned again when products changed since the check', async () => {
    const { id } = await check(`${head}\n${pixel}\nGOO2,Pixel 9,Google,Laptops,599,1`);
    await importAll(`${head}\n${pixel}`);
    const laptops = (await catalog('listCategories')).find(({ name }) => name === 'Laptops');
    await catalog('deleteCategory', { as: 'admin', params: { id: laptops?.id ?? '' } });
    await apply(id);
    await jobs.workUntilIdle();
    expect(await read(id)).toMatchObject({ state: 'done', counts: { same: 1, refused: 1, create: 0 } });
    expect(await db.$count(products)).toBe(1);
  });

  test('all or nothing is unavailable with rejected rows and rolls back on failure', async () => {
    const { id: faulty } = await check(`${head}\n${pixel}\nGOO2,,,,,`);
    await expect(apply(faulty, { wholeOrNothing: true })).rejects.toMatchObject({
      message: 'Rows with errors: 1. Correct them, or import only the other rows.',
    });
    const { id } = await check(`${head}\n${pixel}\nGOO2,Pixel 9,Google,Laptops,599,1`);
    const laptops = (await catalog('listCategories')).find(({ name }) => name === 'Laptops');
    await catalog('deleteCategory', { as: 'admin', params: { id: laptops?.id ?? '' } });
    await apply(id, { wholeOrNothing: true });
    await jobs.workUntilIdle();
    expect(await read(id)).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('No rows were imported.'),
    });
    expect(await db.$count(products)).toBe(0);
  });

  test('a killed import resumes without repeating a row', async () => {
    const many = Array.from(
      { length: 250 },
      (_, index) => `SKU${index},Phone ${index},Maker,Smartphones,${index + 1},3`,
    );
    const { id } = await check([head, ...many].join('\n'));
    await apply(id);
    // Stop after the first batch like a killed process, then resume in two concurrent runs.
    const ended = new AbortController();
    let batches = 0;
    const run = {
      id: 'run',
      attempt: 1,
      get signal() {
        if (batches++ === 1) ended.abort();
        return ended.signal;
      },
      enqueue: jobs.enqueue,
    };
    await applyImport(
      { db, now, alerts: alertTriggers, devices: deviceCounts, search: postgresSearch },
      id,
      run,
    );
    expect((await read(id)).appliedRows).toBe(50);
    expect(await db.$count(products)).toBe(50);
    const again = () =>
      applyImport({ db, now, alerts: alertTriggers, devices: deviceCounts, search: postgresSearch }, id, {
        ...run,
        signal: new AbortController().signal,
      });
    await Promise.all([again(), again()]);
    await jobs.workUntilIdle();
    expect(await read(id)).toMatchObject({ state: 'done', appliedRows: 250, counts: { create: 250 } });
    expect(await db.$count(products)).toBe(250);
  });

  test('an import can be stopped and resumed', async () => {
    const { id } = await check(`${head}\n${pixel}`);
    await apply(id);
    await call('stopImport', { as: 'admin', params: { id } });
    await jobs.workUntilIdle();
    expect(await read(id)).toMatchObject({ state: 'stopped', appliedRows: 0 });
    await apply(id);
    await jobs.workUntilIdle();
    expect(await read(id)).toMatchObject({ state: 'done', appliedRows: 1 });
    await expect(apply(id)).rejects.toMatchObject({ code: 'IN_PROGRESS', message: 'This import is done.' });
    await call('deleteImport', { as: 'admin', params: { id } });
    await expect(read(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await db.$count(products)).toBe(1);
  });
});

describe('export', () => {
  test('an export has the listed products and reimports without changes', async () => {
    const awkward = {
      sku: 'A-1',
      name: '=SUM(1)',
      brand: '+Brand',
      description: '-Dash, "quoted"\nand a line',
      images: ['/media/a.webp', '/media/b.webp'],
      imageAlts: ['', '@home'],
      features: ['One, two', "'quoted"],
      specifications: { Ratio: '20:9', 'USB-C: data': '10 Gbit/s', 'In the box': 'cable\ncharger' },
      originalPrice: 900,
      featured: true,
      modelKey: 'a',
    };
    const base = { category: 'Smartphones', price: 12.5, stockCount: 3 };
    await catalog('createProduct', { as: 'admin', body: { ...base, ...awkward } });
    await catalog('createProduct', {
      as: 'admin',
      body: { ...base, sku: 'B-1', name: 'Plain', brand: 'Plain', category: 'Laptops' },
    });
    const all = await fileOf();
    expect(all).toContain("'=SUM(1)");
    const checked = await check(all);
    expect(checked.counts).toEqual({ create: 0, change: 0, same: 2, refused: 0 });
    expect((await check(await fileOf({ category: 'laptops' }))).totalRows).toBe(1);
    const withoutImage = await fileOf({ withoutPicture: 'true', search: 'plain' });
    expect(withoutImage).toContain('B-1');
    expect(withoutImage).not.toContain('A-1');
    expect(await fileOf({ archived: 'true' })).not.toContain('B-1');
    // Another condition, so that buyers can tell it from the first.
    const moved = all.replaceAll('A-1', 'C-1').replaceAll('B-1', 'D-1').replaceAll(',good,', ',fair,');
    expect((await importAll(moved)).counts).toMatchObject({ create: 2 });
    const copy = await fileOf();
    const { id } = await check(copy);
    expect((await rowsOf(id)).map(({ outcome }) => outcome)).toEqual(['same', 'same', 'same', 'same']);
  });
});

describe('drafts', () => {
  const draftHead = 'sku,name,brand,category,price,draft';
  const isOnSale = async () => (await catalog('listProducts', {})).products.map(({ sku }) => sku).sort();
  test('a row makes a draft, publishes one, or takes a product off sale', async () => {
    await importAll(`${draftHead}\nA-1,Bare,,,,yes\nB-1,Whole,Acme,Laptops,5,no\nC-1,Other,Acme,Laptops,5,`);
    expect(await isOnSale()).toEqual(['B-1', 'C-1']);
    const { id } = await check(`${draftHead}\nA-1,,,,,no\nB-1,,,,,yes\nC-1,,,,,yes`);
    const [bare, whole] = await rowsOf(id);
    expect(bare?.faults.map(({ field }) => field)).toEqual(['price', 'category', 'brand']);
    expect(whole?.changes).toEqual([{ field: 'draft', before: 'no', after: 'yes' }]);
    await apply(id);
    await jobs.workUntilIdle();
    expect(await isOnSale()).toEqual([]);
    await importAll(`${draftHead}\nA-1,,Acme,Laptops,9,no\nB-1,,,,6,\nC-1,,,,,no`);
    expect(await isOnSale()).toEqual(['A-1', 'C-1']);
    expect((await catalog('listProducts', { query: { search: 'other' } })).products[0]?.brand).toBe('Acme');
  });

  test('an export of drafts reimports without changes', async () => {
    await importAll(`${draftHead}\nA-1,Bare,,,,yes\nB-1,Whole,Acme,Laptops,5,yes`);
    const file = await fileOf({ draft: 'true' });
    expect((await check(file)).counts).toEqual({ create: 0, change: 0, same: 2, refused: 0 });
    await db.delete(products);
    expect((await importAll(file)).counts).toMatchObject({ create: 2 });
    expect(await isOnSale()).toEqual([]);
  });
});
