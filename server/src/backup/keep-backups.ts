import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../platform/database/database.ts';
import type { Deps } from '../platform/deps.ts';
import { backUp } from './back-up.ts';

export type KeptBackup = { file: string; madeAt: Date; bytes: number; timed: boolean };

const minute = 60_000;

export function backupsFolder(dataDir: string): string {
  return join(dataDir, 'backups');
}

/** `timed` ones are made and removed by the rule below, the others by people. */
export function backupFile(dataDir: string, now: Date, timed: boolean): string {
  const stamp = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return join(backupsFolder(dataDir), `${timed ? 'timed' : 'shop'}-${stamp}.backup`);
}

const name = /^(timed|shop)-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/;

/** The backups in the data folder, newest first. */
export async function listBackups(dataDir: string): Promise<KeptBackup[]> {
  const folder = backupsFolder(dataDir);
  const names = await readdir(folder).catch(() => []);
  const found: KeptBackup[] = [];
  for (const file of names) {
    const [, kind, ...parts] = name.exec(file) ?? [];
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
    const madeAt = new Date(Date.UTC(year, month - 1, day, hour, min, sec));
    found.push({ file: join(folder, file), madeAt, bytes: size, timed: kind === 'timed' });
  }
  return found.sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
}

const days = 7;

/** The timed backups nobody needs any more: all but the newest `keep` and the last one of each of seven days. */
export function superfluous(backups: KeptBackup[], keep: number): KeptBackup[] {
  const timed = backups.filter((backup) => backup.timed);
  const lastOfDay = new Map<string, KeptBackup>();
  for (const backup of timed) {
    const day = backup.madeAt.toISOString().slice(0, 10);
    if (!lastOfDay.has(day) && lastOfDay.size < days) lastOfDay.set(day, backup);
  }
  const kept = new Set([...timed.slice(0, keep), ...lastOfDay.values()]);
  return timed.filter((backup) => !kept.has(backup));
}

type KeepDeps = Pick<Deps, 'now' | 'log'> & {
  environment: {
    dataDir: string;
    backupMinutes: number;
    backupsKept: number;
    backupKey?: string | undefined;
  };
};

/**
 * Backs the embedded database up every so many minutes in which something changed, pictures left where they
 * are. The function it returns ends that and waits for one under way.
 */
export function startTimedBackups(deps: KeepDeps, database: Database): () => Promise<void> {
  const { dataDir, backupMinutes, backupsKept, backupKey } = deps.environment;
  if (backupMinutes === 0) return async () => {};
  let before: string | undefined;
  let running = Promise.resolve();
  const tick = async () => {
    const changes = await countChanges(database);
    if (changes === before) return;
    await mkdir(backupsFolder(dataDir), { recursive: true, mode: 0o700 });
    const file = backupFile(dataDir, deps.now(), true);
    await backUp({ database, dataDir }, file, { withPictures: false, now: deps.now, key: backupKey });
    before = changes;
    for (const old of superfluous(await listBackups(dataDir), backupsKept)) await rm(old.file);
  };
  const timer = setInterval(() => {
    running = running.then(tick).catch((error) => deps.log.error({ err: error }, 'timed backup failed'));
  }, backupMinutes * minute);
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** A figure that grows with every change of something a backup holds. */
async function countChanges(database: Database): Promise<string> {
  if (database.kind !== 'embedded')
    throw new Error('Only the embedded database is backed up by the shop itself.');
  await database.pglite.query('select pg_stat_force_next_flush()');
  const { rows } = await database.pglite.query<{ changes: string }>(
    `select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::text as changes from pg_stat_user_tables
     where schemaname = 'public' and relname not in ('sessions', 'passkey_challenges', 'rate_limits')`,
  );
  return rows[0]?.changes ?? '';
}
