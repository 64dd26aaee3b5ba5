import type { PickupCounter } from '../../foundations/pickup-counter.ts';
import type { TaxClass } from '../../foundations/tax-classes.ts';
import type { TaxRate } from '../../foundations/tax-rates.ts';
import type { Rates } from './pricing.ts';
import { ratesIn, type ZoneTable } from './shipping/zones.ts';

/** Rates of the settings: `taxBasisPoints` applies where the table has no entry. */
export type TaxTable = Rates & ZoneTable & { taxRates: TaxRate[]; pickup?: PickupCounter | null | undefined };

/**
 * Returns the rates of a country: shipping is that of its zone, the tax that of its entries for the whole country, or of a
 * state that `isInState` accepts. A reduced rate is one of the table, else the standard rate. The table is that of a day.
 */
export function ratesOfCountry<T extends TaxTable>(
  settings: T,
  country: string | undefined,
  isInState: (rate: TaxRate) => boolean = () => false,
): T {
  const table = ratesIn(settings, country);
  const entries = table.taxRates.filter((rate) => rate.country === country);
  const rateOf = (taxClass: TaxClass) => {
    const rates = entries.filter((rate) => (rate.taxClass ?? 'standard') === taxClass);
    return (
      rates.find((rate) => rate.state !== '' && isInState(rate)) ?? rates.find(({ state }) => state === '')
    );
  };
  const [standard, reduced] = [rateOf('standard'), rateOf('reduced')];
  return {
    ...table,
    ...(standard && { taxBasisPoints: standard.basisPoints }),
    ...(reduced && { reducedBasisPoints: reduced.basisPoints }),
  };
}
