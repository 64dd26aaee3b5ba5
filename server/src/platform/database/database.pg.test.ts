import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/test-database.ts';
import { createLog } from '../log.ts';
import { inTransaction, type Tx } from './database.ts';
import { databaseFault } from './database-fault.ts';
import { openDatabase } from './open-database.ts';

// Behavior of a PostgreSQL server that the embedded database does not have.
const database = await openTestDatabase();
const { db } = database;

const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error: unknown) => databaseFault(error),
  );
const lock = (tx: Tx, id: number) =>
  tx.execute(sql`update test_accounts set money = money + 1 where id = ${id}`);

beforeAll(async () => {
  await db.execute(sql`create table test_accounts as select id, 0 as money from generate_series(1, 2) id`);
});

test('a connection lost in a transaction fails only that transaction', async () => {
  const work = inTransaction(db, async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await terminate(rows[0]?.pid);
    await lock(tx, 1);
  });
  expect(await faultOf(work)).toEqual({ kind: 'unavailable' });
  expect((await db.execute(sql`select money from test_accounts where id = 1`)).rows).toEqual([{ money: 0 }]);
});

test('connections lost while idle are replaced', async () => {
  const pids = await Promise.all(
    [1, 2, 3].map(
      async () => (await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)).rows[0]?.pid,
    ),
  );
  for (const pid of new Set(pids)) await terminate(pid);
  await expect.poll(() => database.ping().then(() => 'answers', String)).toBe('answers');
});

test('two transactions that lock in opposite order both succeed', async () => {
  const bothLocked = createBarrier(2);
  const cross = (first: number, second: number) =>
    inTransaction(db, async (tx) => {
      await lock(tx, first);
      await bothLocked();
      await lock(tx, second);
    });
  await Promise.all([cross(1, 2), cross(2, 1)]);
  const { rows } = await db.execute(sql`select sum(money) as sum from test_accounts`);
  expect(rows).toEqual([{ sum: 4 }]);
});

test('a slow statement is cancelled by its timeout', async () => {
  const { rows } = await db.execute(
    sql`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`,
  );
  expect(rows).toEqual([{ statement: '5s', lock: '2s' }]);
  const work = inTransaction(db, async (tx) => {
    await tx.execute(sql`set local statement_timeout = 20`);
    await tx.execute(sql`select pg_sleep(2)`);
  });
  expect(await faultOf(work)).toEqual({ kind: 'unavailable' });
});

test('an unreachable server is reported as unavailable', async () => {
  const nowhere = await openDatabase({
    databaseUrl: 'postgres://shop@127.0.0.1:1/shop',
    dataDir: '',
    log: createLog('silent'),
  });
  expect(await faultOf(nowhere.ping())).toEqual({ kind: 'unavailable' });
  expect(await faultOf(inTransaction(nowhere.db, async () => {}))).toEqual({ kind: 'unavailable' });
  await nowhere.close();
});

/** Terminates a connection from another one, and waits until the server has released it. */
async function terminate(pid: number | undefined): Promise<void> {
  if (database.kind !== 'postgres') throw new Error('Only a server has connections.');
  const other = await openDatabase({ databaseUrl: database.url, dataDir: '', log: createLog('silent') });
  await other.db.execute(sql`select pg_terminate_backend(${pid}, 5000)`);
  await other.close();
}

/** Creates a barrier that opens once `count` callers have reached it. */
function createBarrier(count: number): () => Promise<void> {
  const complete = Promise.withResolvers<void>();
  let arrived = 0;
  return () => {
    arrived += 1;
    if (arrived === count) complete.resolve();
    return complete.promise;
  };
}
