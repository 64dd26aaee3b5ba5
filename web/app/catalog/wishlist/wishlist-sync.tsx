import { useEffect, useLayoutEffect } from 'react';
import { useAuth } from '../../session/auth-store.ts';
import { useWishlist, wishlistStorageName } from './wishlist-store.ts';

/**
 * Reads the stored list after hydration, applies the changes of other tabs, and merges a guest's list and
 * pending changes into the account's at sign-in. Sign-out leaves an empty list.
 */
export function WishlistSync() {
  // Runs before any other effect: one that changed the store first would overwrite the stored list.
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
    const { owner, unsent, assignTo } = useWishlist.getState();
    if (userId === null) {
      if (owner !== null) assignTo(null, []);
    } else if (owner !== userId || unsent.length > 0) {
      void import('./send-wishlist-changes.ts').then(({ applyRemoteWishlist }) =>
        applyRemoteWishlist(userId),
      );
    }
  }, [userId, loading]);
  return null;
}
