import type { Country } from '../countries.ts';
import { countryCodes } from '../country-codes.ts';

/** Members of the European Union. */
const euCountries = [
  ...(['Austria', 'Belgium', 'Bulgaria', 'Croatia', 'Cyprus', 'Czechia', 'Denmark', 'Estonia'] as const),
  ...(['Finland', 'France', 'Germany', 'Greece', 'Hungary', 'Ireland', 'Italy', 'Latvia'] as const),
  ...(['Lithuania', 'Luxembourg', 'Malta', 'Netherlands', 'Poland', 'Portugal', 'Romania'] as const),
  ...(['Slovakia', 'Slovenia', 'Spain', 'Sweden'] as const),
] satisfies Country[];

export function isInEu(country: string): boolean {
  return euCountries.some((one) => one === country);
}

/** Returns the letters that VAT numbers of a country begin with. */
const vatPrefixOf = (country: Country): string => (country === 'Greece' ? 'EL' : countryCodes[country]);

/** Returns a typed VAT number in capitals without separators. */
export const plainVatNumber = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll(/[\s.\-/]/g, '')
    .replace(/^GR/, 'EL');

/** Returns the EU country whose letters a VAT number begins with. */
export function euCountryOf(vatNumber: string): Country | undefined {
  const plain = plainVatNumber(vatNumber);
  return euCountries.find((country) => plain.startsWith(vatPrefixOf(country)));
}
