/** Returns the key that "Stock count", "stock_count" and "stockCount" have in common. */
export function columnKey(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]/g, '');
}

/** True if a file has all these columns. */
export function hasColumns(names: string[], columns: string[]): boolean {
  const keys = new Set(names.map(columnKey));
  return columns.every((column) => keys.has(columnKey(column)));
}
