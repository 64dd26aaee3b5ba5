import { conditionLabels } from '@reprise/contract/catalog/products/conditions';
import type { PublicSettings } from '@reprise/contract/foundations/settings';
import type { Order } from '@reprise/contract/sales/orders/order';
import { pickupLabel, shippingLabelOf } from '@reprise/contract/sales/orders/shipping/pickup';
import { formatDate } from '../../../../formats.ts';
import { AddressLines } from '../../../../forms/address/address-lines.tsx';
import { CounterHours } from '../../../../foundations/settings/counter-hours.tsx';
import { brandedName } from '../../branded-name.ts';
import { LineDevices } from '../../line-devices.tsx';
import type { ParcelPart, SlipParcel } from '../../parcels.ts';

type PackingSlipProps = {
  order: Order;
  store: PublicSettings;
  /** Missing if the order leaves at once. */
  parcel?: SlipParcel;
};

/** Packing slip of an order or of one of its parcels. Without prices, because it may be a gift. */
export function PackingSlip({ order, store, parcel }: PackingSlipProps) {
  const { shippingAddress: to } = order;
  const { carrier, trackingNumber } = parcel ?? order;
  return (
    <article className="text-sm" aria-label={`Packing slip ${order.orderNumber}`}>
      <header className="flex flex-wrap items-start justify-between gap-8">
        <p className="min-w-0">
          <strong className="text-lg">{store.storeName}</strong>
          <br />
          {store.storeAddress && (
            <>
              {store.storeAddress}
              <br />
            </>
          )}
          {store.storeEmail}
        </p>
        <div className="text-right">
          <h2 className="text-xl">Packing slip</h2>
          <p className="tabular mt-1">
            Order {order.orderNumber}
            {parcel && `, parcel ${parcel.number}`}
            <br />
            {formatDate(order.createdAt)}
            <br />
            {shippingLabelOf(order.shippingMethod)}
            {trackingNumber && (
              <>
                <br />
                {[carrier, trackingNumber].filter(Boolean).join(' ')}
              </>
            )}
          </p>
        </div>
      </header>
      <address className="mt-8 text-base not-italic">
        <span className="caption block">
          {order.shippingMethod === 'pickup' ? 'Collected by' : 'Ship to'}
        </span>
        <strong>{to.name}</strong>
        <br />
        {order.shippingMethod !== 'pickup' && (
          <>
            <AddressLines to={to} />
            <br />
          </>
        )}
        {to.phone}
        {order.shippingMethod === 'pickup' && (
          <>
            <span className="caption mt-4 block">{pickupLabel}</span>
            <AddressLines to={to} />
            <CounterHours counter={store.pickup} />
          </>
        )}
      </address>
      <Items items={parcel ? linesIn(parcel, order) : order.items} />
      {parcel && <OtherParcels title="In another parcel, which follows" parts={parcel.follows} />}
      {parcel && <OtherParcels title="Sent before" parts={parcel.sentBefore} />}
      <p className="mt-8 text-ink-muted">
        {store.returnDays > 0 &&
          !store.returnsVary &&
          `Something not right? You have ${store.returnDays} days to return it. `}
        {store.warrantyDays > 0 && `The warranty is ${store.warrantyDays} days. `}
        Write to {store.storeEmail} and include the order number.
      </p>
    </article>
  );
}

/** Returns the lines of the order with what is in this parcel. */
function linesIn(parcel: SlipParcel, { items }: Order): Order['items'] {
  return parcel.items.flatMap(({ product, quantity, devices = [] }) => {
    const line = items.find((item) => item.product.id === product.id);
    if (!line) return [];
    const { refundedQuantity: _, ...ordered } = line;
    return [{ ...ordered, quantity, devices }];
  });
}

function OtherParcels({ title, parts }: { title: string; parts: ParcelPart[] }) {
  if (parts.length === 0) return null;
  return (
    <section className="mt-6 break-inside-avoid">
      <h3 className="font-semibold">{title}</h3>
      <ul className="mt-1">
        {parts.map(({ product, quantity }) => (
          <li key={product.id} className="wrap-anywhere">
            {quantity} × {product.name}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** True unless all units were refunded. */
const isPacked = ({ quantity, refundedQuantity = 0 }: Order['items'][number]): boolean =>
  quantity > refundedQuantity;

function Items({ items }: Pick<Order, 'items'>) {
  return (
    <table className="mt-8 w-full border-collapse text-left">
      <thead>
        <tr className="border-ink border-b">
          <th scope="col" className="w-10 py-2">
            <span className="sr-only">Packed</span>
          </th>
          <th scope="col" className="py-2 font-semibold">
            Item
          </th>
          <th scope="col" className="w-1/4 py-2 font-semibold">
            SKU
          </th>
          <th scope="col" className="whitespace-nowrap py-2 text-right font-semibold">
            Quantity
          </th>
        </tr>
      </thead>
      <tbody>
        {items.filter(isPacked).map(({ product, quantity, refundedQuantity = 0, devices }) => (
          <tr key={product.id} className="break-inside-avoid border-line border-b">
            <td className="py-2">
              <span className="block size-4 border border-ink" aria-hidden="true" />
            </td>
            <td className="wrap-anywhere py-2 pr-4">
              {brandedName(product)}
              <span className="block text-ink-muted">{conditionLabels[product.condition]}</span>
              <LineDevices devices={devices} />
            </td>
            <td className="tabular wrap-anywhere py-2 pr-4">{product.sku}</td>
            <td className="tabular whitespace-nowrap py-2 text-right font-semibold">
              {quantity - refundedQuantity}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
