import { businessLinesOf } from '@reprise/contract/sales/orders/billing';
import type { Order } from '@reprise/contract/sales/orders/order';
import { addressLinesOf } from '../../forms/address/address-lines.tsx';

/** Customer that an order with billing data is billed to; the address only if it is not the shipping address. */
export function BilledTo({
  order: { billing = {}, shippingAddress },
}: {
  order: Pick<Order, 'billing' | 'shippingAddress'>;
}) {
  const { address } = billing;
  const lines = [
    address?.name ?? shippingAddress.name,
    ...businessLinesOf(billing),
    ...(address ? addressLinesOf(address) : ['Same address as shipping']),
  ];
  return lines.map((line) => (
    <span key={line} className="block wrap-anywhere">
      {line}
    </span>
  ));
}
