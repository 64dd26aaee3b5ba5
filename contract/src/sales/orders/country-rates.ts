import type { PickupCounter } from '../../foundations/pickup-counter.ts';
import type { TaxClass } from '../../foundations/tax-classes.ts';
import type { TaxRate } from '../../foundations/tax-rates.ts';
import type { Rates, TaxOff } from './pricing.ts';
import { priceNoteOf, ratesIn, type ZoneTable, zoneOf } from './shipping/zones.ts';

/** Rates of the settings: `taxBasisPoints` applies where the table has no entry. */
export type TaxTable = Rates &
  ZoneTable & {
    taxRates: TaxRate[];
    pickup?: PickupCounter | null | undefined;
    /** True once the zone was chosen, if it takes the tax of the store off. */
    takesTaxOff?: boolean | undefined;
    /** Tax of the store's country in its prices; missing if no zone takes it off. */
    storeTax?: TaxOff | undefined;
  };

/**
 * Returns the rates of a country: shipping is that of its zone, the tax that of its entries for the whole country, or of a
 * state that `isInState` accepts. A reduced rate is one of the table, else the standard rate. The table is that of a day.
 */
export function ratesOfCountry<T extends TaxTable>(
  settings: T,
  country: string | undefined,
  isInState: (rate: TaxRate) => boolean = () => false,
): T & Pick<Rates, 'taxOff'> {
  const table = ratesIn(settings, country);
  const entries = table.taxRates.filter((rate) => rate.country === country);
  const rateOf = (taxClass: TaxClass) => {
    const rates = entries.filter((rate) => (rate.taxClass ?? 'standard') === taxClass);
    return (
      rates.find((rate) => rate.state !== '' && isInState(rate)) ?? rates.find(({ state }) => state === '')
    );
  };
  const [standard, reduced] = [rateOf('standard'), rateOf('reduced')];
  return withStoreTaxOff({
    ...table,
    ...(standard && { taxBasisPoints: standard.basisPoints }),
    ...(reduced && { reducedBasisPoints: reduced.basisPoints }),
  });
}

/** Returns the rates of a place with the tax of the store taken off, if its zone says so and the place has no tax. */
export function withStoreTaxOff<T extends TaxTable>(rates: T): T & Pick<Rates, 'taxOff'> {
  const { storeTax, takesTaxOff, pricesIncludeTax, taxBasisPoints, reducedBasisPoints = 0 } = rates;
  if (!storeTax) return rates;
  const hasNoTax = taxBasisPoints === 0 && reducedBasisPoints === 0;
  return { ...rates, taxOff: takesTaxOff && pricesIncludeTax && hasNoTax ? storeTax : undefined };
}

/**
 * Returns the words beside prices in a country. Where the tax of the store is taken off, the words of other places do not
 * count; `isCharged`: beside prices without it.
 */
export function priceNoteIn(
  settings: TaxTable & { priceNote?: string | undefined },
  country: string | undefined,
  isCharged: boolean,
): string {
  const rates = ratesOfCountry(settings, country);
  const own = zoneOf(settings, country)?.priceNote ?? '';
  if (!rates.taxOff || own !== '') return priceNoteOf(rates);
  return isCharged
    ? `Without tax, as your order goes to ${country}`
    : `Prices include tax, which comes off in the cart for ${country}`;
}
