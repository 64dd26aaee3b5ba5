import { readFileSync } from 'node:fs';
import { codeOf, countries } from '@reprise/contract/countries';
import { addStates } from '@reprise/contract/sales/orders/states';

/** Address format of a country. */
export type AddressData = {
  code: string;
  /** Lines with %N for the name, %A address, %C city, %S state and %Z postcode; other fields are not used. */
  format?: string;
  /** Kinds of state, postcode and city, such as prefecture, pin and suburb. */
  stateName?: string;
  zipName?: string;
  cityName?: string;
  /** Regular expression of a whole postcode; missing where there are none. */
  zip?: string;
  zipExample?: string;
  /** Names, or code and name with a bar between. */
  states?: string[];
};

const [, ...rows] = readFileSync(new URL('address-data.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line): AddressData => JSON.parse(line));
const byCode = new Map(rows.map((row) => [row.code, row]));

/** Returns the data of a country; undefined for a name that is none. */
export const addressDataOf = (country: string): AddressData | undefined => byCode.get(codeOf(country) ?? '');

/** Returns codes and names of the states of a country. */
export function statesOfData({ states = [] }: AddressData): [code: string, name: string][] {
  return states.map((state) => {
    const [code = '', name = code] = state.split('|');
    return [code, name];
  });
}

// Taxes compare states by these lists.
for (const country of countries) {
  const data = addressDataOf(country);
  if (data) addStates(country, statesOfData(data));
}
