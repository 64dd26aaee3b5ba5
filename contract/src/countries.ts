import { countriesByRequiredParts, countryCodes } from './country-codes.ts';

export type Country = keyof typeof countryCodes;

/** Names of all countries as the wire has them, in the order of the alphabet. */
export const countries = Object.keys(countryCodes) as [Country, ...Country[]];

/** Countries that a new shop ships to, as the specification has them. */
export const firstShipTo: Country[] = ['United States', 'Canada', 'United Kingdom'];

/** Returns the code of two letters of a country; undefined for a name that is none. */
export const codeOf = (country: string): string | undefined => countryCodes[country as Country];

/** Parts of an address that some countries require and others do without. */
export const addressParts = ['city', 'state', 'zipCode'] as const;
export type AddressPart = (typeof addressParts)[number];

const letters: Record<AddressPart, string> = { city: 'C', state: 'S', zipCode: 'Z' };

/** Returns the parts that addresses of a country require; all of them for a name that is no country. */
export function requiredPartsOf(country: string): AddressPart[] {
  const code = codeOf(country);
  const [required] = Object.entries(countriesByRequiredParts).find(([, codes]) =>
    codes.split(' ').includes(code ?? ''),
  ) ?? ['CSZ'];
  return addressParts.filter((part) => required.includes(letters[part]));
}
