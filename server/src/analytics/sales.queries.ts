import type { SalesAnalytics } from '@reprise/contract/analytics';
import { cents } from '@reprise/contract/money';
import { and, count, desc, eq, gte, lt, sql, sum } from 'drizzle-orm';
import { orderItems, orders } from '../orders/orders.tables.ts';
import type { Queryable } from '../platform/database.ts';
import { isSale, lineCents, totalCents } from './dashboard.queries.ts';

export const defaultPeriod = 30;

const millisecondsPerDay = 24 * 3600 * 1000;

/** The days of a period in UTC, today last. */
export function daysOf(now: Date, period: number): string[] {
  return Array.from({ length: period }, (_, index) =>
    new Date(now.getTime() - (period - 1 - index) * millisecondsPerDay).toISOString().slice(0, 10),
  );
}

/** Sales by day and by category; days without a sale are there with zeros, cancelled orders are not. */
export async function readSales(
  db: Queryable,
  now: Date,
  period: number = defaultPeriod,
): Promise<SalesAnalytics> {
  const days = daysOf(now, period);
  const start = new Date(`${days[0]}T00:00:00Z`);
  const inPeriod = and(
    isSale,
    gte(orders.createdAt, start),
    lt(orders.createdAt, new Date(start.getTime() + period * millisecondsPerDay)),
  );
  const date = sql<string>`to_char(${orders.createdAt} at time zone 'UTC', 'YYYY-MM-DD')`;
  const sold = await db
    .select({ date, revenue: totalCents(orders.totalCents), orders: count() })
    .from(orders)
    .where(inPeriod)
    .groupBy(sql`1`);
  const byDate = new Map(sold.map((day) => [day.date, day]));
  const category = sql<string>`coalesce(${orderItems.categoryName}, 'Without category')`;
  const revenue = totalCents(lineCents);
  const categoryPerformance = await db
    .select({ category, revenue, unitsSold: sum(orderItems.quantity).mapWith(Number) })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(inPeriod)
    .groupBy(sql`1`)
    .orderBy(desc(revenue), sql`1`);
  return {
    dailySales: days.map((day) => byDate.get(day) ?? { date: day, revenue: cents(0), orders: 0 }),
    categoryPerformance,
    period,
  };
}
