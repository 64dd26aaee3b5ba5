import { asc } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { openImportShop } from '../../../../test/import-shop.ts';
import { deviceModels } from '../../../catalog/products/families/families.tables.ts';
import { products } from '../../../catalog/products/products.tables.ts';
import { defaultPresets } from './default-presets.ts';

const shop = await openImportShop({ now: () => new Date('2026-11-26T12:00:00Z') });
const { db, call, check, products: stored } = shop;
const importAll = async (text: string) => (await shop.importAll(text)).import;
const optionsNow = async () =>
  (await db.select().from(deviceModels).orderBy(asc(deviceModels.position))).map(({ options }) => options);

beforeEach(async () => {
  await shop.restart('Smartphones');
  for (const other of ['shopify', 'woocommerce'] as const) {
    const conditions = [...defaultPresets[other].conditions, { value: '', condition: 'good' as const }];
    await shop.answer(other, { conditions });
  }
});

const shopifyHead =
  'Handle,Title,Vendor,Type,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Price,Variant Inventory Qty,Status';
/** Rows of one Shopify product; `variants` are values of its options, SKU and price. */
const shopify = (title: string, optionNames: [string, string], variants: string[][], handle = 'phone') =>
  variants.map(([one = '', two = '', sku = '', price = ''], index) => {
    const [name, ...texts] =
      index === 0 ? [`"${title}"`, 'Example', 'Smartphones', 'true'] : ['', '', '', ''];
    const names = index === 0 ? optionNames : ['', ''];
    const cells = [
      handle,
      name,
      ...texts,
      names[0],
      one,
      names[1],
      two,
      sku,
      price,
      '2',
      index === 0 ? 'active' : '',
    ];
    return cells.join(',');
  });
const shopifyFile = (...rows: string[][]) => [shopifyHead, ...rows.flat()].join('\n');

describe('variants of a Shopify export', () => {
  test('become configurations of their own though the title has their values', async () => {
    const title = 'Phone SE 64GB / 128GB unlocked, S and M and L';
    const sizes = ['64GB', '128GB'].flatMap((storage) =>
      ['S', 'M'].map((size) => [storage, size, `${storage}-${size}`, '100']),
    );
    const { counts } = await importAll(shopifyFile(shopify(title, ['Storage', 'Size'], sizes)));
    expect(counts).toMatchObject({ create: 4, refused: 0 });
    const rows = await stored();
    expect(new Set(rows.map(({ modelKey }) => modelKey)).size).toBe(4);
    expect(new Set(rows.map(({ familyId }) => familyId)).size).toBe(1);
    expect(rows.map(({ name }) => name)).toContain(`${title} 64GB M`);
    expect(new Set((await optionsNow()).map(({ storage, size }) => `${storage} ${size}`))).toEqual(
      new Set(['64GB S', '64GB M', '128GB S', '128GB M']),
    );
  });

  test('become configurations of their own under a title that fills every key', async () => {
    const title = 'Renewed phone with charger and case, professionally tested and certified. '
      .repeat(3)
      .trim();
    const handle = 'renewed-phone-with-charger-and-case-professionally-tested-and-certified-'.repeat(3);
    const variants = ['Black', 'Blue', 'Red'].map((color) => [color, '', '', '199']);
    await importAll(shopifyFile(shopify(title, ['Color', ''], variants, handle)));
    const rows = await stored();
    expect(new Set(rows.map(({ modelKey }) => modelKey)).size).toBe(3);
    expect(new Set(rows.map(({ sku }) => sku)).size).toBe(3);
    expect(rows.map(({ name }) => name.split(' ').at(-1)).toSorted()).toEqual(['Black', 'Blue', 'Red']);
    expect((await optionsNow()).map(({ color }) => color).toSorted()).toEqual(['Black', 'Blue', 'Red']);
  });

  test('tell apart values that an address cannot', async () => {
    const variants = [
      ['USB-C', '', 'A', '10'],
      ['USB C', '', 'B', '11'],
      ['US · Backlit', '', 'C', '12'],
    ];
    await importAll(shopifyFile(shopify('Cable', ['Plug', ''], variants)));
    expect(new Set((await stored()).map(({ modelKey }) => modelKey)).size).toBe(3);
    expect((await optionsNow()).map(({ version }) => version).toSorted()).toEqual([
      'US · Backlit',
      'USB C',
      'USB-C',
    ]);
  });

  test('change nothing when they are sent again', async () => {
    const file = shopifyFile(
      shopify(
        'Phone 64GB / 128GB',
        ['Storage', 'Finish'],
        [
          ['64GB', 'Matte', 'A', '10'],
          ['128GB', 'Matte', 'B', '11'],
        ],
      ),
    );
    await importAll(file);
    expect(
      (await check(file)).rows.map(({ outcome, changes, doubts }) => [outcome, changes, doubts]),
    ).toEqual([
      ['same', [], []],
      ['same', [], []],
    ]);
  });
});

describe('offers that buyers cannot tell apart', () => {
  const head = 'sku,name,brand,category,price,condition,modelKey,family,options';
  const row = (sku: string, condition: string, modelKey: string, options = 'Storage: 64 GB') =>
    `${sku},Phone,Example,Smartphones,100,${condition},${modelKey},Phone,${options}`;

  test('are rejected when they are new, naming both rows', async () => {
    const { rows } = await check(
      [
        head,
        row('A', 'good', 'p-1'),
        row('B', 'fair', 'p-1'),
        row('C', 'good', 'p-1'),
        row('D', 'good', 'p-2'),
      ].join('\n'),
    );
    expect(rows.map(({ sku, outcome }) => [sku, outcome])).toEqual([
      ['A', 'create'],
      ['B', 'create'],
      ['C', 'refused'],
      ['D', 'refused'],
    ]);
    expect(rows[2]?.faults[0]?.message).toContain('row 2');
    expect(rows[3]?.faults[0]?.message).toContain('row 2');
    expect(rows[0]?.doubts.map(({ message }) => message.match(/row \d/)?.[0])).toEqual(['row 4', 'row 5']);
  });

  test('are rejected beside one of the shop, which passes unchanged and is named', async () => {
    await importAll([head, row('A', 'good', 'p-1'), row('B', 'fair', 'p-1')].join('\n'));
    await db.update(products).set({ condition: 'good' });
    const { id, rows } = await check(
      [head, row('A', 'good', 'p-1'), row('B', 'good', 'p-1'), row('C', 'good', 'p-3')].join('\n'),
    );
    expect(rows.map(({ sku, outcome, doubts }) => [sku, outcome, doubts.length > 0])).toEqual([
      ['A', 'same', true],
      ['B', 'same', true],
      ['C', 'refused', false],
    ]);
    expect(rows[0]?.doubts[0]?.message).toContain('B in the shop');
    expect(rows[2]?.faults[0]?.message).toContain('A in the shop');
    const doubted = await call('listImportRows', { as: 'admin', params: { id }, query: { doubted: 'true' } });
    expect(doubted.pagination.total).toBe(2);
    expect((await call('getImport', { as: 'admin', params: { id } })).import.doubted).toBe(2);
  });

  test('get their options from the file', async () => {
    await importAll([head, row('A', 'good', 'p-1'), row('D', 'good', 'p-2', 'Version: Dual SIM')].join('\n'));
    expect(await optionsNow()).toContainEqual({ version: 'Dual SIM' });
    const { rows } = await check([head, row('A', 'good', 'p-1', 'Storage: 32 GB')].join('\n'));
    expect(rows[0]?.changes).toEqual([
      { field: 'options', before: 'Storage: 64 GB', after: 'Storage: 32 GB' },
    ]);
    await importAll([head, row('A', 'good', 'p-1', 'Storage: 32 GB')].join('\n'));
    expect(await optionsNow()).toContainEqual({ storage: '32 GB' });
  });
});
