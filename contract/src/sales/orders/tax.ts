import { ratesOfCountry, type TaxTable } from './country-rates.ts';
import { type DiscountTerms, type PricedLine, type Quote, quote, type ShippingMethod } from './pricing.ts';
import { isKnownState, stateCode } from './states.ts';

/** The postcode tells the state where its text does not. */
export type TaxedAddress = { country: string; state: string; zipCode?: string };

/** True if states of the country have rates of their own and the address does not tell its state. */
export function lacksTaxedState({ taxRates }: Pick<TaxTable, 'taxRates'>, address: TaxedAddress): boolean {
  const { country, state, zipCode = '' } = address;
  const hasRates = taxRates.some((one) => one.country === country && one.state !== '');
  return hasRates && !isKnownState(country, state, zipCode);
}

/** Returns the rates of orders to an address: those of its country, with the tax of its state where the table has one. */
export function ratesAt<T extends TaxTable>(settings: T, { country, state, zipCode }: TaxedAddress): T {
  return ratesOfCountry(
    settings,
    country,
    (rate) => stateCode(rate.country, rate.state) === stateCode(country, state, zipCode),
  );
}

/** Returns the totals of a cart at an address. */
export function quoteAt(
  address: TaxedAddress,
  lines: PricedLine[],
  table: TaxTable,
  method?: ShippingMethod,
  terms?: DiscountTerms,
): Quote & { taxIncluded: boolean } {
  return { ...quote(lines, ratesAt(table, address), method, terms), taxIncluded: table.pricesIncludeTax };
}
