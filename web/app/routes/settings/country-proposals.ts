import type { countryCodes } from '@reprise/contract/country-codes';
import type { FormatName, Paper, WeekStart } from '@reprise/contract/formats';

/** Usual choices of a store in a country. Currencies by ISO 4217, weeks and paper by the tables of Unicode CLDR. */
export type CountryProposal = {
  currency: string;
  format: FormatName;
  paper: Paper;
  weekStartsOn: WeekStart;
};

type Country = keyof typeof countryCodes;

const rows: [country: Country, currency: string, format: FormatName, weekStartsOn: WeekStart][] = [
  ['Argentina', 'ARS', 'de-DE', 'monday'],
  ['Australia', 'AUD', 'en-AU', 'monday'],
  ['Austria', 'EUR', 'de-DE', 'monday'],
  ['Belgium', 'EUR', 'de-DE', 'monday'],
  ['Brazil', 'BRL', 'de-DE', 'sunday'],
  ['Bulgaria', 'EUR', 'fr-FR', 'monday'],
  ['Canada', 'CAD', 'en-US', 'sunday'],
  ['Chile', 'CLP', 'de-DE', 'monday'],
  ['Colombia', 'COP', 'de-DE', 'sunday'],
  ['Croatia', 'EUR', 'de-DE', 'monday'],
  ['Cyprus', 'EUR', 'de-DE', 'monday'],
  ['Czechia', 'CZK', 'fr-FR', 'monday'],
  ['Denmark', 'DKK', 'de-DE', 'monday'],
  ['Egypt', 'EGP', 'en-GB', 'saturday'],
  ['Estonia', 'EUR', 'fr-FR', 'monday'],
  ['Finland', 'EUR', 'fr-FR', 'monday'],
  ['France', 'EUR', 'fr-FR', 'monday'],
  ['Germany', 'EUR', 'de-DE', 'monday'],
  ['Greece', 'EUR', 'de-DE', 'monday'],
  ['Hong Kong', 'HKD', 'en-GB', 'sunday'],
  ['Hungary', 'HUF', 'fr-FR', 'monday'],
  ['Iceland', 'ISK', 'de-DE', 'sunday'],
  ['India', 'INR', 'en-IN', 'sunday'],
  ['Indonesia', 'IDR', 'de-DE', 'sunday'],
  ['Ireland', 'EUR', 'en-GB', 'monday'],
  ['Israel', 'ILS', 'en-GB', 'sunday'],
  ['Italy', 'EUR', 'de-DE', 'monday'],
  ['Japan', 'JPY', 'ja-JP', 'sunday'],
  ['Kenya', 'KES', 'en-GB', 'sunday'],
  ['Kuwait', 'KWD', 'en-GB', 'saturday'],
  ['Latvia', 'EUR', 'fr-FR', 'monday'],
  ['Lithuania', 'EUR', 'fr-FR', 'monday'],
  ['Luxembourg', 'EUR', 'de-DE', 'monday'],
  ['Malaysia', 'MYR', 'en-GB', 'monday'],
  ['Malta', 'EUR', 'en-GB', 'sunday'],
  ['Mexico', 'MXN', 'en-GB', 'sunday'],
  ['Netherlands', 'EUR', 'de-DE', 'monday'],
  ['New Zealand', 'NZD', 'en-AU', 'monday'],
  ['Nigeria', 'NGN', 'en-GB', 'monday'],
  ['Norway', 'NOK', 'fr-FR', 'monday'],
  ['Pakistan', 'PKR', 'en-IN', 'sunday'],
  ['Peru', 'PEN', 'en-GB', 'sunday'],
  ['Philippines', 'PHP', 'en-US', 'sunday'],
  ['Poland', 'PLN', 'fr-FR', 'monday'],
  ['Portugal', 'EUR', 'fr-FR', 'sunday'],
  ['Romania', 'RON', 'de-DE', 'monday'],
  ['Saudi Arabia', 'SAR', 'en-GB', 'sunday'],
  ['Singapore', 'SGD', 'en-GB', 'sunday'],
  ['Slovakia', 'EUR', 'fr-FR', 'monday'],
  ['Slovenia', 'EUR', 'de-DE', 'monday'],
  ['South Africa', 'ZAR', 'fr-FR', 'sunday'],
  ['South Korea', 'KRW', 'ja-JP', 'sunday'],
  ['Spain', 'EUR', 'de-DE', 'monday'],
  ['Sweden', 'SEK', 'fr-FR', 'monday'],
  ['Switzerland', 'CHF', 'de-CH', 'monday'],
  ['Taiwan', 'TWD', 'ja-JP', 'sunday'],
  ['Thailand', 'THB', 'en-GB', 'sunday'],
  ['Türkiye', 'TRY', 'de-DE', 'monday'],
  ['Ukraine', 'UAH', 'fr-FR', 'monday'],
  ['United Arab Emirates', 'AED', 'en-GB', 'monday'],
  ['United Kingdom', 'GBP', 'en-GB', 'monday'],
  ['United States', 'USD', 'en-US', 'sunday'],
  ['Vietnam', 'VND', 'de-DE', 'monday'],
];

const onLetter = new Set<Country>(['Canada', 'Chile', 'Colombia', 'Mexico', 'Philippines', 'United States']);

/** Proposals by country, in the order of their names. */
export const countryProposals: ReadonlyMap<string, CountryProposal> = new Map(
  rows.map(([country, currency, format, weekStartsOn]) => [
    country,
    { currency, format, paper: onLetter.has(country) ? 'letter' : 'a4', weekStartsOn },
  ]),
);
