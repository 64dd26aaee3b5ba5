import { sql } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { eraseGuestsBefore } from '../orders/erase-old-guests.ts';
import { inTransaction, type Tx } from '../platform/database/database.ts';
import { runPeriodically } from '../platform/jobs/run-periodically.ts';
import { readSettings } from '../settings/settings.queries.ts';

type RetentionDeps = Pick<Deps, 'db' | 'log' | 'now' | 'secret'>;

const hourMs = 3_600_000;
const everyMs = hourMs;
const lookEveryMs = 5_000;
const dayMs = 24 * hourMs;
const yearMs = 365.25 * dayMs;
const batch = 500;
/** Batches of one kind in one run: the rest of a large backlog follows in the next hours. */
const maxBatches = 40;

/** Enforces the retention settings every hour; the returned function stops it. */
export function startEnforcingRetention(deps: RetentionDeps): () => Promise<void> {
  let due = 0;
  const run = async () => {
    const now = deps.now().getTime();
    if (now < due) return;
    due = now + everyMs;
    await enforceRetention(deps);
  };
  return runPeriodically(deps.log, lookEveryMs, run, 'retention not enforced');
}

/** Deletes what is older than the settings allow, in small transactions. Safe in several processes. */
export async function enforceRetention(deps: RetentionDeps): Promise<void> {
  const settings = await readSettings(deps.db);
  const before = (ms: number) => new Date(deps.now().getTime() - ms).toISOString();
  const mails = before(settings.mailKeptDays * dayMs);
  const jobs = before(settings.jobKeptDays * dayMs);
  const networks = before(settings.networkKeptDays * dayMs);
  const guests = before(settings.guestKeptDays * dayMs);
  const invoices = before(settings.invoiceKeptYears * yearMs);
  const steps: Record<string, (tx: Tx) => Promise<number>> = {
    mails: deleted(sql`delete from mails where id in
      (select id from mails where created_at < ${mails} order by created_at limit ${batch})`),
    'unsent mails': deleted(sql`delete from outgoing_mails where id in
      (select id from outgoing_mails where created_at < ${mails} order by created_at limit ${batch})`),
    jobs: async (tx) => ((await hasQueue(tx)) ? deleted(finishedJobs(jobs))(tx) : 0),
    'session addresses': deleted(sql`update sessions set ip_address = null where id in
      (select id from sessions where ip_address is not null and last_seen_at < ${networks} limit ${batch})`),
    'known networks': deleted(sql`delete from known_devices where ctid in
      (select ctid from known_devices where kind = 'network' and last_used_at < ${networks} limit ${batch})`),
    'networks of orders': deleted(sql`update orders set limit_key = null, limit_units = null where id in
      (select id from orders where limit_key is not null and created_at < ${networks} limit ${batch})`),
    'networks of payments': deleted(sql`update payments set network = null where id in
      (select id from payments where network is not null and created_at < ${networks} limit ${batch})`),
    // Their keys hold networks; the limiters delete them too, but only while a process runs for an hour.
    'expired rate limits': deleted(sql`delete from rate_limits where key in
      (select key from rate_limits where expire < ${before(hourMs)} limit ${batch})`),
    'replaced addresses': deleted(sql`delete from email_changes where id in
      (select id from email_changes where expires_at < ${before(0)} limit ${batch})`),
    'networks in the audit': deleted(sql`update audit_entries set after = after - 'from' where id in
      (select id from audit_entries where after ? 'from' and created_at < ${networks} limit ${batch})`),
    // The audit's trigger refuses to delete younger ones.
    'failed sign-ins': deleted(sql`delete from audit_entries where id in
      (select id from audit_entries where kind in ('user', 'sign-in') and action = 'refuse sign-in'
        and created_at < ${networks} and created_at < now() - interval '30 days' limit ${batch})`),
    'alerts of guests': deleted(sql`delete from product_alerts where id in
      (select id from product_alerts where user_id is null and created_at < ${guests} limit ${batch})`),
    'orders of guests': (tx) => eraseGuestsBefore(tx, deps.secret, new Date(guests), batch),
    'requests for data': deleted(sql`delete from privacy_requests where id in
      (select id from privacy_requests where expires_at < ${before(0)} limit ${batch})`),
    invoices: deleted(sql`delete from kept_invoices where order_id in
      (select order_id from kept_invoices where ordered_at < ${invoices} limit ${batch})`),
  };
  for (const [name, step] of Object.entries(steps)) await runStep(deps, name, step);
}

async function runStep(
  { db, log }: RetentionDeps,
  name: string,
  step: (tx: Tx) => Promise<number>,
): Promise<void> {
  let rows = 0;
  try {
    for (let run = 0; run < maxBatches; run++) {
      const changed = await inTransaction(db, step);
      rows += changed;
      if (changed < batch) break;
    }
  } catch (error) {
    // One kind that fails must not keep the others.
    log.error({ err: error, what: name }, 'retention not enforced');
  }
  if (rows > 0) log.info({ what: name, rows }, 'retention enforced');
}

function deleted(statement: ReturnType<typeof sql>) {
  return async (tx: Tx): Promise<number> => {
    const { rows } = await tx.execute(sql`${statement} returning 1`);
    return rows.length;
  };
}

function finishedJobs(before: string) {
  return sql`delete from pgboss.job where id in
    (select id from pgboss.job where state in ('completed', 'cancelled', 'failed') and name <> 'dead-letter'
      and completed_on < ${before} limit ${batch})`;
}

async function hasQueue(tx: Tx): Promise<boolean> {
  const { rows } = await tx.execute<{ queue: string | null }>(
    sql`select to_regclass('pgboss.job')::text as queue`,
  );
  return rows[0]?.queue !== null;
}
