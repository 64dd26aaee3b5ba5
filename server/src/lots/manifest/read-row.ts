import { isImei } from '@reprise/contract/codes/device-numbers';
import { readCode } from '@reprise/contract/codes/read-code';
import { maxRowQuantity } from '@reprise/contract/lots/manifest';
import { type Cents, dollarsToCents } from '@reprise/contract/money';
import { removeFormulaGuards } from '@reprise/contract/operations/formula-guard';
import { readWhole } from '@reprise/contract/typed-number';
import { type Identifier, identifierLabels, readIdentifier } from '@reprise/contract/units/identifiers';
import { maxPriceCents } from '@reprise/contract/wire';
import { type PriceStyle, readPrice } from '../../imports/price-style.ts';
import type { FileRow } from '../../imports/read-file.ts';
import type { ManifestColumn } from './manifest-columns.ts';

/** Row of a manifest as read, with the reasons why it cannot become a device. */
export type ReadRow = {
  number: number;
  cells: string[];
  /** Words of the supplier for the model. */
  words: string;
  identifiers: Identifier[];
  grade: string;
  price: Cents | null;
  quantity: number;
  reasons: string[];
};

const maxWords = 300;
const maxGrade = 60;
const identifierColumns = ['imei', 'imei2', 'serial'] as const;

/** Reads a row by the meaning of its columns; nothing that is unclear is guessed. */
export function readRow(
  { number, cells }: FileRow,
  { columns, priceStyle }: { columns: readonly ManifestColumn[]; priceStyle: PriceStyle },
): ReadRow {
  const reasons: string[] = [];
  const valuesOf = (wanted: ManifestColumn) =>
    columns.flatMap((column, index) => (column === wanted ? [cleanCell(cells[index] ?? '')] : []));
  const cellOf = (wanted: ManifestColumn) => valuesOf(wanted)[0] ?? '';
  if (cells.slice(columns.length).some((cell) => cell.trim() !== '')) {
    reasons.push(
      `This row has ${cells.length} cells, but there are ${columns.length} columns. Is a comma or a quotation mark missing?`,
    );
  }
  const words = valuesOf('model').filter(Boolean).join(' ').replace(/\s+/g, ' ');
  if (words === '') reasons.push('No model. Name it, or remove the row.');
  if (words.length > maxWords) reasons.push(`The model has more than ${maxWords} characters.`);
  const identifiers = identifierColumns.flatMap((kind) => readCell(kind, cellOf(kind), reasons));
  const grade = cellOf('grade');
  if (grade.length > maxGrade) reasons.push(`The grade has more than ${maxGrade} characters.`);
  return {
    number,
    cells,
    words,
    identifiers,
    grade,
    price: readUnitPrice(cellOf('price'), priceStyle, reasons),
    quantity: readQuantity(cellOf('quantity'), identifiers.length > 0, reasons),
    reasons,
  };
}

/** Removes what spreadsheets wrap around text: ="…", a leading apostrophe, a no-break blank, ".0" behind digits. */
function cleanCell(cell: string): string {
  const text = removeFormulaGuards(cell).replaceAll('\u00a0', ' ').trim();
  const quoted = /^="(.*)"$/.exec(text)?.[1] ?? text;
  return quoted
    .replace(/^'/, '')
    .replace(/^(\d{14,})[.,]0+$/, '$1')
    .trim();
}

function readCell(kind: (typeof identifierColumns)[number], cell: string, reasons: string[]): Identifier[] {
  if (cell === '' || /^(n\/?a|none|-+|unknown)$/i.test(cell)) return [];
  const fault = columnFault(kind, cell);
  const read = fault ? { fault } : readIdentifier(kind, cell);
  if ('value' in read) return [{ kind, value: read.value }];
  reasons.push(`${identifierLabels[kind]} “${cell.slice(0, 60)}”: ${read.fault}`);
  return [];
}

/** Returns why a number is in the wrong column or was changed by a spreadsheet; null without a sign of either. */
function columnFault(kind: (typeof identifierColumns)[number], cell: string): string | null {
  const reading = readCode(cell);
  const [number] = reading.answer === 'value' ? reading.numbers : [];
  const isImeiCell = number?.kind === 'imei' || number?.kind === 'imei2';
  if (kind === 'serial') {
    return isImeiCell
      ? 'This is an IMEI in the column of serial numbers. Swap the columns or move it.'
      : null;
  }
  const digits = cell.replace(/\D/g, '');
  if (number?.kind === 'serial' || digits === '')
    return 'This is no IMEI. If it is a serial number, move it to that column.';
  return digits.length === 14 && isImei(`0${digits}`)
    ? `It has 14 digits: a spreadsheet dropped the zero in front, and 0${digits} would fit. Format the column as text and export it again.`
    : null;
}

function readUnitPrice(cell: string, style: PriceStyle, reasons: string[]): Cents | null {
  if (cell === '') return null;
  const amount = readPrice(cell, style);
  if (typeof amount !== 'number' || amount < 0) {
    reasons.push(`Price “${cell.slice(0, 60)}”: enter an amount such as 149.50.`);
    return null;
  }
  const price = dollarsToCents(amount);
  if (price <= maxPriceCents) return price;
  reasons.push(`Price “${cell.slice(0, 60)}”: it is above 1,000,000.`);
  return null;
}

function readQuantity(cell: string, hasIdentifiers: boolean, reasons: string[]): number {
  if (cell === '') return 1;
  const quantity = readWhole(cell);
  if (typeof quantity !== 'number' || quantity < 1 || quantity > maxRowQuantity) {
    reasons.push(`Quantity “${cell.slice(0, 60)}”: enter a whole number from 1 to ${maxRowQuantity}.`);
    return 1;
  }
  if (hasIdentifiers && quantity > 1)
    reasons.push(`One number cannot stand for ${quantity} devices. Give each device a row.`);
  return quantity;
}
