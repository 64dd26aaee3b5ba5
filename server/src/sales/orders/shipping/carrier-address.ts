import { type Country, codeOf, countries } from '@reprise/contract/countries';
import type { Sender } from '@reprise/contract/sales/orders/shipping/carrier-account';
import { stateCode } from '@reprise/contract/sales/orders/states';
import type { CarrierAddress } from '@reprise/extension/carrier';
import type { AddressedRow } from '../customers/shipping-address.ts';

/** Returns the country of a code of two letters; undefined for one that is none. */
export const countryOf = (code: string): Country | undefined =>
  countries.find((country) => codeOf(country) === code.toUpperCase());

/** Returns an address as carriers take it. */
export function carrierAddressOf({ state, country, ...address }: Sender): CarrierAddress {
  const code = stateCode(country, state, address.zipCode);
  return {
    ...address,
    // States that the shop knows by no code are passed on as written.
    state: code.length === 2 ? code.toUpperCase() : state,
    country: codeOf(country) ?? '',
  };
}

/** Returns the address of an order. */
export function recipientOf(order: AddressedRow): CarrierAddress {
  const { firstName, lastName, phone, email, address, address2, city, state, zipCode, country } = order;
  const name = `${firstName} ${lastName}`.trim();
  const sender = { name, street: address, street2: address2, city, state, zipCode, phone };
  return { ...carrierAddressOf({ ...sender, country: country as Country }), email };
}
