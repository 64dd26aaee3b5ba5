import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Where stored files live; named by content, they never change. */
export function mediaFolder(dataDir: string): string {
  return join(dataDir, 'media');
}

/** Names this shop gives: nothing else is ever served. A JPEG has the name of the picture it was made from. */
export const mediaName = /^[0-9a-f]{64}\.(webp|svg|jpg)$/;

export async function isFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ?? false;
}

/** Stores each under the SHA-256 of its content and returns those names, in the order given. */
export async function writeMediaFiles(
  dataDir: string,
  files: Buffer[],
  ending: 'webp' | 'svg',
): Promise<string[]> {
  const folder = mediaFolder(dataDir);
  await mkdir(folder, { recursive: true });
  const names = files.map((bytes) => `${createHash('sha256').update(bytes).digest('hex')}.${ending}`);
  await Promise.all(files.map((bytes, at) => writeBeside(folder, names[at] ?? '', bytes)));
  await syncFolder(folder);
  return names;
}

/** So that nobody ever sees half a file. */
export async function writeWhole(folder: string, name: string, bytes: Buffer): Promise<void> {
  await writeBeside(folder, name, bytes);
  await syncFolder(folder);
}

/** Written beside its place, brought to the disk and then moved. */
async function writeBeside(folder: string, name: string, bytes: Buffer): Promise<void> {
  const unfinished = join(folder, `.${randomUUID()}.part`);
  try {
    await writeThrough(unfinished, bytes);
    await rename(unfinished, join(folder, name));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function writeThrough(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The move itself must survive a power cut as well. */
async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder; there the file system keeps the order by itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
