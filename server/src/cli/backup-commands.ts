import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FileStorage } from '@reprise/extension/file-storage';
import { backUp } from '../operations/backup/back-up.ts';
import type { BackupSummary } from '../operations/backup/backup-file.ts';
import { backupFile, backupsFolder, listBackups } from '../operations/backup/timed-backups.ts';
import type { Database } from '../platform/database/database.ts';
import { WrongCommand } from './wrong-command.ts';

type Print = (line: string) => void;

/** Writes a backup; returns the exit code, 1 if an image has no file. */
export async function makeBackup(
  {
    database,
    now,
    storage,
    dataDir,
    backupKey: key,
  }: {
    database: Database;
    now: () => Date;
    storage: FileStorage;
    dataDir: string;
    backupKey?: string | undefined;
  },
  { file: path, withImages }: { file: string | null; withImages: boolean },
  print: Print,
): Promise<number> {
  const file = path ?? backupFile(dataDir, now(), false);
  if (existsSync(file)) throw new WrongCommand(`${file} already exists.`);
  await mkdir(dirname(file), { recursive: true, ...(path === null && { mode: 0o700 }) });
  const result = await backUp({ database, storage }, file, { withImages, now, key });
  const { size } = await stat(file);
  print(`${file}: ${contentsOf(result)}, ${megabytes(size)}${key === undefined ? '' : ', encrypted'}`);
  if (result.missingImages.length === 0) return 0;
  print(`Images without a file: ${result.missingImages.join(', ')}`);
  return 1;
}

/** Describes the contents of a backup. */
export function contentsOf({ rows, pictures }: Pick<BackupSummary, 'rows' | 'pictures'>): string {
  const { products = 0, orders = 0, users = 0 } = rows;
  return `products: ${products}, orders: ${orders}, users: ${users}, images: ${pictures}`;
}

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** Lists the backups of the data folder. */
export async function printBackups(dataDir: string, print: Print): Promise<number> {
  const backups = await listBackups(dataDir);
  for (const { file, createdAt, bytes, timed } of backups) {
    const images = timed ? ', without images' : '';
    print(
      `${createdAt.toISOString().slice(0, 16).replace('T', ' ')} UTC  ${file} (${megabytes(bytes)}${images})`,
    );
  }
  if (backups.length === 0) print(`There are no backups in ${backupsFolder(dataDir)}.`);
  return 0;
}
