import type { Condition } from '@reprise/contract/catalog/products/conditions';
import { addCents, type Cents, cents } from '@reprise/contract/money';
import type { SalesAnalytics, SalesTotals } from '@reprise/contract/operations/analytics';
import { dayIn } from '@reprise/contract/time-zone';
import { and, count, eq, gte, notInArray, type SQL, sql } from 'drizzle-orm';
import { readTimeZone, startOfStoreDay, storeDay } from '../../foundations/settings/store-days.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { orderSums, salesSums } from '../../sales/orders/order-stats.ts';
import { orders } from '../../sales/orders/orders.tables.ts';
import { countsTestOrders } from '../../sales/orders/sales.ts';
import { refunds } from '../../sales/payments/payments.tables.ts';
import { daysOf, defaultPeriod, totalCents } from './sales-period.ts';

/**
 * Reads sales by day, category and condition, and those of the preceding period, in four statements. Days without a
 * sale have zeros.
 */
export async function readSales(
  db: Queryable,
  now: Date,
  period: number = defaultPeriod,
): Promise<SalesAnalytics> {
  const days = daysOf(dayIn(await readTimeZone(db), now), period * 2);
  const byDay = await readDays(db, days);
  const refundedByDay = await readRefunds(db, days);
  const dayOf = (date: string) => byDay.get(date) ?? { date, revenue: cents(0), orders: 0 };
  const before = days.slice(0, period).map(dayOf);
  const current = days.slice(period).map(dayOf);
  const itemSales = await readItemSales(db, days.slice(period));
  const totals = totalsOf(current, refundedByDay);
  const items = addCents(itemSales.categoryPerformance.map(({ revenue }) => revenue));
  return {
    ...itemSales,
    // Rounding of partial refunds is part of it, so that both add up to the revenue.
    shippingAndTax: cents(totals.revenue - items),
    dailySales: current,
    dailySalesBefore: before,
    totals,
    totalsBefore: totalsOf(before, refundedByDay),
    period,
  };
}

type Day = SalesAnalytics['dailySales'][number];
type Refunds = Map<string, { refunds: number; refunded: Cents }>;

/** SQL: the day is one of consecutive days. */
const isWithin = (day: SQL, days: string[]) => sql`${day} between ${days[0]}::date and ${days.at(-1)}::date`;
const onDays = (days: string[]) => isWithin(sql`day`, days);

async function readDays(db: Queryable, days: string[]): Promise<Map<string, Day>> {
  const { rows } = await db.execute<{ date: string; revenue: number; orders: number }>(sql`
    select day::text as date, sum(revenue_cents)::bigint as revenue, sum(sales)::int as orders
    from ${orderSums} sums where ${onDays(days)}
    group by day having sum(sales) > 0`);
  return new Map(rows.map((day) => [day.date, { ...day, revenue: cents(day.revenue) }]));
}

/** Refunds by the day of the decision, including those not settled yet. */
async function readRefunds(db: Queryable, days: string[]): Promise<Refunds> {
  const decidedOn = storeDay(refunds.createdAt);
  const rows = await db
    .select({
      date: sql<string>`${decidedOn}::text`,
      refunds: count(),
      refunded: totalCents(refunds.amountCents),
    })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(
      and(
        notInArray(refunds.status, ['failed', 'awaiting-approval', 'declined']),
        sql`(not ${orders.isTestPaid} or ${countsTestOrders})`,
        gte(refunds.createdAt, startOfStoreDay(days[0] ?? '')),
        isWithin(decidedOn, days),
      ),
    )
    .groupBy(sql`1`);
  return new Map(rows.map(({ date, ...rest }) => [date, rest]));
}

function totalsOf(days: Day[], refundsByDay: Refunds): SalesTotals {
  const revenue = addCents(days.map((day) => day.revenue));
  const orders = days.reduce((sum, day) => sum + day.orders, 0);
  const refundDays = days.flatMap(({ date }) => refundsByDay.get(date) ?? []);
  return {
    revenue,
    orders,
    averageOrder: cents(orders === 0 ? 0 : Math.round(revenue / orders)),
    refunds: refundDays.reduce((sum, day) => sum + day.refunds, 0),
    refunded: addCents(refundDays.map((day) => day.refunded)),
  };
}

type ItemSalesRow = {
  category: string | null;
  condition: Condition | null;
  of_category: boolean;
  revenue: Cents;
  units: number;
};

/** Revenue of the period's items by category and by condition, in one pass. */
async function readItemSales(
  db: Queryable,
  days: string[],
): Promise<Pick<SalesAnalytics, 'categoryPerformance' | 'conditionPerformance'>> {
  const { rows } = await db.execute<ItemSalesRow>(sql`
    select coalesce(nullif(category_name, ''), 'Without category') as category, condition,
      grouping(condition) = 1 as of_category,
      sum(revenue_cents)::bigint as revenue, sum(units)::bigint as units
    from ${salesSums} sums where ${onDays(days)}
    group by grouping sets ((1), (condition)) having sum(units) > 0
    order by revenue desc, 1, 2`);
  const toSales = ({ revenue, units }: ItemSalesRow) => ({ revenue, unitsSold: units });
  return {
    categoryPerformance: rows
      .filter((row) => row.of_category)
      .map((row) => ({ category: row.category ?? '', ...toSales(row) })),
    conditionPerformance: rows.flatMap((row) =>
      row.of_category || row.condition === null ? [] : { condition: row.condition, ...toSales(row) },
    ),
  };
}
