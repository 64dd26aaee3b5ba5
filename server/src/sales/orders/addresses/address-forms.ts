import { type AddressPart, addressParts, requiredPartsOf } from '@reprise/contract/countries';
import type { AddressForm } from '@reprise/contract/sales/orders/address-forms';
import {
  type AddressData,
  addressDataOf,
  statesOfData,
} from '../../../foundations/address-formats/address-data.ts';

const stateLabels: Record<string, string> = {
  area: 'Area',
  county: 'County',
  department: 'Department',
  district: 'District',
  emirate: 'Emirate',
  island: 'Island',
  oblast: 'Oblast',
  parish: 'Parish',
  prefecture: 'Prefecture',
  state: 'State',
};
const zipLabels: Record<string, string> = { zip: 'ZIP code', pin: 'PIN code', eircode: 'Eircode' };
const cityLabels: Record<string, string> = { district: 'District', suburb: 'Suburb' };

const letters: [letter: string, part: AddressPart][] = [
  ['%C', 'city'],
  ['%S', 'state'],
  ['%Z', 'zipCode'],
];

/** Returns the form of the addresses of a country. */
export function addressFormOf(country: string): AddressForm {
  const data: AddressData = addressDataOf(country) ?? { code: '' };
  const { format = '%C', stateName = '', zipName = '', cityName = '', zip, zipExample } = data;
  const parts = letters.filter(([letter]) => format.includes(letter));
  return {
    country,
    parts: parts.sort(([a], [b]) => format.indexOf(a) - format.indexOf(b)).map(([, part]) => part),
    required: addressParts.filter((part) => requiredPartsOf(country).includes(part)),
    labels: {
      city: cityLabels[cityName] ?? 'City',
      state: stateLabels[stateName] ?? 'Province',
      zipCode: zipLabels[zipName] ?? 'Postal code',
    },
    zipPattern: zip ?? null,
    zipExample: zipExample ?? null,
    states: statesOfData(data),
  };
}
