// Columns of a product file and their cell formats. Names match the API, so that an exported file can be edited and
// imported.

import { conditionLabels, originLabels } from '@reprise/contract/catalog/products/conditions';
import { axisLabels, type OptionAxis } from '@reprise/contract/catalog/products/option-line';
import type { ConfigurationOptions } from '@reprise/contract/catalog/products/product-family';
import {
  type CellKind,
  type ProductField,
  productColumns,
  productFields,
} from '@reprise/contract/catalog/products/product-fields';
import { removeFormulaGuards } from '@reprise/contract/foundations/formula-guard';
import { storeCurrency } from '@reprise/contract/money';
import { type ImportColumn, ignoredColumn, importColumns } from '@reprise/contract/moving-in/imports';
import { readWholeCell, unreadableFileAmount } from '@reprise/contract/typed-number';
import { columnKey } from '@reprise/extension/file-rows';
import { truncate } from '@reprise/extension/truncate';
import { type PriceStyle, readPrice } from '../../foundations/spreadsheets/price-style.ts';
import {
  isWeightColumn,
  namedWeightColumn,
  readWeight,
  type WeightColumn,
  weightColumnOf,
  weightColumns,
} from './box/weights.ts';
import {
  currencyColumn,
  isCurrencyColumn,
  priceColumnOf,
  rowCurrencyFault,
} from './currency/price-columns.ts';
import { pairsCell, readLines, readPairs } from './list-cells.ts';

/** Cell content that clears an optional field; an empty cell leaves the field unchanged. */
export const clearMarker = '-';

export type Column = ImportColumn;

export const columns = importColumns;

/** Columns of text and of lines, which a spreadsheet may take for a number or a date; barcodes have rules of their own. */
export const textColumns = columns.filter(
  (column) => column !== 'gtins' && ['text', 'lines'].includes(productColumns[column].cell),
);

/** Column that a download of rejected rows adds; ignored when the corrected file is sent. */
export const reasonColumn = 'reason';

/** Column of a converted export: why the row cannot be imported. */
export const faultColumn = 'fault';

/** Columns of a file in its order. */
export type Head = (
  | Column
  | WeightColumn
  | typeof reasonColumn
  | typeof faultColumn
  | typeof ignoredColumn
  | typeof currencyColumn
)[];

export type Fault = { field: string; message: string };

/** Wire fields of the non-empty cells of a row. */
export type RowFields = { [field: string]: unknown };

/** Names that other programs give to columns, by their key. */
const otherNames: Record<string, Column> = {
  title: 'name',
  vendor: 'brand',
  manufacturer: 'brand',
  compareatprice: 'originalPrice',
  stock: 'stockCount',
  instock: 'stockCount',
  quantity: 'stockCount',
  qty: 'stockCount',
  image: 'images',
  imageurls: 'images',
  specs: 'specifications',
  battery: 'batteryHealth',
  cost: 'unitCost',
  costperitem: 'unitCost',
  costofgoods: 'unitCost',
  variantgrams: 'grams',
  barcode: 'gtins',
  barcodes: 'gtins',
  variantbarcode: 'gtins',
  gtin: 'gtins',
  ean: 'gtins',
  upc: 'gtins',
  isbn: 'gtins',
  'gtin,upc,ean,orisbn': 'gtins',
  familyname: 'family',
  productfamily: 'family',
  metatitle: 'seoTitle',
  metadescription: 'seoDescription',
};

/** Columns by the keys of their names, which cannot be assigned otherwise. */
const knownColumns = new Map<string, Head[number]>(Object.entries(otherNames));
for (const column of [...columns, reasonColumn] as const) knownColumns.set(columnKey(column), column);

/** Columns that were assigned by hand, by the keys of their names. */
export type AssignedColumns = ReadonlyMap<string, Column | typeof ignoredColumn>;

/** Returns the columns of the header row, or the message of its error with the indexes of unknown columns. */
export function readHead(
  cells: string[],
  assigned: AssignedColumns,
): { head: Head } | { message: string; unknown?: number[] } {
  const names = cells.map((cell) => cell.trim());
  const matched = names.map(
    (name) =>
      knownColumns.get(columnKey(name)) ??
      priceColumnOf(name)?.column ??
      assignedOf(name, assigned) ??
      (isCurrencyColumn(name) ? currencyColumn : weightColumnOf(name)),
  );
  const foreign = names.find((name) => priceColumnOf(name)?.isForeign);
  if (foreign !== undefined) {
    const code = storeCurrency().code;
    return {
      message: `The column “${foreign}” has prices in another currency; this store sells in ${code}.`,
    };
  }
  const unknown = names.flatMap((_, index) => (matched[index] === undefined ? [index] : []));
  if (unknown.length > 0) {
    const unknownNames = unknown.map((index) => `“${names[index]}”`).join(', ');
    return {
      message: `The first row has unknown columns: ${unknownNames}. Known columns: ${columns.join(', ')}.`,
      unknown,
    };
  }
  const head = matched.flatMap((column) => column ?? []);
  const duplicate = head.find((column, index) => column !== ignoredColumn && head.indexOf(column) !== index);
  if (duplicate) return { message: `The file has two ${duplicate} columns.` };
  if (!head.includes('sku') && !head.includes('name')) {
    return {
      message: 'The file has neither a sku nor a name column, which say what product a row is about.',
    };
  }
  return { head };
}

function assignedOf(name: string, assigned: AssignedColumns) {
  const column = assigned.get(columnKey(name));
  return column === 'grams' ? namedWeightColumn(name) : column;
}

/** Returns the fields of a row as the product form sends them, the faults of unreadable cells, and doubtful weights. */
export function readCells(
  { head, priceStyle }: { head: Head; priceStyle: PriceStyle },
  cells: string[],
): { fields: RowFields; faults: Fault[]; doubts: Fault[] } {
  if (cells.length !== head.length) {
    const message = `This row has ${cells.length} cells, but the first row has ${head.length} columns`;
    return { fields: {}, faults: [{ field: 'row', message }], doubts: [] };
  }
  const fields: RowFields = {};
  const faults: Fault[] = [];
  const doubts: Fault[] = [];
  for (const [index, column] of head.entries()) {
    const cell = cells[index] ?? '';
    if (cell.trim() === '' || column === reasonColumn || column === ignoredColumn) continue;
    if (column === currencyColumn) {
      const message = rowCurrencyFault(cell);
      if (message !== null) faults.push({ field: currencyColumn, message });
      continue;
    }
    if (column === faultColumn) return { fields, faults: [{ field: 'row', message: cell }], doubts };
    if (column === 'grams' || isWeightColumn(column)) {
      const grams = gramsOfCell(column, cell);
      if (grams === undefined) doubts.push({ field: 'grams', message: doubtfulWeight(cell) });
      else if (grams !== 0) fields.grams = grams;
      continue;
    }
    const value =
      cell.trim() === clearMarker
        ? clearedValue(column)
        : readCell(column, removeFormulaGuards(cell), priceStyle);
    if (value === undefined)
      faults.push({ field: column, message: hintFor(productColumns[column].cell, cell) });
    else setField(fields, column, value);
  }
  return { fields, faults, doubts };
}

/** Returns null for a cleared weight, 0 for one that counts as empty, and undefined for an unreadable one. */
function gramsOfCell(column: 'grams' | WeightColumn, cell: string): number | null | undefined {
  if (cell.trim() === clearMarker) return null;
  return readWeight(removeFormulaGuards(cell), column === 'grams' ? 'g' : weightColumns[column]);
}

const doubtfulWeight = (cell: string) =>
  `The weight “${truncate(cell.trim(), maxQuoted)}” is left out. Write its unit, such as 240 g or 0.24 kg`;

/** Returns the faults with the value of their cell, which a long file makes hard to find. */
export function quoteValues(faults: Fault[], head: Head, cells: string[]): Fault[] {
  return faults.map(({ field, message }) => {
    const value = cells[(head as string[]).indexOf(field.split('.')[0] ?? '')]?.trim() ?? '';
    const isQuoted = value === '' || message.includes('“');
    return { field, message: isQuoted ? message : `“${truncate(value, maxQuoted)}”: ${message}` };
  });
}

const maxQuoted = 60;

function clearedValue(column: Column): unknown {
  const kind: CellKind = productColumns[column].cell;
  if (kind === 'lines') return [];
  if (kind === 'pairs') return {};
  if (kind === 'yes or no') return false;
  const field = fieldOf(column);
  if (field && productFields[field].default === null) return null;
  return kind === 'text' || kind === 'choice' ? '' : undefined;
}

const formatHints: Record<CellKind, string> = {
  text: 'Write text',
  choice: 'Choose one of the names',
  price: 'Write a price as 1299.99',
  'whole number': 'Write a whole number, 0 or more',
  'yes or no': 'Write yes or no',
  lines: 'Write one entry per line',
  pairs: 'Write one “Name: value” per line, each name once',
};

const hintFor = (kind: CellKind, cell: string) =>
  kind === 'price' && cell.includes(',') ? unreadableFileAmount(cell) : formatHints[kind];

/** Values by the names on the screens. */
const choices: Partial<Record<Column, Map<string, string>>> = {
  condition: valuesByLabel(conditionLabels),
  origin: valuesByLabel(originLabels),
};

function valuesByLabel(labels: Record<string, string>): Map<string, string> {
  return new Map(Object.entries(labels).map(([value, label]) => [label.toLowerCase(), value]));
}

/** Returns the value of a cell; undefined if it is unreadable. */
function readCell(column: Column, raw: string, priceStyle: PriceStyle): unknown {
  const cell = raw.trim();
  const kind: CellKind = productColumns[column].cell;
  switch (kind) {
    case 'text':
      return cell;
    case 'choice':
      return choices[column]?.get(cell.toLowerCase()) ?? cell.toLowerCase().replaceAll(' ', '-');
    case 'price':
      return boundedNumber(readPrice(cell, priceStyle));
    case 'whole number':
      return boundedNumber(readWholeCell(cell));
    case 'yes or no':
      return { yes: true, true: true, no: false, false: false }[cell.toLowerCase()];
    case 'lines':
      // Untrimmed, because an empty first line is an empty first entry.
      return readLines(raw);
    case 'pairs':
      return column === 'options' ? readOptions(cell) : readPairs(cell);
  }
}

/** Options of a configuration by their labels in a file. */
const optionLabels: [OptionAxis | 'colorHex', string][] = [
  ...(Object.entries(axisLabels) as [OptionAxis, string][]),
  ['colorHex', 'Color code'],
];

/** Writes the options of a configuration as they are read again. */
export const optionsCell = (options: ConfigurationOptions): string =>
  pairsCell(
    Object.fromEntries(
      optionLabels.flatMap(([name, label]) => (options[name] === undefined ? [] : [[label, options[name]]])),
    ),
  );

/** Returns options by their labels; undefined for a label that is none. */
function readOptions(cell: string): ConfigurationOptions | undefined {
  const pairs = readPairs(cell);
  if (!pairs) return undefined;
  const named = Object.entries(pairs).map(([label, value]) => {
    const option = optionLabels.find(([, known]) => known.toLowerCase() === label.toLowerCase());
    return option && value !== '' ? [option[0], value] : undefined;
  });
  return named.includes(undefined)
    ? undefined
    : Object.fromEntries(named.filter((pair) => pair !== undefined));
}

/** Stays below the limits of the database's numbers. */
const maxNumber = 1_000_000_000;
const boundedNumber = (value: unknown) =>
  typeof value === 'number' && value >= 0 && value < maxNumber ? value : undefined;

const warrantyParts: Partial<Record<Column, string>> = {
  warrantyDuration: 'duration',
  warrantyType: 'type',
  warrantyDescription: 'description',
};

/** Returns the field that the column fills; undefined for a column that only files have. */
export function fieldOf(column: Column): ProductField | undefined {
  const field = column in warrantyParts ? 'warranty' : column;
  return field in productFields ? (field as ProductField) : undefined;
}

function setField(fields: RowFields, column: Column, value: unknown): void {
  const part = warrantyParts[column];
  if (part === undefined) fields[column] = value;
  else fields.warranty = { ...(fields.warranty as object | undefined), [part]: value };
}
