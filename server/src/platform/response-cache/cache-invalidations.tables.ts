import { sql } from 'drizzle-orm';
import { customType, index, pgTable, text } from 'drizzle-orm/pg-core';

const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });

/**
 * Invalidated tags, one row per writing transaction, read by other processes. Append-only, so that writers never wait
 * for each other here; rows are deleted after some minutes.
 */
export const cacheInvalidations = pgTable(
  'cache_invalidations',
  {
    id: text().primaryKey(),
    tags: text().array().notNull(),
    /** The writing transaction. Transactions commit in another order than they begin; a snapshot tells which have ended. */
    transaction: transactionId().notNull().default(sql`pg_current_xact_id()`),
  },
  // Query: rows of transactions that had not ended at the last poll.
  (t) => [index('cache_invalidations_since').on(t.transaction)],
);
