import { expect, test } from 'vitest';
import type { Country } from '../../../countries.ts';
import { cents } from '../../../money.ts';
import { homeRates, priceNoteOf, ratesIn, type ShippingZone } from './zones.ts';

const europe: ShippingZone = {
  name: 'Europe',
  countries: ['Germany', 'France'],
  freeShippingThreshold: cents(20_000),
  standardShippingRate: cents(2500),
  expressShippingRate: cents(4900),
  standardDaysFrom: 7,
  standardDaysTo: 12,
  expressDays: 4,
  carrierRates: true,
};
const shipTo: Country[] = ['United States', 'Germany', 'France'];
const settings = {
  freeShippingThreshold: cents(5000),
  standardShippingRate: cents(999),
  expressShippingRate: cents(1999),
  standardDaysFrom: 5,
  standardDaysTo: 7,
  expressDays: 2,
  carrierRates: false,
  shippingZones: [europe],
  shipTo,
};
const { name: _name, countries: _countries, ...terms } = europe;

test('a country has the rates and days of its zone, every other those of the settings', () => {
  for (const country of europe.countries)
    expect(ratesIn(settings, country)).toEqual({ ...settings, ...terms });
  for (const country of ['United States', 'Atlantis', '', undefined])
    expect(ratesIn(settings, country)).toBe(settings);
  const none = { ...settings, shippingZones: [] };
  expect(ratesIn(none, 'Germany')).toBe(none);
});

test('visitors see the rates of the first country that the store ships to', () => {
  expect(homeRates(settings)).toBe(settings);
  expect(homeRates({ ...settings, shipTo: shipTo.toReversed() }).standardShippingRate).toBe(2500);
});

test('words beside prices are those of the zone, else of the settings, else that prices include tax', () => {
  const noteIn = (zone: string | undefined, priceNote: string | undefined, pricesIncludeTax = true) => {
    const zones = [zone === undefined ? europe : { ...europe, priceNote: zone }];
    const table = { ...settings, priceNote, pricesIncludeTax, shippingZones: zones };
    return ['Germany', 'United States'].map((country) => priceNoteOf(ratesIn(table, country)));
  };
  expect(noteIn('incl. VAT', 'plus tax')).toEqual(['incl. VAT', 'plus tax']);
  expect(noteIn(undefined, 'plus tax')).toEqual(['plus tax', 'plus tax']);
  expect(noteIn('', 'plus tax')).toEqual(['Prices include tax', 'plus tax']);
  expect(noteIn(undefined, undefined)).toEqual(['Prices include tax', 'Prices include tax']);
  expect(noteIn(undefined, '', false)).toEqual(['', '']);
});
