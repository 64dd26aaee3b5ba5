import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { type BrokenInvariant, maxReportedRows } from './check-invariants.ts';

/** Returns dead letters, and jobs due for more than an hour. */
export async function findStuckJobs(db: Queryable): Promise<BrokenInvariant[]> {
  const { rows } = await db.execute(sql`select to_regclass('pgboss.job') as queue`);
  if (!rows[0]?.queue) return [];
  const broken: BrokenInvariant[] = [];
  for (const [what, query] of Object.entries(violations)) {
    const stuck = await db.execute<Record<string, unknown>>(query);
    if (stuck.rows.length > 0) broken.push({ what, rows: stuck.rows });
  }
  return broken;
}

const violations = {
  'a job failed for good': sql`
    select id, source_name as job from pgboss.job where name = 'dead-letter' and state < 'completed'
    limit ${maxReportedRows}`,
  'a job waits for more than an hour': sql`
    select id, name as job from pgboss.job
    where name <> 'dead-letter' and name not like '\\_\\_%' and state in ('created', 'retry')
      and start_after < now() - interval '1 hour' limit ${maxReportedRows}`,
};
