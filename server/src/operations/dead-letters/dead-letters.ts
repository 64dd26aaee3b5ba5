import type { CallOutput } from '@reprise/contract/endpoint';
import type { DeadLetter, jobEndpoints } from '@reprise/contract/operations/dead-letters';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import { Problem } from '@reprise/contract/problem';
import { sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { inTransaction, type Queryable, type Tx } from '../../platform/database/database.ts';
import { deadLetterQueue } from '../../platform/jobs/jobs.ts';

type DeadList = CallOutput<typeof jobEndpoints.listDeadLetters>;
type DeadRow = {
  id: string;
  name: string | null;
  data: Record<string, unknown> | null;
  output: Record<string, unknown> | null;
  tries: number | null;
  failedAt: Date;
};

/** Dead letters that were neither rerun nor discarded. */
const isDeadLetter = sql`name = ${deadLetterQueue} and state in ('created', 'retry', 'failed')`;

/** Returns the jobs that failed on every try, newest first. */
export async function listDeadLetters(
  db: Queryable,
  query: { page?: number | undefined; limit?: number | undefined },
): Promise<DeadList> {
  const { page, limit, offset } = pageOf(query);
  const total = await countDeadLetters(db);
  const { rows } = await db.execute<DeadRow>(sql`
    select id, source_name as name, data, source_output as output, source_retry_count as tries,
      created_on as "failedAt"
    from pgboss.job where ${isDeadLetter} order by created_on desc, id limit ${limit} offset ${offset}`);
  return {
    jobs: rows.map(toDeadLetter),
    pagination: paginationOf(page, limit, total),
    waiting: await countWaiting(db),
  };
}

/** Returns the number of jobs that failed on every try and wait for a decision. */
export async function countDeadLetters(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from pgboss.job where ${isDeadLetter}`,
  );
  return rows[0]?.total ?? 0;
}

async function countWaiting(db: Queryable): Promise<DeadList['waiting']> {
  const { rows } = await db.execute<{ state: string; count: number }>(sql`
    select state::text as state, sum(coalesce(jsonb_array_length(data -> 'together'), 1))::int as count from pgboss.job
    where state in ('created', 'active', 'retry') and name <> ${deadLetterQueue} and name not like '\\_\\_%'
    group by state`);
  const countOf = (state: string) => rows.find((row) => row.state === state)?.count ?? 0;
  return { queued: countOf('created'), active: countOf('active'), retrying: countOf('retry') };
}

function toDeadLetter({ id, name, data, output, tries, failedAt }: DeadRow): DeadLetter {
  return {
    id,
    name: name ?? 'unknown',
    about: aboutOf(data ?? {}),
    failure: failureOf(output ?? {}),
    tries: (tries ?? 0) + 1,
    failedAt: new Date(failedAt).toISOString(),
  };
}

/** Describes the job by ids and kinds; e-mail addresses and names of people are left out. */
function aboutOf(data: Record<string, unknown>): string {
  const parts = ['kind', 'eventKey', 'orderId', 'refundId', 'importId'].flatMap((key) =>
    typeof data[key] === 'string' ? [data[key]] : [],
  );
  return parts.join(' · ').slice(0, 200);
}

function failureOf(output: Record<string, unknown>): string {
  const message = output.message ?? output.value ?? '';
  return (typeof message === 'string' ? message : JSON.stringify(message)).slice(0, 300);
}

/** Returns the job to its original queue. */
export async function rerunDeadLetter(
  deps: Pick<Deps, 'db' | 'jobs'>,
  id: string,
  actorId: string,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const { name, data } = await deleteDeadLetter(tx, id);
    if (name === null) throw new Problem('NOT_FOUND', 'Job not found.');
    await deps.jobs.requeue(tx, { name, payload: data ?? {}, startAfter: null });
    await recordAudit(tx, { actorId, action: 'run job again', subject: `job ${id}`, after: { name } });
  });
}

export async function discardDeadLetter(deps: Pick<Deps, 'db'>, id: string, actorId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const { name, data } = await deleteDeadLetter(tx, id);
    const before = { name, about: aboutOf(data ?? {}) };
    await recordAudit(tx, { actorId, action: 'give up job', subject: `job ${id}`, before });
  });
}

/** Deletes the row so that of two concurrent requests the second gets NOT_FOUND and no job runs twice. */
async function deleteDeadLetter(tx: Tx, id: string): Promise<Pick<DeadRow, 'name' | 'data'>> {
  const { rows } = await tx.execute<Pick<DeadRow, 'name' | 'data'>>(
    sql`delete from pgboss.job where ${isDeadLetter} and id::text = ${id} returning source_name as name, data`,
  );
  if (!rows[0]) throw new Problem('NOT_FOUND', 'Job not found.');
  return rows[0];
}
