import type { Order } from '@reprise/contract/sales/orders/order';

/** Lines of an address after the name, each ended by a break. */
export function AddressLines({ to }: { to: Order['shippingAddress'] }) {
  return (
    <>
      {to.address}
      <br />
      {to.address2 && (
        <>
          {to.address2}
          <br />
        </>
      )}
      {to.city}, {to.state} {to.zipCode}
      <br />
      {to.country}
    </>
  );
}
