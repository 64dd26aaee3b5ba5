import { beforeEach, expect, test } from 'vitest';
import { openImportShop } from '../../../../test/import-shop.ts';
import { products } from '../../../catalog/products/products.tables.ts';
import { defaultPresets } from './default-presets.ts';

const shop = await openImportShop();
const { db, jobs, call } = shop;

beforeEach(() => shop.restart('Phones'));

const columns = {
  Handle: 'phone',
  Title: 'Phone',
  'Body (HTML)': '<p>A phone</p>',
  Vendor: 'Acme',
  Type: 'Phones',
  Published: 'true',
  'Option1 Name': 'Title',
  'Option1 Value': 'Default Title',
  'Variant SKU': '',
  'Variant Inventory Qty': '1',
  'Variant Price': '99.00',
  'Variant Compare At Price': '',
  'Image Src': '',
  'Image Alt Text': '',
  'Gift Card': 'false',
  'SEO Title': '',
  'SEO Description': '',
  'Google Shopping / Condition': 'good',
  'Battery (product.metafields.custom.battery)': '',
  Status: 'active',
};
type Columns = Partial<typeof columns>;

const long = (length: number) => 'x'.repeat(length);
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const lineOf = (cells: Columns) =>
  Object.values({ ...columns, ...cells })
    .map(quoted)
    .join(',');

/** Faulty rows, each of a product of its own, with what the check says of them. */
const faults: [cells: Columns | string, sentence: string][] = [
  [{ 'Variant Price': '' }, 'price: The price is missing'],
  [{ 'Variant Price': 'abc' }, 'price: “abc”: Write a price as 1299.99'],
  [{ 'Variant Price': '-5.00' }, 'price: “-5.00”: Write a price as 1299.99'],
  [{ 'Variant Price': '1.299,00' }, 'price: “1.299,00”: Use a point for decimals: 149.50.'],
  [{ 'Variant Price': '12.345' }, 'price: “12.345”: At most two decimals, such as 149.50'],
  [{ 'Variant Price': '99999999999' }, 'price: “99999999999”: Write a price as 1299.99'],
  [{ 'Variant Price': '1e3' }, 'price: “1e3”: Write a price as 1299.99'],
  [{ 'Variant Price': 'EUR 99' }, 'price: “EUR 99”: Write a price as 1299.99'],
  [{ 'Variant Compare At Price': 'was 199' }, 'originalPrice: “was 199”: Write a price as 1299.99'],
  [{ 'Variant Compare At Price': '199,5' }, 'originalPrice: “199,5”: Use a point for decimals: 149.50.'],
  [{ Handle: '' }, 'row: This row has no handle, which tells the product it belongs to'],
  [
    { Title: '' },
    'row: The first row of this product is missing: it has the title. Export the product again',
  ],
  // Shortened, because other shops let a title be longer.
  [{ Title: long(201) }, 'create'],
  [
    { Handle: 'phones/one' },
    'formerSlug: “phones/one” is not the last part of an address, such as iphone-13 in /products/iphone-13',
  ],
  [{ Handle: long(256) }, 'formerSlug: An address can have up to 255 characters'],
  // Answered by the preset.
  [{ Vendor: '' }, 'create'],
  [{ Vendor: long(101) }, 'brand: Please use at most 100 characters'],
  [{ 'Gift Card': 'true' }, 'row: A gift card cannot be imported'],
  [{ 'Variant SKU': long(65) }, 'sku: Please use at most 64 characters'],
  [{ 'Variant SKU': 'TWICE' }, 'create'],
  [{ 'Variant SKU': 'TWICE' }, 'sku: TWICE is already in row 21'],
  [{ 'Variant Inventory Qty': 'many' }, 'stockCount: “many”: Write a whole number, 0 or more'],
  [{ 'Variant Inventory Qty': '1.5' }, 'stockCount: “1.5”: Write a whole number, 0 or more'],
  [{ 'Variant Inventory Qty': '2000000' }, 'stockCount: “2000000”: Stock must be at most 1,000,000'],
  [
    { 'Variant Inventory Qty': '9'.repeat(30) },
    'stockCount: “999999999999999999999999999999”: Write a whole number, 0 or more',
  ],
  [
    { 'Image Src': 'ftp://host/picture.jpg' },
    'images.0: “ftp://host/picture.jpg”: Use an https address or a path of this shop',
  ],
  [{ 'Image Src': 'picture.jpg' }, 'images.0: “picture.jpg”: Use an https address or a path of this shop'],
  [{ 'Image Src': 'https://' }, 'images.0: “https://”: Use an https address or a path of this shop'],
  [{ 'Image Src': `https://host/${long(2000)}` }, 'images.0: Please use at most 2000 characters'],
  [
    { 'Image Src': 'https://host/a.jpg', 'Image Alt Text': long(301) },
    'imageAlts.0: Please use at most 300 characters',
  ],
  [{ 'SEO Title': long(121) }, 'seoTitle: Please use at most 120 characters'],
  [{ 'SEO Description': long(321) }, 'seoDescription: Please use at most 320 characters'],
  [{ 'Body (HTML)': long(20_001) }, 'description: Please use at most 20000 characters'],
  [
    { 'Option1 Name': 'Color', 'Option1 Value': long(1001) },
    'specifications.Color: Please use at most 1000 characters',
  ],
  [
    { 'Option1 Name': long(101), 'Option1 Value': 'Blue' },
    'row: The name of an option can have up to 100 characters',
  ],
  [
    { 'Battery (product.metafields.custom.battery)': 'good' },
    'batteryHealth: “good”: Write a whole number, 0 or more',
  ],
  [
    { 'Battery (product.metafields.custom.battery)': '120%' },
    'batteryHealth: “120”: Battery health is a whole number from 1 to 100',
  ],
  [
    { 'Battery (product.metafields.custom.battery)': '0' },
    'batteryHealth: “0”: Battery health is a whole number from 1 to 100',
  ],
  ['"phone-1","Phone"', 'row: This row has 2 cells, but the first row has 20 columns'],
  [
    `${lineOf({ Handle: 'phone-2' })},"more","and more"`,
    'row: This row has 22 cells, but the first row has 20 columns',
  ],
];

test('a Shopify file with 40 faults', async () => {
  const { shop: _, ...preset } = defaultPresets.shopify;
  const battery = {
    name: 'Battery (product.metafields.custom.battery)',
    column: 'batteryHealth' as const,
  };
  const body = { ...preset, columns: [...preset.columns, battery], defaultBrand: 'Acme' };
  await call('saveExportPreset', { as: 'admin', params: { shop: 'shopify' }, body });
  const lines = faults.map(([cells], index) =>
    typeof cells === 'string' ? cells : lineOf({ Handle: `phone-${index}`, ...cells }),
  );
  const good = lineOf({ Handle: 'good', Title: 'Good phone' });
  const bytes = Buffer.from([Object.keys(columns).map(quoted).join(','), ...lines, good].join('\r\n'));
  const { id } = (await call('startImport', { as: 'admin', files: [{ name: 'export.csv', bytes }] })).import;
  await jobs.workUntilIdle();
  const { rows } = await call('listImportRows', { as: 'admin', params: { id }, query: {} });
  // Long values are shortened in the sentence, which is not repeated here.
  const said = rows.map(({ number, outcome, faults: found }) => {
    const { field, message = '' } = found.at(-1) ?? {};
    return [number, outcome === 'refused' ? `${field}: ${message.replace(/^“[^”]*…”: /, '')}` : outcome];
  });
  expect(said).toEqual([...faults.map(([, sentence], index) => [index + 2, sentence]), [42, 'create']]);

  await call('applyImport', { as: 'admin', params: { id }, body: {} });
  await jobs.workUntilIdle();
  expect(await db.$count(products)).toBe(4);
});

test.each([
  [
    'cut in the middle of a cell',
    '"Handle","Title","Option1 Name","Variant Price"\n"phone","Pho',
    'never closed',
  ],
  ['without rows', '"Handle","Title","Option1 Name","Variant Price"', 'no rows'],
])('a Shopify file %s', async (_name, text, message) => {
  const files = [{ name: 'export.csv', bytes: Buffer.from(text) }];
  await expect(call('startImport', { as: 'admin', files })).rejects.toMatchObject({
    message: expect.stringContaining(message),
  });
});
