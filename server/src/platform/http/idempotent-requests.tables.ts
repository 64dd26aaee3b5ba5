import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '../database/columns.ts';

/** Idempotency-Keys of creations that store no key themselves, such as products. Kept for a day. */
export const idempotentRequests = pgTable(
  'idempotent_requests',
  {
    /** Operation and administrator. */
    scope: text().notNull(),
    key: text().notNull(),
    /** SHA-256 of the request body first sent with the key. */
    requestHash: text('request_hash').notNull(),
    /** Id of what the request created; empty until the transaction commits. */
    resultId: text('result_id').notNull().default(''),
    createdAt: timestamptz('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.scope, t.key] }),
    // Retention.
    index('idempotent_requests_by_age').on(t.createdAt),
  ],
);
