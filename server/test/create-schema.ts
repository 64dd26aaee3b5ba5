import type { Database } from '../src/platform/database/database.ts';
import { migrateDatabase } from '../src/platform/database/migrate.ts';
import { startJobs } from '../src/platform/jobs/jobs.ts';
import { createLog } from '../src/platform/log.ts';

/** Creates all tables including those of the job queue, as the first start of a shop does. */
export async function createSchema(database: Database): Promise<void> {
  await migrateDatabase(database);
  const jobs = await startJobs({ database, handlers: [], log: createLog('error'), work: false });
  await jobs.stop();
}
