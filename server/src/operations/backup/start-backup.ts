import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Backup, BackupFailure } from '@reprise/contract/operations/backup';
import { Problem } from '@reprise/contract/problem';
import { eq, lt } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { createDiskSpaceCheck } from '../../platform/database/embedded/disk-room.ts';
import { daySeconds, secondMs } from '../../platform/time.ts';
import { backUp } from './back-up.ts';
import { backupRuns } from './backup.tables.ts';
import type { BackupPart } from './backup-file.ts';
import type { BackupLock } from './backup-lock.ts';
import { findBackup, settleInterruptedRun } from './backups.queries.ts';
import { backupFile } from './timed-backups.ts';

export type BackupDeps = Pick<Deps, 'db' | 'now' | 'log' | 'storage'> & {
  environment: Pick<Deps['environment'], 'dataDir' | 'backupKey'>;
  database: Database;
  lock: BackupLock;
};

const retentionMs = 90 * daySeconds * secondMs;

/** Starts a backup in the background. Rejects with IN_PROGRESS while another one runs. */
export async function startBackup(
  deps: BackupDeps,
  ownKey: string | undefined,
  actorId: string,
): Promise<Backup> {
  const { environment } = deps;
  const key = keyOf(environment.backupKey, ownKey);
  await settleInterruptedRun(deps);
  const release = await deps.lock.acquire();
  if (!release) throw new Problem('IN_PROGRESS', 'A backup is running. Wait until it is complete.');
  try {
    const file = await recordStart(deps, actorId);
    const started = await findBackup(deps, basename(file));
    void runBackup(deps, file, key).finally(() =>
      release().catch((err) => deps.log.warn({ err }, 'the lock of a backup ended early')),
    );
    return started;
  } catch (error) {
    await release();
    throw error;
  }
}

function keyOf(backupKey: string | undefined, ownKey: string | undefined): string {
  if (backupKey !== undefined && ownKey !== undefined) {
    const message = 'BACKUP_KEY encrypts the backups of this shop. Start the backup without a key.';
    throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'key', message }] });
  }
  const key = backupKey ?? ownKey;
  if (key !== undefined) return key;
  const message = 'The shop has no BACKUP_KEY. Send a key for this backup.';
  throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'key', message }] });
}

/** Stores the start of a backup under a name that no other has, and returns its file; names differ by seconds. */
async function recordStart({ db, now, environment }: BackupDeps, actorId: string): Promise<string> {
  const startedAt = now();
  return inTransaction(db, async (tx) => {
    await tx.delete(backupRuns).where(lt(backupRuns.startedAt, new Date(startedAt.getTime() - retentionMs)));
    for (let time = startedAt.getTime(); ; time += secondMs) {
      const file = backupFile(environment.dataDir, new Date(time), false);
      if (existsSync(file) || existsSync(`${file}.part`)) continue;
      const name = basename(file);
      const stored = await tx
        .insert(backupRuns)
        .values({ name, startedAt })
        .onConflictDoNothing()
        .returning({ name: backupRuns.name });
      if (stored.length === 0) continue;
      await recordAudit(tx, { actorId, action: 'start backup', subject: `backup ${name}` });
      return file;
    }
  });
}

/** Writes the backup and stores its result; never rejects. */
async function runBackup(deps: BackupDeps, file: string, key: string): Promise<void> {
  const { database, db, storage, now, log } = deps;
  const name = basename(file);
  const progress = trackProgress(deps, name);
  const finish = (result: { failure?: BackupFailure; missingImages?: number }) =>
    db
      .update(backupRuns)
      .set({ ...progress.counts, ...result, finishedAt: now() })
      .where(eq(backupRuns.name, name));
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const assertDiskSpace = createDiskSpaceCheck(dirname(file));
    const onPart = async (part: BackupPart) => {
      // The embedded database panics on a full disk, so the backup ends before it fills the last of it.
      await assertDiskSpace();
      progress.count(part);
    };
    const report = await backUp({ database, storage }, file, { now, key, onPart });
    await progress.settled();
    await finish({ missingImages: report.missingImages.length });
  } catch (err) {
    log.error({ err, file }, 'backup failed');
    await progress.settled();
    await finish({ failure: failureOf(err) }).catch((error) =>
      log.error({ err: error }, 'could not store that a backup failed'),
    );
  }
}

/** Returns the reason of a failure that the owner can act on. */
export function failureOf(error: unknown): BackupFailure {
  const { code } = error as { code?: unknown };
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'disk-full';
  const isDenied =
    typeof code === 'string' && ['EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOTDIR'].includes(code);
  return isDenied ? 'not-writable' : 'unknown';
}

/**
 * Counts parts and stores the counts each second without waiting: on the embedded database a stored count waits for the
 * transaction that reads the tables.
 */
function trackProgress({ db, log }: BackupDeps, name: string) {
  const counts = { rows: 0, images: 0 };
  let storing: Promise<unknown> | undefined;
  let storedAt = performance.now();
  const store = () => {
    storedAt = performance.now();
    storing = db
      .update(backupRuns)
      .set(counts)
      .where(eq(backupRuns.name, name))
      .catch((err) => log.warn({ err }, 'could not store the progress of a backup'))
      .finally(() => {
        storing = undefined;
      });
  };
  return {
    counts,
    count: ({ kind }: BackupPart) => {
      if (kind === 'row') counts.rows += 1;
      if (kind === 'picture') counts.images += 1;
      if (!storing && performance.now() - storedAt > secondMs) store();
    },
    settled: async () => storing,
  };
}
