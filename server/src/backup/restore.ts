import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { mediaFolder, mediaName, writeFileDurably } from '../media/write-media-file.ts';
import { lockDataFolder } from '../platform/database/data-folder-lock.ts';
import { type Database, openEmbeddedAt } from '../platform/database/database.ts';
import { type Migration, migrationStatements, readMigrations } from '../platform/database/migrate.ts';
import {
  type BackupPart,
  type BackupSummary,
  FaultyBackup,
  readBackupParts,
  verifyBackupFile,
} from './backup-file.ts';
import { inOwnSession, type Run } from './database-session.ts';
import { quoted, readShopTables, type ShopTable } from './shop-tables.ts';

/** There is something where the backup should go, or somebody is using it. */
export class TargetNotEmpty extends Error {
  override name = 'TargetNotEmpty';
}

export type RestoreReport = BackupSummary & {
  /** Pictures the shop names that are neither in the backup nor in the folder. */
  missingPictures: string[];
  /** Where the database that was there before lies now. */
  movedTo?: string;
};

export type RestoreOptions = {
  replace: boolean;
  now: () => Date;
  /** Of an encrypted backup. */
  key?: string | undefined;
};

/**
 * Brings a backup into the embedded database or into PostgreSQL, whichever wrote it; all of it or nothing. An
 * older shop's backup is brought up to this one. Throws `FaultyBackup` and `TargetNotEmpty`.
 */
export async function restore(
  target: { databaseUrl?: string | undefined; dataDir: string; open: () => Promise<Database> },
  file: string,
  options: RestoreOptions,
): Promise<RestoreReport> {
  const summary = await verifyBackupFile(file, options.key);
  const migrations = splitMigrations(file, summary.migrations);
  if (target.databaseUrl === undefined)
    return restoreEmbedded(target.dataDir, file, summary, migrations, options);
  const database = await target.open();
  try {
    const missingPictures = await inOwnSession(database, 'begin', async (run) => {
      await refuseUnlessFree(run, options.replace);
      await dropEverything(run);
      return load(run, { file, key: options.key }, summary, migrations, target.dataDir);
    });
    return { ...summary, missingPictures };
  } finally {
    await database.close();
  }
}

// The embedded database is built beside the old one and then takes its place.

async function restoreEmbedded(
  dataDir: string,
  file: string,
  summary: BackupSummary,
  migrations: SplitMigrations,
  { replace, now, key }: RestoreOptions,
): Promise<RestoreReport> {
  const lock = await lockDataFolder(dataDir);
  try {
    const place = join(dataDir, 'database');
    const isTaken = existsSync(place);
    if (isTaken && !replace) throw new TargetNotEmpty(`There is a shop in ${dataDir} already.`);
    const unfinished = join(dataDir, 'database.restoring');
    const finished = join(dataDir, 'database.restored');
    for (const folder of [unfinished, finished]) await rm(folder, { recursive: true, force: true });
    const database = await openEmbeddedAt(unfinished);
    let missingPictures: string[];
    try {
      missingPictures = await inOwnSession(database, 'begin', (run) =>
        load(run, { file, key }, summary, migrations, dataDir),
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
    if (isTaken) await rename(place, movedTo);
    await rename(finished, place);
    return { ...summary, missingPictures, ...(isTaken && { movedTo }) };
  } finally {
    await lock.release();
  }
}

// PostgreSQL does it in one transaction: until it commits, what was there is there.

async function refuseUnlessFree(run: Run, replace: boolean): Promise<void> {
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

type SplitMigrations = { upToBackup: Migration[]; since: Migration[] };

function splitMigrations(file: string, applied: string[]): SplitMigrations {
  const known = readMigrations();
  const fits = applied.every((hash, at) => known[at]?.hash === hash);
  if (!fits || applied.length === 0) {
    throw new FaultyBackup(
      `${file} cannot be restored: another or a newer version of the shop wrote it. Update this one first.`,
    );
  }
  return { upToBackup: known.slice(0, applied.length), since: known.slice(applied.length) };
}

async function load(
  run: Run,
  { file, key }: { file: string; key: string | undefined },
  summary: BackupSummary,
  { upToBackup, since }: SplitMigrations,
  dataDir: string,
): Promise<string[]> {
  await run('create extension if not exists pg_trgm');
  for (const statement of migrationStatements(upToBackup, { fresh: true })) await run(statement);
  // What triggers keep is in the file as well.
  const tables = await readShopTables(run);
  for (const { name } of tables) await run(`alter table ${quoted(name)} disable trigger user`);
  const missing = await loadParts(run, readBackupParts(file, key), dataDir);
  for (const { name } of tables) await run(`alter table ${quoted(name)} enable trigger user`);
  await expectAllRows(run, file, summary);
  for (const statement of migrationStatements(since, { fresh: false })) await run(statement);
  return missing;
}

const batchLength = 1024 * 1024;

async function loadParts(run: Run, parts: AsyncIterable<BackupPart>, dataDir: string): Promise<string[]> {
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
    else if (!(await storePicture(dataDir, part.picture))) missing.push(part.picture.picture);
  }
  await flush();
  return missing;
}

function insertInto(table: ShopTable | undefined, columns: string[]): string {
  const types = columns.map((name) => table?.columns.find((column) => column.name === name)?.type);
  if (!table || types.includes(undefined)) throw new Error('The backup does not fit its own version.');
  const values = types.map((type, at) => `(r->>${at})::${type}`).join(', ');
  return `insert into ${quoted(table.name)} (${columns.map(quoted).join(', ')})
    select ${values} from jsonb_array_elements($1::jsonb) r`;
}

/** Whether it is there now. Its name is made from its content. */
async function storePicture(
  dataDir: string,
  { picture, data }: { picture: string; data?: string | undefined },
): Promise<boolean> {
  if (!mediaName.test(picture)) throw new Error(`${picture} is no picture of this shop.`);
  const folder = mediaFolder(dataDir);
  if (existsSync(join(folder, picture))) return true;
  if (data === undefined) return false;
  const bytes = Buffer.from(data, 'base64');
  if (!picture.startsWith(createHash('sha256').update(bytes).digest('hex'))) {
    throw new Error(`The picture ${picture} is not what its name says.`);
  }
  await mkdir(folder, { recursive: true });
  await writeFileDurably(folder, picture, bytes);
  return true;
}

async function expectAllRows(run: Run, file: string, { rows }: BackupSummary): Promise<void> {
  for (const [table, expected] of Object.entries(rows)) {
    const [[count] = []] = await run(`select count(*)::text from ${quoted(table)}`);
    if (count !== String(expected)) {
      throw new FaultyBackup(
        `${file} cannot be restored: ${table} has ${count} rows instead of ${expected}.`,
      );
    }
  }
}
