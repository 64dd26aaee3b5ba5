import type { Settings } from '@reprise/contract/foundations/settings';
import { Problem } from '@reprise/contract/problem';
import type { NewOrder } from '@reprise/contract/sales/orders/order';
import { addressAtCounter } from '@reprise/contract/sales/orders/shipping/pickup';
import { requireCounter } from '../../../foundations/settings/require-counter.ts';
import { assertShipsTo, assertTaxedState, type DeliveryPlaces } from '../addresses/assert-address.ts';
import type { OrderRow } from '../orders.queries.ts';

type Shipped = Pick<NewOrder, 'shippingMethod' | 'shippingAddress'>;

/** Returns a request with the address of the counter if it is collected there, else unchanged. */
export function atCounter<T extends Shipped>(request: T, store: Pick<Settings, 'pickup'>): T {
  if (request.shippingMethod !== 'pickup') return request;
  return { ...request, shippingAddress: addressAtCounter(request.shippingAddress, requireCounter(store)) };
}

/** Throws for an address that goods cannot be shipped to, or whose tax cannot be told. */
export function assertDeliverable(places: DeliveryPlaces, request: Shipped, isTaxKnown = false): void {
  if (request.shippingMethod === 'pickup') return;
  assertShipsTo(places, request.shippingAddress.country);
  if (!isTaxKnown) assertTaxedState(places, request.shippingAddress);
}

/** Throws for a parcel of an order that is collected. */
export function assertNotCollected(
  { shippingMethod }: Pick<OrderRow, 'shippingMethod'>,
  message: string,
): void {
  if (shippingMethod === 'pickup') throw new Problem('EDIT_CONFLICT', message);
}
