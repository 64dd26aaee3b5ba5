import { Gauge, Registry } from '@prometheus-io/client';
import { mailKinds } from '@reprise/contract/foundations/notifications/mail-kinds';
import { refundStatuses, storedPaymentStatuses } from '@reprise/contract/sales/orders/order';
import { orderStatuses } from '@reprise/contract/sales/orders/order-status';
import { sql } from 'drizzle-orm';
import { searchChanges } from '../../catalog/products/search/search.tables.ts';
import type { Deps } from '../../deps.ts';
import { droppedMails } from '../../foundations/notifications/mail-budget.tables.ts';
import { mails } from '../../foundations/notifications/notifications.tables.ts';
import type { Db } from '../../platform/database/database.ts';
import { deadLetterQueue } from '../../platform/jobs/jobs.ts';
import { orderSums } from '../../sales/orders/order-stats.ts';
import { paymentDiscrepancies, payments, refunds } from '../../sales/payments/payments.tables.ts';
import { integrityChecks } from '../integrity/integrity.tables.ts';
import { webhookDeliveries } from '../webhooks/webhooks.tables.ts';

type MetricDefinition = { help: string; label: string; values: readonly string[] };

/** Metrics by the `name` column of the query; each is the gauge `shop_<name>`. */
const metrics: Record<string, MetricDefinition> = {
  orders: { help: 'Orders by current status', label: 'status', values: orderStatuses },
  payments: { help: 'Payments by outcome', label: 'outcome', values: storedPaymentStatuses },
  refunds: { help: 'Refunds by status', label: 'status', values: refundStatuses },
  jobs: {
    help: 'Jobs waiting, running, to be retried or dead',
    label: 'state',
    values: ['created', 'active', 'retry', 'dead'],
  },
  mails: { help: 'Mails by state', label: 'state', values: ['mailbox', 'sent', 'failed'] },
  dropped_mails: {
    help: 'Mails dropped by the mail budget of their recipient',
    label: 'kind',
    values: mailKinds,
  },
  search_changes: {
    help: 'Changed products that the search engine of SEARCH_URL has not got',
    label: 'state',
    values: ['waiting'],
  },
  webhook_deliveries: {
    help: 'Deliveries to webhooks that no receiver has confirmed yet',
    label: 'state',
    values: ['waiting'],
  },
  discrepancies: {
    help: 'Open payment discrepancies, and broken invariants of the last integrity check',
    label: 'kind',
    values: ['payments', 'integrity'],
  },
};

/** Counting takes at most this share of the time, so that scrapes of a large shop do not load its database. */
const maxShareOfTime = 1 / 20;

/** Returns a function that reads the shop's metrics as Prometheus text, the same from every process. */
export function createShopMetrics({ db, log }: Pick<Deps, 'db' | 'log'>): () => Promise<string> {
  const registry = new Registry();
  const up = new Gauge({
    name: 'shop_database_up',
    help: '1 if the database responds',
    registers: [registry],
  });
  const gauges = Object.entries(metrics).map(([name, { help, label }]) => ({
    name,
    label,
    gauge: new Gauge({ name: `shop_${name}`, help, labelNames: [label], registers: [registry] }),
  }));
  const refresh = async () => {
    try {
      const rows = await countAll(db);
      for (const { name, label, gauge } of gauges) {
        gauge.reset();
        for (const value of metrics[name]?.values ?? []) gauge.set({ [label]: value }, 0);
        for (const row of rows.filter((row) => row.name === name)) {
          gauge.set({ [label]: row.label }, Number(row.count));
        }
      }
      up.set(1);
    } catch (error) {
      log.warn({ err: error }, 'could not count metrics');
      for (const { gauge } of gauges) gauge.reset();
      up.set(0);
    }
  };
  let nextAt = 0;
  let running: Promise<void> | undefined;
  const refreshWhenDue = async () => {
    if (performance.now() < nextAt) return;
    const startedAt = performance.now();
    await refresh();
    const endedAt = performance.now();
    nextAt = endedAt + (endedAt - startedAt) / maxShareOfTime;
  };
  return async () => {
    // Concurrent scrapes share one count.
    running ??= refreshWhenDue().finally(() => {
      running = undefined;
    });
    await running;
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
    union all select 'search_changes', 'waiting', count(*)::text from ${searchChanges}
    union all select 'webhook_deliveries', state, count(*)::text from ${webhookDeliveries} where state = 'waiting' group by state
    union all select 'discrepancies', 'payments', count(*)::text from ${paymentDiscrepancies} where resolved_at is null
    union all select 'discrepancies', 'integrity', coalesce(sum((violation ->> 'count')::bigint), 0)::text
      from (select broken from ${integrityChecks} order by checked_at desc limit 1) last_check,
        jsonb_array_elements(last_check.broken) violation`);
  return rows;
}
