import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Problem } from '@reprise/contract/problem';
import { CsvError, parse } from 'csv-parse';
import { type Column, readHead } from './csv-columns.ts';

const unzip = promisify(gunzip);

/** One row of the file; numbers count as a spreadsheet does, the head being row 1. */
export type FileRow = { number: number; cells: string[] };

const maxRowBytes = 256 * 1024;

/** The columns of a file. Throws VALIDATION_ERROR for one that cannot be an import. */
export async function readColumns(content: Buffer): Promise<Column[]> {
  refuseForeignText(content);
  for await (const { cells } of rowsOf(content)) {
    const read = readHead(cells);
    if ('message' in read) throw unreadable(read.message);
    return read.head;
  }
  throw unreadable('The file is empty.');
}

/** The rows below the head, blank ones left out. */
export async function* dataRowsOf(content: Buffer): AsyncGenerator<FileRow> {
  let isHead = true;
  for await (const row of rowsOf(content)) {
    if (!isHead) yield row;
    isHead = false;
  }
}

/** The rows in batches, those left out that are done already. */
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

/** The stored file as it was sent. */
export async function unpacked(content: Uint8Array): Promise<Buffer> {
  return unzip(content);
}

async function* rowsOf(content: Buffer): AsyncGenerator<FileRow> {
  const parser = Readable.from(piecesOf(content)).pipe(
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
    throw unreadable(`The file cannot be read: ${plainly(error)}`);
  }
}

const pieceBytes = 64 * 1024;

/** In pieces, so that others get their turn while a long file is read. */
function* piecesOf(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += pieceBytes) yield content.subarray(at, at + pieceBytes);
}

/** Spreadsheets write commas, semicolons or tabs, as their country does. Names of columns hold none of them. */
function delimiterOf(content: Buffer): string {
  const head = content.subarray(0, 4096).toString('utf8').split(/\r?\n/, 1)[0] ?? '';
  return [';', '\t'].find((mark) => head.includes(mark) && !head.includes(',')) ?? ',';
}

function refuseForeignText(content: Buffer): void {
  if (content.includes(0)) throw unreadable('This is not a CSV file. Save the spreadsheet as CSV (UTF-8).');
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw unreadable('The letters of this file cannot be read. Save the spreadsheet as CSV (UTF-8).');
  }
}

function plainly({ code, message }: CsvError): string {
  const line = /line (\d+)/.exec(message)?.[1];
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `the quotation mark in line ${line} is never closed.`;
  if (code === 'CSV_MAX_RECORD_SIZE') return `line ${line} is longer than 256 kB.`;
  return `${message}.`;
}

function unreadable(message: string): Problem {
  return new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'file', message }] });
}
