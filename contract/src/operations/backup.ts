import { z } from 'zod';
import { endpoints, fileResponse, nothing } from '../endpoint.ts';
import { isoDateTime, unknownFields } from '../wire.ts';

/** Reasons for which a backup failed. */
export const backupFailures = ['disk-full', 'not-writable', 'interrupted', 'unknown'] as const;
export type BackupFailure = (typeof backupFailures)[number];

/** Backup in the data folder, or an attempt that left none. */
export const backup = z
  .object({
    /** Name of the file. */
    name: z.string(),
    createdAt: isoDateTime,
    /** Automatic ones are deleted in turn and leave the image files in the data folder. */
    kind: z.enum(['automatic', 'manual']),
    state: z.enum(['running', 'complete', 'failed']),
    failure: z.enum(backupFailures).nullable(),
    /** Size of the file; null if there is none. */
    bytes: z.number().nullable(),
    isEncrypted: z.boolean(),
    /** Rows and images written so far; null for a backup that was not started on this screen. */
    progress: z.object({ rows: z.number(), images: z.number() }).nullable(),
    /** Images of the database whose file was missing. */
    missingImages: z.number(),
  })
  .meta({ id: 'Backup' });
export type Backup = z.output<typeof backup>;

/** Length of a key, as of BACKUP_KEY. */
export const minBackupKeyLength = 32;

const nameParams = z.object({ name: z.string().max(100) });

export const backupEndpoints = endpoints({
  listBackups: {
    method: 'GET',
    path: '/backups',
    summary: 'Newest backups in the data folder, one that is running and failed ones',
    access: 'admin',
    needs: 'settings.manage',
    rate: 'read',
    response: z.object({
      backups: z.array(backup),
      /** True if BACKUP_KEY encrypts backups; else each backup brings its own key. */
      hasKey: z.boolean(),
    }),
  },
  startBackup: {
    method: 'POST',
    path: '/backups',
    summary: 'Start an encrypted backup of the whole shop; one at a time',
    access: 'admin',
    needs: 'settings.manage',
    rate: 'write',
    stepUp: true,
    body: z
      .strictObject(
        {
          /** Key of this backup, which the shop does not store. Only without BACKUP_KEY. */
          key: z
            .string()
            .min(minBackupKeyLength, `The key needs at least ${minBackupKeyLength} characters`)
            .max(200)
            .optional(),
        },
        unknownFields,
      )
      .meta({ id: 'BackupInput' }),
    response: z.object({ backup }),
    status: 201,
  },
  downloadBackup: {
    method: 'GET',
    path: '/backups/:name/file',
    summary: 'Download an encrypted backup',
    access: 'admin',
    needs: 'settings.manage',
    rate: 'read',
    stepUp: true,
    params: nameParams,
    file: 'application/octet-stream',
    response: fileResponse,
  },
  deleteBackup: {
    method: 'DELETE',
    path: '/backups/:name',
    summary: 'Delete a manual backup or a failed attempt',
    access: 'admin',
    needs: 'settings.manage',
    rate: 'write',
    stepUp: true,
    params: nameParams,
    response: nothing,
  },
});
