import type { PgBoss, Job as QueuedJob } from 'pg-boss';
import type { Log } from '../log.ts';
import { inJobSpan } from '../telemetry.ts';
import type { Enqueue, JobHandler, JobRun } from './define-job.ts';
import type { StoredJob } from './job-outbox.ts';

/** Context shared by all workers. */
export type Work = {
  enqueue: Enqueue;
  log: Log;
  stopping: boolean;
  /** Runs one job of a batch, then pauses if the process is busy. */
  pace: (task: () => Promise<void>) => Promise<void>;
  requeueIndividually: (name: string, payloads: object[]) => Promise<void>;
};

export async function runJob(handler: JobHandler, job: QueuedJob, work: Work): Promise<void> {
  // Jobs from `fetch`, in tests and commands, have no signal.
  const signal = job.signal ?? new AbortController().signal;
  const run = { id: job.id, attempt: job.retryCount + 1, signal, enqueue: work.enqueue };
  const batch = batchOf(job.data);
  if (batch) return runBatch(handler, batch, run, work);
  try {
    await inJobSpan(handler.name, run.attempt, () => handler.run(job.data, run));
  } catch (error) {
    logFailure(work.log, handler, run, error);
    throw error;
  }
}

function logFailure(log: Log, { name }: JobHandler, { id, attempt }: JobRun, err: unknown): void {
  log.warn({ err, job: name, jobId: id, attempt }, 'job failed');
}

/** Small enough that a batch finishes within the job timeout even with a slow mail server. */
const maxBatchSize = 10;

/** Merges jobs of the given names into batches. */
export function inBatches(jobs: StoredJob[], names: Set<string>): StoredJob[] {
  const canBatch = (job: StoredJob) => names.has(job.name) && !job.startAfter && !batchOf(job.payload);
  const batches = [...Map.groupBy(jobs.filter(canBatch), (job) => job.name)].flatMap(([name, group]) => {
    const merged: StoredJob[] = [];
    for (let start = 0; start < group.length; start += maxBatchSize) {
      const batch = group.slice(start, start + maxBatchSize);
      const together = batch.map(({ payload }) => payload);
      merged.push(...(batch.length === 1 ? batch : [{ name, payload: { together }, startAfter: null }]));
    }
    return merged;
  });
  return [...jobs.filter((job) => !canBatch(job)), ...batches];
}

function batchOf(payload: object | null): object[] | undefined {
  const together = (payload as { together?: unknown } | null)?.together;
  return Array.isArray(together) ? together : undefined;
}

/**
 * Runs the jobs of a batch in sequence. After a failure the failed job and the rest are queued individually, each with
 * all its attempts; a retried batch was interrupted and is queued individually as a whole.
 */
async function runBatch(handler: JobHandler, batch: object[], run: JobRun, work: Work): Promise<void> {
  const remaining = [...batch];
  try {
    for (; remaining[0] !== undefined && run.attempt === 1 && !work.stopping; remaining.shift()) {
      const [next] = remaining;
      await work.pace(() => inJobSpan(handler.name, run.attempt, () => handler.run(next, run)));
    }
  } catch (error) {
    logFailure(work.log, handler, run, error);
  }
  if (remaining.length > 0) await work.requeueIndividually(handler.name, remaining);
}

export async function workUntilIdle(boss: PgBoss, handlers: JobHandler[], work: Work): Promise<void> {
  let hasWorked: boolean;
  do {
    hasWorked = false;
    for (const handler of handlers) {
      for (const job of await boss.fetch<object>(handler.name, { ignoreStartAfter: true })) {
        hasWorked = true;
        await runAndSettle(boss, handler, job, work);
      }
    }
  } while (hasWorked);
}

async function runAndSettle(boss: PgBoss, handler: JobHandler, job: QueuedJob, work: Work): Promise<void> {
  try {
    await runJob(handler, job, work);
  } catch (error) {
    await boss.fail(handler.name, job.id, { message: String(error) });
    return;
  }
  await boss.complete(handler.name, job.id);
}
