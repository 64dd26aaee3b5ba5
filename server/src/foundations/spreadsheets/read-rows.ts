import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FileRow } from '@reprise/extension/file-rows';
import { CsvError, parse } from 'csv-parse';
import { unreadable } from './file-text.ts';

const unzip = promisify(gunzip);

export type { FileRow };

const maxRowBytes = 256 * 1024;

/** Returns the trimmed cells of the first row; [] for an empty file. */
export async function readNames(content: Buffer): Promise<string[]> {
  for await (const { cells } of rowsOf(content)) return cells.map((cell) => cell.trim());
  return [];
}

/** Yields the rows below the header, without blank ones. */
export async function* dataRowsOf(content: Buffer): AsyncGenerator<FileRow> {
  let isHead = true;
  for await (const row of rowsOf(content)) {
    if (!isHead) yield row;
    isHead = false;
  }
}

/** Yields the rows in batches, skipping the first `done`. */
export async function* batchesOf(
  rows: AsyncIterable<FileRow>,
  size: number,
  done: number,
): AsyncGenerator<FileRow[]> {
  let batch: FileRow[] = [];
  let seen = 0;
  for await (const row of rows) {
    if (seen++ < done) continue;
    batch.push(row);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Decompresses the stored file. */
export async function unpack(content: Uint8Array): Promise<Buffer> {
  return unzip(content);
}

/** Yields the rows of a file, without blank ones. `relaxed`: quotes within a cell are text, as in ="001" and 11". */
export async function* rowsOf(content: Buffer, { relaxed = false } = {}): AsyncGenerator<FileRow> {
  const parser = Readable.from(chunksOf(content)).pipe(
    parse({
      bom: true,
      delimiter: delimiterOf(content),
      relax_column_count: true,
      relax_quotes: relaxed,
      skip_empty_lines: false,
      max_record_size: maxRowBytes,
    }),
  );
  let number = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      number++;
      if (cells.some((cell) => cell.trim() !== '')) yield { number, cells };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw unreadable(`Could not read the file: ${describeCsvError(error)}`);
  }
}

const chunkBytes = 64 * 1024;

/** Yields chunks, so that parsing a large file does not block the event loop. */
function* chunksOf(content: Buffer): Generator<Buffer> {
  for (let start = 0; start < content.length; start += chunkBytes)
    yield content.subarray(start, start + chunkBytes);
}

/** Returns the most frequent delimiter of the first line, which depends on the spreadsheet locale. */
function delimiterOf(content: Buffer): string {
  const head = content.subarray(0, 4096).toString('utf8').split(/\r?\n/, 1)[0] ?? '';
  const countOf = (mark: string) => head.split(mark).length;
  return [',', ';', '\t'].reduce((best, mark) => (countOf(mark) > countOf(best) ? mark : best));
}

function describeCsvError({ code, message }: CsvError): string {
  const line = /line (\d+)/.exec(message)?.[1];
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `the quotation mark in line ${line} is never closed.`;
  if (code === 'CSV_MAX_RECORD_SIZE') return `line ${line} is longer than 256 kB.`;
  if (code === 'INVALID_OPENING_QUOTE')
    return `line ${line} has a quotation mark inside a cell. Put the cell in quotation marks and double the mark.`;
  if (code === 'CSV_INVALID_CLOSING_QUOTE' || code === 'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE')
    return `line ${line} has text after the closing quotation mark of a cell.`;
  return line ? `line ${line} is not valid CSV.` : 'it is not valid CSV.';
}
