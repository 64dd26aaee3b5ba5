import type { Country } from '../countries.ts';
import type { TaxClass } from './tax-classes.ts';

/** Tax rate of a country or, with a state, of that state; without a class the standard one. */
export type TaxRate = {
  country: Country;
  state: string;
  basisPoints: number;
  taxClass?: Exclude<TaxClass, 'none'> | undefined;
  /** Day from which the rate counts, such as 2027-01-01; missing: always. */
  from?: string | undefined;
};

/** Returns the rates that have begun by a day, latest first: of two for one place the first counts. */
export function ratesOn(taxRates: TaxRate[], day: string): TaxRate[] {
  const begun = taxRates.filter(({ from = '' }) => from <= day);
  const latestFirst = begun.toSorted(({ from: a = '' }, { from: b = '' }) => (a === b ? 0 : a < b ? 1 : -1));
  const placeOf = ({ country, state, taxClass = 'standard' }: TaxRate) => [country, state, taxClass].join();
  const places = latestFirst.map(placeOf);
  return latestFirst
    .filter((_, index) => places.indexOf(places[index] ?? '') === index)
    .map(({ from: _, ...rate }) => rate);
}
