import { cents } from '@reprise/contract/money';
import { parse } from 'csv-parse/sync';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { openEditing } from '../../../../test/order-editing.ts';
import { openOrderShop, orderOf, someAddress } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { products } from '../../../catalog/products/products.tables.ts';
import { updateSettings } from '../../../foundations/settings/update-settings.ts';

const database = await openTestDatabase();
const { db } = database;
const shop = await openOrderShop(database);
const { call, deps } = shop;
const editing = await openEditing(shop, 100);
const staff = { caller: editing.admin };

const places = {
  texas: { ...someAddress, state: 'Texas', city: 'Austin', zipCode: '78701' },
  oregon: { ...someAddress, state: 'OR', zipCode: '97201' },
  germany: { ...someAddress, state: 'Hesse', city: 'Kassel', zipCode: '34117', country: 'Germany' },
};
let reduced: string;

beforeAll(async () => {
  reduced = await shop.addProduct(100, cents(10_70));
  await db.update(products).set({ taxClass: 'reduced' }).where(eq(products.id, reduced));
  const germany = { country: 'Germany' as const, state: '' };
  const settings = {
    shipTo: ['United States' as const, 'Germany' as const],
    taxBasisPoints: 0,
    taxRates: [
      { ...germany, basisPoints: 1900 },
      { ...germany, basisPoints: 700, taxClass: 'reduced' as const },
      { country: 'United States' as const, state: 'TX', basisPoints: 625 },
    ],
  };
  await updateSettings(deps, settings, null);
});

async function paid(place: keyof typeof places, items: Record<string, number>) {
  const shippingAddress = { ...places[place], email: `${place}@example.com` };
  const { order } = await shop.place(orderOf(items, { shippingAddress: shippingAddress as never }));
  await call('recordPayment', { params: { id: order.id }, body: { method: 'cash' } }, staff);
  return order;
}

const refund = ({ id }: { id: string }, body: object) => call('refundOrder', { params: { id }, body }, staff);

async function sumsOf(name: 'exportInvoices' | 'exportTaxes', query: object) {
  const { pieces } = await call(name, { query }, staff);
  let text = '';
  for await (const piece of pieces) text += piece;
  const rows: Record<string, string>[] = parse(text, { columns: true, bom: true });
  const sumOf = (column: string) => rows.reduce((sum, row) => sum + Math.round(Number(row[column]) * 100), 0);
  return { rows, sums: ['Net', 'Tax', 'Total'].map(sumOf) };
}

test('the report of taxes adds up to the exported invoices and credit notes of the period', async () => {
  const { phone } = editing;
  const tx = await paid('texas', { [phone]: 2 });
  await paid('oregon', { [phone]: 1, [reduced]: 1 });
  const de = await paid('germany', { [phone]: 1, [reduced]: 3 });
  await refund(de, { items: [{ product: reduced, quantity: 1 }] });
  await refund(de, { kind: 'goods', amount: 7.77 });
  await refund(tx, { amount: 11.11 });
  const { rows, totals } = await call('listTaxes', { query: {} }, staff);
  type Row = { country: string; state: string; basisPoints: number; salesTax: number };
  expect(rows.map(({ country, state, basisPoints }: Row) => [country, state, basisPoints])).toEqual([
    ['Germany', '', 1900],
    ['Germany', '', 700],
    ['United States', 'OR', 0],
    ['United States', 'TX', 625],
  ]);
  const report = await sumsOf('exportTaxes', {});
  const invoices = await sumsOf('exportInvoices', {});
  expect(report.sums).toEqual(invoices.sums);
  expect(invoices.rows.map((row) => [row.Country, row['Tax rate in percent']])).toEqual([
    ['United States', '6.25'],
    ['United States', ''],
    ['Germany', '19; 7'],
    ['Germany', '7'],
    ['Germany', '19; 7'],
    ['United States', '6.25'],
  ]);
  expect([totals.net, totals.tax, totals.total].map((sum) => Math.round(sum * 100))).toEqual(invoices.sums);
  expect(report.rows).toHaveLength(4);
  const before = { to: '2000-01-01' };
  expect((await sumsOf('exportTaxes', before)).rows).toEqual([]);
  expect((await call('listTaxes', { query: before }, staff)).totals).toEqual({ net: 0, tax: 0, total: 0 });
});
