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
    else void takeOver(userId, owner === null ? ids : []);
  }, [userId, loading]);
  return null;
}

/** What the shop keeps of this customer, with a guest's wishes added. Without an answer the next page asks again. */
async function takeOver(userId: string, guestIds: string[]): Promise<void> {
  const { api } = await import('../../api/browser-api.ts');
  const kept = async () => (await api.getWishlist()).ids;
  const merged = async () => (await api.addToWishlist({ body: { products: guestIds } })).ids;
  try {
    // Where there is no room for the guest's wishes, the account's own stay.
    const ids = guestIds.length === 0 ? await kept() : await merged().catch(kept);
    if (useAuth.getState().user?.id === userId) useWishlist.getState().handTo(userId, ids);
  } catch {
    // The shop did not answer; nothing is lost: the list keeps its owner until it does.
  }
}
