import { useEffect, useLayoutEffect } from 'react';
import { useAuth } from '../../session/auth-store.ts';
import { rememberChanges, syncAccountCart } from './account-cart.ts';
import { applyRemoteCart } from './apply-remote-cart.ts';
import { cartStorageName, useCart, useCartReady } from './cart-store.ts';

/** Reads the stored cart after hydration and applies the changes of other tabs and devices. */
export function CartSync() {
  // Runs before any other effect: one that changed the store first would overwrite the stored cart.
  useLayoutEffect(() => {
    const readStored = () => applyRemoteCart(() => void useCart.persist.rehydrate());
    const follow = ({ key, newValue }: StorageEvent) => {
      if (key !== null && key !== cartStorageName) return;
      if (newValue === null) applyRemoteCart(useCart.getState().empty);
      else readStored();
    };
    readStored();
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);
  useLayoutEffect(rememberChanges, []);

  const userId = useAuth((state) => (state.loading ? undefined : state.user?.id));
  const ready = useCartReady();
  useEffect(() => {
    if (ready && userId !== undefined) return syncAccountCart(userId);
  }, [ready, userId]);
  return null;
}
