import { index, json, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id, timestamptz } from '../database/columns.ts';

/**
 * Jobs on their way into the queue, in the order they were made: what orders leave behind in their one statement, and
 * what a backup brought along.
 */
export const jobOutbox = pgTable(
  'carried_jobs',
  {
    id: id(),
    name: text().notNull(),
    payload: json().$type<object>().notNull(),
    startAfter: timestamptz('start_after'),
    createdAt: createdAt(),
  },
  (t) => [index('carried_jobs_oldest').on(t.createdAt, t.id)],
);
