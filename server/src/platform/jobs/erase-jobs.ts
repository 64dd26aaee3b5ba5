import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../database/database.ts';
import type { RetentionSteps } from '../database/retention-step.ts';
import { jobOutbox } from './jobs.tables.ts';

/** Deletes waiting jobs whose payload matches, also within batches. */
export async function eraseJobs(tx: Tx, matches: (payload: SQL) => SQL): Promise<void> {
  await tx.execute(sql`delete from ${jobOutbox} where ${matches(sql`payload`)}`);
  if (!(await hasQueue(tx))) return;
  await tx.execute(sql`delete from pgboss.job where ${matches(sql`data`)}`);
  await tx.execute(sql`
    update pgboss.job set data = jsonb_build_object('together', (
      select coalesce(jsonb_agg(item), '[]') from jsonb_array_elements(data -> 'together') as item
      where not coalesce(${matches(sql`item`)}, false)))
    where data ? 'together' and exists (
      select from jsonb_array_elements(data -> 'together') as item where ${matches(sql`item`)})`);
}

/** Deletes jobs that finished before a time; failed jobs of the dead-letter queue stay. */
export function expireJobs(before: string): RetentionSteps {
  return {
    jobs: async (tx, limit) => {
      if (!(await hasQueue(tx))) return 0;
      const { rows } = await tx.execute(sql`delete from pgboss.job where id in
        (select id from pgboss.job where state in ('completed', 'cancelled', 'failed') and name <> 'dead-letter'
          and completed_on < ${before} limit ${limit}) returning 1`);
      return rows.length;
    },
  };
}

/** Returns false before the first start of the queue. */
async function hasQueue(tx: Tx): Promise<boolean> {
  const { rows } = await tx.execute<{ queue: string | null }>(
    sql`select to_regclass('pgboss.job')::text as queue`,
  );
  return rows[0]?.queue !== null;
}
