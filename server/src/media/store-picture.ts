import type { StoredPicture } from '@reprise/contract/media';
import { inTransaction } from '../platform/database.ts';
import type { Deps } from '../platform/deps.ts';
import { type EncodedPicture, encodePicture, type PictureSize } from './encode-picture.ts';
import { mediaFiles } from './media.tables.ts';
import { writeMediaFile } from './write-media-file.ts';

export type MediaDeps = Pick<Deps, 'db' | 'now'> & { environment: { dataDir: string } };

/** Stores pictures that somebody sent: all of them or, where one is refused, none. */
export async function storePictures(
  deps: MediaDeps,
  files: Buffer[],
  size: PictureSize,
  uploadedBy: string | null,
): Promise<StoredPicture[]> {
  const encoded: EncodedPicture[] = [];
  for (const bytes of files) encoded.push(await encodePicture(bytes, size));
  const stored: StoredPicture[] = [];
  for (const picture of encoded) stored.push(await storeFile(deps, picture, 'webp', uploadedBy));
  return stored;
}

const types = { webp: 'image/webp', svg: 'image/svg+xml' } as const;

/** The file first, then its row: a row without a file would be a broken picture. */
export async function storeFile(
  { db, now, environment }: MediaDeps,
  { bytes, width, height }: EncodedPicture,
  ending: keyof typeof types,
  uploadedBy: string | null,
): Promise<StoredPicture> {
  const name = await writeMediaFile(environment.dataDir, bytes, ending);
  const type = types[ending];
  await inTransaction(db, (tx) =>
    tx
      .insert(mediaFiles)
      .values({ name, type, width, height, bytes: bytes.length, uploadedBy, createdAt: now() })
      // The same picture sent twice is one file.
      .onConflictDoNothing(),
  );
  return { url: `/media/${name}`, width, height, bytes: bytes.length, type };
}
