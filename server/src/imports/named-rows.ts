import { columnKey } from './column-key.ts';
import type { FileRow } from './read-rows.ts';

/** Trimmed cells of a row by the keys of their columns. */
export type ExportRow = {
  number: number;
  /** True if it has more or fewer cells than the first row, so that they may be in wrong columns. */
  isRagged: boolean;
  cell: (name: string) => string;
};

/** Returns rows that are read by column names, of which a repeated one counts once. */
export function namedRows(names: string[], rows: FileRow[]): ExportRow[] {
  const indexes = new Map<string, number>();
  for (const [index, name] of names.entries()) {
    const key = columnKey(name);
    if (!indexes.has(key)) indexes.set(key, index);
  }
  // Cached by name, because all rows are read by the same names.
  const asked = new Map<string, number>();
  const indexOf = (name: string) => {
    const index = asked.get(name) ?? indexes.get(columnKey(name)) ?? -1;
    asked.set(name, index);
    return index;
  };
  return rows.map(({ number, cells }) => ({
    number,
    isRagged: cells.length !== names.length,
    cell: (name) => cells[indexOf(name)]?.trim() ?? '',
  }));
}
