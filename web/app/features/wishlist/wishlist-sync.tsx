import { useEffect, useLayoutEffect } from 'react';
import { useAuth } from '../../session/auth-store.ts';
import { useWishlist, wishlistStorageName } from './wishlist-store.ts';

/**
 * Reads the stored list after hydration, follows other tabs, and hands the list to whoever signs in: what a guest had
 * kept goes to the account, and so does what could not be sent before. Signing out leaves an empty one.
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
    const { owner, unsent, handTo } = useWishlist.getState();
    if (userId === null) {
      if (owner !== null) handTo(null, []);
    } else if (owner !== userId || unsent.length > 0) {
      void import('./send-wishes.ts').then(({ applyRemoteWishlist }) => applyRemoteWishlist(userId));
    }
  }, [userId, loading]);
  return null;
}
