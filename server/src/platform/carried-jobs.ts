import { asc, inArray } from 'drizzle-orm';
import { type Db, inTransaction } from './database.ts';
import { carriedJobs } from './jobs.tables.ts';
import type { Requeue } from './jobs.ts';

const batch = 200;

/** Puts the jobs that a backup brought along into the queue; each once, several processes may do so at once. */
export async function requeueCarriedJobs(db: Db, requeue: Requeue): Promise<void> {
  let moved: number;
  do {
    moved = await inTransaction(db, async (tx) => {
      const jobs = await tx
        .select()
        .from(carriedJobs)
        .orderBy(asc(carriedJobs.createdAt), asc(carriedJobs.id))
        .limit(batch)
        .for('update', { skipLocked: true });
      for (const { name, payload, startAfter } of jobs) await requeue(tx, { name, payload, startAfter });
      if (jobs.length > 0)
        await tx.delete(carriedJobs).where(
          inArray(
            carriedJobs.id,
            jobs.map((job) => job.id),
          ),
        );
      return jobs.length;
    });
  } while (moved > 0);
}
