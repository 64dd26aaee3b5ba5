import { gtinFault } from '@reprise/contract/catalog/products/box-facts';
import { removeFormulaGuards } from '@reprise/contract/foundations/formula-guard';
import { type Cents, cents, formatMoney, moneySign, storeCurrency, toCents } from '@reprise/contract/money';
import { amountExample, readWholeCell } from '@reprise/contract/typed-number';
import { isImei } from '@reprise/contract/workshop/codes/device-numbers';
import { readCode } from '@reprise/contract/workshop/codes/read-code';
import { maxRowQuantity } from '@reprise/contract/workshop/lots/manifest';
import { readCarrier } from '@reprise/contract/workshop/units/carrier';
import {
  type Identifier,
  identifierLabels,
  readIdentifier,
} from '@reprise/contract/workshop/units/identifiers';
import { type PriceStyle, readPrice } from '../../../foundations/spreadsheets/price-style.ts';
import type { FileRow } from '../../../foundations/spreadsheets/read-rows.ts';
import { isEmptyWord, percentOf } from '../../units/test-reports/read/result-words.ts';
import type { ManifestColumn } from './manifest-columns.ts';

/** Row of a manifest as read, with the reasons why it cannot become a device. */
export type ReadRow = {
  number: number;
  cells: string[];
  /** Words of the supplier for the model. */
  words: string;
  identifiers: Identifier[];
  grade: string;
  battery: number | null;
  /** '' for an unlocked device, null if the row does not say. */
  carrier: string | null;
  /** Barcode of the box with 14 digits; '' without one. */
  gtin: string;
  part: string;
  /** Number of the line or tag in the words of the supplier. */
  line: string;
  price: Cents | null;
  quantity: number;
  reasons: string[];
  /** True for a row without an item, such as a sum or a footnote. */
  isSkipped: boolean;
};

const maxWords = 300;
const maxGrade = 60;
const identifierColumns = ['imei', 'imei2', 'serial', 'number'] as const;
type NumberColumn = (typeof identifierColumns)[number];
type NumberKind = Exclude<NumberColumn, 'number'>;

/** Reads a row by the meaning of its columns; nothing that is unclear is guessed. */
export function readRow(
  { number, cells }: FileRow,
  { columns, priceStyle }: { columns: readonly ManifestColumn[]; priceStyle: PriceStyle },
): ReadRow {
  const reasons: string[] = [];
  const valuesOf = (wanted: ManifestColumn) =>
    columns.flatMap((column, index) => (column === wanted ? [cleanCell(cells[index] ?? '')] : []));
  const cellOf = (wanted: ManifestColumn) => valuesOf(wanted).find((value) => !isEmptyWord(value)) ?? '';
  if (cells.slice(columns.length).some((cell) => cell.trim() !== '')) {
    reasons.push(
      `This row has ${cells.length} cells, but there are ${columns.length} columns. Is a comma or a quotation mark missing?`,
    );
  }
  const carrier = readDeclaredCarrier(cellOf('carrier'));
  const described = valuesOf('model').filter((value) => !isEmptyWord(value));
  // A phone of a carrier is another model than the unlocked one.
  const words = [...described, described.length > 0 && carrier]
    .filter(Boolean)
    .join(' ')
    .replace(/\s+/g, ' ');
  const gtin = readGtin(cellOf('gtin'), reasons);
  const part = cellOf('part').slice(0, maxPart);
  if (words === '' && gtin === '' && part === '') reasons.push('No model. Name it, or remove the row.');
  if (words.length > maxWords) reasons.push(`The model has more than ${maxWords} characters.`);
  const identifiers = identifierColumns.flatMap((kind) => readNumbers(kind, cellOf(kind), reasons));
  const grade = cellOf('grade');
  if (grade.length > maxGrade) reasons.push(`The grade has more than ${maxGrade} characters.`);
  const battery = percentOf(cellOf('battery') || batteryInText(cells));
  return {
    number,
    cells,
    words,
    identifiers,
    grade,
    battery: battery ?? null,
    carrier,
    gtin,
    part,
    line: cellOf('line').slice(0, maxLine),
    price: hasForeignCurrency(cellOf('currency'))
      ? null
      : readUnitPrice(cellOf('price'), priceStyle, reasons),
    quantity: readQuantity(cellOf('quantity'), identifiers.length > 0, reasons),
    reasons,
    isSkipped: isWithoutItem(cells, {
      words: described.join(' '),
      gtin,
      part,
      hasNumber: identifiers.length > 0,
    }),
  };
}

/** Returns the battery health that a remark has: "Batterie 87%". */
const batteryInText = (cells: readonly string[]) =>
  cells
    .map((cell) => /(?:batter|akku|accu|bateri)[a-z]{0,4}[ :]{1,3}(\d{2,3}) ?%/i.exec(cell)?.[1] ?? '')
    .find(Boolean) ?? '';

const maxPart = 70;
const maxLine = 60;
const sums = /^(grand )?(total|totals|sum|summe|gesamt|gesamtsumme|suma|razem|totaal|totale)( |:|$)/i;

/** True for a row without an item, or whose item is the word of a sum. */
function isWithoutItem(
  cells: readonly string[],
  { words, gtin, part, hasNumber }: { words: string; gtin: string; part: string; hasNumber: boolean },
): boolean {
  const filled = cells.map((cell) => cell.trim()).filter(Boolean);
  if (sums.test(words) || (words === '' && filled.some((cell) => sums.test(cell)))) return true;
  if (hasNumber || gtin !== '' || part !== '') return false;
  // Sums have numbers alone, footnotes one text.
  return words === '' && (filled.length === 1 || filled.every((cell) => /^[\d.,\s$€£%-]+$/.test(cell)));
}

/** Returns '' for an unlocked device, the carrier that it is locked to, or null for other words. */
function readDeclaredCarrier(cell: string): string | null {
  const word = cell.toLowerCase();
  if (/^(frei|offen|libre|vrij|simlockfrei|ohne simlock|sim free|no|nein|none|off)$/.test(word)) return '';
  if (/\bunlocked\b/.test(word)) return '';
  // Radio standards and a lock without a name say nothing about the carrier.
  if (/^(yes|ja|locked|on|gesperrt|simlock)$|\b([2-5]g|lte|gsm|cdma|wifi|wi-fi)\b/.test(word)) return null;
  return readCarrier(cell);
}

function readGtin(cell: string, reasons: string[]): string {
  const digits = cell.replace(/[\s-]/g, '');
  if (digits === '') return '';
  // A spreadsheet drops the zeros in front of a number.
  const padded = /^\d{9,11}$/.test(digits) ? digits.padStart(12, '0') : digits;
  if (gtinFault(padded) === null) return padded.padStart(14, '0');
  if (/E\+\d/i.test(cell))
    reasons.push(`Barcode “${cell.slice(0, 40)}”: a spreadsheet has lost digits of it.`);
  // Some lists have numbers of their own in this column.
  return '';
}

/** True for a cell with another currency than the store's. */
export function hasForeignCurrency(cell: string): boolean {
  const { sign } = moneySign();
  const known = [storeCurrency().code, sign, `${storeCurrency().code.slice(0, 2)}${sign}`];
  return cell !== '' && !known.includes(cell.toUpperCase());
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

/** Reads the numbers of a cell: one, or two IMEIs with a slash, a comma or a line break between. */
function readNumbers(column: NumberColumn, cell: string, reasons: string[]): Identifier[] {
  const isWhole = column === 'serial' || isShortened(cell);
  const pieces = isWhole ? [cell] : cell.split(/[/,;\n]/).filter((piece) => piece.trim() !== '');
  let imeis = 0;
  return pieces.flatMap((piece): Identifier[] => {
    const text = piece.trim();
    // A column of both kinds has IMEIs and serial numbers; digits that a spreadsheet cut are none of them.
    const isDigits = /^[\d\s.,-]{13,}$/.test(text) || isShortened(text);
    const isSerial = column === 'serial' || (column === 'number' && !isDigits);
    const kind: NumberKind = isSerial ? 'serial' : column === 'imei2' || imeis > 0 ? 'imei2' : 'imei';
    if (kind === 'imei') imeis += 1;
    return readCell(kind, text, reasons);
  });
}

/** True for a number in the form 3.5E+14, of which a spreadsheet has lost digits. */
const isShortened = (text: string) => /^\d[.,\d]{0,20}E\+?\d{1,3}$/i.test(text.trim());

function readCell(kind: NumberKind, cell: string, reasons: string[]): Identifier[] {
  if (isEmptyWord(cell)) return [];
  const fault = columnFault(kind, cell);
  const read = fault ? { fault } : readIdentifier(kind, cell);
  if ('value' in read) return [{ kind, value: read.value }];
  reasons.push(`${identifierLabels[kind]} “${cell.slice(0, 60)}”: ${read.fault}`);
  return [];
}

/** Returns why a number is in the wrong column or was changed by a spreadsheet; null without a sign of either. */
function columnFault(kind: NumberKind, cell: string): string | null {
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
  const padded = digits.padStart(15, '0');
  return (digits.length === 13 || digits.length === 14) && isImei(padded)
    ? `It has ${digits.length} digits: a spreadsheet dropped the ${digits.length === 14 ? 'zero' : 'zeros'} in front, and ${padded} would fit. Format the column as text and export it again.`
    : null;
}

function readUnitPrice(cell: string, style: PriceStyle, reasons: string[]): Cents | null {
  if (cell === '') return null;
  // Two digits behind a comma are cents, whatever the other cells have.
  const isComma = /^\D{0,2}\d{1,3}(\.\d{3})*,\d{2}\D{0,2}$/.test(cell.trim());
  const amount = readPrice(cell, isComma ? 'comma' : style);
  if (typeof amount !== 'number' || amount < 0) {
    reasons.push(`Price “${cell.slice(0, 60)}”: enter an amount such as ${amountExample()}.`);
    return null;
  }
  const price = toCents(amount);
  const { maxPrice } = storeCurrency();
  if (price <= maxPrice) return price;
  reasons.push(`Price “${cell.slice(0, 60)}”: it is above ${formatMoney(cents(maxPrice))}.`);
  return null;
}

function readQuantity(cell: string, hasIdentifiers: boolean, reasons: string[]): number {
  if (cell === '') return 1;
  const quantity = readWholeCell(cell);
  if (typeof quantity !== 'number' || quantity < 1 || quantity > maxRowQuantity) {
    reasons.push(`Quantity “${cell.slice(0, 60)}”: enter a whole number from 1 to ${maxRowQuantity}.`);
    return 1;
  }
  if (hasIdentifiers && quantity > 1)
    reasons.push(`One number cannot stand for ${quantity} devices. Give each device a row.`);
  return quantity;
}
