import { type SQL, sql } from 'drizzle-orm';
import { storeDay } from '../../foundations/settings/store-days.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/database.ts';
import {
  dailyOrderStatDeltas,
  dailyOrderStats,
  dailySalesStatDeltas,
  dailySalesStats,
} from './order-stats.tables.ts';
import { orderItems, orders } from './orders.tables.ts';
import { isSale, itemRevenue, revenueOfSales, unitsSold } from './sales.ts';

/**
 * SQL: orders, sales and their revenue by day and status, exact at the time of the query. Columns: day, status, orders,
 * sales, revenue_cents.
 */
export const orderSums: SQL = sql`(
  select day, status, sum(orders)::int as orders, sum(sales)::int as sales,
    sum(revenue_cents)::bigint as revenue_cents from (
    select day, status, orders, sales, revenue_cents from ${dailyOrderStats}
    union all select day, status, orders, sales, revenue_cents from ${dailyOrderStatDeltas}
  ) both_tables group by day, status
)`;

/**
 * SQL: units and items revenue of sales by day, category and condition. Columns: day, category_name, condition, units,
 * revenue_cents.
 */
export const salesSums: SQL = sql`(
  select day, category_name, condition, units, revenue_cents from ${dailySalesStats}
  union all select day, category_name, condition, units, revenue_cents from ${dailySalesStatDeltas}
)`;

/** Advisory lock key shared by all processes. */
const rollUpLock = 7_248_115;
/** Bounds the duration of one round. */
const maxDeltas = sql`20000`;

/** Merges deltas into the daily stats. The advisory lock lets only one process run it. */
export async function rollUpOrderStats(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await tx.execute<{ locked: boolean }>(
      sql`select pg_try_advisory_xact_lock(${rollUpLock}) as locked`,
    );
    if (rows[0]?.locked) await rollUpBoth(tx);
  });
}

async function rollUpBoth(tx: Tx): Promise<void> {
  await tx.execute(sql`
    with changes as (
      delete from ${dailyOrderStatDeltas}
      where id in (select id from ${dailyOrderStatDeltas} limit ${maxDeltas}) returning *
    )
    insert into ${dailyOrderStats} as stats (day, status, orders, sales, revenue_cents)
    select day, status, sum(orders), sum(sales), sum(revenue_cents) from changes group by day, status
    on conflict (day, status) do update set orders = stats.orders + excluded.orders,
      sales = stats.sales + excluded.sales,
      revenue_cents = stats.revenue_cents + excluded.revenue_cents`);
  await tx.execute(sql`
    with changes as (
      delete from ${dailySalesStatDeltas}
      where id in (select id from ${dailySalesStatDeltas} limit ${maxDeltas}) returning *
    )
    insert into ${dailySalesStats} as stats (day, category_name, condition, units, revenue_cents)
    select day, category_name, condition, sum(units), sum(revenue_cents) from changes
    group by day, category_name, condition
    on conflict (day, category_name, condition) do update set units = stats.units + excluded.units,
      revenue_cents = stats.revenue_cents + excluded.revenue_cents`);
}

/**
 * Waits for orders in progress and blocks new ones, so that their triggers read the new time zone. To be locked before
 * the settings: the first real payment updates those after its order.
 */
export async function lockDailyStats(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${rollUpLock})`);
  await tx.execute(sql`lock table ${orders}, ${orderItems} in share mode`);
}

/** Recomputes the daily stats by days of the current time zone; needs `lockDailyStats`. */
export async function recomputeDailyStats(tx: Tx): Promise<void> {
  // The sums of a large shop take longer than a request may.
  await tx.execute(sql`set local statement_timeout = 0`);
  for (const table of [dailyOrderStats, dailyOrderStatDeltas, dailySalesStats, dailySalesStatDeltas])
    await tx.delete(table);
  const day = storeDay(orders.createdAt);
  await tx.execute(sql`
    insert into ${dailyOrderStats} (day, status, orders, sales, revenue_cents)
    select ${day}, ${orders.status}, count(*), count(*) filter (where ${isSale}), ${revenueOfSales}
    from ${orders} group by 1, 2`);
  await tx.execute(sql`
    insert into ${dailySalesStats} (day, category_name, condition, units, revenue_cents)
    select ${day}, coalesce(${orderItems.categoryName}, ''), ${orderItems.condition}, sum(${unitsSold}),
      sum(${itemRevenue})
    from ${orderItems} join ${orders} on ${orders.id} = ${orderItems.orderId} where ${isSale} group by 1, 2, 3`);
}
