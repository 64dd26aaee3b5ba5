import { stringify } from 'csv-stringify/sync';
import { addFormulaGuards } from './formula-guard.ts';

export type CsvValue = string | number | null;

/** Tells spreadsheets that the file is UTF-8. */
const byteOrderMark = '\ufeff';

/** Rows as CSV (RFC 4180) of which no spreadsheet runs a cell, whatever it takes for the separator. */
function csvLines(rows: CsvValue[][]): string {
  return stringify(
    rows.map((row) => row.map(cellOf)),
    { record_delimiter: 'windows', quoted_match: /[;\t\r\n]/ },
  );
}

/** Negative figures stand in parentheses, as in accounting: spreadsheets read them as numbers, never as formulas. */
function cellOf(value: CsvValue): CsvValue {
  if (typeof value === 'string') return addFormulaGuards(value);
  return value !== null && value < 0 ? `(${-value})` : value;
}

/** `+1 555 0100` as `(+1) 555 0100`: a phone number that no spreadsheet adds up. */
export function phoneCell(phone: string | null): string | null {
  return phone === null ? null : phone.trim().replace(/^[+＋]\d*/, (prefix) => `(${prefix})`);
}

/** A whole table, a piece for each batch of rows: memory holds one batch, however long the table is. */
export async function* csvFile(
  head: string[],
  batches: AsyncIterable<CsvValue[][]> | Iterable<CsvValue[][]>,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLines([head]);
  for await (const rows of batches) if (rows.length > 0) yield csvLines(rows);
}
