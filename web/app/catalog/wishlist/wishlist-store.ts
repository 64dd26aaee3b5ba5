import { create } from 'zustand';
import { createJSONStorage, persist, type StateStorage } from 'zustand/middleware';
import { browserStorage } from '../../browser/browser-storage.ts';

type WishlistState = {
  /** Product ids, most recent first. */
  ids: string[];
  /**
   * Id of the customer the list belongs to, or null for a guest's list, which exists only in this browser.
   */
  owner: string | null;
  /** Ids added or removed here that are not confirmed by the shop, most recent first. */
  unsent: string[];
  /** Adds or removes a product. With `isSignedIn` the change is pending until the shop has confirmed it. */
  toggle: (id: string, isSignedIn: boolean) => void;
  /** Replaces the list with the account's at sign-in, or with an empty one at sign-out. */
  assignTo: (owner: string | null, newIds: string[]) => void;
};

export const wishlistStorageName = 'wishlist';

/** Size of a guest's list: the most ids that one API call accepts. */
export const guestLimit = 50;

export function createWishlistStore(storage: StateStorage) {
  return create<WishlistState>()(
    persist(
      (set) => ({
        ids: [],
        owner: null,
        unsent: [],
        toggle: (id, isSignedIn) =>
          set(({ ids, unsent }) => ({
            ids: withToggled(ids, id, !ids.includes(id)),
            unsent: isSignedIn ? withToggled(unsent, id, true) : unsent,
          })),
        assignTo: (owner, newIds) =>
          set(({ ids, unsent }) =>
            owner === null
              ? { owner, ids: newIds, unsent: [] }
              : {
                  owner,
                  ids: unsent.reduceRight((all, id) => withToggled(all, id, ids.includes(id)), newIds),
                },
          ),
      }),
      {
        name: wishlistStorageName,
        storage: createJSONStorage(() => storage),
        // The server renders empty hearts; WishlistSync reads the stored list after hydration.
        skipHydration: true,
        partialize: ({ ids, owner, unsent }) => ({ ids, owner, unsent }),
        merge: (stored, current) => ({ ...current, ...readStored(stored) }),
      },
    ),
  );
}

export const useWishlist = createWishlistStore(browserStorage());

/** Returns valid values; storage may contain anything. */
function readStored(stored: unknown): Pick<WishlistState, 'ids' | 'owner' | 'unsent'> {
  const { ids, owner, unsent } = (stored ?? {}) as Record<string, unknown>;
  return { ids: readIds(ids), owner: typeof owner === 'string' ? owner : null, unsent: readIds(unsent) };
}

const readIds = (stored: unknown): string[] =>
  Array.isArray(stored) ? stored.filter((id) => typeof id === 'string').slice(0, 100) : [];

/** Returns the ids with this one first, or without it. */
export function withToggled(ids: string[], id: string, wished: boolean): string[] {
  const others = ids.filter((other) => other !== id);
  return wished ? [id, ...others] : others;
}
