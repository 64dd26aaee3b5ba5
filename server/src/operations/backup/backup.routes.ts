import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileResponse } from '@reprise/contract/endpoint';
import type { Backup, backupEndpoints } from '@reprise/contract/operations/backup';
import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { Handlers } from '../../platform/http/endpoint.ts';
import { requireCaller } from '../../platform/http/require-caller.ts';
import { backupRuns } from './backup.tables.ts';
import { createBackupLock } from './backup-lock.ts';
import { findBackup, readBackups } from './backups.queries.ts';
import { type BackupDeps, startBackup } from './start-backup.ts';
import { backupsFolder } from './timed-backups.ts';

export function backupHandlers(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'storage' | 'environment' | 'database'>,
): Handlers<typeof backupEndpoints> {
  const backupDeps: BackupDeps = { ...deps, lock: createBackupLock(deps.database) };
  return {
    listBackups: async () => ({
      backups: await readBackups(backupDeps),
      hasKey: deps.environment.backupKey !== undefined,
    }),
    startBackup: async ({ body }, context) => ({
      backup: await startBackup(backupDeps, body.key, requireCaller(context).userId),
    }),
    downloadBackup: async ({ params }, context) =>
      downloadBackup(backupDeps, await findBackup(backupDeps, params.name), requireCaller(context).userId),
    deleteBackup: async ({ params }, context) => {
      await deleteBackup(
        backupDeps,
        await findBackup(backupDeps, params.name),
        requireCaller(context).userId,
      );
      return {};
    },
  };
}

/** Streams a complete, encrypted backup: a plain one exposes addresses and password hashes. */
async function downloadBackup(
  { db, environment }: BackupDeps,
  { name, state, isEncrypted, bytes }: Backup,
  actorId: string,
): Promise<FileResponse> {
  if (state !== 'complete' || bytes === null) {
    throw new Problem('NOT_FOUND', 'This backup has no file. Start another one.');
  }
  if (!isEncrypted) {
    throw new Problem('FORBIDDEN', 'This backup is not encrypted. Copy it from the server instead.');
  }
  await inTransaction(db, (tx) =>
    recordAudit(tx, { actorId, action: 'download backup', subject: `backup ${name}` }),
  );
  return { name, bytes, pieces: createReadStream(join(backupsFolder(environment.dataDir), name)) };
}

async function deleteBackup(
  { db, environment }: BackupDeps,
  { name, kind, state }: Backup,
  actorId: string,
): Promise<void> {
  if (state === 'running')
    throw new Problem('IN_PROGRESS', 'This backup is running. Wait until it is complete.');
  if (kind === 'automatic') {
    throw new Problem(
      'FORBIDDEN',
      'The shop deletes automatic backups in turn. BACKUPS_KEPT sets how many stay.',
    );
  }
  await inTransaction(db, async (tx) => {
    await tx.delete(backupRuns).where(eq(backupRuns.name, name));
    await recordAudit(tx, { actorId, action: 'delete backup', subject: `backup ${name}` });
    await rm(join(backupsFolder(environment.dataDir), name), { force: true });
  });
}
