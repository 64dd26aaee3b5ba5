import type pg from 'pg';
import { secondMs } from '../time.ts';

/** PostgreSQL as the shop reaches it. */
export type PostgresTarget = {
  url: string;
  /** True behind a pooler in transaction mode, whose connections have no session of their own. */
  isPooled: boolean;
};

/** Session settings by name, in PostgreSQL's units: milliseconds without a unit. */
type SessionSettings = Record<string, string | number>;

/** Limits of requests. A role behind a pooler has them as its defaults, because a pooler refuses startup options. */
export const requestSettings = {
  timezone: 'UTC',
  // JIT compilation takes longer than short statements run. With 16 MB, bitmaps of search hits stay exact; lossy ones
  // would recheck whole pages.
  jit: 'off',
  work_mem: '16MB',
  // Several processes for one short read take each more rows than it needs, and the processor from other requests.
  max_parallel_workers_per_gather: 0,
  statement_timeout: 5 * secondMs,
  lock_timeout: 2 * secondMs,
  // Ends a transaction whose connection died silently, which would otherwise keep its locks.
  idle_in_transaction_session_timeout: 8 * secondMs,
} satisfies SessionSettings;

/** No limits: for migrations, backups and reports. */
export const unlimitedSettings = {
  timezone: 'UTC',
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
} satisfies SessionSettings;

/** Returns the options of a connection whose sessions have these settings; a pooled one gets them by `beginWith`. */
export function sessionConfig(target: PostgresTarget, settings: SessionSettings): pg.ClientConfig {
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  return {
    connectionString: target.url,
    ...(!target.isPooled && { options: options.join(' ') }),
    keepAlive: true,
  };
}

/** SQL: begins a transaction with these settings, in one trip to the server. */
export function beginWith(target: PostgresTarget, settings: SessionSettings, begin = 'begin'): string {
  if (!target.isPooled) return begin;
  return [begin, ...assignments(settings).map((assignment) => `set local ${assignment}`)].join('; ');
}

const assignments = (settings: SessionSettings) =>
  Object.entries(settings).map(([name, value]) => `${name} = '${value}'`);

/** The database cannot be used the way it is set up; the message says what to change. */
export class UnusableDatabase extends Error {
  override name = 'UnusableDatabase';
}

/**
 * Throws `UnusableDatabase` if a pooler refuses the connection or the role lacks a limit: without them a slow statement
 * would hold a connection of the pooler for good.
 */
export async function assertPoolerPrepared(pool: pg.Pool, target: PostgresTarget): Promise<void> {
  if (!target.isPooled) return assertNoPooler(pool);
  const names = Object.keys(requestSettings);
  const { rows } = await pool.query<{ role: string; name: string; setting: string }>(
    'select current_user as role, name, setting from pg_settings where lower(name) = any($1)',
    [names],
  );
  const isUnset = ({ name, setting }: { name: string; setting: string }) =>
    name.toLowerCase() === 'timezone' ? setting !== 'UTC' : name.endsWith('timeout') && setting === '0';
  if (!rows.some(isUnset)) return;
  const role = rows[0]?.role.replaceAll('"', '""');
  throw new UnusableDatabase(
    [
      'DATABASE_POOLER=transaction needs these defaults of the database role. Run them once, then reconnect the pooler:',
      ...assignments(requestSettings).map((assignment) => `  alter role "${role}" set ${assignment};`),
    ].join('\n'),
  );
}

/** Throws `UnusableDatabase` if the server refuses startup options, as PgBouncer does. */
async function assertNoPooler(pool: pg.Pool): Promise<void> {
  try {
    await pool.query('select 1');
  } catch (error) {
    if (!(error instanceof Error) || !/unsupported startup parameter/i.test(error.message)) throw error;
    throw new UnusableDatabase(
      'The server at DATABASE_URL is a pooler that refuses startup options. Set DATABASE_POOLER=transaction, or use the URL of PostgreSQL itself.',
    );
  }
}
