import { conditions } from '@reprise/contract/catalog/products/conditions';
import { orderStatuses } from '@reprise/contract/sales/orders/order-status';
import { bigint, date, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { cents } from '../../platform/database/columns.ts';

// Delta tables with compaction: triggers insert each change into the tables named `_deltas`, readers add both tables
// and are exact, and `rollUpOrderStats` merges the deltas every few seconds. Writers only insert, so they never wait
// for a lock.

const ordersOfDay = {
  /** In the store's time zone. */
  day: date({ mode: 'string' }).notNull(),
  status: text({ enum: orderStatuses }).notNull(),
};
const orderSums = {
  orders: integer().notNull(),
  /** Orders that are sales, a subset of `orders`, and their revenue; `sales.ts` defines both. */
  sales: integer().notNull().default(0),
  revenueCents: cents('revenue_cents').notNull(),
};

/** Orders per day and current status. */
export const dailyOrderStats = pgTable('daily_order_stats', { ...ordersOfDay, ...orderSums }, (t) => [
  primaryKey({ columns: [t.day, t.status] }),
]);
export const dailyOrderStatDeltas = pgTable('daily_order_stat_deltas', {
  id: uuid().primaryKey().defaultRandom(),
  ...ordersOfDay,
  ...orderSums,
});

const salesOfDay = {
  day: date({ mode: 'string' }).notNull(),
  /** Empty when the product had no category. */
  categoryName: text('category_name').notNull(),
  condition: text({ enum: conditions }).notNull(),
};
const salesSums = {
  units: bigint({ mode: 'number' }).notNull(),
  revenueCents: cents('revenue_cents').notNull(),
};

/** Units and items revenue of sales per day. */
export const dailySalesStats = pgTable('daily_sales_stats', { ...salesOfDay, ...salesSums }, (t) => [
  primaryKey({ columns: [t.day, t.categoryName, t.condition] }),
]);
export const dailySalesStatDeltas = pgTable('daily_sales_stat_deltas', {
  id: uuid().primaryKey().defaultRandom(),
  ...salesOfDay,
  ...salesSums,
});
