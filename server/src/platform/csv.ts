import { addFormulaGuards } from '@reprise/contract/foundations/formula-guard';
import { isoIn } from '@reprise/contract/time-zone';
import { stringify } from 'csv-stringify/sync';

export type CsvValue = string | number | Date | null;

/** Marks the file as UTF-8 for spreadsheets. */
const byteOrderMark = '\ufeff';

/** Returns rows as CSV (RFC 4180) without cells that a spreadsheet executes, whatever its list separator is. */
function csvLines(rows: CsvValue[][], timeZone: string): string {
  return stringify(
    rows.map((row) => row.map((value, index) => cellOf(value, timeZone, index === 0))),
    { record_delimiter: 'windows', quoted_match: /[;\t\r\n]/ },
  );
}

/**
 * Writes times with the offset of the time zone. Text that is a negative number is guarded in the first column: read
 * with another separator, the whole line would begin like a formula.
 */
function cellOf(value: CsvValue, timeZone: string, isFirst: boolean): string | number | null {
  if (value instanceof Date) return isoIn(timeZone, value);
  if (typeof value === 'string') {
    const guarded = addFormulaGuards(value);
    return isFirst && guarded.startsWith('-') ? `'${guarded}` : guarded;
  }
  return value;
}

/** Returns `+1 555 0100` as `(+1) 555 0100`, which spreadsheets do not evaluate as a formula. */
export function phoneCell(phone: string | null): string | null {
  return phone === null ? null : phone.trim().replace(/^[+＋]\d*/, (prefix) => `(${prefix})`);
}

export type CsvBatches = AsyncIterable<CsvValue[][]> | Iterable<CsvValue[][]>;

/** Streams a table as CSV, one chunk per batch of rows, so that memory is bounded by one batch. */
export async function* csvFile(
  head: string[],
  batches: CsvBatches,
  timeZone = 'UTC',
): AsyncGenerator<string> {
  yield byteOrderMark + csvLines([head], timeZone);
  for await (const rows of batches) if (rows.length > 0) yield csvLines(rows, timeZone);
}
