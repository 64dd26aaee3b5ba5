import { create } from 'zustand';
import { createJSONStorage, persist, type StateStorage } from 'zustand/middleware';
import { browserStorage } from '../../browser/browser-storage.ts';

/** Named search params of a list. */
export type SavedView = { name: string; query: string };

export type ListPreferences = {
  /** Columns whose visibility differs from the list's default, by id. */
  columns: Record<string, boolean>;
  roomy: boolean;
  views: SavedView[];
};

const untouched: ListPreferences = { columns: {}, roomy: false, views: [] };

export const tablePreferencesName = 'table-preferences';
const maxViews = 30;

type TablePreferences = {
  lists: Record<string, ListPreferences>;
  change: (list: string, changes: Partial<ListPreferences>) => void;
};

export function createTablePreferences(storage: StateStorage) {
  return create<TablePreferences>()(
    persist(
      (set, get) => ({
        lists: {},
        change: (list, changes) => {
          const { lists } = get();
          set({ lists: { ...lists, [list]: { ...(lists[list] ?? untouched), ...changes } } });
        },
      }),
      {
        name: tablePreferencesName,
        storage: createJSONStorage(() => storage),
        partialize: ({ lists }) => ({ lists }),
        merge: (stored, current) => ({ ...current, lists: readStored(stored) }),
      },
    ),
  );
}

const useTablePreferences = createTablePreferences(browserStorage());

/** Returns the stored preferences of one list and functions that change them. */
export function useListPreferences(list: string) {
  const preferences = useTablePreferences(({ lists }) => lists[list] ?? untouched);
  const { change } = useTablePreferences.getState();
  return {
    ...preferences,
    showColumn: (id: string, shown: boolean) =>
      change(list, { columns: { ...preferences.columns, [id]: shown } }),
    setRoomy: (roomy: boolean) => change(list, { roomy }),
    /** Replaces a view of the same name. */
    saveView: (view: SavedView) =>
      change(list, {
        views: [...preferences.views.filter(({ name }) => name !== view.name), view].slice(-maxViews),
      }),
    forgetView: (name: string) =>
      change(list, { views: preferences.views.filter((view) => view.name !== name) }),
  };
}

/** Returns valid values; storage may contain anything. */
function readStored(stored: unknown): Record<string, ListPreferences> {
  const { lists } = (stored ?? {}) as { lists?: unknown };
  if (typeof lists !== 'object' || lists === null) return {};
  return Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, readList(list)]));
}

function readList(stored: unknown): ListPreferences {
  const { columns, roomy, views } = (stored ?? {}) as Record<keyof ListPreferences, unknown>;
  return {
    columns: Object.fromEntries(
      Object.entries(columns ?? {}).filter(
        (entry): entry is [string, boolean] => typeof entry[1] === 'boolean',
      ),
    ),
    roomy: roomy === true,
    views: (Array.isArray(views) ? views : [])
      .filter((view) => typeof view?.name === 'string' && typeof view.query === 'string')
      .slice(0, maxViews),
  };
}
