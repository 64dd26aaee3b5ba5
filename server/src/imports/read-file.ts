import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Problem } from '@reprise/contract/problem';
import { CsvError, parse } from 'csv-parse';
import { type Column, readHead } from './csv-columns.ts';

const unzip = promisify(gunzip);

/** Row of the file, numbered as in a spreadsheet; the header is row 1. */
export type FileRow = { number: number; cells: string[] };

const maxRowBytes = 256 * 1024;

/** Returns the columns of a file; throws VALIDATION_ERROR if it cannot be imported. */
export async function readColumns(content: Buffer): Promise<Column[]> {
  assertUtf8Text(content);
  for await (const { cells } of rowsOf(content)) {
    const read = readHead(cells);
    if ('message' in read) throw unreadable(read.message);
    return read.head;
  }
  throw unreadable('The file is empty.');
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

async function* rowsOf(content: Buffer): AsyncGenerator<FileRow> {
  const parser = Readable.from(chunksOf(content)).pipe(
    parse({
      bom: true,
      delimiter: delimiterOf(content),
      relax_column_count: true,
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

/** Detects the delimiter, which depends on the spreadsheet locale. Column names contain none of them. */
function delimiterOf(content: Buffer): string {
  const head = content.subarray(0, 4096).toString('utf8').split(/\r?\n/, 1)[0] ?? '';
  return [';', '\t'].find((mark) => head.includes(mark) && !head.includes(',')) ?? ',';
}

function assertUtf8Text(content: Buffer): void {
  if (content.includes(0)) throw unreadable('This is not a CSV file. Save the spreadsheet as CSV (UTF-8).');
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw unreadable('This file is not UTF-8. Save the spreadsheet as CSV (UTF-8).');
  }
}

function describeCsvError({ code, message }: CsvError): string {
  const line = /line (\d+)/.exec(message)?.[1];
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `the quotation mark in line ${line} is never closed.`;
  if (code === 'CSV_MAX_RECORD_SIZE') return `line ${line} is longer than 256 kB.`;
  return `${message}.`;
}

function unreadable(message: string): Problem {
  return new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'file', message }] });
}
