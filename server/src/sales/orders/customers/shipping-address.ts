import type { Order } from '@reprise/contract/sales/orders/order';
import { formatAddress } from '../../../foundations/address-formats/format-address.ts';
import type { OrderRow } from '../orders.queries.ts';

export type AddressedRow = Pick<
  OrderRow,
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'phone'
  | 'address'
  | 'address2'
  | 'city'
  | 'state'
  | 'zipCode'
  | 'country'
>;

/** Returns the address of an order with the whole name of its recipient. */
export function toShippingAddress(row: AddressedRow): Order['shippingAddress'] {
  const { firstName, lastName, email, phone, address, address2, city, state, zipCode, country } = row;
  const name = `${firstName} ${lastName}`.trim();
  return {
    name,
    firstName,
    lastName,
    email,
    phone,
    address,
    address2,
    city,
    state,
    zipCode,
    country,
    lines: formatAddress(row),
  };
}
