import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deps } from '../../deps.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Environment } from '../../platform/environment.ts';
import { backUp } from './back-up.ts';

export type BackupFile = { file: string; createdAt: Date; bytes: number; timed: boolean };

export function backupsFolder(dataDir: string): string {
  return join(dataDir, 'backups');
}

/** Returns the path of a backup. `timed` ones are created and deleted automatically, the others by the CLI. */
export function backupFile(dataDir: string, now: Date, timed: boolean): string {
  const stamp = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return join(backupsFolder(dataDir), `${timed ? 'timed' : 'shop'}-${stamp}.backup`);
}

const fileName = /^(timed|shop)-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/;

/** Lists the backups in the data folder, newest first. */
export async function listBackups(dataDir: string): Promise<BackupFile[]> {
  const folder = backupsFolder(dataDir);
  const names = await readdir(folder).catch(() => []);
  const backups: BackupFile[] = [];
  for (const file of names) {
    const [, kind, ...parts] = fileName.exec(file) ?? [];
    if (!kind) continue;
    const [year, month, day, hour, min, sec] = parts.map(Number) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const { size } = await stat(join(folder, file));
    const createdAt = new Date(Date.UTC(year, month - 1, day, hour, min, sec));
    backups.push({ file: join(folder, file), createdAt, bytes: size, timed: kind === 'timed' });
  }
  return backups.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
}

const retainedDays = 7;

/** Returns the timed backups to delete: all but the newest `keep` and the last one of each of seven days. */
export function expiredBackups(backups: BackupFile[], keep: number): BackupFile[] {
  const timed = backups.filter((backup) => backup.timed);
  const lastOfDay = new Map<string, BackupFile>();
  for (const backup of timed) {
    const day = backup.createdAt.toISOString().slice(0, 10);
    if (!lastOfDay.has(day) && lastOfDay.size < retainedDays) lastOfDay.set(day, backup);
  }
  const retained = new Set([...timed.slice(0, keep), ...lastOfDay.values()]);
  return timed.filter((backup) => !retained.has(backup));
}

type BackupDeps = Pick<Deps, 'now' | 'storage'> & {
  environment: Pick<Environment, 'dataDir' | 'backupsKept' | 'backupKey'>;
};

/** Returns a task that backs up the embedded database, without image files, if rows have changed since its last run. */
export function createTimedBackup(deps: BackupDeps, database: Database): () => Promise<void> {
  const { dataDir, backupsKept, backupKey } = deps.environment;
  let lastChanges: string | undefined;
  return async () => {
    const changes = await countChanges(database);
    if (changes === lastChanges) return;
    await mkdir(backupsFolder(dataDir), { recursive: true, mode: 0o700 });
    const file = backupFile(dataDir, deps.now(), true);
    await backUp({ database, storage: deps.storage }, file, {
      withImages: false,
      now: deps.now,
      key: backupKey,
    });
    lastChanges = changes;
    for (const old of expiredBackups(await listBackups(dataDir), backupsKept)) await rm(old.file);
  };
}

/** Returns a counter of row changes in tables that a backup contains. */
async function countChanges(database: Database): Promise<string> {
  if (database.kind !== 'embedded') throw new Error('Timed backups need the embedded database.');
  await database.pglite.query('select pg_stat_force_next_flush()');
  const { rows } = await database.pglite.query<{ changes: string }>(
    `select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::text as changes from pg_stat_user_tables
     where schemaname = 'public' and relname not in ('sessions', 'api_tokens', 'passkey_challenges', 'rate_limits')`,
  );
  return rows[0]?.changes ?? '';
}
