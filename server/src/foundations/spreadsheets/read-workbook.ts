import { stringify } from 'csv-stringify/sync';
import { unzipSync } from 'fflate';
import { unreadable } from './file-text.ts';

export type WorkbookSheet = { name: string; rows: string[][] };

const maxUnpackedBytes = 100 * 1024 * 1024;
const maxParts = 1000;

/** True for an Excel workbook (.xlsx), which is a ZIP archive. */
export const isWorkbook = (bytes: Buffer): boolean => bytes.subarray(0, 2).toString('latin1') === 'PK';

/** Reads the sheets of a workbook as text; throws VALIDATION_ERROR for a file that is none or unpacks to too much. */
export async function readWorkbook(bytes: Buffer): Promise<WorkbookSheet[]> {
  assertSize(bytes);
  const { default: readSheets } = await import('read-excel-file/universal');
  try {
    const sheets = await readSheets(Uint8Array.from(bytes).buffer);
    return sheets.map(({ sheet, data }) => ({ name: sheet, rows: data.map((row) => row.map(cellText)) }));
  } catch {
    throw unreadable('This workbook cannot be read. Save it as .xlsx or CSV and send that file.');
  }
}

/** An archive of a few kB can unpack to gigabytes; the sizes in its directory bound what is unpacked. */
function assertSize(bytes: Buffer): void {
  let [unpacked, parts] = [0, 0];
  try {
    unzipSync(bytes, {
      filter: ({ originalSize }) => {
        unpacked += originalSize;
        parts += 1;
        return false;
      },
    });
  } catch {
    throw unreadable('This workbook cannot be read. It may be cut off.');
  }
  if (unpacked > maxUnpackedBytes || parts > maxParts)
    throw unreadable('This workbook is too large. Save the list alone and send that file.');
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString().replace('T00:00:00.000Z', '');
  return String(value);
}

/** Returns a sheet as CSV in UTF-8. */
export const sheetAsCsv = ({ rows }: WorkbookSheet): Buffer => Buffer.from(stringify(rows));
