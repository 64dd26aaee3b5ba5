import { rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Backup } from '@reprise/contract/operations/backup';
import { Problem } from '@reprise/contract/problem';
import { and, desc, isNull } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { backupRuns } from './backup.tables.ts';
import type { BackupLock } from './backup-lock.ts';
import { isEncrypted } from './encrypt-backup.ts';
import { type BackupFile, backupsFolder, listBackups } from './timed-backups.ts';

type ReadDeps = Pick<Deps, 'db' | 'now'> & {
  environment: Pick<Deps['environment'], 'dataDir'>;
  lock: BackupLock;
};

const maxListed = 50;

/** Returns the newest backups, one that is running and failed ones. */
export async function readBackups(deps: ReadDeps): Promise<Backup[]> {
  await settleInterruptedRun(deps);
  const runs = await deps.db
    .select()
    .from(backupRuns)
    .orderBy(desc(backupRuns.startedAt), desc(backupRuns.name))
    .limit(maxListed);
  const files = await listBackups(deps.environment.dataDir);
  const runOf = new Map(runs.map((run) => [run.name, run]));
  // A file is complete before its run is, and then counts and missing images are still to be stored.
  const complete = files.filter(({ file }) => runOf.get(basename(file))?.finishedAt !== null);
  const listed = complete
    .slice(0, maxListed)
    .map((file) => completeBackup(file, runOf.get(basename(file.file))));
  const completeNames = new Set(complete.map(({ file }) => basename(file)));
  const unfinished = runs
    .filter((run) => !completeNames.has(run.name) && (run.finishedAt === null || run.failure !== null))
    .map(unfinishedBackup);
  const backups = [...unfinished, ...(await Promise.all(listed))];
  return backups.sort((a, b) => b.createdAt.localeCompare(a.createdAt)).slice(0, maxListed);
}

export async function findBackup(deps: ReadDeps, name: string): Promise<Backup> {
  const backup = (await readBackups(deps)).find((candidate) => candidate.name === name);
  if (!backup) throw new Problem('NOT_FOUND', 'This backup does not exist.');
  return backup;
}

type Run = typeof backupRuns.$inferSelect;

async function completeBackup({ file, createdAt, bytes, timed }: BackupFile, run?: Run): Promise<Backup> {
  return {
    name: basename(file),
    createdAt: createdAt.toISOString(),
    kind: timed ? 'automatic' : 'manual',
    state: 'complete',
    failure: null,
    bytes,
    isEncrypted: await isEncrypted(file),
    progress: run ? { rows: run.rows, images: run.images } : null,
    missingImages: run?.missingImages ?? 0,
  };
}

function unfinishedBackup({ name, startedAt, finishedAt, failure, rows, images }: Run): Backup {
  return {
    name,
    createdAt: startedAt.toISOString(),
    kind: 'manual',
    state: finishedAt === null ? 'running' : 'failed',
    failure,
    bytes: null,
    isEncrypted: true,
    progress: { rows, images },
    missingImages: 0,
  };
}

/**
 * Stores the end of a backup whose process was killed and deletes its partial file. A process that has just finished it
 * wins: the update then finds no unfinished row.
 */
export async function settleInterruptedRun({ db, now, lock, environment }: ReadDeps): Promise<void> {
  const [unfinished] = await db
    .select({ name: backupRuns.name })
    .from(backupRuns)
    .where(isNull(backupRuns.finishedAt))
    .limit(1);
  if (!unfinished) return;
  const settled = await db
    .update(backupRuns)
    .set({ finishedAt: now(), failure: 'interrupted' })
    .where(and(isNull(backupRuns.finishedAt), lock.isFree()))
    .returning({ name: backupRuns.name });
  for (const { name } of settled) {
    const file = join(backupsFolder(environment.dataDir), name);
    // A file under its final name is complete, so the list shows it as such.
    if (!(await stat(file).catch(() => null))) await rm(`${file}.part`, { force: true });
  }
}
