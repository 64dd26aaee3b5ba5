import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Log } from '../log.ts';
import { inStatementSpan } from '../telemetry.ts';
import { secondMs } from '../time.ts';
import {
  createTransactionGuard,
  markMultiProcess,
  type PostgresDatabase,
  type Queryable,
  type StatementRunner,
  statementOfCommit,
  statementRunner,
  type TransactionGuard,
  type TransactionRunner,
  type Tx,
  transactionRunner,
} from './database.ts';
import { databaseFault } from './database-fault.ts';
import { type PostgresTarget, requestSettings, sessionConfig } from './postgres-session.ts';
import { valueParsers } from './value-parsers.ts';

/** Opens a pool of at most `maxConnections`; connects with the first statement. */
export function openPostgres(target: PostgresTarget, maxConnections: number, log: Log): PostgresDatabase {
  const pool = new pg.Pool({
    ...sessionConfig(target, requestSettings),
    application_name: 'reprise',
    max: maxConnections,
    connectionTimeoutMillis: 3 * secondMs,
    idleTimeoutMillis: 30 * secondMs,
    // A client-side limit: over a dead connection the server's timeouts never arrive.
    query_timeout: 8 * secondMs,
    keepAliveInitialDelayMillis: 10 * secondMs,
  });
  // A broken connection emits an error, idle or checked out; without listeners it would crash the process.
  pool.on('error', (error) => log.warn({ err: error }, 'idle database connection lost'));
  pool.on('connect', (client) => client.on('error', () => {}));

  const guard = createTransactionGuard();
  const outer = postgresHandle(pool, target, guard.assertOutside) as unknown as Queryable;
  const runTransaction: TransactionRunner = async (work) => {
    guard.assertOutside();
    return runPostgresTransaction(await pool.connect(), target, guard, work);
  };
  return {
    kind: 'postgres',
    pool,
    ...target,
    db: Object.assign(outer, { [transactionRunner]: runTransaction }),
    ping: async () => {
      await pool.query('select 1');
    },
    close: () => pool.end(),
    assertOutsideTransaction: guard.assertOutside,
  };
}

async function runPostgresTransaction<T>(
  client: pg.PoolClient,
  target: PostgresTarget,
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
    const tx = postgresHandle(client, target, assertNotOver) as unknown as Tx;
    markMultiProcess(tx);
    const result = await guard.inside(() => work(tx));
    isOver = true;
    const commit = await commitWith(client, statementOfCommit(tx));
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

function postgresHandle(client: Pick<pg.ClientBase, 'query'>, target: PostgresTarget, check: () => void) {
  const query = async (config: pg.QueryConfig, params: unknown[]) => {
    check();
    const statement = statementFor(target, { ...config, types: postgresTypes });
    return inStatementSpan(config.text, () => client.query(statement, params));
  };
  return Object.assign(drizzlePostgres({ client: { query } as unknown as pg.Pool }), {
    [statementRunner]: postgresRunner(client, target, check),
  });
}

function postgresRunner(
  client: Pick<pg.ClientBase, 'query'>,
  target: PostgresTarget,
  check: () => void,
): StatementRunner {
  return async ({ name, text, values }) => {
    check();
    const config = { name, text, values, types: postgresTypes } as pg.QueryConfig;
    return inStatementSpan(text, () => client.query(statementFor(target, config)));
  };
}

/** Removes the name behind a pooler: the next use may reach a server connection that never prepared it. */
function statementFor({ isPooled }: PostgresTarget, { name, ...statement }: pg.QueryConfig): pg.QueryConfig {
  return isPooled || name === undefined ? statement : { name, ...statement };
}
