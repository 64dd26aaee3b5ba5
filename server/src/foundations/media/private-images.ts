import { randomBytes } from 'node:crypto';
import type { StoredImage } from '@reprise/contract/foundations/media';
import { Problem } from '@reprise/contract/problem';
import type { FileStorage } from '@reprise/extension/file-storage';
import { inArray } from 'drizzle-orm';
import sharp from 'sharp';
import { createSemaphore } from '../../platform/concurrency/semaphore.ts';
import type { Tx } from '../../platform/database/database.ts';
import { encodeImage } from './encode-image.ts';
import { mediaFiles } from './media.tables.ts';
import { type MediaDeps, storeFiles } from './store-image.ts';

/** Limits memory and processor time of thumbnails. */
const limitConcurrency = createSemaphore(2);

export type PrivateImage = Pick<StoredImage, 'width' | 'height' | 'bytes'> & { name: string };

/** Stores an untrusted image under a name that `/media` does not serve. */
export async function storePrivateImage(
  deps: MediaDeps,
  bytes: Buffer,
  maxSide: number,
  uploadedBy: string | null,
): Promise<PrivateImage> {
  const encoded = await encodeImage(bytes, { width: maxSide, height: maxSide });
  const image = { ...encoded, bytes: individualize(encoded.bytes, encoded) };
  return stored(await storeFiles(deps, [image], 'private', uploadedBy));
}

/** Copies a private image to a name that `/media` serves. */
export async function publishImage(deps: MediaDeps, name: string, by: string | null): Promise<PrivateImage> {
  const bytes = await readPrivateImage(deps.storage, name);
  const { width, height } = await sharp(bytes).metadata();
  const image = { bytes: individualize(bytes, { width, height }), width, height };
  return stored(await storeFiles(deps, [image], 'webp', by));
}

function stored([image]: StoredImage[]): PrivateImage {
  if (!image) throw new Error('The image was not stored.');
  return { ...image, name: image.url.slice('/media/'.length) };
}

/**
 * Appends random bytes as a chunk that readers of WebP skip. They make the name, the hash of the content, impossible to
 * guess, and no two photos share a file, so that each can be deleted.
 */
function individualize(webp: Buffer, { width, height }: { width: number; height: number }): Buffer {
  const isExtended = webp.toString('latin1', 12, 16) === 'VP8X';
  const whole = Buffer.concat([
    webp.subarray(0, 12),
    ...(isExtended ? [] : [extendedHeader(width, height)]),
    webp.subarray(12),
    chunk('RPRS', randomBytes(16)),
  ]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

/** Header of the extended format, which allows unknown chunks. */
function extendedHeader(width: number, height: number): Buffer {
  const content = Buffer.alloc(10);
  content.writeUIntLE(width - 1, 4, 3);
  content.writeUIntLE(height - 1, 7, 3);
  return chunk('VP8X', content);
}

function chunk(name: string, content: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(name), size, content]);
}

/** Returns a private image as stored, or scaled down to a width. */
export async function readPrivateImage(storage: FileStorage, name: string, width?: number): Promise<Buffer> {
  const bytes = await storage.read(name);
  if (bytes === null) throw new Problem('NOT_FOUND', 'The file of this photo is missing.');
  if (width === undefined) return bytes;
  return limitConcurrency(() =>
    sharp(bytes).resize({ width, withoutEnlargement: true }).webp({ quality: 78 }).toBuffer(),
  );
}

/** Deletes the rows of images that nothing uses; `deleteImageFiles` follows after the commit. */
export async function deleteImageRows(tx: Tx, names: string[]): Promise<void> {
  if (names.length > 0) await tx.delete(mediaFiles).where(inArray(mediaFiles.name, names));
}

/** Deletes the files of images with the widths made of them. */
export async function deleteImageFiles(storage: FileStorage, names: string[]): Promise<void> {
  await storage.deleteMatching(names.map((name) => name.slice(0, 64)));
}
