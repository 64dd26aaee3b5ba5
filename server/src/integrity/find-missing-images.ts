import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { isFile, mediaFolder } from '../media/write-media-file.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { BrokenInvariant } from './check-invariants.ts';

const batch = 1000;
const rowsNamed = 100;

/** Pictures that were stored and whose file is not there. */
export async function findMissingImages(db: Queryable, dataDir: string): Promise<BrokenInvariant[]> {
  const missing: { id: string }[] = [];
  let after = '';
  for (;;) {
    const { rows } = await db.execute<{ name: string }>(
      sql`select name from media_files where name > ${after} order by name limit ${batch}`,
    );
    for (const { name } of rows) {
      if (missing.length < rowsNamed && !(await isFile(join(mediaFolder(dataDir), name))))
        missing.push({ id: name });
    }
    after = rows.at(-1)?.name ?? after;
    if (rows.length < batch) break;
  }
  return missing.length === 0 ? [] : [{ what: 'the file of a picture is missing', rows: missing }];
}
