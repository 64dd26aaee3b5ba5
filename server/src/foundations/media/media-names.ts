import { createHash } from 'node:crypto';

/** File names that may be served. A JPEG shares the hash of its original. */
export const mediaName = /^[0-9a-f]{64}\.(webp|svg|jpg|png)$/;

/** File names that backups contain: those that are served, and private images. */
export const storedName = /^[0-9a-f]{64}\.(webp|svg|jpg|png|private)$/;

/** Returns the name of a file: the SHA-256 of its content. */
export function nameOf(bytes: Buffer, extension: string): string {
  return `${createHash('sha256').update(bytes).digest('hex')}.${extension}`;
}
