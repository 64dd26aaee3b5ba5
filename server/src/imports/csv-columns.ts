// What the columns of a product file are called and how their cells are read and written. The same names as in
// the API, so that a file that was exported can be edited and sent back.

import { removeFormulaGuards } from '../platform/formula-guard.ts';

/** A cell that says nothing leaves the product as it is; this one empties an optional field. */
const emptiesField = '-';

type CellKind = 'text' | 'price' | 'whole number' | 'yes or no' | 'lines' | 'pairs';

/** Every column a file may have, in the order in which they are exported. */
const columnKinds = {
  sku: 'text',
  name: 'text',
  brand: 'text',
  category: 'text',
  price: 'price',
  originalPrice: 'price',
  condition: 'text',
  origin: 'text',
  stockCount: 'whole number',
  stockBase: 'whole number',
  description: 'text',
  images: 'lines',
  imageAlts: 'lines',
  features: 'lines',
  specifications: 'pairs',
  warrantyDuration: 'text',
  warrantyType: 'text',
  warrantyDescription: 'text',
  modelKey: 'text',
  featured: 'yes or no',
} as const satisfies Record<string, CellKind>;

export type Column = keyof typeof columnKinds;

export const columns = Object.keys(columnKinds) as Column[];

export type Fault = { field: string; message: string };

/** The wire fields of one row; only what its cells say. */
export type RowFields = { [field: string]: unknown };

/** The columns a head names, or what is wrong with it. */
export function readHead(cells: string[]): { head: Column[] } | { message: string } {
  const names = cells.map((cell) => cell.trim());
  const known = new Map(columns.map((column) => [column.toLowerCase(), column]));
  const unknown = names.filter((name) => !known.has(name.toLowerCase()));
  if (unknown.length > 0) {
    const named = unknown.map((name) => `“${name}”`).join(', ');
    return {
      message: `The first row names columns that do not exist: ${named}. Known are ${columns.join(', ')}.`,
    };
  }
  const head = names.flatMap((name) => known.get(name.toLowerCase()) ?? []);
  const twice = head.find((column, at) => head.indexOf(column) !== at);
  if (twice) return { message: `The column ${twice} stands in the file twice.` };
  if (!head.includes('sku')) {
    return { message: 'The column sku is missing: it tells which product a row is about.' };
  }
  return { head };
}

/** The fields of a row as the product form would send them, and the cells that cannot be read. */
export function readCells(head: Column[], cells: string[]): { fields: RowFields; faults: Fault[] } {
  if (cells.length !== head.length) {
    const message = `This row has ${cells.length} cells, the first row names ${head.length} columns`;
    return { fields: {}, faults: [{ field: 'row', message }] };
  }
  const fields: RowFields = {};
  const faults: Fault[] = [];
  for (const [at, column] of head.entries()) {
    const cell = cells[at] ?? '';
    if (cell.trim() === '') continue;
    const read =
      cell.trim() === emptiesField
        ? emptyOf(column)
        : readCell(columnKinds[column], removeFormulaGuards(cell));
    if (read === undefined) faults.push({ field: column, message: howTo[columnKinds[column]] });
    else place(fields, column, read);
  }
  return { fields, faults };
}

function emptyOf(column: Column): unknown {
  const kind: CellKind = columnKinds[column];
  if (kind === 'lines') return [];
  if (kind === 'pairs') return {};
  if (kind === 'yes or no') return false;
  if (column === 'originalPrice' || column === 'modelKey') return null;
  return kind === 'text' ? '' : undefined;
}

const howTo: Record<CellKind, string> = {
  text: 'Write a text',
  price: 'Write a price as 1299.99',
  'whole number': 'Write a whole number',
  'yes or no': 'Write yes or no',
  lines: 'Write one entry a line',
  pairs: 'Write one “Name: value” a line, each name once',
};

/** undefined for what cannot be read. */
function readCell(kind: CellKind, written: string): unknown {
  const cell = written.trim();
  switch (kind) {
    case 'text':
      return cell;
    case 'price':
      return /^\d{1,9}(\.\d{1,6})?$/.test(cell) ? Number(cell) : undefined;
    case 'whole number':
      return /^\d{1,9}$/.test(cell) ? Number(cell) : undefined;
    case 'yes or no':
      return { yes: true, true: true, no: false, false: false }[cell.toLowerCase()];
    case 'lines':
      // Untrimmed: an empty first line is the empty first entry.
      return linesOf(written);
    case 'pairs':
      return pairsOf(cell);
  }
}

function linesOf(cell: string): string[] {
  return cell.split(/\r?\n/).map((line) => line.trim());
}

function pairsOf(cell: string): Record<string, string> | undefined {
  const pairs = linesOf(cell)
    .filter((line) => line !== '')
    .map(pairOf);
  if (pairs.some((pair) => pair === null)) return undefined;
  const entries = pairs.filter((pair) => pair !== null);
  return new Set(entries.map(([name]) => name)).size === entries.length
    ? Object.fromEntries(entries)
    : undefined;
}

/** "Name: value", with at least one blank after the colon. */
function pairOf(line: string): [name: string, value: string] | null {
  const colon = line.indexOf(':');
  const rest = line.slice(colon + 1);
  const value = rest.trim();
  return colon < 1 || value === '' || rest === rest.trimStart() ? null : [line.slice(0, colon).trim(), value];
}

const warrantyParts: Partial<Record<Column, string>> = {
  warrantyDuration: 'duration',
  warrantyType: 'type',
  warrantyDescription: 'description',
};

function place(fields: RowFields, column: Column, value: unknown): void {
  const part = warrantyParts[column];
  if (part === undefined) fields[column] = value;
  else fields.warranty = { ...(fields.warranty as object | undefined), [part]: value };
}
