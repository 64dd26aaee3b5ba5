import type { AddressForm } from '@reprise/contract/sales/orders/address-forms';
import type { Order } from '@reprise/contract/sales/orders/order';
import { Fragment } from 'react';

type Address = Omit<Order['shippingAddress'], 'name' | 'firstName' | 'lastName' | 'email' | 'phone'>;

/**
 * Returns the lines after the name in the order of the country. An address the server has not seen has the order of the form
 * of its country, or else a plain one.
 */
export function addressLinesOf(to: Address, form?: AddressForm): string[] {
  const { lines, address, address2, city, state, zipCode, country } = to;
  const place = form
    ? form.parts.map((part) => to[part])
    : [`${city}${state || zipCode ? ',' : ''}`, state, zipCode];
  const typed = [address, address2, place.filter(Boolean).join(' '), country];
  return lines ?? typed.filter((line) => line !== undefined).filter(Boolean);
}

/** Lines of an address after the name. */
export function AddressLines({ to }: { to: Address }) {
  return addressLinesOf(to).map((line, index) => (
    <Fragment key={line}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ));
}
