import { maxManifestRows } from '@reprise/contract/lots/manifest';
import { unreadable } from '../../imports/file-text.ts';
import { type FileRow, rowsOf } from '../../imports/read-file.ts';

/** File of a supplier: the names of its columns and the rows below. */
export type ManifestFile = { names: string[]; headerRow: number; rows: FileRow[] };

const maxTitleRows = 20;

/** Reads a file in UTF-8. Title rows above the column names are left out; throws VALIDATION_ERROR for other files. */
export async function readManifest(content: Buffer): Promise<ManifestFile> {
  let header: FileRow | null = null;
  const rows: FileRow[] = [];
  for await (const row of rowsOf(content)) {
    if (header) rows.push(row);
    else if (filledCells(row) > 1) header = row;
    else if (row.number > maxTitleRows) break;
    if (rows.length > maxManifestRows)
      throw unreadable('A manifest can have up to 10,000 rows. Split it into several files.');
  }
  if (!header) throw unreadable('The file has no row with column names. Add one above the devices.');
  if (header.cells.some(isNumberOfDevice))
    throw unreadable(
      'The first row is a device. Add a row with column names above it, such as Model, IMEI, Grade.',
    );
  if (rows.length === 0) throw unreadable('The file has no rows below the column names.');
  const names = header.cells.map((cell, index) => cell.trim() || `Column ${index + 1}`);
  return { names, headerRow: header.number, rows };
}

const filledCells = ({ cells }: FileRow) => cells.filter((cell) => cell.trim() !== '').length;

const isNumberOfDevice = (cell: string) => /^\d{14,16}$/.test(cell.trim());
