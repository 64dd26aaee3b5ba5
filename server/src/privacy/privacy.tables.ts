import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id, timestamptz } from '../platform/database/columns.ts';

/** Requests of guests for their data. The mailed token follows from the id; a row goes once it was used for erasure. */
export const privacyRequests = pgTable(
  'privacy_requests',
  {
    id: id(),
    email: text().notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    /** When the mailed link was used. */
    openedAt: timestamptz('opened_at'),
    createdAt: createdAt(),
  },
  (t) => [index('privacy_requests_expired').on(t.expiresAt), index('privacy_requests_of').on(t.email)],
);
