import type { Cents } from '@reprise/contract/money';
import type { NewOrder, ShippingAddressInput } from '@reprise/contract/sales/orders/order';
import type { Quote, ShippingMethod } from '@reprise/contract/sales/orders/pricing';
import type { CartLine } from '../../cart/cart-store.ts';
import type { SentOrder } from '../outbox/sent-order.ts';

/** State that the checkout passes to the confirmation page. */
export type ConfirmationState = {
  orderTotal: Cents;
  orderNumber: string;
  email: string;
  shippingMethod: ShippingMethod;
  sentAt: number;
  /** Present once the shop has answered. */
  delivery?: { estimatedDelivery: string; latestDelivery: string };
  /** Outbox key of the order. */
  key?: string;
  lines?: CartLine[];
  /** Amounts of the checkout with the lines as charged; absent for an order that another page or a retry placed. */
  totals?: Quote & { taxIncluded: boolean; lines?: CartLine[] };
  shippingAddress?: ShippingAddressInput | undefined;
};

/** `lines` are those of the checkout; the order loses them, and its address once it is paid. */
export function confirmationOf(
  order: SentOrder,
  lines?: CartLine[],
  body?: NewOrder | null,
  totals?: ConfirmationState['totals'],
): ConfirmationState {
  const isWaiting = order.state === 'waiting';
  const ownBody = order.state === 'refused' ? null : order.body;
  return {
    lines: lines ?? (isWaiting ? order.lines : []),
    shippingAddress: (body ?? ownBody)?.shippingAddress,
    orderTotal: order.total,
    orderNumber: order.state === 'placed' ? order.orderNumber : order.reference,
    email: order.email,
    shippingMethod: order.shippingMethod,
    sentAt: order.sentAt,
    ...(totals?.total === order.total && { totals }),
    ...deliveryOf(order),
    key: order.key,
  };
}

/** Orders stored by earlier releases lack the latest day. */
export function deliveryOf(order: SentOrder): Pick<ConfirmationState, 'delivery'> {
  if (order.state !== 'placed' || order.latestDelivery === undefined) return {};
  const { estimatedDelivery, latestDelivery } = order;
  return { delivery: { estimatedDelivery, latestDelivery } };
}

const sessionCopyName = 'order-confirmation';

/** Stores the state, so that a reload in this tab shows the same page. */
export function storeConfirmation(state: ConfirmationState): void {
  try {
    sessionStorage.setItem(sessionCopyName, JSON.stringify(state));
  } catch {
    // Without storage the navigation state remains available.
  }
}

export function clearConfirmation(): void {
  try {
    sessionStorage.removeItem(sessionCopyName);
    sessionStorage.removeItem('order-totals');
  } catch {
    // Without storage there is no copy.
  }
}

export function readConfirmation(navigationState: unknown): ConfirmationState | null {
  if (isConfirmation(navigationState)) return navigationState;
  try {
    const copy: unknown = JSON.parse(sessionStorage.getItem(sessionCopyName) ?? 'null');
    return isConfirmation(copy) ? copy : null;
  } catch {
    return null;
  }
}

function isConfirmation(value: unknown): value is ConfirmationState {
  const state = (value ?? {}) as Partial<ConfirmationState>;
  return (
    typeof state.orderNumber === 'string' &&
    typeof state.email === 'string' &&
    Number.isSafeInteger(state.orderTotal) &&
    Number.isFinite(state.sentAt)
  );
}
