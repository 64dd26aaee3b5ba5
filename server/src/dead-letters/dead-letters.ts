import type { CallOutput } from '@reprise/contract/endpoint';
import type { DeadLetter, jobEndpoints } from '@reprise/contract/jobs';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import { Problem } from '@reprise/contract/problem';
import { sql } from 'drizzle-orm';
import { recordAudit } from '../audit/record-audit.ts';
import type { Deps } from '../deps.ts';
import { inTransaction, type Queryable, type Tx } from '../platform/database/database.ts';
import { deadLetterQueue } from '../platform/jobs/jobs.ts';

type DeadList = CallOutput<typeof jobEndpoints.listDeadLetters>;
type DeadRow = {
  id: string;
  name: string | null;
  data: Record<string, unknown> | null;
  output: Record<string, unknown> | null;
  tries: number | null;
  failedAt: Date;
};

/** Still on the pile: one that was taken off it is completed or gone. */
const onPile = sql`name = ${deadLetterQueue} and state in ('created', 'retry', 'failed')`;

/** Work that failed for good, newest first. */
export async function listDeadLetters(
  db: Queryable,
  query: { page?: number | undefined; limit?: number | undefined },
): Promise<DeadList> {
  const { page, limit, offset } = pageOf(query);
  const counted = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from pgboss.job where ${onPile}`,
  );
  const { rows } = await db.execute<DeadRow>(sql`
    select id, source_name as name, data, source_output as output, source_retry_count as tries,
      created_on as "failedAt"
    from pgboss.job where ${onPile} order by created_on desc, id limit ${limit} offset ${offset}`);
  return {
    jobs: rows.map(toDeadJob),
    pagination: paginationOf(page, limit, counted.rows[0]?.total ?? 0),
    waiting: await countWaiting(db),
  };
}

async function countWaiting(db: Queryable): Promise<DeadList['waiting']> {
  const { rows } = await db.execute<{ state: string; count: number }>(sql`
    select state::text as state, sum(coalesce(jsonb_array_length(data -> 'together'), 1))::int as count from pgboss.job
    where state in ('created', 'active', 'retry') and name <> ${deadLetterQueue} and name not like '\\_\\_%'
    group by state`);
  const countOf = (state: string) => rows.find((row) => row.state === state)?.count ?? 0;
  return { queued: countOf('created'), active: countOf('active'), retrying: countOf('retry') };
}

function toDeadJob({ id, name, data, output, tries, failedAt }: DeadRow): DeadLetter {
  return {
    id,
    name: name ?? 'unknown',
    about: aboutOf(data ?? {}),
    failure: failureOf(output ?? {}),
    tries: (tries ?? 0) + 1,
    failedAt: new Date(failedAt).toISOString(),
  };
}

/** Names by which one finds what it is about; addresses and names of people stay out. */
function aboutOf(data: Record<string, unknown>): string {
  const parts = ['kind', 'eventKey', 'orderId', 'refundId', 'importId'].flatMap((key) =>
    typeof data[key] === 'string' ? [data[key]] : [],
  );
  return parts.join(' · ').slice(0, 200);
}

function failureOf(output: Record<string, unknown>): string {
  const said = output.message ?? output.value ?? '';
  return (typeof said === 'string' ? said : JSON.stringify(said)).slice(0, 300);
}

/** Puts it back into the queue it came from. */
export async function rerunDeadLetter(
  deps: Pick<Deps, 'db' | 'jobs'>,
  id: string,
  actorId: string,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const { name, data } = await takeOffPile(tx, id);
    if (name === null) throw new Problem('NOT_FOUND', 'There is no such job.');
    await deps.jobs.requeue(tx, { name, payload: data ?? {}, startAfter: null });
    await recordAudit(tx, { actorId, action: 'run job again', subject: `job ${id}`, after: { name } });
  });
}

export async function discardDeadLetter(deps: Pick<Deps, 'db'>, id: string, actorId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const { name, data } = await takeOffPile(tx, id);
    const before = { name, about: aboutOf(data ?? {}) };
    await recordAudit(tx, { actorId, action: 'give up job', subject: `job ${id}`, before });
  });
}

/** The second of two concurrent requests gets NOT_FOUND. */
async function takeOffPile(tx: Tx, id: string): Promise<Pick<DeadRow, 'name' | 'data'>> {
  const { rows } = await tx.execute<Pick<DeadRow, 'name' | 'data'>>(
    sql`delete from pgboss.job where ${onPile} and id::text = ${id} returning source_name as name, data`,
  );
  if (!rows[0]) throw new Problem('NOT_FOUND', 'There is no such job.');
  return rows[0];
}
