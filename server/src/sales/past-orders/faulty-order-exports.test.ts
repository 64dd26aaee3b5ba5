import { expect, test } from 'vitest';
import { readOrderExport } from './read-order-export.ts';

const columns = {
  Name: '#1',
  Email: 'ada@example.com',
  'Financial Status': 'paid',
  'Fulfillment Status': '',
  Currency: 'USD',
  Shipping: '0.00',
  Taxes: '0.00',
  Total: '10.00',
  'Discount Amount': '0.00',
  'Created at': '2024-03-05 14:21:09 -0500',
  'Lineitem quantity': '1',
  'Lineitem name': 'Case',
  'Lineitem price': '10.00',
  'Lineitem sku': '',
  'Refunded Amount': '',
};
type Columns = Partial<typeof columns>;
const long = (length: number) => 'x'.repeat(length);
const noDate = (cell: string) => `“${cell}” is no date such as 2026-01-15 12:00:00 -0500`;
const ragged = 'A row of this order has more or fewer cells than the first row of the file has columns';

/** Faulty orders, with the sentence that rejects them. */
const faults: [cells: Columns, sentence: string][] = [
  [{ Name: '' }, 'This row has no order number'],
  [{ Name: long(65) }, 'An order number can have up to 64 characters'],
  [{ Email: 'ada' }, '“ada” is no email address'],
  [{ Email: 'ada@' }, '“ada@” is no email address'],
  [{ Email: 'ada@example.com, ben@example.com' }, '“ada@example.com, ben@example.com” is no email address'],
  [{ Email: `${long(300)}@example.com` }, `“${long(60)}” is no email address`],
  [{ Currency: 'EUR' }, 'This order is in EUR; only orders in US dollars can be imported'],
  [{ Currency: 'usd ' }, ''],
  [{ 'Created at': '' }, noDate('')],
  [{ 'Created at': 'yesterday' }, noDate('yesterday')],
  [{ 'Created at': '05/03/2024' }, noDate('05/03/2024')],
  [{ 'Created at': '2024-03-05' }, noDate('2024-03-05')],
  [{ 'Created at': '2024-13-05 10:00:00' }, noDate('2024-13-05 10:00:00')],
  [{ 'Created at': '2024-02-30 10:00:00 +0000' }, noDate('2024-02-30 10:00:00 +0000')],
  [{ 'Created at': '2024-03-05 25:00:00' }, noDate('2024-03-05 25:00:00')],
  [{ 'Created at': '2024-03-05 10:00:00 +9900' }, noDate('2024-03-05 10:00:00 +9900')],
  [{ 'Created at': '9999-12-31 23:59:59 -0500' }, noDate('9999-12-31 23:59:59 -0500')],
  [{ Total: '' }, 'Total is blank'],
  [{ Total: 'ten' }, 'Total: “ten” is no amount. Enter an amount such as 149.50.'],
  [{ Total: '1.299,00' }, 'Total: “1.299,00” is no amount. Use a point for decimals: 149.50.'],
  [{ Total: '10.0049' }, ''],
  [{ Total: '99999999999' }, 'Total: “99999999999” is no amount. Enter an amount such as 149.50.'],
  [{ Total: '1e3' }, 'Total: “1e3” is no amount. Enter an amount such as 149.50.'],
  [{ Total: 'Infinity' }, 'Total: “Infinity” is no amount. Enter an amount such as 149.50.'],
  [{ Total: '--5' }, 'Total: “-5” is no amount. Enter an amount such as 149.50.'],
  [{ Shipping: 'free' }, 'Shipping: “free” is no amount. Enter an amount such as 149.50.'],
  [{ Taxes: '8%' }, 'Taxes: “8%” is no amount. Enter an amount such as 149.50.'],
  [{ 'Discount Amount': 'ten' }, 'Discount Amount: “ten” is no amount. Enter an amount such as 149.50.'],
  [{ 'Refunded Amount': 'all' }, 'Refunded Amount: “all” is no amount. Enter an amount such as 149.50.'],
  [{ 'Lineitem name': '' }, 'This order has no items'],
  [{ 'Lineitem quantity': 'two' }, 'Lineitem quantity: “two” is no whole number'],
  [{ 'Lineitem quantity': '1.5' }, 'Lineitem quantity: “1.5” is no whole number'],
  [{ 'Lineitem quantity': '-1' }, 'Lineitem quantity: “-1” is no whole number'],
  [{ 'Lineitem quantity': '1000001' }, 'Lineitem quantity: “1000001” is no whole number'],
  [{ 'Lineitem price': 'free' }, 'Lineitem price: “free” is no amount. Enter an amount such as 149.50.'],
  [{ 'Lineitem price': '-1' }, 'Lineitem price: “-1” is no amount. Enter an amount such as 149.50.'],
];

const names = Object.keys(columns);
const rowOf = (cells: Columns) => Object.values({ ...columns, ...cells });

test.each(faults)('an order with %j', async (cells, sentence) => {
  const { entries, faults: found } = await readOrderExport(
    names,
    [{ number: 2, cells: rowOf(cells) }],
    'UTC',
  );
  expect(found.map(({ message }) => message)).toEqual(sentence === '' ? [] : [sentence]);
  expect(entries).toHaveLength(sentence === '' ? 1 : 0);
});

test('faulty orders between good ones reject themselves alone', async () => {
  const rows = [
    rowOf({ Name: '#1' }),
    rowOf({ Name: '#2', Total: 'ten' }),
    rowOf({ Name: '#3' }).slice(0, 5),
    [...rowOf({ Name: '#4' }), 'more'],
    rowOf({ Name: '#5' }),
    rowOf({ Name: '#5', 'Lineitem price': 'free' }),
    rowOf({ Name: '#6', 'Billing Name': long(1000) } as Columns),
  ];
  const read = await readOrderExport(
    names,
    rows.map((cells, index) => ({ number: index + 2, cells })),
    'UTC',
  );
  expect(read.entries.map(({ number }) => number)).toEqual(['#1']);
  expect(read.faults.map(({ row, subject, message }) => [row, subject, message.split(':')[0]])).toEqual([
    [3, '#2', 'Total'],
    [4, '#3', ragged],
    [5, '#4', ragged],
    [6, '#5', 'Lineitem price'],
    [8, '#6', ragged],
  ]);
});

test('an order with 500 items is read, one with 501 is not', async () => {
  const of = (items: number) =>
    Array.from({ length: items }, (_, index) => ({
      number: index + 2,
      cells: rowOf({ 'Lineitem name': `Item ${index}` }),
    }));
  expect((await readOrderExport(names, of(500), 'UTC')).entries[0]?.items).toHaveLength(500);
  expect((await readOrderExport(names, of(501), 'UTC')).faults).toMatchObject([
    { message: 'An order can have up to 500 items' },
  ]);
});
