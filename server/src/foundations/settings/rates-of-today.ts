import type { PublicSettings } from '@reprise/contract/foundations/settings';
import { ratesOn, type TaxRate } from '@reprise/contract/foundations/tax-rates';
import { dayIn } from '@reprise/contract/time-zone';

/** Returns the settings with the tax rates that count now, which orders are priced with. */
export function withRatesOfToday<S extends { taxRates: TaxRate[]; timeZone: string }>(
  settings: S,
  now: Date,
): S {
  return { ...settings, taxRates: ratesOn(settings.taxRates, dayIn(settings.timeZone, now)) };
}

/** Returns the settings as pages need them: with the rates that count now where the store ships to. */
export function withShownRates(settings: PublicSettings, now: Date): PublicSettings {
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
