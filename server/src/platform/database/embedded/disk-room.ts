import { statfs } from 'node:fs/promises';

/** The embedded database allocates its write-ahead log in segments of 16 MB and panics if it cannot. */
const minFreeBytes = 64 * 1024 * 1024;
const checkIntervalMs = 1000;

/** Thrown when too little disk space is left for the embedded database to write safely. */
export class DiskFull extends Error {
  override name = 'DiskFull';
  readonly code = 'ENOSPC';
}

export async function hasDiskSpace(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= minFreeBytes;
}

/** Returns a check, cached for one second, that throws `DiskFull` while disk space is too low. */
export function createDiskSpaceCheck(folder: string): () => Promise<void> {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let isEnough = true;
  return async () => {
    if (performance.now() - checkedAt > checkIntervalMs) {
      checkedAt = performance.now();
      isEnough = await hasDiskSpace(folder);
    }
    if (!isEnough) throw diskFullError(folder);
  };
}

export function diskFullError(folder: string): DiskFull {
  const message = `The disk of ${folder} is almost full: the database needs at least 64 MB of free space. Free up space; no confirmed data is lost.`;
  return new DiskFull(message);
}
