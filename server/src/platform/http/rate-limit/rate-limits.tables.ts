import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../database/columns.ts';

/** Counters of the strict limits (sign-in, sign-up, look-ups), shared by all processes. */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  points: integer().notNull(),
  /** Time at which the counter resets. */
  expire: timestamptz('expire'),
});
