import { Gauge, Registry } from '@prometheus-io/client';
import { mailKinds } from '@reprise/contract/notifications';
import { orderStatuses } from '@reprise/contract/orders/order-status';
import { refundStatuses, storedPaymentStatuses } from '@reprise/contract/orders/orders';
import { sql } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { integrityChecks } from '../integrity/integrity.tables.ts';
import { droppedMails } from '../notifications/mail-budget.tables.ts';
import { mails } from '../notifications/notifications.tables.ts';
import { orderSums } from '../orders/order-stats.ts';
import { paymentDiscrepancies, payments, refunds } from '../payments/payments.tables.ts';
import type { Db } from '../platform/database/database.ts';
import { deadLetterQueue } from '../platform/jobs/jobs.ts';

type Figure = { help: string; label: string; values: readonly string[] };

/** By the name in the answer of the database; each is the gauge `shop_<name>`. */
const figures: Record<string, Figure> = {
  orders: { help: 'Orders by the status they have now', label: 'status', values: orderStatuses },
  payments: { help: 'Payments by outcome', label: 'outcome', values: storedPaymentStatuses },
  refunds: { help: 'Refunds by status', label: 'status', values: refundStatuses },
  jobs: {
    help: 'Jobs that wait, run, are retried or failed for good',
    label: 'state',
    values: ['created', 'active', 'retry', 'dead'],
  },
  mails: { help: 'Mails by state', label: 'state', values: ['mailbox', 'sent', 'failed'] },
  dropped_mails: {
    help: 'Mails not sent because the budget of their address was spent',
    label: 'kind',
    values: mailKinds,
  },
  discrepancies: {
    help: 'Open payment discrepancies, and findings of the last integrity check',
    label: 'kind',
    values: ['payments', 'integrity'],
  },
};

/** Counting takes at most this share of the time, however large the shop is. */
const maxShareOfTime = 1 / 20;

/** Returns a function that reads the figures of the shop as Prometheus text, the same from every process. */
export function createShopFigures({ db, log }: Pick<Deps, 'db' | 'log'>): () => Promise<string> {
  const registry = new Registry();
  const up = new Gauge({
    name: 'shop_database_up',
    help: '1 while the database answers',
    registers: [registry],
  });
  const gauges = Object.entries(figures).map(([name, { help, label }]) => ({
    name,
    label,
    gauge: new Gauge({ name: `shop_${name}`, help, labelNames: [label], registers: [registry] }),
  }));
  const refresh = async () => {
    try {
      const rows = await countAll(db);
      for (const { name, label, gauge } of gauges) {
        gauge.reset();
        for (const value of figures[name]?.values ?? []) gauge.set({ [label]: value }, 0);
        for (const row of rows.filter((row) => row.name === name)) {
          gauge.set({ [label]: row.label }, Number(row.count));
        }
      }
      up.set(1);
    } catch (error) {
      log.warn({ err: error }, 'figures for /metrics not counted');
      for (const { gauge } of gauges) gauge.reset();
      up.set(0);
    }
  };
  let nextAt = 0;
  let underWay: Promise<void> | undefined;
  const refreshWhenDue = async () => {
    if (performance.now() < nextAt) return;
    const startedAt = performance.now();
    await refresh();
    const endedAt = performance.now();
    nextAt = endedAt + (endedAt - startedAt) / maxShareOfTime;
  };
  return async () => {
    // Scrapes at the same time share one count.
    underWay ??= refreshWhenDue().finally(() => {
      underWay = undefined;
    });
    await underWay;
    return registry.metrics();
  };
}

type Row = { name: string; label: string; count: string };

async function countAll(db: Db): Promise<Row[]> {
  const { rows } = await db.execute<Row>(sql`
    select 'orders' as name, status as label, sum(orders)::text as count from ${orderSums} sums group by status
    union all select 'payments', status, count(*)::text from ${payments} group by status
    union all select 'refunds', status, count(*)::text from ${refunds} group by status
    union all select 'mails', state, count(*)::text from ${mails} group by state
    union all select 'jobs', case when name = ${deadLetterQueue} then 'dead' else state::text end,
      sum(case when jsonb_typeof(data -> 'together') = 'array' then jsonb_array_length(data -> 'together') else 1 end)::text
      from pgboss.job
      where name not like '\\_\\_%' and (state in ('created', 'active', 'retry') or (name = ${deadLetterQueue} and state = 'failed'))
      group by 2
    union all select 'dropped_mails', kind, mails::text from ${droppedMails}
    union all select 'discrepancies', 'payments', count(*)::text from ${paymentDiscrepancies} where resolved_at is null
    union all select 'discrepancies', 'integrity', coalesce(sum((finding ->> 'count')::bigint), 0)::text
      from (select broken from ${integrityChecks} order by checked_at desc limit 1) last_check,
        jsonb_array_elements(last_check.broken) finding`);
  return rows;
}
