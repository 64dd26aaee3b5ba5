import { index, json, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id, timestamptz } from '../database/columns.ts';

/** Transactional outbox of jobs, in order of creation: jobs with a delay, and those of a backup. */
export const jobOutbox = pgTable(
  'job_outbox',
  {
    id: id(),
    name: text().notNull(),
    payload: json().$type<object>().notNull(),
    startAfter: timestamptz('start_after'),
    createdAt: createdAt(),
  },
  (t) => [index('job_outbox_oldest').on(t.createdAt, t.id)],
);
