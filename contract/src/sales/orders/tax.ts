import type { TaxRate } from '../../foundations/tax-rates.ts';
import { ratesOfCountry, type TaxTable } from './country-rates.ts';
import {
  type DiscountTerms,
  type PricedLine,
  type Quote,
  quote,
  type Rates,
  type ShippingMethod,
} from './pricing.ts';
import { isKnownState, stateCode } from './states.ts';

/** The postcode tells the state where its text does not. */
export type TaxedAddress = { country: string; state: string; zipCode?: string };

/** True if states of the country have rates of their own and the address does not tell its state. */
export function lacksTaxedState({ taxRates }: Pick<TaxTable, 'taxRates'>, address: TaxedAddress): boolean {
  const { country, state, zipCode = '' } = address;
  const hasRates = taxRates.some((one) => one.country === country && one.state !== '');
  return hasRates && !isKnownState(country, state, zipCode);
}

/**
 * Returns the rates of orders to an address: those of its country, with the tax of its state where the table has one. An
 * order that is collected has those of the counter.
 */
export function ratesAt<T extends TaxTable>(
  settings: T,
  to: TaxedAddress,
  method?: ShippingMethod,
): T & Pick<Rates, 'taxOff'> {
  const { pickup } = settings;
  const { country, state, zipCode } = method === 'pickup' && pickup ? pickup : to;
  const isInState = (rate: TaxRate) =>
    stateCode(rate.country, rate.state) === stateCode(country, state, zipCode);
  const rates = ratesOfCountry(settings, country, isInState);
  return { ...rates, ...(pickup && { pickupRate: pickup.price }) };
}

/** Returns the rates of an order without tax: prices that include tax lose that of the place. */
export function withoutTaxOf<T extends Rates>(rates: T): T {
  const { taxBasisPoints, reducedBasisPoints } = rates;
  return { ...rates, taxOff: rates.taxOff ?? { taxBasisPoints, reducedBasisPoints } };
}

/** Returns the rates of an order, without tax if its business is exempt. */
export function ratesFor<T extends TaxTable>(settings: T, to: Buying, method?: ShippingMethod): T {
  const rates = ratesAt(settings, to, method);
  return to.isExempt ? withoutTaxOf(rates) : rates;
}

type Buying = TaxedAddress & { isExempt?: boolean };

/** Returns the totals of a cart at an address. */
export function quoteAt(
  address: Buying,
  lines: PricedLine[],
  table: TaxTable,
  method?: ShippingMethod,
  terms?: DiscountTerms,
): Quote & { taxIncluded: boolean } {
  const rates = ratesFor(table, address, method);
  return {
    ...quote(lines, rates, method, terms),
    taxIncluded: rates.pricesIncludeTax && !rates.taxOff,
  };
}
