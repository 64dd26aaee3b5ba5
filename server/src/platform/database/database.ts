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
import { lockDataFolder } from './data-folder-lock.ts';
import { databaseFault, isRejected } from './database-fault.ts';
import { createDiskSpaceCheck, diskFullError, hasDiskSpace } from './disk-room.ts';

/** The part of a result that both drivers share. Count changed rows with `.returning()`. */
interface Result<Row> {
  rows: Row[];
}
interface ResultKind extends PgQueryResultHKT {
  type: Result<this['row']>;
}

export const statementRunner = Symbol('statementRunner');
/** Sends a statement unchanged. On PostgreSQL a named one is prepared once per connection. */
type StatementRunner = (statement: {
  name?: string | undefined;
  text: string;
  values: unknown[];
}) => Promise<Result<Record<string, unknown>>>;

/** Runs statements, inside or outside a transaction. The parameter type of reads. */
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
/** The handle of a running transaction, created only by `inTransaction`. */
export type Tx = Queryable & { readonly [insideTransaction]: true };

interface Handle {
  db: Db;
  /** Throws if the database does not respond. */
  ping(): Promise<void>;
  close(): Promise<void>;
  /** Throws inside a transaction; for callers that use the driver directly. */
  assertOutsideTransaction(): void;
}

export type EmbeddedDatabase = Handle & { kind: 'embedded'; pglite: PGlite };
export type PostgresDatabase = Handle & { kind: 'postgres'; pool: pg.Pool; url: string };
export type Database = EmbeddedDatabase | PostgresDatabase;

/** `unknown`: the commit was sent but got no response. */
type Committed = 'yes' | 'no' | 'unknown';
type EndListener = (tx: Tx, committed: Committed) => void;

const endListeners = new WeakMap<Db, EndListener[]>();

/** Calls `listener` when a transaction of this handle ends, before its caller continues. */
export function onTransactionEnd(db: Db, listener: EndListener): void {
  endListeners.set(db, [...(endListeners.get(db) ?? []), listener]);
}

const multiProcessTransactions = new WeakSet<Tx>();

/** True if other processes may use the database of this transaction. */
export function isMultiProcess(tx: Tx): boolean {
  return multiProcessTransactions.has(tx);
}

const lastStatements = new WeakMap<Tx, string>();

/** Sends a statement to PostgreSQL together with the commit, which saves a round trip. */
export function sendWithCommit(tx: Tx, statement: string): void {
  lastStatements.set(tx, statement);
}

/** Opens PostgreSQL at `databaseUrl`, or the embedded database in the data folder without one. */
export async function openDatabase(options: {
  databaseUrl?: string | undefined;
  dataDir: string;
  log: Log;
}): Promise<Database> {
  if (options.databaseUrl !== undefined) return openPostgres(options.databaseUrl, options.log);
  const lock = await lockDataFolder(options.dataDir);
  try {
    const database = wrapPglite(
      await openPgliteFolder(options.dataDir),
      createDiskSpaceCheck(options.dataDir),
    );
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
 * Runs `work` in one transaction and commits it. Retries it after a serialization failure, deadlock or lock timeout, so
 * `work` must not have effects that a rollback does not undo.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await runAndNotify(db, work);
    } catch (error) {
      if (tries === maxTries || databaseFault(error)?.kind !== 'contention') throw error;
      await pause(tries * (10 + Math.random() * 40));
    }
  }
}

async function runAndNotify<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  let startedTx: Tx | undefined;
  let committed: Committed = 'no';
  try {
    const result = await db[transactionRunner](async (tx) => {
      startedTx = tx;
      const result = await work(tx);
      committed = 'unknown';
      return result;
    });
    committed = 'yes';
    return result;
  } finally {
    if (startedTx) notifyListeners(db, startedTx, committed);
  }
}

/**
 * Runs a transaction of a single prepared statement in auto-commit mode, in one round trip. `work` invalidates tags and
 * then sends that statement; unlike `inTransaction`, it is not retried.
 */
export async function inAutoCommitStatement<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  let startedTx: Tx | undefined;
  // Unless PostgreSQL rejects the statement, it may have committed it.
  let committed: Committed = 'unknown';
  try {
    const result = await db[singleRunner](async (tx) => {
      startedTx = tx;
      return work(tx);
    });
    committed = 'yes';
    return result;
  } catch (error) {
    if (isRejected(error)) committed = 'no';
    throw error;
  } finally {
    if (startedTx) notifyListeners(db, startedTx, committed);
  }
}

function notifyListeners(db: Db, tx: Tx, committed: Committed): void {
  for (const listener of endListeners.get(db) ?? []) listener(tx, committed);
}

/** Creates a handle that sends exactly one statement. */
function createSingleStatementTx(run: StatementRunner): Tx {
  let sent = false;
  const runOnce: StatementRunner = async (statement) => {
    if (sent) throw new Error('This transaction has sent its only statement.');
    sent = true;
    return run(statement);
  };
  const tx = { [statementRunner]: runOnce } as unknown as Tx;
  autoCommitTransactions.add(tx);
  return tx;
}

const autoCommitTransactions = new WeakSet<Tx>();

/** True if this transaction ends with its first statement, so that nothing can be sent with its commit. */
export function isAutoCommitStatement(tx: Tx): boolean {
  return autoCommitTransactions.has(tx);
}

/**
 * Makes the outer handle throw inside a transaction, tracked per async context. On the embedded database, with its one
 * connection, such a statement would deadlock; on PostgreSQL it would silently run outside the transaction.
 */
function createTransactionGuard() {
  const transactions = new AsyncLocalStorage<{ open: boolean }>();
  return {
    assertOutside() {
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

// Parsers that give values the same JavaScript type on both drivers, also in rows of plain `sql`.

const typeOid = {
  int8: 20,
  numeric: 1700,
  timestamptz: 1184,
  timestamp: 1114,
  date: 1082,
  interval: 1186,
};
/** OIDs of arrays of numeric and date types, whose text Drizzle parses itself. */
const arraysLeftAsText = [1231, 1115, 1185, 1187, 1182];
const textOf = (text: string) => text;

function parseInt8(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

const valueParsers: Record<number, (text: string) => unknown> = {
  [typeOid.int8]: parseInt8,
  [typeOid.numeric]: Number,
  [typeOid.timestamptz]: (text) => new Date(text),
  [typeOid.timestamp]: textOf,
  [typeOid.date]: textOf,
  [typeOid.interval]: textOf,
  ...Object.fromEntries(arraysLeftAsText.map((typeId) => [typeId, textOf])),
};

// Embedded database

/** Wraps PGlite; `assertDiskSpace` throws before a transaction that could fill the disk. */
export function wrapPglite(
  pglite: PGlite,
  assertDiskSpace: () => Promise<void> = async () => {},
): EmbeddedDatabase {
  Object.assign(pglite.parsers, valueParsers);
  const guard = createTransactionGuard();
  const outer = pgliteHandle(pglite, guard.assertOutside) as unknown as Queryable;
  const runTransaction: TransactionRunner = async (work) => {
    guard.assertOutside();
    await assertDiskSpace();
    return pglite
      .transaction((inner) => guard.inside(() => work(pgliteHandle(inner, () => {}) as unknown as Tx)))
      .catch(exitOnPanic);
  };
  const runSingle: TransactionRunner = async (work) => {
    guard.assertOutside();
    await assertDiskSpace();
    return work(createSingleStatementTx(outer[statementRunner]));
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
    assertOutsideTransaction: guard.assertOutside,
  };
}

function pgliteHandle(client: Pick<PGliteInterface, 'query'>, check: () => void) {
  // The parsers are set on the database: parsers of a single query would make PGlite copy all others.
  const query = async (text: string, params: unknown[], { parsers: _, ...options }: QueryOptions) => {
    check();
    return client.query(text, params, options).catch(exitOnPanic);
  };
  const run: StatementRunner = ({ text, values }) => query(text, values, {}) as ReturnType<StatementRunner>;
  return Object.assign(drizzlePglite({ client: { query } as PGlite }), { [statementRunner]: run });
}

/**
 * Exits after a panic, such as a failed write of the log: another query would block the process forever. The next start
 * recovers every committed transaction.
 */
function exitOnPanic(error: unknown): never {
  if ((error as { severity?: string }).severity === 'PANIC') {
    console.error('The embedded database crashed:', error);
    process.exit(4);
  }
  throw error;
}

/** Opens an embedded database in `folder`, creating it if necessary. The caller has locked the data folder. */
export async function openEmbeddedAt(folder: string): Promise<EmbeddedDatabase> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return wrapPglite(await openPglite(folder));
}

async function openPgliteFolder(dataDir: string): Promise<PGlite> {
  const folder = join(dataDir, 'database');
  // An interrupted restore may have left only its last step, this rename.
  const restored = join(dataDir, 'database.restored');
  if (!existsSync(folder) && existsSync(restored)) await rename(restored, folder);
  if (!existsSync(folder)) await createPgliteFolder(dataDir, folder);
  if (!existsSync(join(folder, 'PG_VERSION')))
    throw unreadableFolder(folder, (await readdir(folder)).join(', '));
  // Crash recovery writes: on a full disk it fails halfway or not, depending on the log it finds.
  if (!(await hasDiskSpace(folder))) throw diskFullError(folder);
  try {
    return await openPglite(folder);
  } catch (error) {
    throw unreadableFolder(folder, error);
  }
}

/** Creates the database aside and renames it, so that a killed process leaves no partial database. */
async function createPgliteFolder(dataDir: string, folder: string): Promise<void> {
  const unfinished = join(dataDir, 'database.new');
  await rm(unfinished, { recursive: true, force: true });
  // PGlite creates world-writable files, so the folder must deny access to other users.
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

/** Thrown when the embedded database cannot be opened. Its files are unchanged. */
export class DatabaseDamaged extends Error {
  override name = 'DatabaseDamaged';
}

function unreadableFolder(folder: string, cause: unknown): DatabaseDamaged {
  return new DatabaseDamaged(
    `The database in ${folder} cannot be opened; it is damaged or not a database. ` +
      'Nothing was changed. List the backups with `npm run shop -- backups`; restore the latest with ' +
      '`npm run shop -- restore <file> --replace`, which moves this folder aside.',
    { cause },
  );
}

// PostgreSQL

const second = 1000;

function openPostgres(url: string, log: Log): PostgresDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'reprise',
    // JIT compilation takes longer than short statements run. With 16 MB, bitmaps of search hits stay exact; lossy ones
    // would recheck whole pages.
    options: '-c timezone=UTC -c jit=off -c work_mem=16MB',
    max: 10,
    connectionTimeoutMillis: 3 * second,
    idleTimeoutMillis: 30 * second,
    statement_timeout: 5 * second,
    lock_timeout: 2 * second,
    // Ends a transaction whose connection died silently, which would otherwise keep its locks.
    idle_in_transaction_session_timeout: 8 * second,
    // A client-side limit: over a dead connection the server's timeouts never arrive.
    query_timeout: 8 * second,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10 * second,
  });
  // A broken connection emits an error, idle or checked out; without listeners it would crash the process.
  pool.on('error', (error) => log.warn({ err: error }, 'idle database connection lost'));
  pool.on('connect', (client) => client.on('error', () => {}));

  const guard = createTransactionGuard();
  const outer = postgresHandle(pool, guard.assertOutside) as unknown as Queryable;
  const runTransaction: TransactionRunner = async (work) => {
    guard.assertOutside();
    return runPostgresTransaction(await pool.connect(), guard, work);
  };
  const runSingle: TransactionRunner = async (work) => {
    guard.assertOutside();
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
    assertOutsideTransaction: guard.assertOutside,
  };
}

async function runPostgresTransaction<T>(
  client: pg.PoolClient,
  guard: TransactionGuard,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  let isBroken = false;
  let isOver = false;
  // Afterwards the connection may belong to another transaction.
  const assertNotOver = () => {
    if (isOver) throw new Error('The transaction is closed; everything in it must be awaited.');
  };
  try {
    await client.query('begin');
    const tx = postgresHandle(client, assertNotOver) as unknown as Tx;
    multiProcessTransactions.add(tx);
    const result = await guard.inside(() => work(tx));
    isOver = true;
    const commit = await commitWith(client, lastStatements.get(tx));
    // PostgreSQL turns the commit into a rollback when a statement failed, even if the caller caught the error.
    if (commit?.command === 'ROLLBACK')
      throw new Error('The transaction was rolled back: one of its statements failed.');
    return result;
  } catch (error) {
    isBroken = databaseFault(error)?.kind === 'unavailable' || !(await tryRollback(client));
    throw error;
  } finally {
    isOver = true;
    client.release(isBroken);
  }
}

async function runPostgresStatement<T>(client: pg.PoolClient, work: (tx: Tx) => Promise<T>): Promise<T> {
  let isBroken = false;
  try {
    const tx = createSingleStatementTx(postgresRunner(client, () => {}));
    multiProcessTransactions.add(tx);
    return await work(tx);
  } catch (error) {
    isBroken = !isRejected(error);
    throw error;
  } finally {
    client.release(isBroken);
  }
}

async function commitWith(client: pg.PoolClient, statement: string | undefined) {
  if (statement === undefined) return client.query('commit');
  // A message with several statements returns as many results.
  const results = (await client.query(`${statement}; commit`)) as unknown as pg.QueryResult[];
  return results.at(-1);
}

async function tryRollback(client: pg.PoolClient): Promise<boolean> {
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
