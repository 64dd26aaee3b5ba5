import { bigint, boolean, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt } from '../../platform/database/columns.ts';

/** Searches per day and query, without a person. */
export const dailySearchStats = pgTable(
  'daily_search_stats',
  {
    /** In UTC. */
    day: date({ mode: 'string' }).notNull(),
    /** Query in lower case. */
    query: text().notNull(),
    searches: integer().notNull(),
    /** Searches without a result. */
    withoutResults: integer('without_results').notNull(),
    /** Searches from which a product was opened. */
    clicks: integer().notNull().default(0),
    /** Searches whose opened product was bought. */
    purchases: integer().notNull().default(0),
    /** Bit set of 64 asker buckets; see asker-bucket.ts. */
    askers: bigint({ mode: 'bigint' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.query] })],
);

/** Searches of the last two days, so that their clicks and purchases can be counted once. */
export const recentSearches = pgTable(
  'recent_searches',
  {
    /** Random, from the browser tab. */
    id: text().primaryKey(),
    query: text().notNull(),
    /** Day of the search in UTC, to which its clicks and purchases count. */
    day: date({ mode: 'string' }).notNull(),
    /** Ids of the products opened from the results. */
    clickedProducts: text('clicked_products').array().notNull().default([]),
    purchased: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  // Retention.
  (t) => [index('recent_searches_oldest').on(t.createdAt)],
);

/** Orders of the last two days whose purchases are counted, as SHA-256 of their ids; not linked to a search. */
export const countedSearchOrders = pgTable(
  'counted_search_orders',
  { orderHash: text('order_hash').primaryKey(), createdAt: createdAt() },
  // Retention.
  (t) => [index('counted_search_orders_oldest').on(t.createdAt)],
);
