import { create } from 'zustand';
import { createJSONStorage, persist, type StateStorage } from 'zustand/middleware';
import { browserStorage } from '../../browser/browser-storage.ts';
import { notify } from '../../ui/overlays/notify.ts';

export type ComparedProduct = { id: string; name: string };

type CompareState = {
  chosen: ComparedProduct[];
  toggle: (product: ComparedProduct) => void;
  clear: () => void;
};

export const compareStorageName = 'compare';

/** More columns do not fit side by side. */
export const compareLimit = 4;

export function createCompareStore(storage: StateStorage) {
  return create<CompareState>()(
    persist(
      (set, get) => ({
        chosen: [],
        toggle: ({ id, name }) => {
          const { chosen } = get();
          if (chosen.some((item) => item.id === id)) {
            return set({ chosen: chosen.filter((item) => item.id !== id) });
          }
          if (chosen.length >= compareLimit) {
            return notify('warning', `${compareLimit} devices fit side by side. Remove one first.`);
          }
          set({ chosen: [...chosen, { id, name }] });
        },
        clear: () => set({ chosen: [] }),
      }),
      {
        name: compareStorageName,
        storage: createJSONStorage(() => storage),
        // The server renders an empty selection; CompareSync reads the stored one after hydration.
        skipHydration: true,
        partialize: ({ chosen }) => ({ chosen }),
        merge: (stored, current) => ({ ...current, chosen: readStored(stored) }),
      },
    ),
  );
}

export const useCompare = createCompareStore(browserStorage());

/** Returns valid values; storage may contain anything. */
function readStored(stored: unknown): ComparedProduct[] {
  const { chosen } = (stored ?? {}) as { chosen?: unknown };
  if (!Array.isArray(chosen)) return [];
  return chosen
    .filter((item) => typeof item?.id === 'string' && typeof item.name === 'string')
    .slice(0, compareLimit);
}

export const compareHref = (ids: string[]): string => `/compare?ids=${ids.map(encodeURIComponent).join(',')}`;
