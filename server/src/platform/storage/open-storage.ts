import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStorage } from '@reprise/extension/file-storage';
import { loadStorageAdapter } from '../adapters.ts';
import type { Environment } from '../environment.ts';
import { diskStorage } from './disk-storage.ts';

/** Folder of the images of a shop without a bucket. */
export function imageFolder(dataDir: string): string {
  return join(dataDir, 'media');
}

/** Opens the storage of STORAGE_ADAPTER, the bucket of S3_BUCKET, or the folder of images in the data folder without one. */
export async function openStorage({
  storageAdapter,
  bucket,
  dataDir,
}: Pick<Environment, 'storageAdapter' | 'bucket' | 'dataDir'>): Promise<FileStorage> {
  if (storageAdapter !== undefined) return loadStorageAdapter(storageAdapter);
  if (bucket === undefined) {
    const folder = imageFolder(dataDir);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await closeToOthers(folder);
    return diskStorage(folder);
  }
  // Loaded here, because the client of S3 adds to the start of every shop that does not use it.
  const { s3Storage } = await import('./s3-storage.ts');
  return s3Storage(bucket);
}

/** Earlier versions left the folder, which also contains private photos, readable by every user of the machine. */
async function closeToOthers(folder: string): Promise<void> {
  try {
    await chmod(folder, 0o700);
  } catch (error) {
    // A folder that another user owns stays as its owner set it.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}
