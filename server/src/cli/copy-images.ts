import { asc, gt } from 'drizzle-orm';
import { mediaFiles } from '../foundations/media/media.tables.ts';
import type { Db } from '../platform/database/database.ts';
import { readInBatches } from '../platform/database/read-in-batches.ts';
import type { Environment } from '../platform/environment.ts';
import { diskStorage } from '../platform/storage/disk-storage.ts';
import { imageFolder, openStorage } from '../platform/storage/open-storage.ts';

/**
 * Copies the images of the shop from the data folder into its bucket, or back; images that are there are skipped, so
 * that an interrupted copy goes on. Returns the exit code: 1 if an image is in neither.
 */
export async function copyImages(
  { db, environment }: { db: Db; environment: Pick<Environment, 'dataDir' | 'bucket' | 'storageAdapter'> },
  to: 'bucket' | 'disk',
  print: (line: string) => void,
): Promise<number> {
  if (environment.bucket === undefined && environment.storageAdapter === undefined) {
    print('Neither S3_BUCKET nor STORAGE_ADAPTER is set: the images are in DATA_DIR.');
    return 1;
  }
  const disk = diskStorage(imageFolder(environment.dataDir));
  const bucket = await openStorage(environment);
  const [source, target] = to === 'bucket' ? [disk, bucket] : [bucket, disk];
  const counts = { copied: 0, present: 0, missing: 0 };
  for await (const names of imageNames(db)) {
    for (const name of names) {
      const bytes = (await target.has(name)) ? undefined : await source.read(name);
      if (bytes) await target.write([{ name, bytes }]);
      if (bytes === null) print(`Missing: ${name}`);
      counts[bytes === undefined ? 'present' : bytes === null ? 'missing' : 'copied'] += 1;
    }
    print(`Copied ${counts.copied}, there already ${counts.present}, missing ${counts.missing}`);
  }
  return counts.missing === 0 ? 0 : 1;
}

async function* imageNames(db: Db): AsyncGenerator<string[]> {
  const batches = readInBatches<{ name: string }>((last, limit) =>
    db
      .select({ name: mediaFiles.name })
      .from(mediaFiles)
      .where(last && gt(mediaFiles.name, last.name))
      .orderBy(asc(mediaFiles.name))
      .limit(limit),
  );
  for await (const rows of batches) yield rows.map(({ name }) => name);
}
