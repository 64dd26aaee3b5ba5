import type { Order } from '@reprise/contract/sales/orders/order';
import type { OrderParcel } from '@reprise/contract/sales/orders/order-parcel';
import type { ReactNode } from 'react';
import { formatDate } from '../../formats.ts';
import { isPartlyShipped, restOf } from './parcels.ts';
import { TrackingNumber } from './tracking-number.tsx';

type OrderParcelsProps = {
  order: Pick<Order, 'status' | 'items' | 'parcels' | 'isPartlyShipped'>;
  /** Buttons of colleagues for a parcel. */
  actionsOf?: (parcel: OrderParcel) => ReactNode;
};

/** Parcels of an order that leaves in several, and what follows. */
export function OrderParcels({ order, actionsOf }: OrderParcelsProps) {
  const { parcels = [] } = order;
  const rest = isPartlyShipped(order) ? restOf(order) : [];
  return (
    <ul aria-label="Parcels" className="divide-y divide-line rounded-tile border border-line bg-raised">
      {parcels.map((parcel) => (
        <li key={parcel.id} className="p-4 text-sm">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-semibold">Parcel {parcel.number}</span>
            <span className="text-ink-muted">
              {parcel.deliveredAt
                ? `Delivered on ${formatDate(parcel.deliveredAt)}`
                : `Left on ${formatDate(parcel.shippedAt)}`}
            </span>
          </p>
          <ul className="mt-1">
            {parcel.items.map(({ product, quantity, units }) => (
              <li key={product.id} className="wrap-anywhere">
                {quantity} × {product.name}
                {units.length > 0 && <span className="text-ink-muted"> ({units.join(', ')})</span>}
              </li>
            ))}
          </ul>
          {parcel.trackingNumber && (
            <p className="mt-1">
              {parcel.carrier && `${parcel.carrier} `}
              <TrackingNumber carrier={parcel.carrier} trackingNumber={parcel.trackingNumber} />
            </p>
          )}
          {actionsOf?.(parcel)}
        </li>
      ))}
      {rest.length > 0 && (
        <li className="p-4 text-sm">
          <p className="font-semibold">Still to come</p>
          <p className="mt-1 wrap-anywhere">
            {rest.map(({ product, quantity }) => `${quantity} × ${product.name}`).join(', ')}
          </p>
        </li>
      )}
    </ul>
  );
}
