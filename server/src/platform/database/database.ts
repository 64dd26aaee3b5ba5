import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { databaseFault } from './database-fault.ts';
import type { PostgresTarget } from './postgres-session.ts';

/** The part of a result that both drivers share. Count changed rows with `.returning()`. */
interface Result<Row> {
  rows: Row[];
}
interface ResultKind extends PgQueryResultHKT {
  type: Result<this['row']>;
}

export const statementRunner = Symbol('statementRunner');
/** Sends a statement unchanged. On PostgreSQL a named one is prepared once per connection. */
export type StatementRunner = (statement: {
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

export const transactionRunner = Symbol('transactionRunner');
export type TransactionRunner = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** The handle outside transactions. Using it inside one fails at once, see `createTransactionGuard`. */
export type Db = Queryable & { readonly [transactionRunner]: TransactionRunner };

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
export type PostgresDatabase = Handle & PostgresTarget & { kind: 'postgres'; pool: pg.Pool };
export type Database = EmbeddedDatabase | PostgresDatabase;

/** `unknown`: the commit was sent but got no response. */
type Committed = 'yes' | 'no' | 'unknown';
type EndListener = (tx: Tx, committed: Committed) => void;

const endListeners = new WeakMap<Db, EndListener[]>();

/** Calls `listener` when a transaction of this handle ends, before its caller continues. */
export function onTransactionEnd(db: Db, listener: EndListener): void {
  endListeners.set(db, [...(endListeners.get(db) ?? []), listener]);
}

type CommitStep = () => Promise<void>;

type TransactionState = {
  /** Other processes may use its database, too. */
  isMultiProcess: boolean;
  /** Sent together with the commit. */
  lastStatement: string | undefined;
  commitSteps: Map<string, CommitStep>;
};

const states = new WeakMap<Tx, TransactionState>();

function stateOf(tx: Tx): TransactionState {
  const known = states.get(tx);
  if (known) return known;
  const state = {
    isMultiProcess: false,
    lastStatement: undefined,
    commitSteps: new Map(),
  };
  states.set(tx, state);
  return state;
}

/** Marks a transaction of PostgreSQL, which other processes may use too. */
export function markMultiProcess(tx: Tx): void {
  stateOf(tx).isMultiProcess = true;
}

/** True if other processes may use the database of this transaction. */
export const isMultiProcess = (tx: Tx): boolean => stateOf(tx).isMultiProcess;

/** Sends a statement to PostgreSQL together with the commit, which saves a round trip. */
export function sendWithCommit(tx: Tx, statement: string): void {
  stateOf(tx).lastStatement = statement;
}

/** Returns the statement to send together with the commit. */
export const statementOfCommit = (tx: Tx): string | undefined => stateOf(tx).lastStatement;

/**
 * Runs `step` as the last work of the transaction, once per key: what it locks is locked only for the commit. A later
 * step replaces the one of the same key.
 */
export function beforeCommit(tx: Tx, key: string, step: CommitStep): void {
  stateOf(tx).commitSteps.set(key, step);
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
      for (const step of stateOf(tx).commitSteps.values()) await step();
      committed = 'unknown';
      return result;
    });
    committed = 'yes';
    return result;
  } finally {
    if (startedTx) notifyListeners(db, startedTx, committed);
  }
}

function notifyListeners(db: Db, tx: Tx, committed: Committed): void {
  for (const listener of endListeners.get(db) ?? []) listener(tx, committed);
}

/**
 * Makes the outer handle throw inside a transaction, tracked per async context. On the embedded database, with its one
 * connection, such a statement would deadlock; on PostgreSQL it would silently run outside the transaction.
 */
export function createTransactionGuard() {
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

export type TransactionGuard = ReturnType<typeof createTransactionGuard>;
