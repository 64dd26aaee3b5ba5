import type { TaxClass } from '../../foundations/tax-classes.ts';
import type { TaxRate } from '../../foundations/tax-rates.ts';
import {
  type DiscountTerms,
  type PricedLine,
  type Quote,
  quote,
  type Rates,
  type ShippingMethod,
} from './pricing.ts';
import { ratesIn, type ZoneTable } from './shipping/zones.ts';
import { isKnownState, stateCode } from './states.ts';

/** Rates of the settings: `taxBasisPoints` applies where the table has no entry. */
export type TaxTable = Rates & ZoneTable & { taxRates: TaxRate[] };

/** The postcode tells the state where its text does not. */
export type TaxedAddress = { country: string; state: string; zipCode?: string };

/** True if states of the country have rates of their own and the address does not tell its state. */
export function lacksTaxedState({ taxRates }: Pick<TaxTable, 'taxRates'>, address: TaxedAddress): boolean {
  const { country, state, zipCode = '' } = address;
  const hasRates = taxRates.some((one) => one.country === country && one.state !== '');
  return hasRates && !isKnownState(country, state, zipCode);
}

/**
 * Returns the rates of orders to an address: shipping is that of its zone, the tax that of its state, else that of its
 * country, else the one of all other addresses. A reduced rate is one of the table, else the standard rate. The table is
 * that of a day.
 */
export function ratesAt<T extends TaxTable>(settings: T, address: TaxedAddress): T {
  const table = ratesIn(settings, address.country);
  const entries = table.taxRates.filter(({ country }) => country === address.country);
  if (entries.length === 0) return table;
  const state = stateCode(address.country, address.state, address.zipCode);
  const rateOf = (taxClass: TaxClass) => {
    const rates = entries.filter((one) => (one.taxClass ?? 'standard') === taxClass);
    return (
      rates.find((one) => one.state !== '' && stateCode(one.country, one.state) === state) ??
      rates.find((one) => one.state === '')
    );
  };
  const [standard, reduced] = [rateOf('standard'), rateOf('reduced')];
  return {
    ...table,
    ...(standard && { taxBasisPoints: standard.basisPoints }),
    ...(reduced && { reducedBasisPoints: reduced.basisPoints }),
  };
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
