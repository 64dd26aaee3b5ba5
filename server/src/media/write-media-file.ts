import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Folder of the stored files, which are named by content hash and never change. */
export function mediaFolder(dataDir: string): string {
  return join(dataDir, 'media');
}

/** File names that may be served. A JPEG shares the hash of its original. */
export const mediaName = /^[0-9a-f]{64}\.(webp|svg|jpg|png)$/;

/** File names that backups contain: those that are served, and private images. */
export const storedName = /^[0-9a-f]{64}\.(webp|svg|jpg|png|private)$/;

export async function isFile(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined);
  return stats?.isFile() ?? false;
}

/** Stores files under the SHA-256 of their content and returns the names in input order. */
export async function writeMediaFiles(
  dataDir: string,
  files: Buffer[],
  extension: 'webp' | 'svg' | 'png' | 'private',
): Promise<string[]> {
  const folder = mediaFolder(dataDir);
  await mkdir(folder, { recursive: true });
  const names = files.map((bytes) => `${createHash('sha256').update(bytes).digest('hex')}.${extension}`);
  await Promise.all(files.map((bytes, index) => writeAtomically(folder, names[index] ?? '', bytes)));
  await syncFolder(folder);
  return names;
}

/** Writes a file atomically, so that readers never see a partial one. */
export async function writeFileDurably(folder: string, name: string, bytes: Buffer): Promise<void> {
  await writeAtomically(folder, name, bytes);
  await syncFolder(folder);
}

/** Writes a temporary file, syncs it and renames it. */
async function writeAtomically(folder: string, name: string, bytes: Buffer): Promise<void> {
  const temporary = join(folder, `.${randomUUID()}.part`);
  try {
    await writeAndSync(temporary, bytes);
    await rename(temporary, join(folder, name));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function writeAndSync(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Syncs the folder, so that the rename survives a power failure. */
async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder; NTFS journals the rename.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
