import { useSyncExternalStore } from 'react';
import { useCart } from './cart-store.ts';

/** Whether the stored cart has been read: before that an empty cart means nothing. */
export function useCartReady(): boolean {
  return useSyncExternalStore(useCart.persist.onFinishHydration, useCart.persist.hasHydrated, () => false);
}
