import { create } from 'zustand';
import { createJSONStorage, persist, type StateStorage } from 'zustand/middleware';
import { browserStorage } from '../../browser-storage.ts';

type WishlistState = {
  /** Products by id, the latest wish first. */
  ids: string[];
  /** Whose list it is: a customer's, as the shop last told it, or null for a guest's, kept in this browser alone. */
  owner: string | null;
  setIds: (ids: string[]) => void;
  /** The list of whoever is signed in now; of nobody, an empty one. */
  handTo: (owner: string | null, ids: string[]) => void;
};

export const wishlistStorageName = 'wishlist';

/** What a browser keeps for a guest: as many as one call of the shop names. */
export const guestLimit = 50;

export function createWishlistStore(storage: StateStorage) {
  return create<WishlistState>()(
    persist(
      (set) => ({
        ids: [],
        owner: null,
        setIds: (ids) => set({ ids }),
        handTo: (owner, ids) => set({ owner, ids }),
      }),
      {
        name: wishlistStorageName,
        storage: createJSONStorage(() => storage),
        // The server renders empty hearts; the browser's own are read after hydration (WishlistSync).
        skipHydration: true,
        partialize: ({ ids, owner }) => ({ ids, owner }),
        merge: (stored, current) => ({ ...current, ...readStored(stored) }),
      },
    ),
  );
}

export const useWishlist = createWishlistStore(browserStorage());

/** Storage can hold anything. */
function readStored(stored: unknown): { ids: string[]; owner: string | null } {
  const { ids, owner } = (stored ?? {}) as { ids?: unknown; owner?: unknown };
  return {
    ids: Array.isArray(ids) ? ids.filter((id) => typeof id === 'string').slice(0, 100) : [],
    owner: typeof owner === 'string' ? owner : null,
  };
}

export const withWish = (ids: string[], id: string): string[] => [id, ...ids.filter((each) => each !== id)];
export const withoutWish = (ids: string[], id: string): string[] => ids.filter((each) => each !== id);
