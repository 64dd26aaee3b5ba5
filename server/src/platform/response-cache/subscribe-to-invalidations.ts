import pg from 'pg';
import type { PostgresDatabase } from '../database/database.ts';
import type { Log } from '../log.ts';
import { onInvalidation } from './invalidate-tags.ts';
import type { InvalidationSubscriber, ResponseCache } from './response-cache.ts';

/** How often the others' writes are asked for. */
const pollMs = 500;

/** What is kept is handed out only while the others' writes are known up to this long ago. */
const blindAfterMs = 1000;

/** Rows of writes older than this go; who has not looked for so long forgets everything. */
const keptMs = 10 * 60_000;

/** More than this at once, and forgetting everything is cheaper. */
const maxRows = 5000;

const secondsPerQuery = 3;

type BumpFollower = InvalidationSubscriber & {
  /** From now on what is kept follows. */
  follow(answers: Pick<ResponseCache, 'bump' | 'forgetAll'>): void;
  stop(): Promise<void>;
};

type Row = { horizon: string; id: string | null; tags: string[] | null };

/**
 * Follows what other processes write. Each look asks for the rows of all transactions that the look before could
 * not see yet: ids are given out in order but transactions end in any, so the oldest one then still running
 * marks where to start. A connection of its own, so that a busy shop does not make it blind.
 */
export async function subscribeToInvalidations(database: PostgresDatabase, log: Log): Promise<BumpFollower> {
  const connection = new pg.Pool({
    connectionString: database.url,
    application_name: 'reprise cache',
    max: 1,
    connectionTimeoutMillis: secondsPerQuery * 1000,
    query_timeout: secondsPerQuery * 1000,
    idleTimeoutMillis: 0,
    keepAlive: true,
  });
  connection.on('error', (error) => log.warn({ err: error }, 'connection of the cache lost'));

  let answers: Pick<ResponseCache, 'bump' | 'forgetAll'> = { bump: () => {}, forgetAll: () => {} };
  let horizon = await startingPoint(connection);
  let knownUntil = performance.now();
  let seen = new Set<string>();
  let looking: Promise<boolean> | undefined;
  let failing = false;
  const own = createOwnRows(database);
  const prune = createPruning(connection);

  async function look(): Promise<boolean> {
    const startedAt = performance.now();
    try {
      const { rows } = await connection.query<Row>(newRows, [horizon, maxRows + 1]);
      apply(rows, startedAt);
      horizon = rows[0]?.horizon ?? horizon;
      knownUntil = startedAt;
      failing = false;
      await prune(horizon);
      return true;
    } catch (error) {
      if (!failing) log.warn({ err: error }, 'the cache cannot learn what others write; it is not used');
      failing = true;
      return false;
    }
  }

  function apply(rows: Row[], startedAt: number): void {
    const lookedFor = rows.filter((row): row is Row & { id: string; tags: string[] } => row.id !== null);
    if (rows.length > maxRows || startedAt - knownUntil > keptMs / 2) answers.forgetAll();
    else
      for (const { id, tags } of lookedFor) {
        // Counted from the look before: it may have been written right after that.
        if (!seen.has(id) && !own.knows(id)) answers.bump(tags, performance.now() - knownUntil);
      }
    seen = new Set(lookedFor.map(({ id }) => id));
  }

  /** One look at a time. */
  function lookOnce(): Promise<boolean> {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  const timer = setInterval(lookOnce, pollMs).unref();
  const isInSync = () => performance.now() - knownUntil < blindAfterMs;
  return {
    follow: (kept) => {
      answers = kept;
    },
    isInSync,
    outOfSyncForMs: () => performance.now() - knownUntil,
    sync: async () => {
      // One that is under way may have begun too long ago; one that begins now sees all that was answered so far.
      await looking;
      return isInSync() || lookOnce();
    },
    stop: async () => {
      clearInterval(timer);
      await looking;
      await connection.end();
    },
  };
}

const newRows = `
  select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, bump.id, bump.tags
  from (select) as always
  left join (select id, tags from cache_bumps where transaction >= $1::xid8 limit $2) as bump on true`;

/** Where the first look begins. Rows of transactions yet to come were brought along by a restored backup. */
async function startingPoint(connection: pg.Pool): Promise<string> {
  await connection.query(
    'delete from cache_bumps where transaction >= pg_snapshot_xmax(pg_current_snapshot())',
  );
  const { rows } = await connection.query<{ horizon: string }>(
    'select pg_snapshot_xmin(pg_current_snapshot())::text as horizon',
  );
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL did not say which transactions are running.');
  return row.horizon;
}

/** What this process wrote itself it has forgotten already, unless it never learned whether the commit happened. */
function createOwnRows(database: PostgresDatabase) {
  const known = new Set<string>();
  onInvalidation(database.db, ({ row, certain }) => {
    if (!certain) return;
    known.add(row);
    // Those that were read before the commit was answered are never asked for again.
    const [oldest] = known;
    if (oldest !== undefined && known.size > maxRows) known.delete(oldest);
  });
  return { knows: (id: string) => known.delete(id) };
}

/** Once in a while deletes the rows that every process has read long ago. */
function createPruning(connection: pg.Pool) {
  let mark: { horizon: string; at: number } | undefined;
  return async (horizon: string): Promise<void> => {
    mark ??= { horizon, at: performance.now() };
    if (performance.now() - mark.at < keptMs) return;
    await connection.query('delete from cache_bumps where transaction < $1::xid8', [mark.horizon]);
    mark = { horizon, at: performance.now() };
  };
}
