import { stringify } from 'csv-stringify/sync';

export type CsvValue = string | number | null;

/** Tells spreadsheets that the file is UTF-8. */
const byteOrderMark = '\ufeff';

/**
 * Rows as CSV (RFC 4180). A cell that a spreadsheet would run as a formula (it begins with = + - @, a tab or a
 * line break) gets an apostrophe before it.
 */
function csvLines(rows: CsvValue[][]): string {
  return stringify(rows, { escape_formulas: true, record_delimiter: 'windows', quoted_match: /[\r\n]/ });
}

/** A whole table, a piece for each batch of rows: memory holds one batch, however long the table is. */
export async function* csvFile(
  head: string[],
  batches: AsyncIterable<CsvValue[][]> | Iterable<CsvValue[][]>,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLines([head]);
  for await (const rows of batches) if (rows.length > 0) yield csvLines(rows);
}
