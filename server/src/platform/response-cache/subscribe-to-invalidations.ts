import pg from 'pg';
import type { PostgresDatabase } from '../database/database.ts';
import type { Log } from '../log.ts';
import { minuteMs } from '../time.ts';
import { onInvalidation } from './invalidate-tags.ts';
import type { InvalidationSubscriber } from './outage-fallback.ts';
import type { ResponseCache } from './response-cache.ts';

/** Interval of the polls for invalidations of other processes. */
const pollMs = 500;

/** Age of the last successful poll from which the cache is out of sync and bypassed. */
const outOfSyncAfterMs = 1000;

/** Age at which rows are deleted; a process that has not polled for half as long clears its cache. */
const retentionMs = 10 * minuteMs;

/** With more new rows than this, clearing the cache is cheaper. */
const maxRows = 5000;

const secondsPerQuery = 3;

type InvalidationPoller = InvalidationSubscriber & {
  /** Applies invalidations to this cache from now on. */
  attach(cache: Pick<ResponseCache, 'invalidate' | 'clear'>): void;
  stop(): Promise<void>;
};

type Row = { horizon: string; id: string | null; tags: string[] | null };

/**
 * Polls for invalidations of other processes, on a connection of its own so that a busy pool cannot delay it. Each poll
 * starts at the oldest transaction that was running at the poll before (xmin): transactions commit out of id order.
 */
export async function subscribeToInvalidations(
  database: PostgresDatabase,
  log: Log,
): Promise<InvalidationPoller> {
  const connection = new pg.Pool({
    connectionString: database.url,
    application_name: 'reprise cache',
    max: 1,
    connectionTimeoutMillis: secondsPerQuery * 1000,
    query_timeout: secondsPerQuery * 1000,
    idleTimeoutMillis: 0,
    keepAlive: true,
  });
  connection.on('error', (error) => log.warn({ err: error }, 'database connection of the cache lost'));

  let cache: Pick<ResponseCache, 'invalidate' | 'clear'> = { invalidate: () => {}, clear: () => {} };
  let horizon = await readInitialHorizon(connection);
  let inSyncAt = performance.now();
  let appliedIds = new Set<string>();
  let polling: Promise<boolean> | undefined;
  let isFailing = false;
  const ownRows = trackOwnRows(database);
  const prune = createPruning(connection);

  async function poll(): Promise<boolean> {
    const startedAt = performance.now();
    try {
      const { rows } = await connection.query<Row>(newRows, [horizon, maxRows + 1]);
      apply(rows, startedAt);
      horizon = rows[0]?.horizon ?? horizon;
      inSyncAt = startedAt;
      isFailing = false;
      await prune(horizon);
      return true;
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, 'could not poll for cache invalidations; bypassing the cache');
      isFailing = true;
      return false;
    }
  }

  function apply(rows: Row[], startedAt: number): void {
    const invalidations = rows.filter((row): row is Row & { id: string; tags: string[] } => row.id !== null);
    if (rows.length > maxRows || startedAt - inSyncAt > retentionMs / 2) cache.clear();
    else
      for (const { id, tags } of invalidations) {
        // The age counts from the poll before: the row may have been written right after it.
        if (!appliedIds.has(id) && !ownRows.take(id)) cache.invalidate(tags, performance.now() - inSyncAt);
      }
    appliedIds = new Set(invalidations.map(({ id }) => id));
  }

  /** Joins the running poll or starts one. */
  function pollOnce(): Promise<boolean> {
    polling ??= poll().finally(() => {
      polling = undefined;
    });
    return polling;
  }

  const timer = setInterval(pollOnce, pollMs).unref();
  const isInSync = () => performance.now() - inSyncAt < outOfSyncAfterMs;
  return {
    attach: (attached) => {
      cache = attached;
    },
    isInSync,
    outOfSyncForMs: () => performance.now() - inSyncAt,
    sync: async () => {
      // A running poll may have begun too long ago; a new one sees every write committed before it.
      await polling;
      return isInSync() || pollOnce();
    },
    stop: async () => {
      clearInterval(timer);
      await polling;
      await connection.end();
    },
  };
}

const newRows = `
  select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, invalidation.id, invalidation.tags
  from (select) as always
  left join (select id, tags from cache_invalidations where transaction >= $1::xid8 limit $2) as invalidation on true`;

/**
 * Returns the transaction id at which the first poll begins. Deletes rows with future transaction ids, which come from
 * a restored backup and would be applied at every poll.
 */
async function readInitialHorizon(connection: pg.Pool): Promise<string> {
  await connection.query(
    'delete from cache_invalidations where transaction >= pg_snapshot_xmax(pg_current_snapshot())',
  );
  const { rows } = await connection.query<{ horizon: string }>(
    'select pg_snapshot_xmin(pg_current_snapshot())::text as horizon',
  );
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL returned no snapshot.');
  return row.horizon;
}

/**
 * Remembers the rows of this process, whose invalidations are applied already. A row whose commit got no response is
 * not remembered, so that the poll applies it if it is committed.
 */
function trackOwnRows(database: PostgresDatabase) {
  const ids = new Set<string>();
  onInvalidation(database.db, ({ rowId, isCertain }) => {
    if (!isCertain) return;
    ids.add(rowId);
    // A row polled before its commit returned is never taken; the bound keeps such ids from accumulating.
    const [oldest] = ids;
    if (oldest !== undefined && ids.size > maxRows) ids.delete(oldest);
  });
  return { take: (id: string) => ids.delete(id) };
}

/** Deletes rows older than `retentionMs`, which every process has polled. */
function createPruning(connection: pg.Pool) {
  let checkpoint: { horizon: string; at: number } | undefined;
  return async (horizon: string): Promise<void> => {
    checkpoint ??= { horizon, at: performance.now() };
    if (performance.now() - checkpoint.at < retentionMs) return;
    await connection.query('delete from cache_invalidations where transaction < $1::xid8', [
      checkpoint.horizon,
    ]);
    checkpoint = { horizon, at: performance.now() };
  };
}
