import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id, timestamptz } from '../../platform/database/columns.ts';

/** Requests of guests for their data. The mailed token is derived from the id; an erasure deletes the row. */
export const privacyRequests = pgTable(
  'privacy_requests',
  {
    id: id(),
    email: text().notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    /** Time at which the mailed link was used. */
    openedAt: timestamptz('opened_at'),
    createdAt: createdAt(),
  },
  (t) => [index('privacy_requests_expired').on(t.expiresAt), index('privacy_requests_of').on(t.email)],
);
