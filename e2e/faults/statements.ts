import { AsyncLocalStorage } from 'node:async_hooks';
import type { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Database, Db } from '../../server/src/platform/database/database.ts';

// Failpoints outside the product: a watcher sees every statement that some work sends to the database and can count
// it, delay it, fail it or kill the process after it.

type Statement = {
  /** 1 for the first statement of the work; `begin` and `commit` count. */
  number: number;
  text: string;
};

export type Watcher = {
  before?: (statement: Statement) => Promise<void> | void;
  after?: (statement: Statement) => Promise<void> | void;
  /** Runs after the statement has succeeded or failed. */
  answered?: () => void;
};

type Watched = { watcher: Watcher; sent: number };
const current = new AsyncLocalStorage<Watched | undefined>();

/** Runs `work` and passes each of its statements to the watcher, but no statement of concurrent work. */
export function watch<T>(watcher: Watcher, work: () => Promise<T>): Promise<T> {
  return current.run({ watcher, sent: 0 }, work);
}

const outside = AsyncLocalStorage.snapshot();

/** Runs `work` as another actor: outside the caller's transaction and unseen by its watcher. */
export function asAnotherActor<T>(work: () => Promise<T>): Promise<T> {
  return outside(work);
}

async function pass<T>(text: string, send: () => Promise<T>): Promise<T> {
  const watched = current.getStore();
  if (!watched) return send();
  watched.sent += 1;
  const statement = { number: watched.sent, text: text.replaceAll(/\s+/g, ' ').trim() };
  const { before, after, answered } = watched.watcher;
  await before?.(statement);
  const result = await send().finally(answered);
  await after?.(statement);
  return result;
}

/** Returns the number of connections that wait for a lock. */
export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await db.execute<{ waiting: number }>(sql`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return rows[0]?.waiting ?? 0;
}

/** Makes the later statements of this database visible to watchers. */
export function makeWatchable(database: Database): void {
  if (database.kind === 'embedded') makeEmbeddedWatchable(database.pglite);
  else makePostgresWatchable();
}

// biome-ignore lint/suspicious/noExplicitAny: the driver's own method has many shapes
type AnyFunction = (...values: any[]) => any;

let isPostgresWatchable = false;

function makePostgresWatchable(): void {
  if (isPostgresWatchable) return;
  isPostgresWatchable = true;
  const client = pg.Client.prototype as unknown as { query: AnyFunction };
  const send = client.query;
  client.query = function query(this: pg.Client, ...values: Parameters<AnyFunction>) {
    const text = typeof values[0] === 'string' ? values[0] : (values[0]?.text ?? '');
    if (!current.getStore() || text === 'rollback') return send.apply(this, values);
    const answer = values.at(-1);
    if (typeof answer !== 'function') return pass(text, () => send.apply(this, values));
    // The pool passes callbacks.
    const parameters = values.slice(0, -1);
    pass(text, () => send.apply(this, parameters)).then(
      (result) => answer(undefined, result),
      (error) => answer(error),
    );
    return undefined;
  };
}

function makeEmbeddedWatchable(pglite: PGlite): void {
  const open = pglite as unknown as { query: AnyFunction; transaction: AnyFunction };
  const { query, transaction } = open;
  open.query = (text: string, ...more: unknown[]) => pass(text, () => query.call(pglite, text, ...more));
  open.transaction = async (work: AnyFunction) => {
    let committed: Statement | undefined;
    const result = await transaction.call(pglite, async (tx: { query: AnyFunction }) => {
      const inner = {
        query: (text: string, ...more: unknown[]) => pass(text, () => tx.query(text, ...more)),
      };
      const done = await work(inner);
      await pass('commit', async () => {});
      const watched = current.getStore();
      committed = watched && { number: watched.sent, text: 'committed' };
      return done;
    });
    if (committed) await current.getStore()?.watcher.after?.(committed);
    return result;
  };
}
