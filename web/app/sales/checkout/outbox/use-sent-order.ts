import { useSyncExternalStore } from 'react';
import { outbox } from './browser-outbox.ts';
import type { SentOrder } from './sent-order.ts';

const getServerOrder = () => undefined;

/** Returns an order that this browser has sent, updated as its state changes. */
export function useSentOrder(key: string | undefined): SentOrder | undefined {
  return useSyncExternalStore(
    outbox.subscribe,
    () => (key === undefined ? undefined : outbox.find(key)),
    getServerOrder,
  );
}

const noOrders: SentOrder[] = [];

/** Returns all orders that this browser has sent, newest first. */
export function useSentOrders(): SentOrder[] {
  return useSyncExternalStore(outbox.subscribe, outbox.all, () => noOrders);
}
