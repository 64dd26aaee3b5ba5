/** Value of a report with the names that lead to it, as words: ["wipe result", "start time"]. */
export type Entry = {
  path: string[];
  /** The path with the positions in lists, to tell the media of one report apart. */
  place: string;
  value: string;
  /** True for a JSON or spreadsheet number, which has lost zeros in front. */
  isNumber: boolean;
};

/** Report of a file: a row, an object or an element. */
export type ReportRecord = { row: number; entries: Entry[] };

/** Columns of all records by their keys, in the order of the file. */
export type RecordFile = { records: ReportRecord[]; names: Map<string, string> };

/** Returns the words of a name: "BatteryHealth", "battery_health" and "Battery health" are "battery health". */
export function wordsOf(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%]+/gu, ' ')
    .trim();
}

/** Name under which the meaning of an entry is remembered. */
export const keyOf = ({ path }: Pick<Entry, 'path'>): string => path.join(' / ').slice(0, 200);
