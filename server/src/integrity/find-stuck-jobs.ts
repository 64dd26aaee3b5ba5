import { sql } from 'drizzle-orm';
import type { Queryable } from '../platform/database/database.ts';
import type { BrokenInvariant } from './check-invariants.ts';

const rowsNamed = 100;

/** Jobs that nobody works on: failed for good, or waiting where a worker should have come long ago. */
export async function findStuckJobs(db: Queryable): Promise<BrokenInvariant[]> {
  const { rows } = await db.execute(sql`select to_regclass('pgboss.job') as queue`);
  if (!rows[0]?.queue) return [];
  const broken: BrokenInvariant[] = [];
  for (const [what, query] of Object.entries(faults)) {
    const found = await db.execute<Record<string, unknown>>(query);
    if (found.rows.length > 0) broken.push({ what, rows: found.rows });
  }
  return broken;
}

const faults = {
  'a job failed for good': sql`
    select id, source_name as job from pgboss.job where name = 'dead-letter' and state < 'completed'
    limit ${rowsNamed}`,
  'a job waits for more than an hour': sql`
    select id, name as job from pgboss.job
    where name <> 'dead-letter' and name not like '\\_\\_%' and state in ('created', 'retry')
      and start_after < now() - interval '1 hour' limit ${rowsNamed}`,
};
