import { useRef, useState } from 'react';

type SelectionState<Row> = ReturnType<typeof useSelection<Row>>;

/** Interface of a list for its checkboxes. */
export type Selection<Row> = Omit<SelectionState<Row>, 'rows'>;

/** Selected rows across pages. Rows selected without having been loaded have only an id. */
export function useSelection<Row>(idOf: (row: Row) => string) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row | undefined>>(new Map());
  const lastIndex = useRef<number | null>(null);

  const set = (rows: Row[], on: boolean) =>
    setChosen((before) => {
      const next = new Map(before);
      for (const row of rows) {
        if (on) next.set(idOf(row), row);
        else next.delete(idOf(row));
      }
      return next;
    });

  return {
    ids: [...chosen.keys()],
    /** Loaded rows of the selection. */
    rows: [...chosen.values()].filter((row) => row !== undefined),
    size: chosen.size,
    has: (row: Row) => chosen.has(idOf(row)),
    /** With `range` (Shift), selects all rows between this one and the previous one. */
    toggle: (rows: Row[], index: number, on: boolean, range: boolean) => {
      const from = range && lastIndex.current !== null ? lastIndex.current : index;
      lastIndex.current = index;
      set(rows.slice(Math.min(from, index), Math.max(from, index) + 1), on);
    },
    set,
    choose: (rows: Row[]) => setChosen(new Map(rows.map((row) => [idOf(row), row]))),
    chooseIds: (ids: string[]) =>
      setChosen((before) => new Map(ids.map((id) => [id, before.get(id)] as const))),
    clear: () => {
      lastIndex.current = null;
      setChosen(new Map());
    },
  };
}
