import {
  type DateOrder,
  type ReportField,
  reportFieldLabels,
} from '@reprise/contract/workshop/units/report-tools';
import { truncate } from '@reprise/extension/truncate';
import type { ColumnFields } from './map-columns.ts';
import type { FieldEntry } from './read-erasure.ts';
import { keyOf, type ReportRecord } from './report-record.ts';
import { readTime, type TimeReading } from './report-times.ts';
import { isEmptyWord } from './result-words.ts';

export type ReadContext = {
  tool: string;
  fields: ColumnFields;
  dateOrder: DateOrder | null;
  erasureMethod: string;
  timeZone: string;
  now: Date;
  /** Devices that a person named for rows. */
  devices: ReadonlyMap<number, string>;
};

/** Values of one record while it is read. What is unclear becomes a doubt and is not recorded. */
export class ReportReading {
  readonly doubts: string[] = [];
  readonly ambiguousDates: string[] = [];
  hasLocalTime = false;
  readonly entries: FieldEntry[];
  readonly context: ReadContext;

  constructor(record: ReportRecord, context: ReadContext) {
    this.context = context;
    this.entries = record.entries.flatMap((entry) => {
      const field = context.fields.get(keyOf(entry));
      return field ? [{ ...entry, field }] : [];
    });
  }

  all(field: ReportField): FieldEntry[] {
    return this.entries.filter((entry) => entry.field === field && !isEmptyWord(entry.value));
  }

  /** Returns the only value of a field; '' without one, and for several that differ. */
  one(field: ReportField): string {
    const values = [...new Map(this.all(field).map(({ value }) => [value.toLowerCase(), value])).values()];
    if (values.length > 1)
      this.doubt(
        `${reportFieldLabels[field]} has “${values
          .slice(0, 3)
          .map((value) => truncate(value, 40))
          .join('” and “')}”: none of them is recorded.`,
      );
    return values.length === 1 ? (values[0] ?? '') : '';
  }

  doubt(sentence: string): void {
    if (!this.doubts.includes(sentence)) this.doubts.push(sentence);
  }

  /** Returns the latest of the times; null if none can be read. */
  latest(values: readonly string[], name: string): string | null {
    const { dateOrder, timeZone, now } = this.context;
    const read: { time: string; isLocal: boolean }[] = [];
    for (const value of values) {
      const reading: TimeReading = readTime(value, dateOrder, timeZone);
      if (reading === null) this.doubt(`${name} has “${truncate(value, 40)}”, which is no time.`);
      else if ('ambiguous' in reading) {
        this.ambiguousDates.push(value);
        this.doubt(`${name} has “${truncate(value, 40)}”: is the day or the month first?`);
      } else if (Date.parse(reading.time) > now.getTime() + maxAheadMs)
        this.doubt(`${name} has “${truncate(value, 40)}”, which is in the future.`);
      else read.push(reading);
    }
    // A time that names its zone says more than one that does not.
    const zoned = read.filter(({ isLocal }) => !isLocal);
    const used = zoned.length > 0 ? zoned : read;
    if (used.some(({ isLocal }) => isLocal)) this.hasLocalTime = true;
    return (
      used
        .map(({ time }) => time)
        .sort()
        .at(-1) ?? null
    );
  }
}

/** Zones of the shop and the tool differ by a day at most. */
const maxAheadMs = 26 * 60 * 60 * 1000;
