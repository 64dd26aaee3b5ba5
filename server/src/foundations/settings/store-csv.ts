import type { FileResponse } from '@reprise/contract/endpoint';
import { dayIn } from '@reprise/contract/time-zone';
import type { Deps } from '../../deps.ts';
import { type CsvBatches, csvFile } from '../../platform/csv.ts';
import { readTimeZone } from './store-days.ts';

/** Returns a CSV file with the day in its name; its times have the offset of the store's time zone. */
export async function storeCsvFile(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  name: string,
  { head, batches }: { head: string[]; batches: CsvBatches },
): Promise<FileResponse> {
  const timeZone = await readTimeZone(db);
  return { name: `${name}-${dayIn(timeZone, now())}.csv`, pieces: csvFile(head, batches, timeZone) };
}
