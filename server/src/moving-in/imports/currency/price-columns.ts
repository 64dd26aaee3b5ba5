import { currencies } from '@reprise/contract/currencies';
import { moneySign, storeCurrency } from '@reprise/contract/money';
import { columnKey } from '@reprise/extension/file-rows';
import { truncate } from '@reprise/extension/truncate';

/** Column that names the currency of the row. It is only checked. */
export const currencyColumn = 'currency';

const currencyNames = new Set(['currency', 'currencycode', 'pricecurrency', 'variantcurrency']);

export const isCurrencyColumn = (name: string): boolean => currencyNames.has(columnKey(name));

/** Returns why the prices of a row cannot be taken, by its cell with the currency; null if they are in the store's. */
export function rowCurrencyFault(cell: string): string | null {
  const { code } = storeCurrency();
  const written = cell.trim();
  if ([code, moneySign().sign].includes(written.toUpperCase())) return null;
  return `This row is in ${truncate(written, 20)}; this store sells in ${code}`;
}

/** A price with the code or the sign of a currency, such as “Price (EUR)” and “price usd”. */
const pricedIn = /^(original|compareat|)price\(?([a-z]{3}|[$€£¥₫])\)?$/;

export type PriceColumn = { column: 'price' | 'originalPrice'; currency: string; isForeign: boolean };

/** Returns the price that a column with a currency in its name has; null for another column. */
export function priceColumnOf(name: string): PriceColumn | null {
  const [, kind, mark = ''] = pricedIn.exec(columnKey(name)) ?? [];
  const currency = mark.toUpperCase();
  if (kind === undefined || (currency.length === 3 && !currencies.has(currency))) return null;
  const isForeign = currency !== storeCurrency().code && !moneySign().sign.includes(currency);
  return { column: kind === '' ? 'price' : 'originalPrice', currency, isForeign };
}
