import type { Country } from '../../../countries.ts';
import type { Cents } from '../../../money.ts';

/** Rates of shipping and its business days after processing. */
type ZoneTerms = {
  freeShippingThreshold: Cents;
  standardShippingRate: Cents;
  expressShippingRate: Cents;
  standardDaysFrom: number;
  standardDaysTo: number;
  expressDays: number;
  /** True if the checkout charges the rates of carriers. */
  carrierRates: boolean;
  /** Words beside prices, such as “incl. VAT, plus shipping”; missing in a zone: those of the settings. */
  priceNote?: string | undefined;
  /** True if prices that include tax lose that of the store in countries whose rate is 0; missing: they do not. */
  takesTaxOff?: boolean | undefined;
};

/** Countries with rates and days of their own. */
export type ShippingZone = ZoneTerms & { name: string; countries: Country[] };

export type ZoneTable = { shippingZones: ShippingZone[] };

/** Returns the zone of a country; undefined for everywhere else. */
export function zoneOf({ shippingZones }: ZoneTable, country: string | undefined): ShippingZone | undefined {
  return shippingZones.find(({ countries }) => countries.some((one) => one === country));
}

/** Returns the settings with the rates and days of the country's zone; their own are for everywhere else. */
export function ratesIn<T extends ZoneTable>(table: T, country: string | undefined): T {
  const zone = zoneOf(table, country);
  if (!zone) return table;
  const { name, countries, ...terms } = zone;
  return { ...table, ...terms };
}

/** Returns the words beside prices: those of the owner, else that prices include tax; '' without either. */
export function priceNoteOf({
  priceNote = '',
  pricesIncludeTax,
}: Pick<ZoneTerms, 'priceNote'> & { pricesIncludeTax: boolean }): string {
  return priceNote || (pricesIncludeTax ? 'Prices include tax' : '');
}

/** Returns the rates for visitors whose country is not known: those of the first country that the store ships to. */
export function homeRates<T extends ZoneTable & { shipTo: Country[] }>(table: T): T {
  return ratesIn(table, table.shipTo[0]);
}

/** Returns the country of those rates in parentheses, where countries have rates of their own. */
export function homeNote({ shippingZones, shipTo }: ZoneTable & { shipTo: Country[] }): string {
  return shippingZones.length > 0 ? ` (${shipTo[0]})` : '';
}
