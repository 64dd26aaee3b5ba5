import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { fromPglite, PgBoss, type Job as QueuedJob, type QueueOptions } from 'pg-boss';
import type { z } from 'zod';
import { type Database, inTransaction, statementRunner, type Tx } from '../database/database.ts';
import { newId } from '../database/new-id.ts';
import type { Log } from '../log.ts';
import { drainOutbox, type WrittenJob } from './job-outbox.ts';
import { runPeriodically } from './run-periodically.ts';
import { yieldUnderLoad } from './yield-under-load.ts';

/** A kind of background work: its name and the shape of its payload. Callers import only this. */
export interface Job<Payload extends object> {
  name: string;
  payload: z.ZodType<Payload>;
}

export function defineJob<Payload extends object>(name: string, payload: z.ZodType<Payload>): Job<Payload> {
  return { name, payload };
}

/** Adds a job in the caller's transaction: it exists once that commits, and never if it does not. */
export type Enqueue = <Payload extends object>(
  tx: Tx,
  job: Job<Payload>,
  payload: NoInfer<Payload>,
) => Promise<void>;

/** What a handler learns about its run. The same job may run more than once: its effect must not double. */
export interface JobRun {
  id: string;
  /** 1 for the first try. */
  attempt: number;
  /** Aborted when the run takes too long or the process stops. */
  signal: AbortSignal;
  enqueue: Enqueue;
}

export interface JobHandler {
  name: string;
  /** Short work of which much may come at once: what orders left behind is taken into the queue in bundles. */
  inBatches?: boolean;
  /** Finished jobs are deleted within a minute rather than a week. */
  deleteFinished?: boolean;
  run(payload: unknown, run: JobRun): Promise<void>;
}

/** Binds the work to its definition; the payload is checked before it runs. */
export function handleJob<Payload extends object>(
  job: Job<Payload>,
  work: (payload: Payload, run: JobRun) => Promise<void>,
): JobHandler {
  return { name: job.name, run: async (payload, run) => work(job.payload.parse(payload), run) };
}

/** A job that the caller writes down itself, into `carried_jobs`, with what it belongs to. */
export type OutboxJob = {
  id: string;
  name: string;
  payload: object;
  startAfter: null;
  createdAt: Date;
};

export interface Jobs {
  enqueue: Enqueue;
  /** A job for a statement that writes it down itself: it is taken into the queue within seconds. None where nothing is to be done. */
  toOutbox<Payload extends object>(job: Job<Payload>, payload: NoInfer<Payload>): OutboxJob | null;
  /** Adds a job as it was written down, for one that this shop may have forgotten how to do: then it is dropped. */
  requeue(tx: Tx, job: WrittenJob): Promise<void>;
  /** Runs everything that is waiting, retries included, until nothing is left. For tests and commands. */
  workUntilIdle(): Promise<void>;
  /** Jobs that failed for good, newest first. */
  listDead(): Promise<DeadLetter[]>;
  /** Lets running jobs finish. */
  stop(): Promise<void>;
}

interface DeadLetter {
  id: string;
  name: string;
  payload: object;
  failedAt: Date;
}

/** Where work ends up that failed for good, until somebody looks at it. */
export const deadLetterQueue = 'dead-letter';
const keptForSeconds = 90 * 24 * 3600;

const queueOptions: QueueOptions = {
  retryLimit: 5,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 600,
  expireInSeconds: 300,
  // With the interval below: the job of a killed process runs again within a minute.
  heartbeatSeconds: 20,
};

/** Opens the queues; works on them as well unless `work` is false. */
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

  const known = new Set(handlers.map((handler) => handler.name));
  const enqueue: Enqueue = async (tx, job, payload) => {
    if (!known.has(job.name)) throw new Error(`No handler is registered for the job ${job.name}.`);
    await boss.send(job.name, job.payload.parse(payload), { db: insideOf(tx, `enqueue ${job.name}`) });
  };
  const toOutbox: Jobs['toOutbox'] = (job, payload) => {
    if (!known.has(job.name)) throw new Error(`No handler is registered for the job ${job.name}.`);
    const checked = job.payload.parse(payload);
    return { id: newId('job'), name: job.name, payload: checked, startAfter: null, createdAt: new Date() };
  };
  const queueThese = (tx: Tx, jobs: WrittenJob[]) => queueAll(boss, tx, jobs, known, log);
  const bundling = new Set(handlers.filter(({ inBatches }) => inBatches).map(({ name }) => name));
  const takeIn = () => drainOutbox(database.db, (tx, jobs) => queueThese(tx, inBatches(jobs, bundling)));
  const work: Work = {
    enqueue,
    log,
    stopping: false,
    pace: yieldUnderLoad,
    requeueIndividually: (name, payloads) =>
      inTransaction(database.db, (tx) =>
        queueThese(
          tx,
          payloads.map((payload) => ({ name, payload, startAfter: null })),
        ),
      ),
  };
  let stopTakingIn = async () => {};
  if (options.work !== false) {
    if (database.kind === 'embedded') await takeUpAgain(boss, database, [...known]);
    const workers = await workOn(boss, handlers, work);
    stopTakingIn = startDrainingOutbox(takeIn, (name) => boss.notifyWorker(workers.get(name) ?? ''), log);
  }

  return {
    enqueue,
    toOutbox,
    requeue: (tx, job) => queueThese(tx, [job]),
    workUntilIdle: async () => {
      await takeIn();
      await workUntilIdle(boss, handlers, { ...work, pace: (piece) => piece() });
    },
    listDead: () => listDead(boss),
    stop: async () => {
      work.stopping = true;
      await stopTakingIn();
      await boss.stop({ graceful: true, timeout: 20_000, close: false });
    },
  };
}

/** Jobs that were written down elsewhere; one that this shop has forgotten how to do is dropped. */
async function queueAll(
  boss: PgBoss,
  tx: Tx,
  jobs: WrittenJob[],
  known: Set<string>,
  log: Log,
): Promise<void> {
  for (const [name, those] of Map.groupBy(jobs, (job) => job.name)) {
    if (!known.has(name)) {
      log.warn({ job: name, count: those.length }, 'jobs of an unknown kind dropped');
      continue;
    }
    const all = those.map(({ payload, startAfter }) => ({
      data: payload,
      ...(startAfter && { startAfter }),
    }));
    await boss.insert(name, all, { db: insideOf(tx) });
  }
}

const takeInEveryMs = 1000;

/** Takes carried jobs into the queue now and every second; the function it returns ends that. */
function startDrainingOutbox(takeIn: () => Promise<string[]>, wake: (name: string) => void, log: Log) {
  const run = async () => (await takeIn()).forEach(wake);
  return runPeriodically(log, takeInEveryMs, run, 'carried jobs not taken in');
}

/** The insert of a queue is always the same text, so it is worth a name. */
function insideOf(tx: Tx, name?: string) {
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
    // Care for very large job tables; it cannot run on a shared or embedded connection.
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
      database.refuseInsideTransaction();
      return outer.executeSql(text, values);
    },
  };
}

/**
 * pg-boss looks a queue up on its outer connection at the first use after a start; on the embedded database that
 * would wait for the caller's transaction for ever. Reading each queue once here fills its cache.
 */
async function openQueues(boss: PgBoss, handlers: JobHandler[]): Promise<void> {
  await boss.createQueue(deadLetterQueue, { retentionSeconds: keptForSeconds });
  await boss.updateQueue(deadLetterQueue, { retentionSeconds: keptForSeconds });
  for (const { name, deleteFinished } of handlers) {
    const options = deleteFinished ? { ...queueOptions, deleteAfterSeconds: 1 } : queueOptions;
    await boss.createQueue(name, { ...options, deadLetter: deadLetterQueue });
    await boss.updateQueue(name, options);
    await boss.findJobs(name, { id: randomUUID() });
  }
}

/**
 * The embedded database has one owner, so whatever was running when it opens belonged to one that was killed: it is
 * tried again after the usual pause, and nobody waits for the heartbeat that will not come.
 */
async function takeUpAgain(boss: PgBoss, { db }: Database, queues: string[]): Promise<void> {
  const { rows } = await db.execute<{ name: string; id: string }>(
    sql`select name, id from pgboss.job where state = 'active' and name = any(${sql.param(queues)})`,
  );
  for (const { name, id } of rows) await boss.fail(name, id, { message: 'The shop was killed meanwhile.' });
}

/** Gives the names of those who work, by what they work on. */
async function workOn(boss: PgBoss, handlers: JobHandler[], work: Work): Promise<Map<string, string>> {
  const workers = new Map<string, string>();
  for (const handler of handlers) {
    const workerId: string = await boss.work(
      handler.name,
      { batchSize: 1, localConcurrency: 1, pollingIntervalSeconds: 2 },
      async (jobs: QueuedJob[]) => {
        // Where there was one there may be more: it looks again at once, and rests when there is none.
        boss.notifyWorker(workerId);
        for (const job of jobs) await runJob(handler, job, work);
      },
    );
    workers.set(handler.name, workerId);
  }
  return workers;
}

/** What those who work share. */
type Work = {
  enqueue: Enqueue;
  log: Log;
  stopping: boolean;
  /** Does one piece of a bundle when it is its turn. */
  pace: (piece: () => Promise<void>) => Promise<void>;
  requeueIndividually: (name: string, payloads: object[]) => Promise<void>;
};

async function runJob(handler: JobHandler, job: QueuedJob, work: Work): Promise<void> {
  // Jobs fetched by hand, as tests and commands do, come without a signal.
  const signal = job.signal ?? new AbortController().signal;
  const run = { id: job.id, attempt: job.retryCount + 1, signal, enqueue: work.enqueue };
  const bundle = bundleOf(job.data);
  if (bundle) return runBatch(handler, bundle, run, work);
  try {
    await handler.run(job.data, run);
  } catch (error) {
    logFailure(work.log, handler, run, error);
    throw error;
  }
}

function logFailure(log: Log, { name }: JobHandler, { id, attempt }: JobRun, err: unknown): void {
  log.warn({ err, job: name, jobId: id, attempt }, 'job failed');
}

/** Few enough that a mail server that takes its time with each is no reason to give up on them. */
const maxInBundle = 10;

/** The same jobs, as fewer: of the kinds that allow it several become one. */
function inBatches(jobs: WrittenJob[], kinds: Set<string>): WrittenJob[] {
  const fits = (job: WrittenJob) => kinds.has(job.name) && !job.startAfter && !bundleOf(job.payload);
  const bundles = [...Map.groupBy(jobs.filter(fits), (job) => job.name)].flatMap(([name, those]) => {
    const made: WrittenJob[] = [];
    for (let at = 0; at < those.length; at += maxInBundle) {
      const some = those.slice(at, at + maxInBundle);
      const together = some.map(({ payload }) => payload);
      made.push(...(some.length === 1 ? some : [{ name, payload: { together }, startAfter: null }]));
    }
    return made;
  });
  return [...jobs.filter((job) => !fits(job)), ...bundles];
}

function bundleOf(payload: object | null): object[] | undefined {
  const together = (payload as { together?: unknown } | null)?.together;
  return Array.isArray(together) ? together : undefined;
}

/**
 * One after the other. Where one fails, it and those behind it become jobs of their own, each with all its tries; so
 * does a whole bundle that was interrupted.
 */
async function runBatch(handler: JobHandler, bundle: object[], run: JobRun, work: Work): Promise<void> {
  const left = [...bundle];
  try {
    for (; left[0] !== undefined && run.attempt === 1 && !work.stopping; left.shift()) {
      const [next] = left;
      await work.pace(async () => handler.run(next, run));
    }
  } catch (error) {
    logFailure(work.log, handler, run, error);
  }
  if (left.length > 0) await work.requeueIndividually(handler.name, left);
}

async function workUntilIdle(boss: PgBoss, handlers: JobHandler[], work: Work): Promise<void> {
  let worked: boolean;
  do {
    worked = false;
    for (const handler of handlers) {
      for (const job of await boss.fetch<object>(handler.name, { ignoreStartAfter: true })) {
        worked = true;
        await settle(boss, handler, job, work);
      }
    }
  } while (worked);
}

async function settle(boss: PgBoss, handler: JobHandler, job: QueuedJob, work: Work): Promise<void> {
  try {
    await runJob(handler, job, work);
  } catch (error) {
    await boss.fail(handler.name, job.id, { message: String(error) });
    return;
  }
  await boss.complete(handler.name, job.id);
}

async function listDead(boss: PgBoss): Promise<DeadLetter[]> {
  const found = await boss.findJobs<object>(deadLetterQueue);
  const dead = found.map((job) => ({
    id: job.id,
    name: job.sourceName ?? deadLetterQueue,
    payload: job.data,
    failedAt: job.createdOn,
  }));
  return dead.sort((a, b) => b.failedAt.getTime() - a.failedAt.getTime());
}
