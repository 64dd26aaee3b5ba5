import { type SQL, sql } from 'drizzle-orm';
import { type Db, inTransaction, type Tx } from '../platform/database/database.ts';
import type { Deps } from '../platform/deps.ts';
import { runPeriodically } from '../platform/jobs/run-periodically.ts';
import {
  dailyOrderStatDeltas,
  dailyOrderStats,
  dailySalesStatDeltas,
  dailySalesStats,
} from './order-stats.tables.ts';

/** Orders and what they come to, by day and status: exact at this moment. Columns day, status, orders, revenue_cents. */
export const orderSums: SQL = sql`(
  select day, status, sum(orders)::int as orders, sum(revenue_cents)::bigint as revenue_cents from (
    select day, status, orders, revenue_cents from ${dailyOrderStats}
    union all select day, status, orders, revenue_cents from ${dailyOrderStatDeltas}
  ) both_tables group by day, status
)`;

/** Goods by day, category and condition; columns day, category_name, condition, units, revenue_cents, paid_units. */
export const salesSums: SQL = sql`(
  select day, category_name, condition, units, revenue_cents, paid_units from ${dailySalesStats}
  union all select day, category_name, condition, units, revenue_cents, paid_units from ${dailySalesStatDeltas}
)`;

const foldEveryMs = 2000;

/** Folds now and every two seconds; the function it returns ends that and waits for a run under way. */
export function startRollingUpOrders({ db, log }: Pick<Deps, 'db' | 'log'>): () => Promise<void> {
  return runPeriodically(log, foldEveryMs, () => rollUpOrderStats(db), 'order figures not folded');
}

/** Any number, the same in every process. */
const foldLock = 7_248_115;
/** As many changes as one round moves, so that none takes long. */
const maxAtOnce = sql`20000`;

/** Moves what has changed into the figures. Of several processes one does it. */
export async function rollUpOrderStats(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await tx.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(${foldLock}) as mine`,
    );
    if (rows[0]?.mine) await foldBoth(tx);
  });
}

async function foldBoth(tx: Tx): Promise<void> {
  await tx.execute(sql`
    with changes as (
      delete from ${dailyOrderStatDeltas}
      where id in (select id from ${dailyOrderStatDeltas} limit ${maxAtOnce}) returning *
    )
    insert into ${dailyOrderStats} as kept (day, status, orders, revenue_cents)
    select day, status, sum(orders), sum(revenue_cents) from changes group by day, status
    on conflict (day, status) do update set orders = kept.orders + excluded.orders,
      revenue_cents = kept.revenue_cents + excluded.revenue_cents`);
  await tx.execute(sql`
    with changes as (
      delete from ${dailySalesStatDeltas}
      where id in (select id from ${dailySalesStatDeltas} limit ${maxAtOnce}) returning *
    )
    insert into ${dailySalesStats} as kept (day, category_name, condition, units, revenue_cents, paid_units)
    select day, category_name, condition, sum(units), sum(revenue_cents), sum(paid_units) from changes
    group by day, category_name, condition
    on conflict (day, category_name, condition) do update set units = kept.units + excluded.units,
      revenue_cents = kept.revenue_cents + excluded.revenue_cents,
      paid_units = kept.paid_units + excluded.paid_units`);
}
