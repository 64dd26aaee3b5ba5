import { formatNumber } from '@reprise/contract/formats';
import { maxManifestRows } from '@reprise/contract/workshop/lots/manifest';
import { toUtf8, unreadable } from '../../../foundations/spreadsheets/file-text.ts';
import { type FileRow, rowsOf } from '../../../foundations/spreadsheets/read-rows.ts';
import {
  isWorkbook,
  readWorkbook,
  sheetAsCsv,
  type WorkbookSheet,
} from '../../../foundations/spreadsheets/read-workbook.ts';
import { meaningOfName } from './manifest-columns.ts';

/** File of a supplier: the names of its columns and the rows below. */
export type ManifestFile = { names: string[]; headerRow: number; rows: FileRow[] };

const maxTitleRows = 20;

/** Reads a file in UTF-8. Title rows above the column names are left out; throws VALIDATION_ERROR for other files. */
export async function readManifest(content: Buffer): Promise<ManifestFile> {
  const all: FileRow[] = [];
  for await (const row of rowsOf(content, { relaxed: true })) {
    all.push(row);
    if (all.length > maxManifestRows + maxTitleRows)
      throw unreadable(
        `A manifest can have up to ${formatNumber(maxManifestRows)} rows. Split it into several files.`,
      );
  }
  const top = all.filter(({ number }) => number <= maxTitleRows);
  const header = top.find((row) => knownColumns(row) > 1) ?? top.find((row) => filledCells(row) > 1);
  if (!header) throw unreadable('The file has no row with column names. Add one above the devices.');
  const rows = all.filter(({ number }) => number > header.number);
  if (rows.length > maxManifestRows)
    throw unreadable(
      `A manifest can have up to ${formatNumber(maxManifestRows)} rows. Split it into several files.`,
    );
  if (header.cells.some(isNumberOfDevice))
    throw unreadable(
      'The first row is a device. Add a row with column names above it, such as Model, IMEI, Grade.',
    );
  if (rows.length === 0) throw unreadable('The file has no rows below the column names.');
  const names = header.cells.map((cell, index) => cell.trim() || `Column ${index + 1}`);
  return { names, headerRow: header.number, rows };
}

const knownColumns = ({ cells }: FileRow) => cells.filter((cell) => meaningOfName(cell)).length;

const filledCells = ({ cells }: FileRow) => cells.filter((cell) => cell.trim() !== '').length;

const isNumberOfDevice = (cell: string) => /^\d{14,16}$/.test(cell.trim());

/** Returns a file as CSV in UTF-8; of a workbook, the sheet whose columns are known best, with its name. */
export async function toCsv(bytes: Buffer): Promise<{ text: Buffer; sheet: string }> {
  if (!isWorkbook(bytes)) return { text: toUtf8(bytes), sheet: '' };
  const sheets = (await readWorkbook(bytes)).filter(({ rows }) => rows.length > 0);
  const best = sheets.toSorted((a, b) => knownIn(b) - knownIn(a))[0];
  if (!best) throw unreadable('The workbook has no rows.');
  return { text: sheetAsCsv(best), sheet: sheets.length > 1 ? best.name : '' };
}

const knownIn = ({ rows }: WorkbookSheet) =>
  Math.max(...rows.slice(0, maxTitleRows).map((cells, index) => knownColumns({ number: index, cells })));
