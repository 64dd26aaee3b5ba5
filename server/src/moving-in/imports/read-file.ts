import type { UnknownColumn } from '@reprise/contract/moving-in/imports';
import type { ExportPreset } from '@reprise/contract/moving-in/shop-export';
import { columnKey } from '@reprise/extension/file-rows';
import { truncate } from '@reprise/extension/truncate';
import { unreadable } from '../../foundations/spreadsheets/file-text.ts';
import { findPriceStyle, type PriceStyle } from '../../foundations/spreadsheets/price-style.ts';
import { dataRowsOf, rowsOf } from '../../foundations/spreadsheets/read-rows.ts';
import { answersOf, type FileAnswers } from './apply-answers.ts';
import { type AssignedColumns, type Head, readHead } from './csv-columns.ts';
import { type ConfigurationValues, readConfigurationValues } from './families/configuration-values.ts';
import { type FamiliesOfFile, readFamiliesOfFile } from './families/full-families.ts';

/** How to read the rows of a file. */
export type FileLayout = {
  head: Head;
  priceStyle: PriceStyle;
  copyImages: boolean;
  /** Null if no questions were asked about the file. */
  answers: FileAnswers | null;
  families: FamiliesOfFile;
  values: ConfigurationValues;
};

/** Stored part of a layout. */
export type StoredLayout = { head: string[]; copyImages: boolean; answers: ExportPreset | null };

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
  const priceStyle = await findPriceStyle(pricesOf(content, head));
  const families = await readFamiliesOfFile(content, head);
  const values = await readConfigurationValues(content, head);
  const answers = stored.answers && answersOf(stored.answers);
  return { head, priceStyle, copyImages, answers, families, values };
}

async function* pricesOf(content: Buffer, head: Head): AsyncGenerator<string> {
  const indexes = head.flatMap((column, index) =>
    column === 'price' || column === 'originalPrice' || column === 'unitCost' ? [index] : [],
  );
  for await (const { cells } of dataRowsOf(content)) for (const index of indexes) yield cells[index] ?? '';
}
