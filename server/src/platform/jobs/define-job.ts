import type { z } from 'zod';
import type { Tx } from '../database/database.ts';

/** The definition of a job: its queue and the schema of its payload. Callers import only this. */
export interface Job<Payload extends object> {
  name: string;
  payload: z.ZodType<Payload>;
}

export function defineJob<Payload extends object>(name: string, payload: z.ZodType<Payload>): Job<Payload> {
  return { name, payload };
}

/** Adds a job in the caller's transaction: it exists only if that commits. It runs after the delay. */
export type Enqueue = <Payload extends object>(
  tx: Tx,
  job: Job<Payload>,
  payload: NoInfer<Payload>,
  options?: { delayMs?: number },
) => Promise<void>;

/** Describes one run to its handler. A job may run more than once, so its effects must be idempotent. */
export interface JobRun {
  id: string;
  /** 1 for the first attempt. */
  attempt: number;
  /** Aborted when the run takes too long or the process stops. */
  signal: AbortSignal;
  enqueue: Enqueue;
}

export interface JobHandler {
  name: string;
  /** True if jobs from the outbox are queued in batches: for short work that arrives in large numbers. */
  inBatches?: boolean;
  /** True if finished jobs are deleted within a minute rather than a week. */
  deleteFinished?: boolean;
  run(payload: unknown, run: JobRun): Promise<void>;
}

/** Binds a handler to its definition; the payload is validated before each run. */
export function handleJob<Payload extends object>(
  job: Job<Payload>,
  work: (payload: Payload, run: JobRun) => Promise<void>,
): JobHandler {
  return { name: job.name, run: async (payload, run) => work(job.payload.parse(payload), run) };
}
