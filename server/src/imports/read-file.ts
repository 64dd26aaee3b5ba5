import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { UnknownColumn } from '@reprise/contract/imports';
import { CsvError, parse } from 'csv-parse';
import { truncate } from '../platform/truncate.ts';
import { type AssignedColumns, columnKey, type Head, readHead } from './csv-columns.ts';
import { unreadable } from './file-text.ts';
import { findPriceStyle, type PriceStyle } from './price-style.ts';

const unzip = promisify(gunzip);

/** Row of the file, numbered as in a spreadsheet; the header is row 1. */
export type FileRow = { number: number; cells: string[] };

const maxRowBytes = 256 * 1024;

/** How to read the rows of a file. */
export type FileLayout = { head: Head; priceStyle: PriceStyle; copyImages: boolean };

/** Stored part of a layout. */
export type StoredLayout = { head: string[]; copyImages: boolean };

/**
 * Returns the columns of a file in UTF-8 and their names in it; throws VALIDATION_ERROR if it cannot be imported, with
 * the first values of columns that are unknown.
 */
export async function readFileHead(
  content: Buffer,
  assigned: AssignedColumns,
): Promise<{ head: Head; names: string[] }> {
  for await (const { cells } of rowsOf(content)) {
    const read = readHead(cells, assigned);
    if ('head' in read) return { head: read.head, names: cells.map((cell) => cell.trim()) };
    const unnamed = read.unknown?.find((index) => cells[index]?.trim() === '');
    if (unnamed !== undefined) throw unreadable(unnamedMessage(unnamed));
    const details = read.unknown && { unknownColumns: await samplesOf(content, cells, read.unknown) };
    throw unreadable(read.message, details);
  }
  throw unreadable('This file is empty.');
}

/** Returns the trimmed cells of the first row; [] for an empty file. */
export async function readNames(content: Buffer): Promise<string[]> {
  for await (const { cells } of rowsOf(content)) return cells.map((cell) => cell.trim());
  return [];
}

const unnamedMessage = (index: number) =>
  `Column ${index + 1} has no name. Name it in the first row, or remove it.`;

const maxSamples = 3;
const maxSampleLength = 60;
const maxSampledRows = 200;

/** Returns the names of columns with their first values. */
async function samplesOf(content: Buffer, names: string[], indexes: number[]): Promise<UnknownColumn[]> {
  // Spellings of one name are asked about once.
  const once = indexes.filter(
    (index, position) =>
      indexes.findIndex((other) => columnKey(names[other] ?? '') === columnKey(names[index] ?? '')) ===
      position,
  );
  const samples = once.map((index) => ({
    index,
    name: names[index]?.trim() ?? '',
    values: [] as string[],
  }));
  let rows = 0;
  for await (const { cells } of dataRowsOf(content)) {
    if (++rows > maxSampledRows || samples.every(({ values }) => values.length === maxSamples)) break;
    for (const { index, values } of samples) {
      const value = cells[index]?.trim();
      if (value && values.length < maxSamples) values.push(truncate(value, maxSampleLength));
    }
  }
  return samples.map(({ name, values }) => ({ name: truncate(name, maxNameLength), samples: values }));
}

const maxNameLength = 200;

/** Returns how to read the rows of a stored file; files from before its columns were stored name them themselves. */
export async function readLayout(content: Buffer, stored: StoredLayout): Promise<FileLayout> {
  const { copyImages } = stored;
  const isNamed = stored.head.length > 0;
  const head = isNamed ? (stored.head as Head) : (await readFileHead(content, new Map())).head;
  return { head, priceStyle: await findPriceStyle(pricesOf(content, head)), copyImages };
}

async function* pricesOf(content: Buffer, head: Head): AsyncGenerator<string> {
  const indexes = head.flatMap((column, index) =>
    column === 'price' || column === 'originalPrice' ? [index] : [],
  );
  for await (const { cells } of dataRowsOf(content)) for (const index of indexes) yield cells[index] ?? '';
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
  return `${message}.`;
}
