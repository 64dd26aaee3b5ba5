import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';

/** Results of slow queries, recomputed every few minutes; `computedAt` tells their age. */
export const cachedStats = pgTable('cached_stats', {
  name: text().primaryKey(),
  value: jsonb().notNull(),
  computedAt: timestamptz('computed_at').notNull(),
});
