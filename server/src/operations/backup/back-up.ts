import type { FileStorage } from '@reprise/extension/file-storage';
import type { Database } from '../../platform/database/database.ts';
import {
  type BackupHead,
  type BackupPart,
  type BackupSummary,
  formatVersion,
  writeBackupFile,
} from './backup-file.ts';
import { type Run, withSession } from './database-session.ts';
import { quoted, readShopTables, type ShopTable } from './shop-tables.ts';

export type BackupOptions = {
  /** False to store only the names of images, for backups in the data folder. Default: true. */
  withImages?: boolean;
  now: () => Date;
  /** Encrypts the file. */
  key?: string | undefined;
  /** Awaited before each part; a rejection ends the backup. */
  onPart?: (part: BackupPart) => Promise<void>;
};

export type BackupReport = BackupSummary & {
  /** Images in the database whose file is missing. */
  missingImages: string[];
};

/**
 * Tables without their rows in a backup: a restore signs everyone out, invalidates mailed links, resets
 * limits and repeats no webhook. */
const excludedTables = new Set([
  'sessions',
  'api_tokens',
  'verifications',
  'security_notices',
  'passkey_challenges',
  'rate_limits',
  'mail_budgets',
  'privacy_requests',
  'job_outbox',
  'webhook_events',
  'webhook_deliveries',
  'backup_runs',
]);

const fetchSize = 2000;
const snapshot = 'begin isolation level repeatable read, read only';

/**
 * Writes a consistent snapshot of the shop, waiting jobs included, into one file while the shop keeps running. Memory
 * use does not depend on the size of the shop.
 */
export async function backUp(
  { database, storage }: { database: Database; storage: FileStorage },
  file: string,
  { withImages = true, now, key, onPart }: BackupOptions,
): Promise<BackupReport> {
  const missingImages: string[] = [];
  const opened = Promise.withResolvers<Run>();
  const finished = Promise.withResolvers<void>();
  const session = withSession(database, snapshot, async (run) => {
    opened.resolve(run);
    await finished.promise;
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
    const closeSession = async () => {
      finished.resolve();
      await session;
    };
    const parts = partsOf(run, closeSession, withImages ? storage : undefined, missingImages);
    const summary = await writeBackupFile(file, head, onPart ? observed(parts, onPart) : parts, key);
    return { ...summary, missingImages };
  } finally {
    finished.resolve();
    await session.catch(() => {});
  }
}

async function* observed(
  parts: AsyncIterable<BackupPart>,
  onPart: NonNullable<BackupOptions['onPart']>,
): AsyncGenerator<BackupPart> {
  for await (const part of parts) {
    await onPart(part);
    yield part;
  }
}

async function appliedMigrations(run: Run): Promise<string[]> {
  const rows = await run('select hash from drizzle.__drizzle_migrations order by created_at, id');
  return rows.map(([hash]) => hash ?? '');
}

/** Yields tables, jobs, then images. Images are immutable, so the session, which blocks the embedded database, ends first. */
async function* partsOf(
  run: Run,
  closeSession: () => Promise<void>,
  storage: FileStorage | undefined,
  missing: string[],
): AsyncGenerator<BackupPart> {
  for (const table of await readShopTables(run)) {
    if (excludedTables.has(table.name)) continue;
    yield { kind: 'table', table: table.name, columns: table.columns.map(({ name }) => name) };
    yield* rowsOf(run, selectAll(table));
  }
  yield* waitingJobs(run);
  const pictures = await run('select name, bytes::text from media_files order by name');
  await closeSession();
  for (const [name, bytes] of pictures) {
    yield await imageOf(name ?? '', Number(bytes), storage, missing);
  }
}

function selectAll({ name, columns }: ShopTable): string {
  const values = columns.map((column) => `${quoted(column.name)}::text`).join(', ');
  return `select json_build_array(${values})::text from ${quoted(name)}`;
}

async function* rowsOf(run: Run, select: string): AsyncGenerator<BackupPart> {
  await run(`declare backup no scroll cursor for ${select}`);
  for (;;) {
    const rows = await run(`fetch ${fetchSize} from backup`);
    for (const [json] of rows) yield { kind: 'row', json: json ?? '[]' };
    if (rows.length < fetchSize) break;
  }
  await run('close backup');
}

/** Yields jobs that are waiting, running or failed permanently; a restore queues them again. */
async function* waitingJobs(run: Run): AsyncGenerator<BackupPart> {
  yield {
    kind: 'table',
    table: 'job_outbox',
    columns: ['id', 'name', 'payload', 'start_after', 'created_at'],
  };
  yield* rowsOf(
    run,
    `select json_build_array(id, name, payload::text, start_after::text, created_at::text)::text from job_outbox`,
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

async function imageOf(
  name: string,
  bytes: number,
  storage: FileStorage | undefined,
  missing: string[],
): Promise<BackupPart> {
  if (storage === undefined) return { kind: 'picture', picture: { picture: name, bytes } };
  const content = await storage.read(name);
  if (content !== null) {
    return { kind: 'picture', picture: { picture: name, bytes, data: content.toString('base64') } };
  }
  missing.push(name);
  return { kind: 'picture', picture: { picture: name, bytes } };
}
