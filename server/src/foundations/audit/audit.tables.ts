import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id } from '../../platform/database/columns.ts';

/** Audit log. Append-only: a trigger rejects every update, delete and truncate. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: id(),
    actorId: text('actor_id'),
    action: text().notNull(),
    /** Kind and id of the changed entity, e.g. "product prd_…". */
    subject: text().notNull(),
    kind: text().notNull().generatedAlwaysAs(sql`split_part(subject, ' ', 1)`),
    before: jsonb(),
    after: jsonb(),
    /** Name and prefix of the API token that called. */
    token: text(),
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(
        sql`lower(action || E'\\n' || coalesce(before::text, '') || E'\\n' || coalesce(after::text, ''))`,
      ),
    createdAt: createdAt(),
  },
  (t) => [
    index('audit_entries_newest').on(t.createdAt, t.id),
    index('audit_entries_of_subject').on(t.subject, t.createdAt),
    index('audit_entries_of_kind').on(t.kind, t.createdAt, t.id),
    index('audit_entries_of_actor').on(t.actorId, t.createdAt, t.id),
    index('audit_entries_search').using('gin', sql`${t.searchText} gin_trgm_ops`),
  ],
);
