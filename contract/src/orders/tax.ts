import type { Country } from '../countries.ts';
import {
  type DiscountTerms,
  type PricedLine,
  type Quote,
  quote,
  type Rates,
  type ShippingMethod,
} from './pricing.ts';
import { stateCode } from './states.ts';

/** Tax rate of a country or, with a state, of that state. */
export type TaxRate = { country: Country; state: string; basisPoints: number };

/** Rates of the settings: `taxBasisPoints` applies where the table has no entry. */
export type TaxTable = Rates & { taxRates: TaxRate[] };

/**
 * Returns the rates of orders to an address: the tax is that of its state, else that of its country, else the one of all
 * other addresses.
 */
export function ratesAt<T extends TaxTable>(table: T, address: { country: string; state: string }): T {
  const entries = table.taxRates.filter(({ country }) => country === address.country);
  if (entries.length === 0) return table;
  const state = stateCode(address.country, address.state);
  const entry =
    entries.find((one) => one.state !== '' && stateCode(one.country, one.state) === state) ??
    entries.find((one) => one.state === '');
  return entry ? { ...table, taxBasisPoints: entry.basisPoints } : table;
}

/** Returns the totals of a cart at an address. */
export function quoteAt(
  address: { country: string; state: string },
  lines: PricedLine[],
  table: TaxTable,
  method?: ShippingMethod,
  terms?: DiscountTerms,
): Quote & { taxIncluded: boolean } {
  return { ...quote(lines, ratesAt(table, address), method, terms), taxIncluded: table.pricesIncludeTax };
}
