import { useEffect } from 'react';
import { cartStorageName, useCart } from './cart-store.ts';

/** Reads the stored cart after hydration and follows what other tabs do to it. */
export function CartSync() {
  useEffect(() => {
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
