import { useRef, useState } from 'react';

type SelectionState<Row> = ReturnType<typeof useSelection<Row>>;

/** All a list needs to show ticks; what is remembered of the rows may be less than the list shows. */
export type Selection<Row> = Omit<SelectionState<Row>, 'rows'>;

/**
 * Rows that somebody has ticked, also on pages that are no longer in sight. What the list shows of a row that was
 * ticked unseen is not known, so only its id is.
 */
export function useSelection<Row>(idOf: (row: Row) => string) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row | undefined>>(new Map());
  const lastAt = useRef<number | null>(null);

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
    /** What the list showed of the ticked rows; those that were ticked unseen are missing. */
    rows: [...chosen.values()].filter((row) => row !== undefined),
    size: chosen.size,
    has: (row: Row) => chosen.has(idOf(row)),
    /** With `range` (Shift), everything between this row and the one ticked before. */
    toggle: (rows: Row[], at: number, on: boolean, range: boolean) => {
      const from = range && lastAt.current !== null ? lastAt.current : at;
      lastAt.current = at;
      set(rows.slice(Math.min(from, at), Math.max(from, at) + 1), on);
    },
    set,
    choose: (rows: Row[]) => setChosen(new Map(rows.map((row) => [idOf(row), row]))),
    chooseIds: (ids: string[]) =>
      setChosen((before) => new Map(ids.map((id) => [id, before.get(id)] as const))),
    clear: () => {
      lastAt.current = null;
      setChosen(new Map());
    },
  };
}
