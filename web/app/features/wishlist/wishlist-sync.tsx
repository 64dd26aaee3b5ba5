import { useEffect, useLayoutEffect } from 'react';
import { useAuth } from '../identity/auth-store.ts';
import { useWishlist, wishlistStorageName } from './wishlist-store.ts';

/**
 * Reads the stored list after hydration, follows other tabs, and hands the list to whoever signs in: what a guest had
 * kept goes to the account. Signing out leaves an empty one.
 */
export function WishlistSync() {
  // Before any other effect: one that changed the store first would overwrite what is stored.
  useLayoutEffect(() => {
    const readStored = () => void useWishlist.persist.rehydrate();
    const follow = ({ key }: StorageEvent) => {
      if (key === null || key === wishlistStorageName) readStored();
    };
    readStored();
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);

  const userId = useAuth((state) => state.user?.id ?? null);
  const loading = useAuth((state) => state.loading);
  useEffect(() => {
    if (loading) return;
    const { owner, ids, handTo } = useWishlist.getState();
    if (owner === userId) return;
    if (userId === null) handTo(null, []);
    else {
      void import('./take-over-wishes.ts').then(({ takeOver }) =>
        takeOver(userId, owner === null ? ids : []),
      );
    }
  }, [userId, loading]);
  return null;
}
