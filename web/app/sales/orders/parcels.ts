import type { Order } from '@reprise/contract/sales/orders/order';
import type { OrderParcel } from '@reprise/contract/sales/orders/order-parcel';
import { isUnsent, partlyShippedLabel } from '@reprise/contract/sales/orders/order-status';
import { statusLabelsOf } from '@reprise/contract/sales/orders/shipping/pickup';

export type ParcelPart = { product: { id: string; name: string }; quantity: number };

type Sent = Pick<Order, 'items' | 'parcels'>;

/** True if a part of the order has left and the rest has not; a list shows a new status before the answer. */
export const isPartlyShipped = ({ status, isPartlyShipped }: Pick<Order, 'status' | 'isPartlyShipped'>) =>
  isPartlyShipped === true && isUnsent(status);

type LabelledOrder = Pick<Order, 'status' | 'shippingMethod' | 'isPartlyShipped'>;

/** Returns how screens name the status of an order. */
export const statusLabelOf = (order: LabelledOrder): string =>
  isPartlyShipped(order) ? partlyShippedLabel : statusLabelsOf(order.shippingMethod)[order.status];

/** Returns the items that have not left, with how many of each. */
export function restOf({ items, parcels = [] }: Sent): ParcelPart[] {
  const sent = new Map<string, number>();
  for (const { product, quantity } of parcels.flatMap((parcel) => parcel.items))
    sent.set(product.id, (sent.get(product.id) ?? 0) + quantity);
  return items.flatMap(({ product, quantity, refundedQuantity = 0 }) => {
    const left = quantity - refundedQuantity - (sent.get(product.id) ?? 0);
    return left > 0 ? [{ product: { id: product.id, name: product.name }, quantity: left }] : [];
  });
}

/** A parcel of an order that leaves in several, as its packing slip lists it. */
export type SlipParcel = {
  number: number;
  carrier: string | null;
  trackingNumber: string | null;
  items: (ParcelPart & { devices: Order['items'][number]['devices'] })[];
  sentBefore: ParcelPart[];
  follows: ParcelPart[];
};

/** Returns the parcels to print slips of: those that left, or the next one of a partly shipped order. */
export function slipParcelsOf(order: Order, number: number | null): SlipParcel[] {
  const { items, parcels = [] } = order;
  if (parcels.length === 0) return [];
  const sent = parcels.map((parcel): SlipParcel => {
    const known = parcels.filter((other) => other.number <= parcel.number);
    return {
      ...parcel,
      items: parcel.items.map((part) => ({
        ...part,
        devices: devicesOf(order, part, (unit) => part.units.includes(unit)),
      })),
      sentBefore: partsIn(known.filter((other) => other !== parcel)),
      follows: restOf({ items, parcels: known }),
    };
  });
  if (number !== null) return sent.filter((parcel) => parcel.number === number);
  if (!isPartlyShipped(order)) return sent;
  const units = new Set(parcels.flatMap(({ items }) => items).flatMap((part) => part.units));
  return [
    {
      number: Math.max(...parcels.map((parcel) => parcel.number)) + 1,
      carrier: null,
      trackingNumber: null,
      sentBefore: partsIn(parcels),
      follows: [],
      items: restOf(order).map((part) => ({
        ...part,
        devices: devicesOf(order, part, (unit) => !units.has(unit)),
      })),
    },
  ];
}

/** Returns what is in parcels together. */
function partsIn(parcels: OrderParcel[]): ParcelPart[] {
  const parts = Map.groupBy(
    parcels.flatMap((parcel) => parcel.items),
    ({ product }) => product.id,
  );
  return [...parts.values()].flatMap((same) => {
    const [first] = same;
    return first
      ? [{ product: first.product, quantity: same.reduce((sum, part) => sum + part.quantity, 0) }]
      : [];
  });
}

function devicesOf({ items }: Order, { product }: ParcelPart, isIn: (unit: string) => boolean) {
  const line = items.find((item) => item.product.id === product.id);
  return line?.devices?.filter((device) => isIn(device.number));
}
