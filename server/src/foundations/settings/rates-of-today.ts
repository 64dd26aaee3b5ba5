import { euCountryOf } from '@reprise/contract/foundations/eu-vat';
import type { PublicSettings, Settings } from '@reprise/contract/foundations/settings';
import { ratesOn } from '@reprise/contract/foundations/tax-rates';
import { ratesOfCountry, type TaxTable } from '@reprise/contract/sales/orders/country-rates';
import type { TaxOff } from '@reprise/contract/sales/orders/pricing';
import { dayIn } from '@reprise/contract/time-zone';

type Store = TaxTable & Pick<Settings, 'taxId' | 'shipTo'> & { timeZone: string };

/** Returns the settings with the tax rates that count now, which orders are priced with. */
export function withRatesOfToday<S extends Store>(settings: S, now: Date): S {
  const current = { ...settings, taxRates: ratesOn(settings.taxRates, dayIn(settings.timeZone, now)) };
  const storeTax = storeTaxOf(current);
  return storeTax ? { ...current, storeTax } : current;
}

/**
 * Returns the rates of the store's country, which are in its prices; undefined unless a zone takes them off. The country is
 * that of the store's VAT number, else the first that it ships to.
 */
function storeTaxOf(table: Omit<Store, 'timeZone'>): TaxOff | undefined {
  if (!table.pricesIncludeTax || !table.shippingZones.some(({ takesTaxOff }) => takesTaxOff))
    return undefined;
  const country = euCountryOf(table.taxId) ?? table.shipTo[0];
  const { taxBasisPoints, reducedBasisPoints } = ratesOfCountry(table, country);
  const hasTax = taxBasisPoints > 0 || (reducedBasisPoints ?? 0) > 0;
  if (!hasTax) return undefined;
  return { taxBasisPoints, ...(reducedBasisPoints !== undefined && { reducedBasisPoints }) };
}

/** Returns the settings as pages need them: with the rates that count now where the store ships to. */
export function withShownRates(
  settings: PublicSettings & Pick<Settings, 'taxId'>,
  now: Date,
): PublicSettings {
  const { taxRates, shipTo, shippingTax, pickup, priceNote, ...rest } = withRatesOfToday(settings, now);
  return {
    ...rest,
    shipTo,
    taxRates: taxRates.filter(({ country }) => shipTo.includes(country) || country === pickup?.country),
    ...(pickup && { pickup }),
    ...(shippingTax !== 'automatic' && { shippingTax }),
    ...(priceNote && { priceNote }),
  };
}
