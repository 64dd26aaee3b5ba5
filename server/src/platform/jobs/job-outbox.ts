import { asc, sql } from 'drizzle-orm';
import { type Db, inTransaction, type Tx } from '../database/database.ts';
import { jobOutbox } from './jobs.tables.ts';

const batch = 200;

export type WrittenJob = { name: string; payload: object; startAfter: Date | null };

/**
 * Puts the jobs that orders left and that a backup brought along into the queue, each once: several processes may do
 * so at the same time. Gives their names.
 */
export async function drainOutbox(
  db: Db,
  queueAll: (tx: Tx, jobs: WrittenJob[]) => Promise<void>,
): Promise<string[]> {
  const names = new Set<string>();
  for (;;) {
    const moved = await inTransaction(db, async (tx) => {
      const jobs = await tx
        .select()
        .from(jobOutbox)
        .orderBy(asc(jobOutbox.createdAt), asc(jobOutbox.id))
        .limit(batch)
        .for('update', { skipLocked: true });
      if (jobs.length === 0) return jobs;
      await queueAll(tx, jobs);
      const ids = jobs.map((job) => job.id);
      // As one parameter: two hundred would make a long text each time.
      await tx.delete(jobOutbox).where(sql`${jobOutbox.id} = any(${sql.param(ids)})`);
      return jobs;
    });
    for (const { name } of moved) names.add(name);
    if (moved.length < batch) return [...names];
  }
}
