import { useRef, useState } from 'react';

type SelectionState<Row extends { id: string }> = ReturnType<typeof useSelection<Row>>;

/** Interface of a list for its checkboxes. */
export type Selection<Row extends { id: string }> = Omit<SelectionState<Row>, 'rows'>;

/**
 * Selected rows across pages. Another filter clears the selection, so that no action touches rows that the filter
 * hides. Rows selected without having been loaded have only an id.
 */
export function useSelection<Row extends { id: string }>({ key }: { key: string }) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row | undefined>>(new Map());
  const [chosenKey, setChosenKey] = useState(key);
  if (chosenKey !== key) {
    setChosenKey(key);
    setChosen(new Map());
  }
  const lastId = useRef<string | null>(null);

  const set = (rows: Row[], on: boolean) =>
    setChosen((before) => {
      const next = new Map(before);
      for (const row of rows) {
        if (on) next.set(row.id, row);
        else next.delete(row.id);
      }
      return next;
    });

  return {
    ids: [...chosen.keys()],
    /** Loaded rows of the selection. */
    rows: [...chosen.values()].filter((row) => row !== undefined),
    size: chosen.size,
    has: (row: Row) => chosen.has(row.id),
    /** With `range` (Shift), selects all rows between this one and the previous one. */
    toggle: (rows: Row[], index: number, on: boolean, range: boolean) => {
      const previous = rows.findIndex((row) => row.id === lastId.current);
      const from = range && previous !== -1 ? previous : index;
      const row = rows[index];
      lastId.current = row === undefined ? null : row.id;
      set(rows.slice(Math.min(from, index), Math.max(from, index) + 1), on);
    },
    set,
    choose: (rows: Row[]) => setChosen(new Map(rows.map((row) => [row.id, row]))),
    chooseIds: (ids: string[]) =>
      setChosen((before) => new Map(ids.map((id) => [id, before.get(id)] as const))),
    clear: () => {
      lastId.current = null;
      setChosen(new Map());
    },
  };
}
