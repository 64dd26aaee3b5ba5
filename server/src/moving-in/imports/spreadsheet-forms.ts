import type { AdminProduct } from '@reprise/contract/catalog/products/products-admin';
import { truncate } from '@reprise/extension/truncate';
import { type Fault, type RowFields, textColumns } from './csv-columns.ts';
import { linesCell } from './list-cells.ts';

// Cells that a spreadsheet takes for numbers or dates, as it writes them.

const number = /^-?\d+(?:[.,]\d+)?$/;
const powerOfTen = /^-?\d(?:[.,]\d+)?E[+-]?\d{1,3}$/i;
const date =
  /^(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}[-. ]\p{L}{3,4}\.?(?:[- ]\d{2,4})?|\p{L}{3,4}\.?[- ]\d{2,4})$/u;
/** Dates as they are stored. */
const isoDate = /^\d{4}-\d{2}(?:-\d{2})?$/;

export const isPowerOfTen = (cell: string) => powerOfTen.test(cell);
export const isDate = (cell: string) => date.test(cell);

const amountOf = (text: string) => Number(text.replace(',', '.'));
/** Digits of a number that a spreadsheet retains. */
const maxDigits = 15;

/** True if the cell is what a spreadsheet writes for the text, in which no edit can be seen. */
function isSpreadsheetForm(text: string, cell: string): boolean {
  if (text === cell) return false;
  if (isoDate.test(text)) return isDate(cell) && !isoDate.test(cell) && hasNumbersOf(text, cell);
  if (!number.test(text) && !powerOfTen.test(text)) return false;
  if (!number.test(cell) && !powerOfTen.test(cell)) return false;
  const [before, after] = [amountOf(text), amountOf(cell)];
  const isRounded = powerOfTen.test(cell) || text.length > maxDigits;
  return isRounded ? Math.abs(before - after) <= Math.abs(after) * 1e-4 : before === after;
}

/** True if the cell has no number but those of the date; a name is enough for its month, two digits for its year. */
function hasNumbersOf(text: string, cell: string): boolean {
  const numbers = text.split('-').map(Number);
  const known = new Set([...numbers, (numbers[0] ?? 0) % 100]);
  return (cell.match(/\d+/g) ?? []).every((digits) => known.has(Number(digits)));
}

type Row = { fields: RowFields; doubts: Fault[] };

/** Returns a row without the texts that only a spreadsheet changed, each of which a doubt names. */
export function withoutSpreadsheetForms<Read extends Row>(
  row: Read,
  product: AdminProduct | undefined,
  family: string | undefined,
): Read {
  if (!product) return row;
  const stored: Record<string, string | undefined> = {
    ...Object.fromEntries(
      textColumns.map((column) => [column, textOf(product[column as keyof AdminProduct])]),
    ),
    family,
  };
  const [fields, ofProduct] = withoutForms(row.fields, stored);
  if (!isObject(fields.warranty)) return { ...row, fields, doubts: [...row.doubts, ...ofProduct] };
  const [warranty, ofWarranty] = withoutForms(fields.warranty, { ...product.warranty });
  const named = ofWarranty.map((doubt) => ({ ...doubt, field: 'warranty' }));
  return { ...row, fields: { ...fields, warranty }, doubts: [...row.doubts, ...ofProduct, ...named] };
}

const isObject = (value: unknown): value is RowFields => typeof value === 'object' && value !== null;

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? linesCell(value) : undefined;
}

function withoutForms(fields: RowFields, stored: Record<string, string | undefined>): [RowFields, Fault[]] {
  const doubts: Fault[] = [];
  const certain = Object.entries(fields).filter(([field, value]) => {
    const [before, cell] = [stored[field]?.trim(), textOf(value)];
    if (before === undefined || cell === undefined || !isSpreadsheetForm(before, cell)) return true;
    doubts.push({ field, message: formDoubt(before, cell) });
    return false;
  });
  return [Object.fromEntries(certain), doubts];
}

const maxQuoted = 40;

const formDoubt = (before: string, cell: string) =>
  `A spreadsheet may have made “${truncate(cell, maxQuoted)}” of “${truncate(before, maxQuoted)}”, which stays. To change it, edit the product`;
