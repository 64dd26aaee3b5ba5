import { sql } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { openTestDatabase } from '../../../test/test-database.ts';
import { inTransaction } from '../database/database.ts';
import { newId } from '../database/new-id.ts';
import { createLog } from '../log.ts';
import { defineJob, handleJob, type JobHandler } from './define-job.ts';
import { drainOutbox, type StoredJob } from './job-outbox.ts';
import { jobOutbox } from './jobs.tables.ts';
import { type Jobs, startJobs } from './jobs.ts';

const database = await openTestDatabase();
const { db } = database;
const log = createLog('silent');

const greet = defineJob('greet', z.object({ name: z.string() }));

let jobs: Jobs;
const start = async (handlers: JobHandler[], work = false) => {
  jobs = await startJobs({ database, handlers, log, work });
};

afterEach(() => jobs.stop());

test('a job enqueued in a transaction runs once that has committed', async () => {
  const withGreeting: string[] = [];
  await start([handleJob(greet, async ({ name }) => void withGreeting.push(name))]);
  await inTransaction(db, async (tx) => {
    await jobs.enqueue(tx, greet, { name: 'Ann' });
    await jobs.enqueue(tx, greet, { name: 'Ben' });
  });
  await jobs.workUntilIdle();
  expect(withGreeting).toEqual(['Ann', 'Ben']);
  await jobs.workUntilIdle();
  expect(withGreeting).toHaveLength(2);
});

test('a job enqueued in a transaction that fails never exists', async () => {
  const withGreeting: string[] = [];
  await start([handleJob(greet, async ({ name }) => void withGreeting.push(name))]);
  const work = inTransaction(db, async (tx) => {
    await jobs.enqueue(tx, greet, { name: 'Ann' });
    throw new Error('changed my mind');
  });
  await expect(work).rejects.toThrow('changed my mind');
  await jobs.workUntilIdle();
  expect(withGreeting).toEqual([]);
});

test('a failing job becomes a dead letter after six attempts while the others go on', async () => {
  const attempts: number[] = [];
  const withGreeting: string[] = [];
  const work = handleJob(greet, async ({ name }, run) => {
    if (name === 'Ben') withGreeting.push(name);
    else {
      attempts.push(run.attempt);
      throw new Error('cannot greet');
    }
  });
  await start([work]);
  await inTransaction(db, async (tx) => {
    await jobs.enqueue(tx, greet, { name: 'Ann' });
    await jobs.enqueue(tx, greet, { name: 'Ben' });
  });
  await jobs.workUntilIdle();
  expect(attempts).toEqual([1, 2, 3, 4, 5, 6]);
  expect(withGreeting).toEqual(['Ben']);
  expect(await jobs.listDeadLetters()).toMatchObject([{ name: 'greet', payload: { name: 'Ann' } }]);
});

test('a job can enqueue another', async () => {
  const withGreeting: string[] = [];
  const greetTwo = defineJob('greet-two', z.object({ names: z.array(z.string()) }));
  await start([
    handleJob(greet, async ({ name }) => void withGreeting.push(name)),
    handleJob(greetTwo, ({ names }, { enqueue }) =>
      inTransaction(db, async (tx) => {
        for (const name of names) await enqueue(tx, greet, { name });
      }),
    ),
  ]);
  await inTransaction(db, (tx) => jobs.enqueue(tx, greetTwo, { names: ['Ann', 'Ben'] }));
  await jobs.workUntilIdle();
  expect(withGreeting).toEqual(['Ann', 'Ben']);
});

test('enqueueing an invalid payload or an unknown job throws', async () => {
  await start([handleJob(greet, async () => {})]);
  const wrong = inTransaction(db, (tx) => jobs.enqueue(tx, greet, { name: 5 } as never));
  await expect(wrong).rejects.toThrow(z.ZodError);
  const unknown = defineJob('unknown', z.object({}));
  await expect(inTransaction(db, (tx) => jobs.enqueue(tx, unknown, {}))).rejects.toThrow('No handler');
});

test('workers run an enqueued job', async () => {
  const withGreeting = Promise.withResolvers<string>();
  await start([handleJob(greet, async ({ name }) => withGreeting.resolve(name))], true);
  await inTransaction(db, (tx) => jobs.enqueue(tx, greet, { name: 'Ann' }));
  expect(await withGreeting.promise).toBe('Ann');
});

test('an interrupted job is retried at the next start on the embedded database', async () => {
  await start([handleJob(greet, async () => {})]);
  await inTransaction(db, (tx) => jobs.enqueue(tx, greet, { name: 'Ann' }));
  await db.execute(
    sql`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() where name = 'greet' and state = 'created'`,
  );
  await jobs.stop();
  await start([handleJob(greet, async () => {})], true);
  const states = await db.execute<{ state: string }>(
    sql`select state from pgboss.job where name = 'greet' and data->>'name' = 'Ann' and state in ('active', 'retry')`,
  );
  expect(states.rows).toEqual([{ state: database.kind === 'embedded' ? 'retry' : 'active' }]);
});

/** Inserts jobs into the outbox that are due at once. */
async function insertIntoOutbox(names: string[]): Promise<void> {
  const rows = names.map((name) => ({
    id: newId('job'),
    name: greet.name,
    payload: { name },
    startAfter: null,
    createdAt: new Date(),
  }));
  await inTransaction(db, (tx) => tx.insert(jobOutbox).values(rows));
}

test('jobs of the outbox run once each in batches, and a failing one is retried alone', async () => {
  const withGreeting: string[] = [];
  const attempts: number[] = [];
  const work = handleJob(greet, async ({ name }, run) => {
    if (name !== 'Eve') return void withGreeting.push(name);
    attempts.push(run.attempt);
    throw new Error('cannot greet');
  });
  await start([{ ...work, inBatches: true }]);
  const names = Array.from({ length: 25 }, (_, number) => (number === 3 ? 'Eve' : `Ben ${number}`));
  await insertIntoOutbox(names);
  await jobs.workUntilIdle();
  const done = withGreeting.filter((name) => name.startsWith('Ben ')).toSorted();
  expect(done).toEqual(names.filter((name) => name !== 'Eve').toSorted());
  expect(attempts).toEqual([1, 1, 2, 3, 4, 5, 6]);
  expect(await jobs.listDeadLetters()).toContainEqual(expect.objectContaining({ payload: { name: 'Eve' } }));
  const { rows } = await db.execute<{ size: number }>(
    sql`select jsonb_array_length(data -> 'together') as size from pgboss.job where data ? 'together' order by 1`,
  );
  expect(rows.map(({ size }) => size)).toEqual([5, 10, 10]);
});

test('a delayed job of the outbox waits there until it is due', async () => {
  await start([handleJob(greet, async () => {})]);
  await insertIntoOutbox(['In 0']);
  await inTransaction(db, (tx) => jobs.enqueue(tx, greet, { name: 'In 60000' }, { delayMs: 60_000 }));
  const queued: StoredJob[] = [];
  const drain = () => drainOutbox(db, async (_, moved) => void queued.push(...moved));
  await drain();
  expect(queued.map(({ payload }) => payload)).toEqual([{ name: 'In 0' }]);
  // The column keeps milliseconds; now() may round up into the future.
  await db.update(jobOutbox).set({ startAfter: sql`date_trunc('milliseconds', now())` });
  await drain();
  expect(queued.map(({ payload }) => payload)).toEqual([{ name: 'In 0' }, { name: 'In 60000' }]);
});

test('the jobs of an interrupted batch are queued individually', async () => {
  const withGreeting: string[] = [];
  await start([{ ...handleJob(greet, async ({ name }) => void withGreeting.push(name)), inBatches: true }]);
  await inTransaction(db, (tx) =>
    jobs.requeue(tx, {
      name: 'greet',
      payload: { together: [{ name: 'Cid' }, { name: 'Dot' }] },
      startAfter: null,
    }),
  );
  await db.execute(
    sql`update pgboss.job set state = 'retry', retry_count = 1 where data -> 'together' -> 0 ->> 'name' = 'Cid'`,
  );
  await jobs.workUntilIdle();
  expect(withGreeting).toEqual(['Cid', 'Dot']);
  const { rows } = await db.execute(
    sql`select from pgboss.job where name = 'greet' and data ->> 'name' in ('Cid', 'Dot') and state = 'completed'`,
  );
  expect(rows).toHaveLength(2);
});

test('stopping waits for the running job', async () => {
  const started = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  let finished = false;
  const work = handleJob(greet, async () => {
    started.resolve();
    await release.promise;
    finished = true;
  });
  await start([work], true);
  await inTransaction(db, (tx) => jobs.enqueue(tx, greet, { name: 'Ann' }));
  await started.promise;
  const stopping = jobs.stop();
  release.resolve();
  await stopping;
  expect(finished).toBe(true);
});
