import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { isFile, mediaFolder } from '../media/write-media-file.ts';
import type { Queryable } from '../platform/database/database.ts';
import { type BrokenInvariant, maxReportedRows } from './check-invariants.ts';

const batchSize = 1000;

/** Returns the stored images whose file is missing. */
export async function findMissingImages(db: Queryable, dataDir: string): Promise<BrokenInvariant[]> {
  const missing: { id: string }[] = [];
  let after = '';
  for (;;) {
    const { rows } = await db.execute<{ name: string }>(
      sql`select name from media_files where name > ${after} order by name limit ${batchSize}`,
    );
    for (const { name } of rows) {
      if (missing.length < maxReportedRows && !(await isFile(join(mediaFolder(dataDir), name))))
        missing.push({ id: name });
    }
    after = rows.at(-1)?.name ?? after;
    if (rows.length < batchSize) break;
  }
  return missing.length === 0 ? [] : [{ what: 'the file of an image is missing', rows: missing }];
}
