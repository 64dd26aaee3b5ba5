import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStorage } from '@reprise/extension/file-storage';
import { storedName } from '../../foundations/media/media-names.ts';
import type { Database } from '../../platform/database/database.ts';
import { lockDataFolder } from '../../platform/database/embedded/data-folder-lock.ts';
import { openEmbeddedAt } from '../../platform/database/embedded/embedded-database.ts';
import { UnsupportedSchema, type UpgradePath, upgradePath } from '../../platform/database/upgrade-path.ts';
import { maxInUseWaitMs } from '../../platform/wait-while-in-use.ts';
import { stopRestoredChannels } from '../../sales/channels/stop-restored-channels.ts';
import { stopRestoredWebhooks } from '../webhooks/stop-restored-webhooks.ts';
import {
  type BackupPart,
  type BackupSummary,
  FaultyBackup,
  readBackupParts,
  verifyBackupFile,
} from './backup-file.ts';
import { assertUsableForRestore, type Run, withSession } from './database-session.ts';
import { quoted, readShopTables, type ShopTable } from './shop-tables.ts';

/** Thrown when the target contains a shop or is in use. */
export class TargetNotEmpty extends Error {
  override name = 'TargetNotEmpty';
}

export type RestoreReport = BackupSummary & {
  /** Images in the database that are neither in the backup nor in the storage. */
  missingImages: string[];
  /** The folder of the replaced database. */
  movedTo?: string;
};

export type RestoreOptions = {
  replace: boolean;
  now: () => Date;
  /** Key of an encrypted backup. */
  key?: string | undefined;
};

/**
 * Restores a backup of either database into the embedded database or PostgreSQL, atomically, and applies newer
 * migrations. Throws `FaultyBackup` and `TargetNotEmpty`.
 */
export async function restore(
  target: {
    databaseUrl?: string | undefined;
    dataDir: string;
    storage: FileStorage;
    open: () => Promise<Database>;
  },
  file: string,
  options: RestoreOptions,
): Promise<RestoreReport> {
  const summary = await verifyBackupFile(file, options.key);
  const path = pathOf(file, summary.migrations);
  if (target.databaseUrl === undefined) return restoreEmbedded(target, file, summary, path, options);
  const database = await target.open();
  try {
    if (database.kind === 'postgres') await assertUsableForRestore(database);
    const missingImages = await withSession(database, 'begin', async (run) => {
      await assertTargetFree(run, options.replace);
      await dropEverything(run);
      return load(run, { file, key: options.key }, summary, path, target.storage);
    });
    return { ...summary, missingImages };
  } finally {
    await database.close();
  }
}

// The embedded database is built in a new folder, which then replaces the old one.

async function restoreEmbedded(
  { dataDir, storage }: { dataDir: string; storage: FileStorage },
  file: string,
  summary: BackupSummary,
  path: UpgradePath,
  { replace, now, key }: RestoreOptions,
): Promise<RestoreReport> {
  const lock = await lockDataFolder(dataDir, { waitMs: maxInUseWaitMs });
  try {
    const current = join(dataDir, 'database');
    const exists = existsSync(current);
    if (exists && !replace) throw new TargetNotEmpty(`A shop already exists in ${dataDir}.`);
    const unfinished = join(dataDir, 'database.restoring');
    const finished = join(dataDir, 'database.restored');
    for (const folder of [unfinished, finished]) await rm(folder, { recursive: true, force: true });
    const database = await openEmbeddedAt(unfinished);
    let missingImages: string[];
    try {
      missingImages = await withSession(database, 'begin', (run) =>
        load(run, { file, key }, summary, path, storage),
      );
    } finally {
      await database.close();
    }
    await rename(unfinished, finished);
    const movedTo = join(
      dataDir,
      `database.before-${now()
        .toISOString()
        .replaceAll(/[-:]|\.\d+/g, '')}`,
    );
    if (exists) await rename(current, movedTo);
    await rename(finished, current);
    return { ...summary, missingImages, ...(exists && { movedTo }) };
  } finally {
    await lock.release();
  }
}

// On PostgreSQL the restore is one transaction: the old data remains until it commits.

async function assertTargetFree(run: Run, replace: boolean): Promise<void> {
  const [[others] = []] = await run(
    `select count(*)::text from pg_stat_activity
     where datname = current_database() and application_name = 'reprise' and pid <> pg_backend_pid()`,
  );
  if (others !== '0') throw new TargetNotEmpty('A shop is running on this database. Stop it first.');
  const [[tables] = []] = await run(
    `select count(*)::text from pg_class where relkind in ('r', 'p')
     and relnamespace in (select oid from pg_namespace where nspname in ('public', 'drizzle', 'pgboss'))`,
  );
  if (tables !== '0' && !replace) throw new TargetNotEmpty('The database is not empty.');
}

async function dropEverything(run: Run): Promise<void> {
  for (const table of await readShopTables(run)) await run(`drop table ${quoted(table.name)} cascade`);
  const functions = await run(
    `select oid::regprocedure::text from pg_proc where pronamespace = 'public'::regnamespace
     and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`,
  );
  for (const [name] of functions) await run(`drop function ${name} cascade`);
  const domains = await run(
    `select oid::regtype::text from pg_type where typnamespace = 'public'::regnamespace and typtype = 'd'
     and not exists (select from pg_depend where objid = pg_type.oid and deptype = 'e')`,
  );
  for (const [name] of domains) await run(`drop domain ${name} cascade`);
  await run('drop schema if exists drizzle cascade');
  await run('drop schema if exists pgboss cascade');
}

function pathOf(file: string, applied: string[]): UpgradePath {
  try {
    return upgradePath(applied);
  } catch (error) {
    if (!(error instanceof UnsupportedSchema)) throw error;
    throw new FaultyBackup(`${file} cannot be restored: ${error.reason}.`);
  }
}

async function load(
  run: Run,
  { file, key }: { file: string; key: string | undefined },
  summary: BackupSummary,
  { create, upgrade }: UpgradePath,
  storage: FileStorage,
): Promise<string[]> {
  await run('create extension if not exists pg_trgm');
  for (const statement of create) await run(statement);
  // The file also contains the rows that triggers would insert.
  const tables = await readShopTables(run);
  for (const { name } of tables) await run(`alter table ${quoted(name)} disable trigger user`);
  const missing = await loadParts(run, readBackupParts(file, key), storage);
  for (const { name } of tables) await run(`alter table ${quoted(name)} enable trigger user`);
  await assertAllRows(run, file, summary);
  for (const statement of upgrade) await run(statement);
  await run(stopRestoredWebhooks);
  await run(stopRestoredChannels);
  return missing;
}

const batchLength = 1024 * 1024;

async function loadParts(
  run: Run,
  parts: AsyncIterable<BackupPart>,
  storage: FileStorage,
): Promise<string[]> {
  const tables = new Map((await readShopTables(run)).map((table) => [table.name, table]));
  const missing: string[] = [];
  let insert = '';
  let rows: string[] = [];
  let length = 0;
  const flush = async () => {
    if (rows.length > 0) await run(insert, [`[${rows.join(',')}]`]);
    rows = [];
    length = 0;
  };
  for await (const part of parts) {
    if (part.kind === 'row') {
      rows.push(part.json);
      length += part.json.length;
      if (length > batchLength) await flush();
      continue;
    }
    await flush();
    if (part.kind === 'table') insert = insertInto(tables.get(part.table), part.columns);
    else if (!(await storeImage(storage, part.picture))) missing.push(part.picture.picture);
  }
  await flush();
  return missing;
}

function insertInto(table: ShopTable | undefined, columns: string[]): string {
  const types = columns.map((name) => table?.columns.find((column) => column.name === name)?.type);
  if (!table || types.includes(undefined))
    throw new Error('The columns of the backup do not match its version.');
  const values = types.map((type, index) => `(r->>${index})::${type}`).join(', ');
  return `insert into ${quoted(table.name)} (${columns.map(quoted).join(', ')})
    select ${values} from jsonb_array_elements($1::jsonb) r`;
}

/** Writes the image unless it exists; returns false if its data is missing. Its name is the hash of its content. */
async function storeImage(
  storage: FileStorage,
  { picture, data }: { picture: string; data?: string | undefined },
): Promise<boolean> {
  if (!storedName.test(picture)) throw new Error(`${picture} is not an image of this shop.`);
  if (await storage.has(picture)) return true;
  if (data === undefined) return false;
  const bytes = Buffer.from(data, 'base64');
  if (!picture.startsWith(createHash('sha256').update(bytes).digest('hex'))) {
    throw new Error(`The content of the image ${picture} does not match its name.`);
  }
  await storage.write([{ name: picture, bytes }]);
  return true;
}

async function assertAllRows(run: Run, file: string, { rows }: BackupSummary): Promise<void> {
  for (const [table, expected] of Object.entries(rows)) {
    const [[count] = []] = await run(`select count(*)::text from ${quoted(table)}`);
    if (count !== String(expected)) {
      throw new FaultyBackup(
        `${file} cannot be restored: ${table} has ${count} rows instead of ${expected}.`,
      );
    }
  }
}
