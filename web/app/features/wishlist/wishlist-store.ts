import { create } from 'zustand';
import { createJSONStorage, persist, type StateStorage } from 'zustand/middleware';
import { browserStorage } from '../../browser/browser-storage.ts';

type WishlistState = {
  /** Products by id, the latest wish first. */
  ids: string[];
  /** Whose list it is: a customer's, as the shop last told it, or null for a guest's, kept in this browser alone. */
  owner: string | null;
  /** Wished for or taken off here, and not yet known to have reached the shop; the latest first. */
  unsent: string[];
  /** On the list or off it. What the shop is to be told is kept until it has heard it. */
  toggle: (id: string, toTell: boolean) => void;
  /** The list of whoever is signed in now, as the shop knows it; of nobody, an empty one. */
  handTo: (owner: string | null, kept: string[]) => void;
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
        unsent: [],
        toggle: (id, toTell) =>
          set(({ ids, unsent }) => ({
            ids: withOrWithout(ids, id, !ids.includes(id)),
            unsent: toTell ? withOrWithout(unsent, id, true) : unsent,
          })),
        handTo: (owner, kept) =>
          set(({ ids, unsent }) =>
            owner === null
              ? { owner, ids: kept, unsent: [] }
              : {
                  owner,
                  ids: unsent.reduceRight((all, id) => withOrWithout(all, id, ids.includes(id)), kept),
                },
          ),
      }),
      {
        name: wishlistStorageName,
        storage: createJSONStorage(() => storage),
        // The server renders empty hearts; the browser's own are read after hydration (WishlistSync).
        skipHydration: true,
        partialize: ({ ids, owner, unsent }) => ({ ids, owner, unsent }),
        merge: (stored, current) => ({ ...current, ...readStored(stored) }),
      },
    ),
  );
}

export const useWishlist = createWishlistStore(browserStorage());

/** Storage can hold anything. */
function readStored(stored: unknown): Pick<WishlistState, 'ids' | 'owner' | 'unsent'> {
  const { ids, owner, unsent } = (stored ?? {}) as Record<string, unknown>;
  return { ids: readIds(ids), owner: typeof owner === 'string' ? owner : null, unsent: readIds(unsent) };
}

const readIds = (stored: unknown): string[] =>
  Array.isArray(stored) ? stored.filter((id) => typeof id === 'string').slice(0, 100) : [];

/** The latest comes first, once. */
export function withOrWithout(ids: string[], id: string, wished: boolean): string[] {
  const others = ids.filter((each) => each !== id);
  return wished ? [id, ...others] : others;
}
