import type { Order } from '@reprise/contract/sales/orders/order';
import { AddressLines } from '../../../forms/address/address-lines.tsx';
import { CounterHours } from '../../../foundations/settings/counter-hours.tsx';

/** Recipient and address of an order; of one that is collected, who collects it and the counter. */
export function ShippingAddress({ order: { shippingAddress: to, shippingMethod } }: { order: Order }) {
  if (!to.address) {
    return <p className="text-ink-muted text-sm">Erased with the customer’s account.</p>;
  }
  return (
    <address className="text-sm not-italic">
      <p className="font-medium">{to.name}</p>
      <p>
        <AddressLines to={to} />
        {shippingMethod === 'pickup' && <CounterHours />}
      </p>
      {to.email && (
        <p className="mt-2">
          <a href={`mailto:${to.email}`} className="text-link break-all">
            {to.email}
          </a>
        </p>
      )}
      <p className="mt-1.5">
        <a href={`tel:${to.phone}`} className="text-link">
          {to.phone}
        </a>
      </p>
    </address>
  );
}
