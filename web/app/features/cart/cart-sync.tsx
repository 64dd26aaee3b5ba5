import { useLayoutEffect } from 'react';
import { cartStorageName, useCart } from './cart-store.ts';

/** Reads the stored cart after hydration and follows what other tabs do to it. */
export function CartSync() {
  // Before any other effect: one that changed the store first would overwrite what is stored.
  useLayoutEffect(() => {
    const readStored = () => void useCart.persist.rehydrate();
    const follow = ({ key, newValue }: StorageEvent) => {
      if (key !== null && key !== cartStorageName) return;
      if (newValue === null) useCart.getState().empty();
      else readStored();
    };
    readStored();
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);
  return null;
}
