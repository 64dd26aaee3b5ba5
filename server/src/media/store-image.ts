import type { StoredImage } from '@reprise/contract/media';
import { inTransaction } from '../platform/database/database.ts';
import type { Deps } from '../platform/deps.ts';
import { type EncodedImage, encodeImage, type ImageSize } from './encode-image.ts';
import { mediaFiles } from './media.tables.ts';
import { writeMediaFiles } from './write-media-file.ts';

export type MediaDeps = Pick<Deps, 'db' | 'now'> & { environment: { dataDir: string } };

/** Stores pictures that somebody sent: all of them or, where one is refused, none. */
export async function storeImages(
  deps: MediaDeps,
  files: Buffer[],
  size: ImageSize,
  uploadedBy: string | null,
): Promise<StoredImage[]> {
  const encoded: EncodedImage[] = [];
  for (const bytes of files) encoded.push(await encodeImage(bytes, size));
  return storeFiles(deps, encoded, 'webp', uploadedBy);
}

const types = { webp: 'image/webp', svg: 'image/svg+xml' } as const;

/** The files first, then their rows: a row without a file would be a broken picture. */
export async function storeFiles(
  { db, now, environment }: MediaDeps,
  pictures: EncodedImage[],
  ending: keyof typeof types,
  uploadedBy: string | null,
): Promise<StoredImage[]> {
  if (pictures.length === 0) return [];
  const files = pictures.map(({ bytes }) => bytes);
  const names = await writeMediaFiles(environment.dataDir, files, ending);
  const stored = pictures.map(({ bytes, ...size }, at) => {
    return { name: names[at] ?? '', ...size, bytes: bytes.length, type: types[ending] };
  });
  await inTransaction(db, (tx) =>
    tx
      .insert(mediaFiles)
      .values(stored.map((row) => ({ ...row, uploadedBy, createdAt: now() })))
      // The same picture sent twice is one file.
      .onConflictDoNothing(),
  );
  return stored.map(({ name, ...rest }) => ({ url: `/media/${name}`, ...rest }));
}
