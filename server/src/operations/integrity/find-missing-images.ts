import type { FileStorage } from '@reprise/extension/file-storage';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { type BrokenInvariant, maxReportedRows } from './check-invariants.ts';

const batchSize = 1000;
const requestsAtOnce = 20;

/** Returns the stored images whose file is missing. */
export async function findMissingImages(db: Queryable, storage: FileStorage): Promise<BrokenInvariant[]> {
  const missing: { id: string }[] = [];
  let after = '';
  for (;;) {
    const { rows } = await db.execute<{ name: string }>(
      sql`select name from media_files where name > ${after} order by name limit ${batchSize}`,
    );
    for (let start = 0; start < rows.length && missing.length < maxReportedRows; start += requestsAtOnce) {
      const part = rows.slice(start, start + requestsAtOnce);
      const isThere = await Promise.all(part.map(({ name }) => storage.has(name)));
      for (const [index, { name }] of part.entries()) if (!isThere[index]) missing.push({ id: name });
    }
    after = rows.at(-1)?.name ?? after;
    if (rows.length < batchSize) break;
  }
  return missing.length === 0 ? [] : [{ what: 'the file of an image is missing', rows: missing }];
}
