import type { StoredImage } from '@reprise/contract/foundations/media';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { type EncodedImage, encodeImage, type ImageSize } from './encode-image.ts';
import { mediaFiles } from './media.tables.ts';
import { nameOf } from './media-names.ts';

export type MediaDeps = Pick<Deps, 'db' | 'now' | 'storage'>;

/** Stores uploaded images, all or none: throws if one is rejected. */
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

const types = {
  webp: 'image/webp',
  svg: 'image/svg+xml',
  png: 'image/png',
  private: 'image/webp',
} as const;

/** Writes the files before their rows, because a row without a file would be a broken image. */
export async function storeFiles(
  { db, now, storage }: MediaDeps,
  images: EncodedImage[],
  extension: keyof typeof types,
  uploadedBy: string | null,
): Promise<StoredImage[]> {
  if (images.length === 0) return [];
  const files = images.map(({ bytes }) => ({ name: nameOf(bytes, extension), bytes }));
  await storage.write(files);
  const stored = images.map(({ bytes, ...size }, index) => {
    return { name: files[index]?.name ?? '', ...size, bytes: bytes.length, type: types[extension] };
  });
  await inTransaction(db, (tx) =>
    tx
      .insert(mediaFiles)
      .values(stored.map((row) => ({ ...row, uploadedBy, createdAt: now() })))
      // A repeated image is one file.
      .onConflictDoNothing(),
  );
  return stored.map(({ name, ...rest }) => ({ url: `/media/${name}`, ...rest }));
}
