import { useSyncExternalStore } from 'react';
import { outbox } from './browser-outbox.ts';
import type { SentOrder } from './outbox.ts';

const nothing = () => undefined;

/** What is known of an order that this browser has sent, as it becomes known. */
export function useSentOrder(key: string | undefined): SentOrder | undefined {
  return useSyncExternalStore(
    outbox.subscribe,
    () => (key === undefined ? undefined : outbox.find(key)),
    nothing,
  );
}

const none: SentOrder[] = [];

/** All orders that this browser has sent, newest first. */
export function useSentOrders(): SentOrder[] {
  return useSyncExternalStore(outbox.subscribe, outbox.all, () => none);
}
