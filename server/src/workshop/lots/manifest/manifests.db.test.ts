import { luhnDigit } from '@reprise/contract/workshop/codes/luhn-digit';
import { lotEndpoints } from '@reprise/contract/workshop/lots/lots';
import { unitEndpoints } from '@reprise/contract/workshop/units/units';
import { eq } from 'drizzle-orm';
import { zipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import { callsTo } from '../../../../test/call-endpoints.ts';
import { openOrderShop, problemOf } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { workbook } from '../../../../test/workbook.ts';
import { modelCodes } from '../../../catalog/products/families/families.tables.ts';
import { categories } from '../../../catalog/products/products.tables.ts';
import { unitHandlers } from '../../units/units.routes.ts';
import { lotHandlers } from '../lots.routes.ts';
import { lotLines } from '../lots.tables.ts';

const database = await openTestDatabase();
const { deps } = await openOrderShop(database);
const { db } = database;
const call = callsTo({ ...lotEndpoints, ...unitEndpoints }, { ...lotHandlers(deps), ...unitHandlers(deps) });
const as = 'admin' as const;

const names = ['iPhone 13 128 GB Midnight', 'iPhone 13 256 GB Midnight', 'iPhone 12 64 GB Blue'];
const keys = new Map<string, string>();
const upc = '200000000721';

beforeAll(async () => {
  await db
    .insert(categories)
    .values({ id: 'cat_smart', name: 'Smartphones', slug: 'smartphones', description: '', image: '' });
  for (const name of names) {
    const model = { new: { name, brand: 'Apple', category: 'smartphones' } };
    const { unit } = await call('receiveUnit', { as, body: { model, identifiers: [] } });
    keys.set(name, unit.model.key);
  }
  const modelKey = keys.get('iPhone 12 64 GB Blue') ?? '';
  await db.insert(modelCodes).values([
    { kind: 'gtin', code: upc.padStart(14, '0'), modelKey },
    { kind: 'mpn', code: 'MGJ83LL/A', modelKey },
  ]);
});

let lots = 0;
async function send(file: string | Buffer, name = 'list.csv') {
  lots += 1;
  const { supplier } = await call('createSupplier', {
    as,
    body: { name: `Supplier ${lots}`, kind: 'company' },
  });
  const { lot } = await call('createLot', { as, body: { supplier: supplier.id, spread: 'equal' } });
  const files = [{ name, bytes: Buffer.from(file as string) }];
  const { manifest } = await call('sendManifest', { as, params: { id: lot.id }, files: files as never });
  if (!manifest) throw new Error('The file was not stored.');
  return { lot, manifest };
}

const imeiOf = (number: number) => {
  const digits = `35222222${String(number).padStart(6, '0')}`;
  return digits + luhnDigit(digits);
};

test('reads the sheet of a workbook whose columns are known, with all digits', async () => {
  const file = workbook({
    Readme: [['How to fill in this list']],
    Order: [
      ['Order 48213'],
      ['Product Name', 'Item Identifier', 'Color', 'Quantity', 'Price', 'Remark'],
      ['Apple iPhone 13 128GB', Number(imeiOf(1)), 'Minuit', 1, 412.5, 'Batterie 87%'],
      ['Apple iPhone 13 128GB', imeiOf(2), 'Midnight', 1, '289,90', ''],
      ['Apple iPhone 12 64GB', 1001230000967, 'Blue', 1, 99, ''],
      ['Apple iPhone 12 64GB', '3.5E+14', 'Blue', 1, 99, ''],
      ['', '', 'TOTAL', 4, 900, ''],
      ['', '* prices are net', '', '', '', ''],
    ],
  });
  const { manifest } = await send(file, 'order.xlsx');
  expect(manifest).toMatchObject({
    fileName: 'order.xlsx, sheet Order',
    totalRows: 4,
    skippedRows: 2,
    problem: '',
  });
  const reasons = manifest.rejected.map(({ reasons }) => reasons[0]);
  expect(reasons[2]).toContain('a spreadsheet dropped the zeros in front');
  expect(reasons[3]).toContain('A spreadsheet has lost digits');
});

test('suggests models for words and takes one only once it is confirmed', async () => {
  const rows = [
    'Apple iPhone 13 128GB Midnight',
    'IPHONE 13 (256GB) - MIDNIGHT UNLOCKED',
    'Apple iPhone 13 Midnight',
  ];
  const { lot, manifest } = await send(['Description,Qty', ...rows.map((words) => `${words},2`)].join('\n'));
  expect(manifest).toMatchObject({ goodRows: 0, units: 0 });
  expect(manifest.unknownModels.map(({ suggestion }) => suggestion?.name ?? null)).toEqual([
    'iPhone 13 128 GB Midnight',
    'iPhone 13 256 GB Midnight',
    null,
  ]);
  const [first] = manifest.unknownModels;
  const body = { words: first?.words ?? '', model: { key: first?.suggestion?.key ?? '' } };
  const confirmed = (await call('assignManifestModel', { as, params: { id: lot.id }, body })).manifest;
  expect(confirmed).toMatchObject({ goodRows: 1, units: 2 });
});

test('a barcode or part number leads to the model, and other words than its own are asked about', async () => {
  const { manifest } = await send(
    [
      'Item Description,UPC,Part number,Qty',
      `Blue phone 64GB,${upc},,1`,
      'Some phone,,mgj83ll/a,1',
      `Apple iPhone 13 128GB Midnight,${upc},,1`,
      `iPhone 13 128 GB Midnight,${upc},,1`,
      'Some phone,NOT AVAILABLE,,1',
      'Some phone,123456789012,,1',
    ].join('\n'),
  );
  expect(manifest).toMatchObject({ goodRows: 2, badRows: 4 });
  const reasons = manifest.rejected.map(({ reasons }) => reasons[0]);
  expect(reasons[0]).toContain(
    'is iPhone 12 64 GB Blue, but “Apple iPhone 13 128GB Midnight” is another model',
  );
  expect(reasons[1]).toContain(
    'is iPhone 12 64 GB Blue, but “iPhone 13 128 GB Midnight” is iPhone 13 128 GB',
  );
  expect(reasons[2]).toContain('“Some phone” is no known model.');
  expect(reasons[3]).toContain('“Some phone” is no known model.');
});

test('records battery, carrier and line number as declared', async () => {
  const { lot, manifest } = await send(
    [
      'Lagerliste KW 38;;;;;;',
      'Pos.;Modell;Zustand;Akku %;Simlock;IMEI / SN;EK netto',
      `7;iPhone 13 128 GB Midnight;A;92 %;frei;${imeiOf(11)} / ${imeiOf(12)};1.129,50 €`,
      '8;iPhone 13 128 GB Midnight;B;k. A.;Vodafone;ZZDEPAD106;99,00 €',
    ].join('\n'),
  );
  expect(manifest).toMatchObject({
    goodRows: 1,
    unknownModels: [{ words: 'iPhone 13 128 GB Midnight Vodafone' }],
  });
  expect(manifest.warnings.join()).toContain('Prices have “€”');
  await call('applyManifest', { as, params: { id: lot.id }, body: {} });
  const [line] = await db.select().from(lotLines).where(eq(lotLines.lotId, lot.id));
  expect(line).toMatchObject({ battery: 92, carrier: '', supplierLine: '7', unitPriceCents: 112950 });
  const { units } = await call('listUnits', { as, query: { lot: lot.id } as never });
  expect(units).toMatchObject([
    { lot: { declared: 'A', declaredBattery: 92, declaredCarrier: '', line: '7' }, carrier: null },
  ]);
  expect(units[0]?.identifiers).toHaveLength(2);
});

test('takes neither radio standards nor "GSM unlocked" for a carrier', async () => {
  const row = 'iPhone 13 128 GB Midnight';
  const { manifest } = await send(
    ['Model,Network', `${row},5G`, `${row},GSM Unlocked`, `${row},Locked`].join('\n'),
  );
  expect(manifest).toMatchObject({ goodRows: 3, unknownModels: [] });
});

test('takes no price in another currency', async () => {
  const { manifest } = await send('Nazwa,Waluta,Cena sprzedaży netto\niPhone 13 128 GB Midnight,PLN,310.50');
  expect(manifest).toMatchObject({ goodRows: 1 });
  expect(manifest.warnings).toEqual([
    'Prices in PLN are not read: the shop counts in USD. Enter the cost of the lot in USD.',
  ]);
});

test('rejects a workbook that unpacks to gigabytes, and one that is cut off', async () => {
  const bomb = Buffer.from(zipSync({ 'xl/workbook.xml': new Uint8Array(101 * 1024 * 1024) }));
  expect(bomb.length).toBeLessThan(1024 * 1024);
  expect((await problemOf(send(bomb, 'bomb.xlsx'))).message).toContain('too large');
  const cut = workbook({
    List: [
      ['Model', 'Qty'],
      ['iPhone 12 64 GB Blue', 1],
    ],
  }).subarray(0, 300);
  expect((await problemOf(send(cut, 'cut.xlsx'))).message).toContain('cannot be read');
});
