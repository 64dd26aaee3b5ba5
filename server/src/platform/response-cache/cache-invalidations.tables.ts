import { sql } from 'drizzle-orm';
import { customType, index, pgTable, text } from 'drizzle-orm/pg-core';

const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });

/**
 * What was written, as tags, one row per write: other processes read it to forget what they keep of it. Only
 * added to, so that writers never wait for each other here; rows go after some minutes.
 */
export const cacheInvalidations = pgTable(
  'cache_bumps',
  {
    id: text().primaryKey(),
    tags: text().array().notNull(),
    /** The transaction that wrote it: transactions end in another order than they begin, ids tell which are over. */
    transaction: transactionId().notNull().default(sql`pg_current_xact_id()`),
  },
  // What other transactions wrote since the last look.
  (t) => [index('cache_bumps_since').on(t.transaction)],
);
