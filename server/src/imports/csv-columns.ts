// Columns of a product file and their cell formats. Names match the API, so that an exported file can be edited and
// imported.

import { removeFormulaGuards } from '../platform/formula-guard.ts';

/** Cell content that clears an optional field; an empty cell leaves the field unchanged. */
const clearMarker = '-';

type CellKind = 'text' | 'price' | 'whole number' | 'yes or no' | 'lines' | 'pairs';

/** All columns in export order. */
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
  batteryHealth: 'whole number',
  modelKey: 'text',
  featured: 'yes or no',
} as const satisfies Record<string, CellKind>;

export type Column = keyof typeof columnKinds;

export const columns = Object.keys(columnKinds) as Column[];

export type Fault = { field: string; message: string };

/** Wire fields of the non-empty cells of a row. */
export type RowFields = { [field: string]: unknown };

/** Returns the columns of the header row, or the message of its error. */
export function readHead(cells: string[]): { head: Column[] } | { message: string } {
  const names = cells.map((cell) => cell.trim());
  const known = new Map(columns.map((column) => [column.toLowerCase(), column]));
  const unknown = names.filter((name) => !known.has(name.toLowerCase()));
  if (unknown.length > 0) {
    const unknownNames = unknown.map((name) => `“${name}”`).join(', ');
    return {
      message: `The first row has unknown columns: ${unknownNames}. Known columns: ${columns.join(', ')}.`,
    };
  }
  const head = names.flatMap((name) => known.get(name.toLowerCase()) ?? []);
  const duplicate = head.find((column, index) => head.indexOf(column) !== index);
  if (duplicate) return { message: `The file has two ${duplicate} columns.` };
  if (!head.includes('sku')) {
    return { message: 'The column sku is missing. It identifies the product of a row.' };
  }
  return { head };
}

/** Returns the fields of a row as the product form sends them, and the faults of unreadable cells. */
export function readCells(head: Column[], cells: string[]): { fields: RowFields; faults: Fault[] } {
  if (cells.length !== head.length) {
    const message = `This row has ${cells.length} cells, but the first row has ${head.length} columns`;
    return { fields: {}, faults: [{ field: 'row', message }] };
  }
  const fields: RowFields = {};
  const faults: Fault[] = [];
  for (const [index, column] of head.entries()) {
    const cell = cells[index] ?? '';
    if (cell.trim() === '') continue;
    const value =
      cell.trim() === clearMarker
        ? clearedValue(column)
        : readCell(columnKinds[column], removeFormulaGuards(cell));
    if (value === undefined) faults.push({ field: column, message: formatHints[columnKinds[column]] });
    else setField(fields, column, value);
  }
  return { fields, faults };
}

function clearedValue(column: Column): unknown {
  const kind: CellKind = columnKinds[column];
  if (kind === 'lines') return [];
  if (kind === 'pairs') return {};
  if (kind === 'yes or no') return false;
  if (column === 'originalPrice' || column === 'batteryHealth' || column === 'modelKey') return null;
  return kind === 'text' ? '' : undefined;
}

const formatHints: Record<CellKind, string> = {
  text: 'Write text',
  price: 'Write a price as 1299.99',
  'whole number': 'Write a whole number',
  'yes or no': 'Write yes or no',
  lines: 'Write one entry per line',
  pairs: 'Write one “Name: value” per line, each name once',
};

/** Returns the value of a cell; undefined if it is unreadable. */
function readCell(kind: CellKind, raw: string): unknown {
  const cell = raw.trim();
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
      // Untrimmed, because an empty first line is an empty first entry.
      return linesOf(raw);
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

/** Parses "Name: value" with at least one space after the colon. */
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

function setField(fields: RowFields, column: Column, value: unknown): void {
  const part = warrantyParts[column];
  if (part === undefined) fields[column] = value;
  else fields.warranty = { ...(fields.warranty as object | undefined), [part]: value };
}
