import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { fromPglite, PgBoss, type Job as QueuedJob, type QueueOptions } from 'pg-boss';
import { type Database, inTransaction, statementRunner, type Tx } from '../database/database.ts';
import { newId } from '../database/new-id.ts';
import type { Log } from '../log.ts';
import { daySeconds, secondMs } from '../time.ts';
import type { Enqueue, JobHandler } from './define-job.ts';
import { drainOutbox, type StoredJob } from './job-outbox.ts';
import { jobOutbox } from './jobs.tables.ts';
import { inBatches, runJob, type Work, workUntilIdle } from './run-job.ts';
import { runPeriodically } from './run-periodically.ts';
import { yieldUnderLoad } from './yield-under-load.ts';

export interface Jobs {
  enqueue: Enqueue;
  /** Adds a stored job as it is; drops it if no handler is registered for it. */
  requeue(tx: Tx, job: StoredJob): Promise<void>;
  /** Runs all waiting jobs, retries included, until none is left. For tests and commands. */
  workUntilIdle(): Promise<void>;
  /** Returns jobs that failed permanently, newest first. */
  listDeadLetters(): Promise<DeadLetter[]>;
  /** Lets running jobs finish. */
  stop(): Promise<void>;
}

interface DeadLetter {
  id: string;
  name: string;
  payload: object;
  failedAt: Date;
}

/** Queue of jobs that failed permanently. */
export const deadLetterQueue = 'dead-letter';
const deadLetterRetentionSeconds = 90 * daySeconds;

const queueOptions: QueueOptions = {
  retryLimit: 5,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 600,
  expireInSeconds: 300,
  // Together with `superviseIntervalSeconds`: the job of a killed process runs again within a minute.
  heartbeatSeconds: 20,
};

/** Opens the queues and starts workers unless `work` is false. */
export async function startJobs(options: {
  database: Database;
  handlers: JobHandler[];
  log: Log;
  work?: boolean;
}): Promise<Jobs> {
  const { database, handlers, log } = options;
  const boss = createBoss(database, log);
  await boss.start();
  await openQueues(boss, handlers);

  const registered = new Set(handlers.map((handler) => handler.name));
  const enqueue: Enqueue = async (tx, job, payload, { delayMs = 0 } = {}) => {
    if (!registered.has(job.name)) throw new Error(`No handler is registered for the job ${job.name}.`);
    const valid = job.payload.parse(payload);
    if (delayMs > 0) {
      const [id, createdAt] = [newId('job'), new Date()];
      const startAfter = new Date(createdAt.getTime() + delayMs);
      await tx.insert(jobOutbox).values({ id, name: job.name, payload: valid, startAfter, createdAt });
      return;
    }
    await boss.send(job.name, valid, { db: transactionConnection(tx, `enqueue ${job.name}`) });
  };
  const queueStored = (tx: Tx, jobs: StoredJob[]) => queueJobs(boss, tx, jobs, registered, log);
  const batchedNames = new Set(handlers.filter(({ inBatches }) => inBatches).map(({ name }) => name));
  const drain = (options?: { ignoreStartAfter: boolean }) =>
    drainOutbox(database.db, (tx, jobs) => queueStored(tx, inBatches(jobs, batchedNames)), options);
  const work: Work = {
    enqueue,
    log,
    stopping: false,
    pace: yieldUnderLoad,
    requeueIndividually: (name, payloads) =>
      inTransaction(database.db, (tx) =>
        queueStored(
          tx,
          payloads.map((payload) => ({ name, payload, startAfter: null })),
        ),
      ),
  };
  let stopDraining = async () => {};
  if (options.work !== false) {
    if (database.kind === 'embedded') await failInterruptedJobs(boss, database, [...registered]);
    const workers = await startWorkers(boss, handlers, work);
    stopDraining = startDrainingOutbox(drain, (name) => boss.notifyWorker(workers.get(name) ?? ''), log);
  }

  return {
    enqueue,
    requeue: (tx, job) => queueStored(tx, [job]),
    workUntilIdle: async () => {
      await drain({ ignoreStartAfter: true });
      await workUntilIdle(boss, handlers, { ...work, pace: (task) => task() });
    },
    listDeadLetters: () => listDeadLetters(boss),
    stop: async () => {
      work.stopping = true;
      await stopDraining();
      await boss.stop({ graceful: true, timeout: 20_000, close: false });
    },
  };
}

/** Queues stored jobs; drops those without a registered handler. */
async function queueJobs(
  boss: PgBoss,
  tx: Tx,
  jobs: StoredJob[],
  registered: Set<string>,
  log: Log,
): Promise<void> {
  for (const [name, group] of Map.groupBy(jobs, (job) => job.name)) {
    if (!registered.has(name)) {
      log.warn({ job: name, count: group.length }, 'dropped jobs without a handler');
      continue;
    }
    const rows = group.map(({ payload, startAfter }) => ({
      data: payload,
      ...(startAfter && { startAfter }),
    }));
    await boss.insert(name, rows, { db: transactionConnection(tx) });
  }
}

/** Drains the outbox now and every second, and notifies the workers of the queues that got jobs. */
function startDrainingOutbox(drain: () => Promise<string[]>, notify: (name: string) => void, log: Log) {
  const run = async () => (await drain()).forEach(notify);
  return runPeriodically(log, { everyMs: secondMs, run, failureMessage: 'could not drain the job outbox' });
}

/** Runs pg-boss statements in the transaction. A queue's insert never changes its text, so it is worth preparing. */
function transactionConnection(tx: Tx, name?: string) {
  return {
    executeSql: (text: string, values: unknown[] = []) => tx[statementRunner]({ name, text, values }),
  };
}

function createBoss(database: Database, log: Log): PgBoss {
  const boss = new PgBoss({
    backend: database.kind === 'embedded' ? 'pglite' : 'postgres',
    db: bossConnection(database),
    schedule: false,
    superviseIntervalSeconds: 30,
    maintenanceIntervalSeconds: 30,
    monitorIntervalSeconds: 30,
    // Maintenance for very large job tables, which cannot run on a shared or embedded connection.
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', (error) => log.error({ err: error }, 'job queue error'));
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue warning'));
  return boss;
}

function bossConnection(database: Database) {
  const outer =
    database.kind === 'embedded'
      ? fromPglite(database.pglite)
      : { executeSql: (text: string, values?: unknown[]) => database.pool.query(text, values) };
  return {
    executeSql: async (text: string, values?: unknown[]) => {
      database.assertOutsideTransaction();
      return outer.executeSql(text, values);
    },
  };
}

/**
 * Creates the queues and reads each once to fill the cache of pg-boss. The first use of a queue would otherwise look it
 * up on the outer connection, which on the embedded database deadlocks with the caller's transaction.
 */
async function openQueues(boss: PgBoss, handlers: JobHandler[]): Promise<void> {
  await boss.createQueue(deadLetterQueue, { retentionSeconds: deadLetterRetentionSeconds });
  await boss.updateQueue(deadLetterQueue, { retentionSeconds: deadLetterRetentionSeconds });
  for (const { name, deleteFinished } of handlers) {
    const options = deleteFinished ? { ...queueOptions, deleteAfterSeconds: 1 } : queueOptions;
    await boss.createQueue(name, { ...options, deadLetter: deadLetterQueue });
    await boss.updateQueue(name, options);
    await boss.findJobs(name, { id: randomUUID() });
  }
}

/**
 * Fails the jobs that were running when the process was killed, so that they are retried without waiting for the
 * heartbeat timeout. Only for the embedded database, whose single process cannot have other running jobs.
 */
async function failInterruptedJobs(boss: PgBoss, { db }: Database, queues: string[]): Promise<void> {
  const { rows } = await db.execute<{ name: string; id: string }>(
    sql`select name, id from pgboss.job where state = 'active' and name = any(${sql.param(queues)})`,
  );
  for (const { name, id } of rows) await boss.fail(name, id, { message: 'The process was killed.' });
}

/** Starts one worker for each queue; returns worker ids by queue. */
async function startWorkers(boss: PgBoss, handlers: JobHandler[], work: Work): Promise<Map<string, string>> {
  const workers = new Map<string, string>();
  for (const handler of handlers) {
    const workerId: string = await boss.work(
      handler.name,
      { batchSize: 1, localConcurrency: 1, pollingIntervalSeconds: 2 },
      async (jobs: QueuedJob[]) => {
        // Fetch the next job immediately: after one job, more may follow.
        boss.notifyWorker(workerId);
        for (const job of jobs) await runJob(handler, job, work);
      },
    );
    workers.set(handler.name, workerId);
  }
  return workers;
}

async function listDeadLetters(boss: PgBoss): Promise<DeadLetter[]> {
  const jobs = await boss.findJobs<object>(deadLetterQueue);
  const deadLetters = jobs.map((job) => ({
    id: job.id,
    name: job.sourceName ?? deadLetterQueue,
    payload: job.data,
    failedAt: job.createdOn,
  }));
  return deadLetters.sort((a, b) => b.failedAt.getTime() - a.failedAt.getTime());
}
