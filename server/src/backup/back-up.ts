import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mediaFolder } from '../media/write-media-file.ts';
import type { Database } from '../platform/database/database.ts';
import {
  type BackupHead,
  type BackupPart,
  type BackupSummary,
  formatVersion,
  writeBackupFile,
} from './backup-file.ts';
import { inOwnSession, type Run } from './database-session.ts';
import { quoted, readShopTables, type ShopTable } from './shop-tables.ts';

export type BackupOptions = {
  /** Absent: only the names of the pictures, for backups that lie beside them. */
  withPictures?: boolean;
  now: () => Date;
  /** Encrypts the file. */
  key?: string | undefined;
};

export type BackupReport = BackupSummary & {
  /** Pictures that the tables name and the folder has not. */
  missingPictures: string[];
};

/** Nobody is signed in after a restore, no mailed link works again and no limit is remembered. */
const leftOut = new Set([
  'sessions',
  'verifications',
  'passkey_challenges',
  'rate_limits',
  'mail_budgets',
  'privacy_requests',
  'carried_jobs',
]);

const rowsAtOnce = 2000;
const snapshot = 'begin isolation level repeatable read, read only';

/**
 * Writes the whole shop into one file, as it was at one moment; the shop may go on selling meanwhile. Jobs that
 * are waiting come along. Needs little memory however large the shop is.
 */
export async function backUp(
  { database, dataDir }: { database: Database; dataDir: string },
  file: string,
  { withPictures = true, now, key }: BackupOptions,
): Promise<BackupReport> {
  const missingPictures: string[] = [];
  const opened = Promise.withResolvers<Run>();
  const read = Promise.withResolvers<void>();
  const session = inOwnSession(database, snapshot, async (run) => {
    opened.resolve(run);
    await read.promise;
  });
  session.catch(opened.reject);
  try {
    const run = await opened.promise;
    const head: BackupHead = {
      format: 'reprise backup',
      version: formatVersion,
      createdAt: now().toISOString(),
      migrations: await appliedMigrations(run),
    };
    const folder = withPictures ? mediaFolder(dataDir) : undefined;
    const closeSession = async () => {
      read.resolve();
      await session;
    };
    const summary = await writeBackupFile(
      file,
      head,
      partsOf(run, closeSession, folder, missingPictures),
      key,
    );
    return { ...summary, missingPictures };
  } finally {
    read.resolve();
    await session.catch(() => {});
  }
}

async function appliedMigrations(run: Run): Promise<string[]> {
  const rows = await run('select hash from drizzle.__drizzle_migrations order by created_at, id');
  return rows.map(([hash]) => hash ?? '');
}

/** Pictures never change, so they need no snapshot: the embedded database has one connection, which others wait for. */
async function* partsOf(
  run: Run,
  closeSession: () => Promise<void>,
  folder: string | undefined,
  missing: string[],
): AsyncGenerator<BackupPart> {
  for (const table of await readShopTables(run)) {
    if (leftOut.has(table.name)) continue;
    yield { kind: 'table', table: table.name, columns: table.columns.map(({ name }) => name) };
    yield* rowsOf(run, selectAll(table));
  }
  yield* waitingJobs(run);
  const pictures = await run('select name, bytes::text from media_files order by name');
  await closeSession();
  for (const [name, bytes] of pictures) {
    yield await pictureOf(name ?? '', Number(bytes), folder, missing);
  }
}

function selectAll({ name, columns }: ShopTable): string {
  const values = columns.map((column) => `${quoted(column.name)}::text`).join(', ');
  return `select json_build_array(${values})::text from ${quoted(name)}`;
}

async function* rowsOf(run: Run, select: string): AsyncGenerator<BackupPart> {
  await run(`declare backup no scroll cursor for ${select}`);
  for (;;) {
    const rows = await run(`fetch ${rowsAtOnce} from backup`);
    for (const [json] of rows) yield { kind: 'row', json: json ?? '[]' };
    if (rows.length < rowsAtOnce) break;
  }
  await run('close backup');
}

/** What is waiting, running or has failed for good; after a restore it is tried again. */
async function* waitingJobs(run: Run): AsyncGenerator<BackupPart> {
  yield {
    kind: 'table',
    table: 'carried_jobs',
    columns: ['id', 'name', 'payload', 'start_after', 'created_at'],
  };
  yield* rowsOf(
    run,
    `select json_build_array(id, name, payload::text, start_after::text, created_at::text)::text from carried_jobs`,
  );
  const [[queue] = []] = await run(`select to_regclass('pgboss.job')::text`);
  if (queue === null || queue === undefined) return;
  yield* rowsOf(
    run,
    `select json_build_array(id::text, coalesce(source_name, name), data::text,
       case when start_after > now() then start_after::timestamptz(3)::text end, created_on::timestamptz(3)::text)::text
     from pgboss.job where state < 'completed' and data is not null and name not like '\\_\\_%' order by created_on`,
  );
}

async function pictureOf(
  name: string,
  bytes: number,
  folder: string | undefined,
  missing: string[],
): Promise<BackupPart> {
  if (folder === undefined) return { kind: 'picture', picture: { picture: name, bytes } };
  try {
    const content = await readFile(join(folder, name));
    return { kind: 'picture', picture: { picture: name, bytes, data: content.toString('base64') } };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    missing.push(name);
    return { kind: 'picture', picture: { picture: name, bytes } };
  }
}
