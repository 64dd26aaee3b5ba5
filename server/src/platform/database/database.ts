import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PGlite, type PGliteInterface, type QueryOptions } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import pg from 'pg';
import type { Log } from '../log.ts';
import { holdDataFolder } from './data-folder-lock.ts';
import { databaseFault, isRefusal } from './database-fault.ts';
import { createRoomCheck, diskFull, hasRoom } from './disk-room.ts';

/** What both drivers have in common about a result: its rows. Count changed rows with `.returning()`. */
interface Result<Row> {
  rows: Row[];
}
interface ResultKind extends PgQueryResultHKT {
  type: Result<this['row']>;
}

export const statementRunner = Symbol('statementRunner');
/** Sends a statement as it is. On PostgreSQL a named one is parsed once per connection. */
type StatementRunner = (statement: {
  name?: string | undefined;
  text: string;
  values: unknown[];
}) => Promise<Result<Record<string, unknown>>>;

/** Runs statements, inside or outside a transaction. Reads take this. */
export type Queryable = { readonly [statementRunner]: StatementRunner } & Pick<
  PgDatabase<ResultKind>,
  | 'select'
  | 'selectDistinct'
  | 'selectDistinctOn'
  | 'insert'
  | 'update'
  | 'delete'
  | 'execute'
  | 'with'
  | '$with'
  | '$count'
>;

const transactionRunner = Symbol('transactionRunner');
const singleRunner = Symbol('singleRunner');
type TransactionRunner = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** The handle outside transactions. Using it inside one fails at once, see `createTransactionGuard`. */
export type Db = Queryable & {
  readonly [transactionRunner]: TransactionRunner;
  readonly [singleRunner]: TransactionRunner;
};

declare const insideTransaction: unique symbol;
/** The handle of a running transaction; only `inTransaction` hands it out. */
export type Tx = Queryable & { readonly [insideTransaction]: true };

interface Handle {
  db: Db;
  /** Fails when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
  /** For those who use the driver directly: throws when the caller is inside a transaction. */
  refuseInsideTransaction(): void;
}

export type EmbeddedDatabase = Handle & { kind: 'embedded'; pglite: PGlite };
export type PostgresDatabase = Handle & { kind: 'postgres'; pool: pg.Pool; url: string };
export type Database = EmbeddedDatabase | PostgresDatabase;

/** `unknown`: the commit was sent and not answered. */
type Committed = 'yes' | 'no' | 'unknown';
type EndListener = (tx: Tx, committed: Committed) => void;

const endListeners = new WeakMap<Db, EndListener[]>();

/** Called when a transaction of this handle is over, before its caller goes on. */
export function onTransactionEnd(db: Db, listener: EndListener): void {
  endListeners.set(db, [...(endListeners.get(db) ?? []), listener]);
}

const multiProcessTransactions = new WeakSet<Tx>();

/** Whether other processes may work on the database of this transaction. */
export function isMultiProcess(tx: Tx): boolean {
  return multiProcessTransactions.has(tx);
}

const lastStatements = new WeakMap<Tx, string>();

/** A statement that goes to PostgreSQL together with the commit, so that it costs no trip of its own. */
export function sendWithCommit(tx: Tx, statement: string): void {
  lastStatements.set(tx, statement);
}

/** PostgreSQL at `databaseUrl` where one is given, else the embedded one in the data folder. */
export async function openDatabase(options: {
  databaseUrl?: string | undefined;
  dataDir: string;
  log: Log;
}): Promise<Database> {
  if (options.databaseUrl !== undefined) return openPostgres(options.databaseUrl, options.log);
  const lock = await holdDataFolder(options.dataDir);
  try {
    const database = wrapPglite(await openPgliteFolder(options.dataDir), createRoomCheck(options.dataDir));
    return {
      ...database,
      close: async () => {
        await database.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

const maxTries = 3;

/**
 * Runs `work` in one transaction and commits it. The whole of it is tried again when PostgreSQL gave up on
 * it because of a rival (serialization failure, deadlock, lock time-out), so it must not do anything
 * that a rollback does not undo.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await runAndTell(db, work);
    } catch (error) {
      if (tries === maxTries || databaseFault(error)?.kind !== 'contention') throw error;
      await pause(tries * (10 + Math.random() * 40));
    }
  }
}

async function runAndTell<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  let begun: Tx | undefined;
  let committed: Committed = 'no';
  try {
    const result = await db[transactionRunner](async (tx) => {
      begun = tx;
      const done = await work(tx);
      committed = 'unknown';
      return done;
    });
    committed = 'yes';
    return result;
  } finally {
    if (begun) tell(db, begun, committed);
  }
}

/**
 * A transaction that is one prepared statement, begun and committed with it: all of it is one trip. `work` says what
 * it bumps and then sends that statement. Unlike the other it is not tried again.
 */
export async function inAutoCommitStatement<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  let begun: Tx | undefined;
  // Until PostgreSQL has said that it refuses the statement, it may have committed it.
  let committed: Committed = 'unknown';
  try {
    const result = await db[singleRunner](async (tx) => {
      begun = tx;
      return work(tx);
    });
    committed = 'yes';
    return result;
  } catch (error) {
    if (isRefusal(error)) committed = 'no';
    throw error;
  } finally {
    if (begun) tell(db, begun, committed);
  }
}

function tell(db: Db, tx: Tx, committed: Committed): void {
  for (const listener of endListeners.get(db) ?? []) listener(tx, committed);
}

/** A handle that sends one statement and no more. */
function forOneStatement(run: StatementRunner): Tx {
  let sent = false;
  const runOnce: StatementRunner = async (statement) => {
    if (sent) throw new Error('This transaction is one statement, which was sent already.');
    sent = true;
    return run(statement);
  };
  const tx = { [statementRunner]: runOnce } as unknown as Tx;
  onlyStatements.add(tx);
  return tx;
}

const onlyStatements = new WeakSet<Tx>();

/** Whether this transaction ends with its first statement, so that nothing can be sent with its commit. */
export function isAutoCommitStatement(tx: Tx): boolean {
  return onlyStatements.has(tx);
}

/**
 * The embedded database has one connection: a statement on the outer handle would wait for the
 * transaction, which waits for the statement. On PostgreSQL it would silently run outside of it. Both are
 * faults of the caller, so both drivers answer with an error. Whether a transaction is open is remembered per
 * chain of async calls.
 */
function createTransactionGuard() {
  const transactions = new AsyncLocalStorage<{ open: boolean }>();
  return {
    refuseInside() {
      if (transactions.getStore()?.open) {
        throw new Error('The outer database handle was used inside a transaction; use its tx.');
      }
    },
    async inside<T>(work: () => Promise<T>): Promise<T> {
      const state = { open: true };
      try {
        return await transactions.run(state, work);
      } finally {
        state.open = false;
      }
    },
  };
}

type TransactionGuard = ReturnType<typeof createTransactionGuard>;

// Values: the same JavaScript type on both drivers, also in rows of plain `sql`.

const typeNumber = {
  int8: 20,
  numeric: 1700,
  timestamptz: 1184,
  timestamp: 1114,
  date: 1082,
  interval: 1186,
};
/** Arrays of numeric and of the date types: Drizzle reads their text itself. */
const arraysLeftAsText = [1231, 1115, 1185, 1187, 1182];
const textOf = (text: string) => text;

function parseInt8(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

const valueParsers: Record<number, (text: string) => unknown> = {
  [typeNumber.int8]: parseInt8,
  [typeNumber.numeric]: Number,
  [typeNumber.timestamptz]: (text) => new Date(text),
  [typeNumber.timestamp]: textOf,
  [typeNumber.date]: textOf,
  [typeNumber.interval]: textOf,
  ...Object.fromEntries(arraysLeftAsText.map((typeId) => [typeId, textOf])),
};

// Embedded

/** `expectRoom` throws before a transaction for which there may be no room. */
export function wrapPglite(
  pglite: PGlite,
  expectRoom: () => Promise<void> = async () => {},
): EmbeddedDatabase {
  Object.assign(pglite.parsers, valueParsers);
  const guard = createTransactionGuard();
  const outer = pgliteHandle(pglite, guard.refuseInside) as unknown as Queryable;
  const runTransaction: TransactionRunner = async (work) => {
    guard.refuseInside();
    await expectRoom();
    return pglite
      .transaction((inner) => guard.inside(() => work(pgliteHandle(inner, () => {}) as unknown as Tx)))
      .catch(endIfDead);
  };
  const runSingle: TransactionRunner = async (work) => {
    guard.refuseInside();
    await expectRoom();
    return work(forOneStatement(outer[statementRunner]));
  };
  return {
    kind: 'embedded',
    pglite,
    db: Object.assign(outer, { [transactionRunner]: runTransaction, [singleRunner]: runSingle }),
    ping: async () => {
      await pglite.query('select 1');
    },
    close: async () => {
      await pglite.query('checkpoint');
      await pglite.close();
    },
    refuseInsideTransaction: guard.refuseInside,
  };
}

function pgliteHandle(client: Pick<PGliteInterface, 'query'>, check: () => void) {
  // The database has its parsers: those that come with a query cost it a copy of all the others.
  const query = async (text: string, params: unknown[], { parsers: _, ...options }: QueryOptions) => {
    check();
    return client.query(text, params, options).catch(endIfDead);
  };
  const run: StatementRunner = ({ text, values }) => query(text, values, {}) as ReturnType<StatementRunner>;
  return Object.assign(drizzlePglite({ client: { query } as PGlite }), { [statementRunner]: run });
}

/**
 * After a panic (it could not write its log) the embedded database answers nothing any more, and asking it would stop
 * the process for ever. The next start brings back everything that was confirmed.
 */
function endIfDead(error: unknown): never {
  if ((error as { severity?: string }).severity === 'PANIC') {
    console.error('The embedded database had to stop:', error);
    process.exit(4);
  }
  throw error;
}

/** A database of its own in `folder`, made if it is not there. The caller holds the data folder. */
export async function openEmbeddedAt(folder: string): Promise<EmbeddedDatabase> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return wrapPglite(await openPglite(folder));
}

async function openPgliteFolder(dataDir: string): Promise<PGlite> {
  const folder = join(dataDir, 'database');
  // A restore was cut short when all that was left to do was to move it into its place.
  const restored = join(dataDir, 'database.restored');
  if (!existsSync(folder) && existsSync(restored)) await rename(restored, folder);
  if (!existsSync(folder)) await createPgliteFolder(dataDir, folder);
  if (!existsSync(join(folder, 'PG_VERSION')))
    throw unreadableFolder(folder, (await readdir(folder)).join(', '));
  try {
    return await openPglite(folder);
  } catch (error) {
    // What was interrupted is brought to an end when it opens, for which it needs room.
    if (!(await hasRoom(folder))) throw diskFull(folder, error);
    throw unreadableFolder(folder, error);
  }
}

/** Created beside its place and then moved, so that a process killed halfway leaves no half database. */
async function createPgliteFolder(dataDir: string, folder: string): Promise<void> {
  const unfinished = join(dataDir, 'database.new');
  await rm(unfinished, { recursive: true, force: true });
  // The embedded database lets everybody write its files: the folder must keep others out.
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const pglite = await openPglite(unfinished);
  await pglite.close();
  await rename(unfinished, folder);
}

async function openPglite(folder: string): Promise<PGlite> {
  const pglite = await PGlite.create({ dataDir: folder, extensions: { pg_trgm } });
  await pglite.exec(`set timezone = 'UTC'`);
  return pglite;
}

/** The embedded database cannot be opened. It is left as it is. */
export class DatabaseDamaged extends Error {
  override name = 'DatabaseDamaged';
}

function unreadableFolder(folder: string, cause: unknown): DatabaseDamaged {
  return new DatabaseDamaged(
    `The database in ${folder} cannot be opened; it is damaged or not a database. ` +
      'Nothing was changed in it. `npm run shop -- backups` names the backups; ' +
      '`npm run shop -- restore <file> --replace` brings the last backup in and keeps this folder aside.',
    { cause },
  );
}

// PostgreSQL

const second = 1000;

function openPostgres(url: string, log: Log): PostgresDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'reprise',
    // Requests are short: to compile their statements takes longer than to run them. With that much memory the finds
    // of a search are remembered row by row, and not by pages that have to be read through again.
    options: '-c timezone=UTC -c jit=off -c work_mem=16MB',
    max: 10,
    connectionTimeoutMillis: 3 * second,
    idleTimeoutMillis: 30 * second,
    statement_timeout: 5 * second,
    lock_timeout: 2 * second,
    // A transaction whose line went dead must not keep its locks: the server sees only that nothing comes.
    idle_in_transaction_session_timeout: 8 * second,
    // The server's own limits cannot reach us over a dead line; this one is ours.
    query_timeout: 8 * second,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10 * second,
  });
  // A connection that breaks emits an error, idle or lent out; without listeners it would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'idle database connection lost'));
  pool.on('connect', (client) => client.on('error', () => {}));

  const guard = createTransactionGuard();
  const outer = postgresHandle(pool, guard.refuseInside) as unknown as Queryable;
  const runTransaction: TransactionRunner = async (work) => {
    guard.refuseInside();
    return runPostgresTransaction(await pool.connect(), guard, work);
  };
  const runSingle: TransactionRunner = async (work) => {
    guard.refuseInside();
    return runPostgresStatement(await pool.connect(), work);
  };
  return {
    kind: 'postgres',
    pool,
    url,
    db: Object.assign(outer, { [transactionRunner]: runTransaction, [singleRunner]: runSingle }),
    ping: async () => {
      await pool.query('select 1');
    },
    close: () => pool.end(),
    refuseInsideTransaction: guard.refuseInside,
  };
}

async function runPostgresTransaction<T>(
  client: pg.PoolClient,
  guard: TransactionGuard,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  let broken = false;
  let over = false;
  // By then the connection belongs to somebody else.
  const refuseAfterwards = () => {
    if (over) throw new Error('The transaction is closed; everything in it must be awaited.');
  };
  try {
    await client.query('begin');
    const tx = postgresHandle(client, refuseAfterwards) as unknown as Tx;
    multiProcessTransactions.add(tx);
    const result = await guard.inside(() => work(tx));
    over = true;
    const commit = await commitWith(client, lastStatements.get(tx));
    // PostgreSQL answers so when a statement failed before and the caller swallowed the error.
    if (commit?.command === 'ROLLBACK')
      throw new Error('The transaction was rolled back: one of its statements failed.');
    return result;
  } catch (error) {
    broken = databaseFault(error)?.kind === 'unavailable' || !(await rolledBack(client));
    throw error;
  } finally {
    over = true;
    client.release(broken);
  }
}

async function runPostgresStatement<T>(client: pg.PoolClient, work: (tx: Tx) => Promise<T>): Promise<T> {
  let broken = false;
  try {
    const tx = forOneStatement(postgresRunner(client, () => {}));
    multiProcessTransactions.add(tx);
    return await work(tx);
  } catch (error) {
    broken = !isRefusal(error);
    throw error;
  } finally {
    client.release(broken);
  }
}

async function commitWith(client: pg.PoolClient, statement: string | undefined) {
  if (statement === undefined) return client.query('commit');
  // Several statements in one message have as many results.
  const results = (await client.query(`${statement}; commit`)) as unknown as pg.QueryResult[];
  return results.at(-1);
}

async function rolledBack(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query('rollback');
    return true;
  } catch {
    return false;
  }
}

const postgresTypes = {
  getTypeParser: (typeId: number, format?: 'text' | 'binary') =>
    valueParsers[typeId] ?? pg.types.getTypeParser(typeId, format),
} as pg.CustomTypesConfig;

function postgresHandle(client: Pick<pg.ClientBase, 'query'>, check: () => void) {
  const query = async (config: pg.QueryConfig, params: unknown[]) => {
    check();
    return client.query({ ...config, types: postgresTypes }, params);
  };
  return Object.assign(drizzlePostgres({ client: { query } as unknown as pg.Pool }), {
    [statementRunner]: postgresRunner(client, check),
  });
}

function postgresRunner(client: Pick<pg.ClientBase, 'query'>, check: () => void): StatementRunner {
  return async ({ name, text, values }) => {
    check();
    return client.query({ name, text, values, types: postgresTypes } as pg.QueryConfig);
  };
}
