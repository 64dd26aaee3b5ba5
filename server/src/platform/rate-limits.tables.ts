import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';

/** Counters of the strict limits (sign-in, sign-up, look-ups), shared by all processes. */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  points: integer().notNull(),
  /** When the counter starts again, in ms since 1970. */
  expire: bigint({ mode: 'number' }),
});
