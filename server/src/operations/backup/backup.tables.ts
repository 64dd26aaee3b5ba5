import { backupFailures } from '@reprise/contract/operations/backup';
import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';

/** Backups that were started on the screen. Not part of backups. */
export const backupRuns = pgTable(
  'backup_runs',
  {
    /** Name of the file in the folder of backups. */
    name: text().primaryKey(),
    startedAt: timestamptz('started_at').notNull(),
    /** Null while it runs. */
    finishedAt: timestamptz('finished_at'),
    failure: text({ enum: backupFailures }),
    /** Rows and images written so far. */
    rows: integer().notNull().default(0),
    images: integer().notNull().default(0),
    missingImages: integer('missing_images').notNull().default(0),
  },
  (t) => [check('backup_runs_failed_is_finished', sql`${t.failure} is null or ${t.finishedAt} is not null`)],
);
