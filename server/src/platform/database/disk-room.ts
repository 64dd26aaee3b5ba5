import { statfs } from 'node:fs/promises';

/** The embedded database takes 16 MB at a time for its log, and cannot go on where it does not get them. */
const needed = 64 * 1024 * 1024;
const lookEveryMs = 1000;

/** Too little room is left on the disk for the embedded database to write safely. */
export class DiskFull extends Error {
  override name = 'DiskFull';
  readonly code = 'ENOSPC';
}

export async function hasRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= needed;
}

/** What it returns throws `DiskFull` as long as there is too little room; it looks once a second at most. */
export function createRoomCheck(folder: string): () => Promise<void> {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let enough = true;
  return async () => {
    if (performance.now() - lookedAt > lookEveryMs) {
      lookedAt = performance.now();
      enough = await hasRoom(folder);
    }
    if (!enough) throw diskFull(folder);
  };
}

export function diskFull(folder: string, cause?: unknown): DiskFull {
  const sentence = `The disk of ${folder} is full: less than 64 MB are left, and the database needs them. Make room; nothing that was confirmed is lost.`;
  return new DiskFull(sentence, { cause });
}
