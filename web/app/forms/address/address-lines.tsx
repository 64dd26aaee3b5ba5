import type { Order } from '@reprise/contract/sales/orders/order';
import { Fragment } from 'react';

type Address = Omit<Order['shippingAddress'], 'name' | 'firstName' | 'lastName' | 'email' | 'phone'>;

/** Returns the lines after the name in the order of the country; an address the server has not seen has a plain order. */
export function addressLinesOf({
  lines,
  address,
  address2,
  city,
  state,
  zipCode,
  country,
}: Address): string[] {
  const plain = [address, address2, `${city}, ${state} ${zipCode}`, country];
  return lines ?? plain.filter((line) => line !== undefined).filter(Boolean);
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
