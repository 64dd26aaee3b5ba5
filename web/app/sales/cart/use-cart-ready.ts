import { useSyncExternalStore } from 'react';
import { useCart } from './cart-store.ts';

/** True once the stored cart has been read; before that, an empty cart is inconclusive. */
export function useCartReady(): boolean {
  return useSyncExternalStore(useCart.persist.onFinishHydration, useCart.persist.hasHydrated, () => false);
}
