import { index, json, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id, moment } from './columns.ts';

/** Jobs that a backup brought along. The next start puts them into the queue, in the order they were made. */
export const carriedJobs = pgTable(
  'carried_jobs',
  {
    id: id(),
    name: text().notNull(),
    payload: json().$type<object>().notNull(),
    startAfter: moment('start_after'),
    createdAt: createdAt(),
  },
  (t) => [index('carried_jobs_oldest').on(t.createdAt, t.id)],
);
