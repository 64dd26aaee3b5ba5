import { and, asc, desc, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { type Db, inTransaction, type Queryable, type Tx } from '../database/database.ts';
import { jobOutbox } from './jobs.tables.ts';

const batchSize = 200;

export type StoredJob = { name: string; payload: object; startAfter: Date | null };

/**
 * Moves the due jobs of the outbox into their queues, each exactly once even if several processes drain it at a time.
 * Returns the names of the queues that got jobs.
 */
export async function drainOutbox(
  db: Db,
  queueJobs: (tx: Tx, jobs: StoredJob[]) => Promise<void>,
  { ignoreStartAfter = false } = {},
): Promise<string[]> {
  const names = new Set<string>();
  const isDue = or(isNull(jobOutbox.startAfter), lte(jobOutbox.startAfter, sql`now()`));
  for (;;) {
    const moved = await inTransaction(db, async (tx) => {
      const jobs = await tx
        .select()
        .from(jobOutbox)
        .where(ignoreStartAfter ? undefined : isDue)
        .orderBy(asc(jobOutbox.createdAt), asc(jobOutbox.id))
        .limit(batchSize)
        .for('update', { skipLocked: true });
      if (jobs.length === 0) return jobs;
      await queueJobs(
        tx,
        jobs.map(({ name, payload }) => ({ name, payload, startAfter: null })),
      );
      const ids = jobs.map((job) => job.id);
      // One array parameter: two hundred parameters would make a long statement each time.
      await tx.delete(jobOutbox).where(sql`${jobOutbox.id} = any(${sql.param(ids)})`);
      return jobs;
    });
    for (const { name } of moved) names.add(name);
    if (moved.length < batchSize) return [...names];
  }
}

/** Returns when the latest delayed job whose payload has these fields is due; null without one. */
export async function findDelayedJob(db: Queryable, name: string, fields: object): Promise<Date | null> {
  const [job] = await db
    .select({ startAfter: jobOutbox.startAfter })
    .from(jobOutbox)
    .where(isDelayed(name, fields))
    .orderBy(desc(jobOutbox.startAfter))
    .limit(1);
  return job?.startAfter ?? null;
}

/** Removes the delayed jobs whose payload has these fields; one that has been queued already runs. */
export async function withdrawDelayedJobs(tx: Tx, name: string, fields: object): Promise<void> {
  await tx.delete(jobOutbox).where(isDelayed(name, fields));
}

const isDelayed = (name: string, fields: object) =>
  and(
    eq(jobOutbox.name, name),
    isNotNull(jobOutbox.startAfter),
    sql`${jobOutbox.payload}::jsonb @> ${JSON.stringify(fields)}::jsonb`,
  );
