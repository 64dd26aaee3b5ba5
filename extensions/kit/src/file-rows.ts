/** Row of a file, numbered as in a spreadsheet; the header is row 1. */
export type FileRow = { number: number; cells: string[] };

/** Trimmed cells of a row by the keys of their columns. */
export type ExportRow = {
  number: number;
  /** True if it has more or fewer cells than the first row, so that they may be in wrong columns. */
  isRagged: boolean;
  cell: (name: string) => string;
};

/** Returns the key that "Stock count", "stock_count" and "stockCount" have in common. */
export function columnKey(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]/g, '');
}

/** True if a header has all of these columns. */
export function hasColumns(names: string[], columns: string[]): boolean {
  const keys = new Set(names.map(columnKey));
  return columns.every((column) => keys.has(columnKey(column)));
}

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
