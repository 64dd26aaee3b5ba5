import { currencyOf } from '@reprise/contract/currencies';
import { defaultCurrency, setCurrency } from '@reprise/contract/money';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openImportShop } from '../../../../test/import-shop.ts';
import { problemOf } from '../../../../test/order-shop.ts';

const shop = await openImportShop();
beforeEach(() => shop.restart('Phones'));
afterEach(() => setCurrency(defaultCurrency));

const file = (price: string, ...rows: string[]) =>
  [`sku,name,brand,category,stockCount,condition,${price}`, ...rows].join('\n');
const row = (sku: string, price: string) => `${sku},Phone ${sku},Acme,Phones,1,good,${price}`;
const faultsOf = async (text: string) =>
  (await shop.check(text)).rows.flatMap(({ sku, faults }) =>
    faults.map(({ field, message }) => `${sku} ${field}: ${message}`),
  );

test('a row that names another currency is rejected, the others are taken', async () => {
  const rows = [row('A', '100,EUR'), row('B', '100,usd'), row('C', '100,'), row('D', '100 EUR,USD')];
  expect(await faultsOf(file('price,currency', ...rows))).toEqual([
    'A currency: “EUR”: This row is in EUR; this store sells in USD',
    'D price: “100 EUR”: Write a price as 1299.99',
  ]);
});

test('a file whose prices are in another currency is refused as a whole', async () => {
  const refusal = async (price: string) => (await problemOf(shop.send(file(price, row('A', '100'))))).message;
  expect(await refusal('Price (EUR)')).toBe(
    'The column “Price (EUR)” has prices in another currency; this store sells in USD.',
  );
  expect(await faultsOf(file('Price USD', row('A', '100')))).toEqual([]);
  setCurrency(currencyOf('EUR'));
  expect(await refusal('Price USD')).toContain('this store sells in EUR');
  expect(await refusal('Price ($)')).toContain('this store sells in EUR');
  expect(await faultsOf(file('Price €', row('A', '149.50')))).toEqual([]);
});

test.each([
  ['USD', '1.999', '1000000.01'],
  ['JPY', '1500.5', '100000001'],
  ['KWD', '1.005', '1000001'],
  ['VND', '0.5', '100000000000'],
])(
  'in %s a price with too many decimals and one beyond the largest are rejected',
  async (code, fine, large) => {
    setCurrency(currencyOf(code));
    const faults = await faultsOf(file('price', row('A', fine), row('B', large)));
    expect(faults).toHaveLength(2);
    expect(faults[0]).toMatch(/^A price: /);
    expect(faults[1]).toMatch(/^B price: /);
  },
);
