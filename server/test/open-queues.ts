import type { Database } from '../src/platform/database.ts';
import { startJobs } from '../src/platform/jobs.ts';
import { createLog } from '../src/platform/log.ts';

/** Makes the tables of the job queue, as the first start of a shop does: that takes longer than most tests. */
export async function openQueues(database: Database): Promise<void> {
  const jobs = await startJobs({ database, handlers: [], log: createLog('error'), work: false });
  await jobs.stop();
}
