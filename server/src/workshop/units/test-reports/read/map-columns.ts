import type { ReportField, ReportTool } from '@reprise/contract/workshop/units/report-tools';
import type { ReportColumn } from '@reprise/contract/workshop/units/test-reports';
import { truncate } from '@reprise/extension/truncate';
import { contextOf, meaningOf } from './column-meaning.ts';
import { shiftedCells } from './read-records.ts';
import { type Entry, keyOf, type RecordFile } from './report-record.ts';
import { checkOf, isEmptyWord, outcomeOf } from './result-words.ts';

export type ColumnFields = ReadonlyMap<string, ReportField>;

/** Names of columns that belong to the erasure of a table that has a column for its result. */
const besideErasure: Record<string, ReportField> = {
  type: 'erasureMethod',
  'start time': 'erasureBegan',
  'end time': 'erasureEnded',
};

const maxSamples = 3;
const maxSampleLength = 60;

/**
 * Returns the meaning of each column: what the shop remembers of the tool, then what its name says, then, for tests, what
 * its values are.
 */
export function mapColumns(
  { records, names }: RecordFile,
  tool: Pick<ReportTool, 'columns'>,
  isTestName: (name: string) => boolean,
): { fields: ColumnFields; columns: ReportColumn[] } {
  const entriesOf = new Map<string, Entry[]>();
  for (const { entries } of records) {
    for (const entry of entries) {
      const known = entriesOf.get(keyOf(entry));
      if (known) known.push(entry);
      else entriesOf.set(keyOf(entry), [entry]);
    }
  }
  entriesOf.delete(shiftedCells);
  const found = new Map<string, ReportField>();
  for (const [key, entries] of entriesOf) {
    const field = tool.columns[key] ?? fieldOf(entries, isTestName);
    if (field) found.set(key, field);
  }
  if ([...found].some(([key, field]) => field === 'erased' && !key.includes(' / '))) {
    for (const [key, field] of Object.entries(besideErasure)) {
      if (entriesOf.has(key) && !found.has(key)) found.set(key, field);
    }
  }
  const columns = [...entriesOf].map(([key, entries]) => ({
    key,
    name: truncate((names.get(key) ?? key).split(' / ').slice(-2).join(' / '), maxSampleLength),
    field: found.get(key) ?? null,
    samples: samplesOf(entries),
  }));
  return { fields: found, columns };
}

function fieldOf(entries: Entry[], isTestName: (name: string) => boolean): ReportField | null {
  const [first] = entries;
  if (!first) return null;
  const meaning = meaningOf(first.path);
  if (meaning) return meaning;
  const values = entries.map(({ value }) => value).filter((value) => !isEmptyWord(value));
  const name = first.path.at(-1) ?? '';
  if (values.length === 0) return null;
  if (contextOf(first.path).isTest && values.every((value) => outcomeOf(value) !== null)) return 'test';
  if (first.path.length > 1) return null;
  if (isTestName(name)) return 'test';
  if (values.every((value) => outcomeOf(value, false) !== null)) return 'test';
  if (name === 'sim' && values.every((value) => /lock/i.test(value) && checkOf('carrier-lock', value)))
    return 'carrierLock';
  return null;
}

function samplesOf(entries: Entry[]): string[] {
  const samples = new Set<string>();
  for (const { value } of entries) {
    if (!isEmptyWord(value)) samples.add(truncate(value, maxSampleLength));
    if (samples.size === maxSamples) break;
  }
  return [...samples];
}
