import type { CartLine } from './cart-store.ts';

/** Line removed from the cart, with its position in the list, so that it can be restored there. */
export type RemovedLine = { line: CartLine; position: number };

/** Row of the cart: a line, or the place of a removed one. */
export type CartRow = { line: CartLine; isRemoved: boolean };

/** Returns the lines with the places of removed ones; a product that was added again has no such place. */
export function toRows(lines: CartLine[], removed: RemovedLine[]): CartRow[] {
  const rows: CartRow[] = lines.map((line) => ({ line, isRemoved: false }));
  for (const { line, position } of removed.toSorted((a, b) => a.position - b.position)) {
    if (!hasProduct(lines, line)) rows.splice(position, 0, { line, isRemoved: true });
  }
  return rows;
}

/** Returns the lines of the cart with the removed one back in its place. */
export function putBack(rows: CartRow[], restored: CartLine): CartLine[] {
  return rows.filter((row) => !row.isRemoved || row.line === restored).map(({ line }) => line);
}

const hasProduct = (lines: CartLine[], { product }: CartLine) =>
  lines.some((line) => line.product.id === product.id);
