import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id } from './columns.ts';

/** Who changed what: append-only. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: id(),
    actorId: text('actor_id'),
    action: text().notNull(),
    /** Kind and id of what was changed, e.g. "product prd_…". */
    subject: text().notNull(),
    before: jsonb(),
    after: jsonb(),
    createdAt: createdAt(),
  },
  (t) => [
    index('audit_entries_newest').on(t.createdAt, t.id),
    index('audit_entries_of_subject').on(t.subject, t.createdAt),
  ],
);
