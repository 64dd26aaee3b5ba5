import { conditions } from '@reprise/contract/catalog/conditions';
import { orderStatuses } from '@reprise/contract/orders/order-status';
import { bigint, date, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bigCents, timestamptz } from '../platform/database/columns.ts';

// What the back office asks of all orders at once is added up as they come. Triggers note each change in the tables
// named `_changes`; a reader adds those up with the figures and is exact; `rollUpOrderStats` moves them over every
// few seconds. Nobody waits for anybody: the changes are only ever added.

const ordersOfDay = {
  /** In UTC. */
  day: date({ mode: 'string' }).notNull(),
  status: text({ enum: orderStatuses }).notNull(),
};
const orderSums = {
  orders: integer().notNull(),
  revenueCents: bigCents('revenue_cents').notNull(),
};

/** Orders of a day by the status they have now. */
export const dailyOrderStats = pgTable('order_figures', { ...ordersOfDay, ...orderSums }, (t) => [
  primaryKey({ columns: [t.day, t.status] }),
]);
export const dailyOrderStatDeltas = pgTable('order_figure_changes', {
  id: uuid().primaryKey().defaultRandom(),
  ...ordersOfDay,
  ...orderSums,
});

const goodsOfDay = {
  day: date({ mode: 'string' }).notNull(),
  /** Empty where the product had no category. */
  categoryName: text('category_name').notNull(),
  condition: text({ enum: conditions }).notNull(),
};
const salesSums = {
  units: bigint({ mode: 'number' }).notNull(),
  /** Of these, the units in orders that were paid. */
  paidUnits: bigint('paid_units', { mode: 'number' }).notNull().default(0),
  revenueCents: bigCents('revenue_cents').notNull(),
};

/** What the orders of a day hold, cancelled ones left out. */
export const dailySalesStats = pgTable('goods_figures', { ...goodsOfDay, ...salesSums }, (t) => [
  primaryKey({ columns: [t.day, t.categoryName, t.condition] }),
]);
export const dailySalesStatDeltas = pgTable('goods_figure_changes', {
  id: uuid().primaryKey().defaultRandom(),
  ...goodsOfDay,
  ...salesSums,
});

/** Answers that cost too much to be worked out when asked: worked out every few minutes, and as old as they say. */
export const cachedStats = pgTable('kept_figures', {
  name: text().primaryKey(),
  value: jsonb().notNull(),
  computedAt: timestamptz('computed_at').notNull(),
});
