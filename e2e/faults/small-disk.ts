import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folder on its own small disk, which a test can fill to the last byte. */
export type SmallDisk = {
  folder: string;
  /** Fills the disk except for so many bytes. */
  fill: (left?: number) => void;
  /** Frees the space. */
  free: () => void;
  remove: () => void;
};

/** Returns undefined if this process may not mount a disk. */
export function openSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-small-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  if (mounted.status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
  const ballast = join(folder, 'ballast');
  const free = () => rmSync(ballast, { force: true });
  return {
    folder,
    fill: (left = 0) => {
      const file = openSync(ballast, 'a');
      for (let size = 1024 * 1024; size >= 4096; ) {
        try {
          writeSync(file, Buffer.alloc(size));
        } catch {
          size /= 2;
        }
      }
      closeSync(file);
      if (left > 0) truncateSync(ballast, Math.max(0, statSync(ballast).size - left));
    },
    free,
    remove: () => {
      execFileSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
