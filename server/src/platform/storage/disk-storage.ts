import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStorage } from '@reprise/extension/file-storage';

/** Stores files in a folder. */
export function diskStorage(folder: string): FileStorage {
  return {
    write: async (files) => {
      if (files.length === 0) return;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await Promise.all(files.map(({ name, bytes }) => writeAtomically(folder, name, bytes)));
      await syncFolder(folder);
    },
    read: async (name) => {
      try {
        return await readFile(join(folder, name));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    has: async (name) => {
      const stats = await stat(join(folder, name)).catch(() => undefined);
      return stats?.isFile() ?? false;
    },
    deleteMatching: async (beginnings) => {
      if (beginnings.length === 0) return;
      const files = (await readdir(folder)).filter((name) =>
        beginnings.some((beginning) => name.startsWith(beginning)),
      );
      await Promise.all(files.map((file) => rm(join(folder, file), { force: true })));
    },
  };
}

/** Writes a temporary file, syncs it and renames it, so that readers never see a partial one. */
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
  const file = await open(path, 'wx', 0o600);
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
