import type { Order } from '@reprise/contract/sales/orders/order';
import { outbox } from '../checkout/outbox/browser-outbox.ts';

/** Options of calls about an order: its token, of the browser that placed it or of the link that was opened. */
export type OrderAccess = { orderToken: string } | Record<string, never>;

export function accessTo(order: string): OrderAccess {
  const orderToken = outbox.accessTokenFor(order) ?? mailedToken();
  return orderToken === null ? {} : { orderToken };
}

/** Returns the token in the URL fragment of a mailed link. */
export const mailedToken = (): string | null =>
  new URLSearchParams(window.location.hash.slice(1)).get('token');

/** Returns the address of the return of an order, with the token in its fragment, which no server reads. */
export function returnHref(order: string, accessToken: string | null, number?: string): string {
  const query = number === undefined ? '' : `?return=${encodeURIComponent(number)}`;
  const fragment = accessToken === null ? '' : `#token=${encodeURIComponent(accessToken)}`;
  return `/orders/${encodeURIComponent(order)}/return${query}${fragment}`;
}

/** Returns the address of the page of an order, with the token in its fragment. */
export function orderHref(order: string, accessToken: string | null): string {
  const fragment = accessToken === null ? '' : `#token=${encodeURIComponent(accessToken)}`;
  return `/orders/${encodeURIComponent(order)}${fragment}`;
}

/** True if the order or a part of it has left, so that something can come back. */
export const isReturnable = ({
  status,
  shippingMethod,
  parcels,
}: Pick<Order, 'status' | 'shippingMethod' | 'parcels'>) =>
  (status === 'shipped' && shippingMethod !== 'pickup') ||
  status === 'delivered' ||
  (status !== 'cancelled' && parcels !== undefined);
